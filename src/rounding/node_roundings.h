// SPDX-License-Identifier: Apache-2.0
//
// Roundings of one node, counted along its meaning.
#pragma once

#include <map>
#include <stdexcept>
#include <vector>

#include "rounding/roundings.h"

namespace rewright::rounding {

/// Thrown where no count bounds the error; says why.
struct NoCount : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What is known of one computed value v' beside the exact v.
struct Cost {
  Roundings roundings = {};
  /// v' = v * (1 + d1)^(+-1) ... (1 + dk)^(+-1), k the roundings: not so for
  /// sums, whose terms may cancel.
  bool is_relative = true;
  std::optional<base::Rational> constant = {};  // v, where it is known

  bool is_exact() const { return roundings.is_none(); }
};

class NodeCounter {
 public:
  /// `operands[k]` is what an element of operand k costs.
  NodeCounter(ir::Rounding rounding, ir::ElementType format,
              const std::vector<Cost>& operands, const index::Facts& facts);

  /// An element of a result, stored in the format. Throws NoCount.
  Cost stored(const ir::Value& meaning);

 private:
  Cost cost(const ir::Value& v);
  Cost computed(const ir::ValueNode& v);
  Cost number(const ir::ConstantNumber& number);
  Cost size(const index::Expr& size);
  Cost apply(const ir::ValueNode& v);
  Cost sum(const Cost& a, const Cost& b);
  Cost product(const Cost& a, const Cost& b);
  Cost quotient(const ir::ValueNode& v);
  Cost choice(const Cost& a, const Cost& b) const;
  Cost comparison(const ir::ValueNode& v);
  Cost reduction(const ir::ValueNode& v);

  index::Expr terms(const ir::ValueNode& reduction) const;
  Roundings rounded(const index::Expr& times);
  Roundings conversion(bool fits_format, bool fits_sums);
  Roundings larger(const Roundings& a, const Roundings& b) const;
  const index::Expr& where_computed(const Roundings& r) const;

  ir::Rounding rounding_;
  ir::ElementType format_;
  bool in_sums_;  // whether results are computed in float32, then narrowed
  const std::vector<Cost>& operands_;
  const index::Facts& facts_;
  bool is_computed_ = false;  // something was rounded on the way
  std::map<const ir::ValueNode*, Cost> known_;
};

}  // namespace rewright::rounding
