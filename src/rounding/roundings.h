// SPDX-License-Identifier: Apache-2.0
//
// How often an element is rounded while a graph computes it, as formulas in
// the sizes of a rule.
//
// Every rounded operation multiplies its exact result by a factor 1 + d with
// |d| <= u, the unit roundoff; k such factors and their inverses make no more
// than 1 + gamma(k), gamma(k) = k*u / (1 - k*u) (N. J. Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., Lemma 3.1). So it is enough to
// count: a product adds the counts of its factors and one, a sum of two takes
// the larger and one, and a sum of n terms adds n - 1 whatever the order and
// the parentheses (ibid., section 4.2), because no term passes through more
// additions than there are. Choosing, moving, negating, and scaling by a power
// of two round nothing. A quotient counts as a product where its divisor is
// known up to a factor: it is exact, or no sum is in it.
//
// Where that reasoning does not reach there is no count but a reason.
#pragma once

#include <optional>
#include <string>

#include "ir/graph.h"

namespace rewright::rounding {

/// Upper bounds over all elements of a tensor.
struct Roundings {
  index::Expr in_sums;    // in float32, where short formats accumulate
  index::Expr in_format;  // in the format itself

  bool is_none() const { return in_sums.is_zero() && in_format.is_zero(); }
};

/// Either a count or the reason why there is none.
struct Count {
  std::optional<Roundings> roundings;
  std::string reason;
};

/// Of `output` of a side of `rule`, its type class taken to be `format`.
/// float16 and bfloat16 accumulate in float32 and round once per operator
/// (evaluate/arithmetic_float.h); other formats accumulate in themselves.
Count count_roundings(const ir::Rule& rule, const ir::Graph& graph,
                      const ir::Ref& output, ir::ElementType format);

/// Significant bits of a floating type, the implicit one included.
int precision(ir::ElementType format);
/// Whether sums of this format are accumulated in float32.
bool is_short(ir::ElementType format);

}  // namespace rewright::rounding
