// SPDX-License-Identifier: Apache-2.0
//
// The part of a pointwise query that knows of machine integers: which values
// are as the machine has them, and what to do with those that are not.
#include <algorithm>

#include "solver/pointwise_query.h"

namespace rewright::solver {

using evidence::Axiom;
using ir::Function;
using ir::Monoid;

namespace {

constexpr int most_windows = 3;

/// How often a sum of so many values may wrap around.
int windows_of(const Sum& s) {
  base::Rational magnitude = 0;
  for (const Term& t : s.terms)
    magnitude +=
        t.factors.empty()
            ? base::Rational(1)
            : base::Rational(boost::multiprecision::abs(t.coefficient));
  const base::Rational windows = (magnitude + 1) / 2;
  if (windows >= most_windows) return most_windows;
  return static_cast<int>(windows);
}

}  // namespace

Pointwise::Query::TypeClass Pointwise::Query::type_class(
    const Factor& f) const {
  if (f.kind == FactorKind::access)
    return rule_.inputs[f.input].type.type_class;
  const bool chooses =
      f.kind == FactorKind::function && f.function == Function::where;
  for (std::size_t i = chooses ? 1 : 0; i < f.args.size(); ++i)
    if (const TypeClass c = type_class(f.args[i])) return c;
  for (const Entry& e : f.entries)
    if (const TypeClass c = type_class(e.body)) return c;
  return {};
}

Pointwise::Query::TypeClass Pointwise::Query::type_class(const Sum& s) const {
  for (const Term& t : s.terms)
    for (const auto& factor : t.factors)
      if (const TypeClass c = type_class(*factor.first)) return c;
  return {};
}

// The type class that values of one type have in common, if its integers are
// to be treated as those of a machine.
Pointwise::Query::TypeClass Pointwise::Query::machine_class(
    std::initializer_list<const Sum*> sums) const {
  if (!machine_ || is_exact_) return {};
  TypeClass c;
  for (const Sum* s : sums)
    if (!c) c = type_class(*s);
  if (!c) c = machine_->the_class();
  if (c && !machine_->has(*c)) return {};
  return c;
}

bool Pointwise::Query::may_be_integer(const Sum& s) const {
  if (class_ != ir::ElementClass::integer) return false;
  const TypeClass c = type_class(s);
  return !c || (rule_.type_classes[*c] & ir::integer_types) != 0;
}

// Values that no machine arithmetic can have changed before they are compared:
// reads, small constants, and choices among these.
bool Pointwise::Query::is_pure(const Sum& s) const {
  if (s.terms.empty()) return true;
  const Term* t = plain_term(s);
  if (!t) return false;
  if (t->factors.empty())
    return boost::multiprecision::abs(t->coefficient) <= 127 &&
           boost::multiprecision::denominator(t->coefficient) == 1;
  if (t->coefficient != 1 || t->factors.size() != 1 ||
      t->factors[0].second != 1)
    return false;
  const Factor& f = *t->factors[0].first;
  if (f.kind == FactorKind::access) return true;
  if (f.kind == FactorKind::function)
    return f.function == Function::where && is_pure(f.args[1]) &&
           is_pure(f.args[2]);
  if (f.kind != FactorKind::monoid ||
      (f.monoid != Monoid::max && f.monoid != Monoid::min))
    return false;
  return std::all_of(f.entries.begin(), f.entries.end(), [&](const Entry& e) {
    return e.bound.empty() && is_pure(e.body);
  });
}

z3::expr Pointwise::Query::precondition(const Sum& s) {
  in_precondition_ = true;
  const z3::expr holds = truth(s);
  in_precondition_ = false;
  return holds;
}

// Preconditions compare sizes as the numbers they are, operators as elements.
z3::expr Pointwise::Query::comparison(const Factor& f) {
  const Sum &a = f.args[0], &b = f.args[1];
  const bool outer = is_exact_;
  if (in_precondition_ && !type_class(a) && !type_class(b)) is_exact_ = true;
  const TypeClass machine = machine_class({&a, &b});
  const z3::expr x = compared(a, machine), y = compared(b, machine);
  is_exact_ = outer;
  return f.function == Function::equal  ? x == y
         : f.function == Function::less ? x < y
                                        : x <= y;
}

// A value that is looked at: as the machine has it.
z3::expr Pointwise::Query::compared(const Sum& s, const TypeClass& machine) {
  axioms_.insert(Axiom::total_order);
  may_know_more_ = may_know_more_ || class_ == ir::ElementClass::integer;
  if (is_exact_ || is_pure(s)) return number(s);
  if (machine) return wrapped(s, *machine);
  axioms_.insert(Axiom::ordered_ring);
  return number(s);
}

z3::expr Pointwise::Query::wrapped(const Sum& s, int type_class) {
  const z3::expr exact = number(s);
  if (is_pure(s)) return exact;
  return machine_->wrapped(exact, windows_of(s), type_class);
}

bool Pointwise::Query::is_quotient(const Factor& f) const {
  return f.kind == FactorKind::function && f.function == Function::div &&
         machine_class({&f.args[0], &f.args[1]}).has_value();
}

MachineIntegers::Division Pointwise::Query::division(const FactorPtr& f) {
  for (const auto& [known, division] : divisions_)
    if (compare(*known, *f) == 0 || comparer_.equal(*known, *f, facts_))
      return division;
  const TypeClass machine = machine_class({&f->args[0], &f->args[1]});
  const z3::expr a = compared(f->args[0], machine);
  const z3::expr b = compared(f->args[1], machine);
  divisions_.emplace_back(f, machine_->divided(a, b));
  return divisions_.back().second;
}

// b * (a / b) as one unknown, so that remainders are linear. The machine's b
// may differ from the exact one by a multiple of M, hence only integers times
// the product are taken out.
std::optional<z3::expr> Pointwise::Query::take_multiple(Term& t) {
  for (std::size_t k = 0; k < t.factors.size(); ++k) {
    const FactorPtr quotient = t.factors[k].first;
    if (t.factors[k].second != 1 || !is_quotient(*quotient)) continue;
    const Term* divisor = plain_term(quotient->args[1]);
    if (!divisor || divisor->factors.empty()) continue;
    Term rest = t;
    rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(k));
    rest.coefficient /= divisor->coefficient;
    bool divides = boost::multiprecision::denominator(rest.coefficient) == 1;
    for (const auto& [f, exponent] : divisor->factors) {
      const auto at = std::find_if(
          rest.factors.begin(), rest.factors.end(),
          [&](const auto& r) { return compare(*r.first, *f) == 0; });
      divides = divides && exponent > 0 && at != rest.factors.end() &&
                at->second >= exponent;
      if (!divides) break;
      at->second -= exponent;
      if (at->second == 0) rest.factors.erase(at);
    }
    if (!divides) continue;
    t = std::move(rest);
    return division(quotient).multiple;
  }
  return {};
}

}  // namespace rewright::solver
