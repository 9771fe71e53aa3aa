// SPDX-License-Identifier: Apache-2.0
//
// Rounding error bounds of a rule as formulas in its sizes. Computed in
// floating point, an output of a side differs from its exact value by at most
//
//   ((1 + gamma(s)) * (1 + gamma(e)) - 1) * side(|.|)
//
// s roundings in the type that sums are accumulated in, e in the format itself
// (roundings.h), gamma(k) = k*u / (1 - k*u), and side(|.|) the same side on
// absolute values (absolute.h). It holds element by element, for every order of
// summation, with or without fused multiply-adds, where nothing overflows,
// nothing that is rounded underflows, and nothing infinite is added, multiplied
// or divided by; nothing is claimed where k*u >= 1. Bounds that cover those
// cases are numbers, of one instance: evaluate/bounded.h.
#pragma once

#include <string>
#include <vector>

#include "rounding/roundings.h"

namespace rewright::rounding {

/// Of one output of one side in one format.
struct Bound {
  std::string magnitude;  // side(|.|) in words: "lhs(|a|, |b|)"
  ir::ElementType format;
  Count count;

  bool is_exact() const {
    return count.roundings && count.roundings->is_none();
  }
};

/// `graph` is rule.lhs or rule.rhs.
Bound bound_of(const ir::Rule& rule, const ir::Graph& graph, std::size_t output,
               ir::ElementType format);

/// "gamma(N - 1) * lhs(|x|)"; "0" where nothing is rounded; "no formula: ..."
/// where there is none. In float16 and bfloat16 gamma is that of the format
/// and gamma32 that of float32.
std::string text(const Bound& bound);

/// gamma(k) of a floating type, absent where k*u >= 1.
std::optional<base::Rational> gamma(std::int64_t k, ir::ElementType format);

/// What side(|.|) is multiplied by at these sizes; absent where there is no
/// formula or it claims nothing. Throws index::Overflow.
std::optional<base::Rational> factor(const Bound& bound, const ir::Rule& rule,
                                     const ir::Assignment& at);

/// Both sides' bounds of one output in one format.
struct Bounds {
  Bound lhs;
  Bound rhs;
  bool one_magnitude = false;  // lhs(|.|) = rhs(|.|) if the rule holds

  bool has_formula() const {
    return lhs.count.roundings && rhs.count.roundings;
  }
};

Bounds bounds_of(const ir::Rule& rule, std::size_t output,
                 ir::ElementType format);

/// How far the sides of a rule that holds may be from each other, being equal
/// as numbers: "gamma(N) * lhs(|x|) + gamma(2) * rhs(|x|)", or
/// "(gamma(N) + gamma(2)) * lhs(|x|)" where these are the same.
std::string distance_text(const Bounds& bounds);

/// Formats in which the bounds of an output read the same.
struct Statement {
  std::size_t output;
  std::vector<ir::ElementType> formats;
  Bounds bounds;  // in the first of them
};

/// Every output in every floating format that it may have; an output that has
/// none, a truth value, in its own type.
std::vector<Statement> statements(const ir::Rule& rule);

/// One line: "float64, float32: |fl(lhs) - fl(rhs)| <= ...".
std::string text(const Statement& statement);

}  // namespace rewright::rounding
