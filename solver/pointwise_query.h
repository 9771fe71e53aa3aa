// SPDX-License-Identifier: Apache-2.0
//
// One pointwise query under construction: normal forms as Z3 terms.
//
// number(s) is exact: of real numbers the value, of machine integers some
// integer congruent to it modulo 2^width. What is opaque (an access, a
// reduction, an unknown function) stands for the value itself, so operations
// other than +, - and * may be built on it, and on constants, minima, maxima
// and choices of such: these are "pure". Whatever else is compared, or must
// not be 0, or divides, is either given as its machine has it (`everything`,
// see pointwise_machine.h) or leaves Axiom::ordered_ring, with which no proof
// about integers is accepted.
#pragma once

#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "solver/pointwise.h"
#include "solver/pointwise_machine.h"

namespace rewright::solver {

/// What the query cannot express; the caller answers "not shown".
struct Inexpressible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Pointwise::Query {
 public:
  Query(const ir::Rule& rule, ir::ElementClass element_class, bool everything,
        Comparer& comparer, const index::Facts& facts, Encoder& encoder);

  z3::expr number(const Sum& s);
  z3::expr truth(const Sum& s);
  /// That the two numbers are different values.
  z3::expr differ(const Sum& a, const Sum& b);
  /// Of machine integers the condition itself, or what follows from it where
  /// that will do.
  z3::expr condition(const Definedness& d, bool or_weaker);
  void assume(const std::pair<ir::ElementCondition, Sum>& condition);
  /// A condition of `when`: what it says of sizes alone is exact.
  z3::expr precondition(const Sum& s);
  bool is_boolean(const Sum& s) const;
  Encoder& encoder() { return encoder_; }

  const std::set<evidence::Axiom>& axioms() const { return axioms_; }
  bool may_know_more() const { return may_know_more_; }
  bool has_machine_integers() const { return machine_.has_value(); }

 private:
  using TypeClass = std::optional<int>;
  struct Known {
    FactorPtr factor;
    z3::expr value;
  };
  struct Image {  // value = function(argument)
    ir::Function function;
    z3::expr argument, value;
  };

  z3::context& z3() { return encoder_.context(); }
  z3::expr rational(const base::Rational& r);
  z3::expr number(const Term& t);
  z3::expr inverse_of(const z3::expr& value);
  z3::expr power(const FactorPtr& f, int exponent);
  z3::expr number(const FactorPtr& f);
  z3::expr function(const FactorPtr& f);
  z3::expr truth(const FactorPtr& f);
  z3::expr opaque(const FactorPtr& f, const z3::sort& sort);
  z3::expr opaque_number(const FactorPtr& f);
  z3::expr extreme(const Factor& f);
  void increases(const Factor& f, const z3::expr& value);
  void lies_in_range(ir::Function f, const z3::expr& x, const z3::expr& value);

  TypeClass type_class(const Sum& s) const;
  TypeClass type_class(const Factor& f) const;
  TypeClass machine_class(std::initializer_list<const Sum*> sums) const;
  bool may_be_integer(const Sum& s) const;
  bool is_pure(const Sum& s) const;
  z3::expr comparison(const Factor& f);
  z3::expr compared(const Sum& s, const TypeClass& machine);
  z3::expr wrapped(const Sum& s, int type_class);
  bool is_quotient(const Factor& f) const;
  MachineIntegers::Division division(const FactorPtr& f);
  std::optional<z3::expr> take_multiple(Term& t);

  index::Formula same_place(const Factor& a, const Factor& b) const;
  bool is_boolean(const Factor& f) const;

  const ir::Rule& rule_;
  ir::ElementClass class_;
  bool everything_;
  Comparer& comparer_;
  const index::Facts& facts_;
  Encoder& encoder_;
  std::optional<MachineIntegers> machine_;
  std::set<evidence::Axiom> axioms_;
  bool may_know_more_ = false;
  bool in_precondition_ = false;
  bool is_exact_ = false;  // what is compared now mentions no input
  std::vector<Known> known_;
  std::vector<std::pair<z3::expr, z3::expr>> inverses_;
  std::vector<Image> images_;
  std::vector<std::pair<FactorPtr, MachineIntegers::Division>> divisions_;
};

}  // namespace rewright::solver
