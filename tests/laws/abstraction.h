// SPDX-License-Identifier: Apache-2.0
//
// From a concrete call to a symbolic one of which it is an instance: sizes
// and attribute values become symbols, at random, and random true statements
// about them become facts. What the shape rule and the meaning make of the
// symbols must agree, at the numbers, with what they make of the numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "laws/law_call.h"

namespace rewright::laws {

class Abstraction {
 public:
  Abstraction(const LawCall& concrete, Random& random);

  const LawCall& call() const { return call_; }
  const evaluate::IndexValues& values() const { return values_; }

 private:
  struct Known {
    index::Symbol symbol;
    std::int64_t value;
  };

  index::Expr size(const index::Expr& number);
  index::Expr integer(const index::Expr& number);
  index::Expr symbol(std::int64_t value, index::SymbolKind kind);
  void shape(ir::Shape& shape, bool is_literal_special);
  void attribute(const std::string& name, ir::Attribute& attribute);
  void assume_truths();

  Random& random_;
  LawCall call_;
  evaluate::IndexValues values_;
  std::vector<Known> known_;
};

}  // namespace rewright::laws
