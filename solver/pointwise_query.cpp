// SPDX-License-Identifier: Apache-2.0
#include "solver/pointwise_query.h"

#include "ir/conversion.h"
#include "solver/context.h"

namespace rewright::solver {

using evidence::Axiom;
using index::Formula;
using ir::Function;
using ir::Monoid;

Pointwise::Query::Query(const ir::Rule& rule, ir::ElementClass element_class,
                        bool everything, Comparer& comparer,
                        const index::Facts& facts, Encoder& encoder)
    : rule_(rule),
      class_(element_class),
      everything_(everything),
      comparer_(comparer),
      facts_(facts),
      encoder_(encoder) {
  if (everything && element_class == ir::ElementClass::integer &&
      !ir::converts(rule))
    machine_.emplace(rule, encoder);
}

bool Pointwise::Query::is_boolean(const Factor& f) const {
  switch (f.kind) {
    case FactorKind::access: {
      const auto c = rule_.inputs[f.input].type.type_class;
      return rule_.type_classes[c] == ir::boolean_types;
    }
    case FactorKind::function:
      switch (f.function) {
        case Function::equal:
        case Function::less:
        case Function::less_or_equal:
        case Function::logical_not:
        case Function::logical_and:
        case Function::logical_or:
          return true;
        case Function::where:
          return is_boolean(f.args[1]);
        default:
          return false;
      }
    case FactorKind::monoid:
      return f.monoid == Monoid::conjunction || f.monoid == Monoid::disjunction;
    case FactorKind::constant:
      return f.constant.kind == ir::ConstantNumber::Kind::truth;
    default:
      return false;
  }
}

bool Pointwise::Query::is_boolean(const Sum& s) const {
  if (s.terms.empty()) return false;
  for (const Term& t : s.terms)
    if (t.factors.size() != 1 || !is_boolean(*t.factors[0].first)) return false;
  return true;
}

Formula Pointwise::Query::same_place(const Factor& a, const Factor& b) const {
  Formula f = true;
  const ir::Shape& shape = rule_.inputs[a.input].type.shape;
  for (std::size_t i = 0; i < a.indices.size(); ++i) {
    const Formula e = index::equal(a.indices[i], b.indices[i]);
    f = f && (shape[i].group.empty() ? e : index::all(shape[i].group, e));
  }
  return f;
}

// A constant for the factor, equal to that of every equal factor before it.
z3::expr Pointwise::Query::opaque(const FactorPtr& f, const z3::sort& sort) {
  for (const Known& k : known_) {
    if (k.factor->kind != f->kind || !z3::eq(k.value.get_sort(), sort))
      continue;
    if (compare(*k.factor, *f) == 0 || comparer_.equal(*k.factor, *f, facts_))
      return k.value;
  }
  const z3::expr value = encoder_.fresh(
      f->kind == FactorKind::access ? rule_.inputs[f->input].name : "value",
      sort);
  if (f->kind == FactorKind::access)
    for (const Known& k : known_)
      if (k.factor->kind == FactorKind::access && k.factor->input == f->input) {
        const Formula same = same_place(*k.factor, *f);
        if (!same.is_false())
          encoder_.add(z3::implies(encoder_.formula(same), k.value == value));
      }
  known_.push_back({f, value});
  return value;
}

// A number that is not looked into: the value itself.
z3::expr Pointwise::Query::opaque_number(const FactorPtr& f) {
  TypeClass machine;
  if (machine_) {
    machine = type_class(*f);
    if (!machine) machine = machine_class({});
  }
  if (!machine || !machine_->has(*machine)) return opaque(f, z3().real_sort());
  const std::size_t before = known_.size();
  const z3::expr value = z3::to_real(opaque(f, z3().int_sort()));
  if (known_.size() > before) machine_->keep_in_range(value, *machine);
  return value;
}

z3::expr Pointwise::Query::extreme(const Factor& f) {
  const bool maximum = f.monoid == Monoid::max;
  TypeClass machine;
  for (const Entry& e : f.entries)
    if (!machine) machine = machine_class({&e.body});
  // Exactly which entries take part depends on guards: fold over them with a
  // flag for "none yet".
  z3::expr value = z3().real_val(0), some = z3().bool_val(false);
  for (const Entry& e : f.entries) {
    if (!e.bound.empty()) throw Inexpressible("reduction");
    const z3::expr guard = encoder_.formula(e.guard);
    const z3::expr v = compared(e.body, machine);
    const z3::expr better = maximum ? v > value : v < value;
    value = z3::ite(guard && (!some || better), v, value);
    some = some || guard;
  }
  if (!some.simplify().is_true()) throw Inexpressible("empty extreme");
  return value;
}

z3::expr Pointwise::Query::number(const FactorPtr& f) {
  if (may_be_infinite(*f)) throw Inexpressible("infinity");
  switch (f->kind) {
    case FactorKind::access:
      return opaque_number(f);
    case FactorKind::index:
      return z3::to_real(encoder_.term(f->index));
    case FactorKind::nested:
      return number(f->args[0]);
    case FactorKind::inverse:
      return inverse_of(number(f->args[0]));
    case FactorKind::constant:
      throw Inexpressible("infinity");
    case FactorKind::monoid:
      if (f->monoid == Monoid::min || f->monoid == Monoid::max) {
        bool bound = false;
        for (const Entry& e : f->entries) bound = bound || !e.bound.empty();
        if (!bound) return extreme(*f);
      }
      return opaque_number(f);
    case FactorKind::function:
      return function(f);
  }
  throw Inexpressible("unknown kind of factor");
}

z3::expr Pointwise::Query::function(const FactorPtr& f) {
  switch (f->function) {
    case Function::abs: {
      const z3::expr x = compared(f->args[0], machine_class({&f->args[0]}));
      return z3::ite(x >= 0, x, -x);
    }
    case Function::where: {
      const z3::expr c = truth(f->args[0]);
      return z3::ite(c, number(f->args[1]), number(f->args[2]));
    }
    case Function::exp: {
      const z3::expr e = opaque(f, z3().real_sort());
      encoder_.add(e > 0);
      increases(*f, e);
      return e;
    }
    case Function::div:
      may_know_more_ = may_know_more_ || class_ == ir::ElementClass::integer;
      if (is_quotient(*f)) return division(f).quotient;
      return opaque_number(f);
    default: {
      const z3::expr value = opaque_number(f);
      increases(*f, value);
      return value;
    }
  }
}

z3::expr Pointwise::Query::inverse_of(const z3::expr& value) {
  for (const auto& [of, inverse] : inverses_)
    if (z3::eq(of, value)) return inverse;
  const z3::expr inverse = encoder_.fresh("inverse", z3().real_sort());
  encoder_.add(z3::implies(value != 0, inverse * value == 1));
  inverses_.emplace_back(value, inverse);
  return inverse;
}

z3::expr Pointwise::Query::power(const FactorPtr& f, int exponent) {
  const z3::expr base = number(f);
  z3::expr value = base;
  for (int i = 1; i < std::abs(exponent); ++i) value = value * base;
  if (exponent > 0) return value;
  return inverse_of(value);
}

z3::expr Pointwise::Query::rational(const base::Rational& r) {
  return z3().real_val(r.str().c_str());
}

namespace {

/// The conjuncts of the guard that mention no bound variable of `t`, which
/// keeps the others.
Formula take_outer_guard(Term& t) {
  Formula outer = true, inner = true;
  for (const Formula& c : index::conjuncts(t.guard)) {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(c, symbols);
    bool is_inner = false;
    for (const auto& b : t.bound)
      is_inner = is_inner || symbols.count(b.symbol->id) != 0;
    (is_inner ? inner : outer) = (is_inner ? inner : outer) && c;
  }
  t.guard = inner;
  return outer;
}

}  // namespace

z3::expr Pointwise::Query::number(const Term& given) {
  Term t = given;
  if (!t.bound.empty()) {
    // What does not depend on the bound variables guards the sum as a whole.
    const Formula outer = take_outer_guard(t);
    Factor whole{FactorKind::nested};
    t.coefficient = 1;
    whole.args.push_back(Sum{{t}});
    z3::expr sum =
        opaque_number(std::make_shared<const Factor>(std::move(whole)));
    if (given.coefficient != 1) sum = rational(given.coefficient) * sum;
    if (outer.is_true()) return sum;
    return z3::ite(encoder_.formula(outer), sum, z3().real_val(0));
  }
  std::optional<z3::expr> product = take_multiple(t);
  if (!product || t.coefficient != 1) {
    const z3::expr c = rational(t.coefficient);
    product = product ? c * *product : c;
  }
  bool unit = t.coefficient == 1 && t.factors.size() == given.factors.size();
  for (const auto& [f, exponent] : t.factors) {
    const z3::expr value = power(f, exponent);
    product = unit ? value : *product * value;
    unit = false;
  }
  if (t.guard.is_true()) return *product;
  return z3::ite(encoder_.formula(t.guard), *product, z3().real_val(0));
}

z3::expr Pointwise::Query::number(const Sum& s) {
  if (s.terms.empty()) return z3().real_val(0);
  z3::expr sum = number(s.terms[0]);
  for (std::size_t i = 1; i < s.terms.size(); ++i) {
    sum = sum + number(s.terms[i]);
  }
  return sum;
}

z3::expr Pointwise::Query::truth(const FactorPtr& f) {
  if (!is_boolean(*f)) throw Inexpressible("number as truth value");
  if (f->kind == FactorKind::constant) return z3().bool_val(f->constant.truth);
  if (f->kind == FactorKind::monoid) {
    const bool every = f->monoid == Monoid::conjunction;
    z3::expr value = z3().bool_val(every);
    for (const Entry& e : f->entries)
      if (!e.bound.empty()) return opaque(f, z3().bool_sort());
    for (const Entry& e : f->entries) {
      const z3::expr guard = encoder_.formula(e.guard), v = truth(e.body);
      value = every ? value && z3::implies(guard, v) : value || (guard && v);
    }
    return value;
  }
  if (f->kind != FactorKind::function) return opaque(f, z3().bool_sort());
  const auto& a = f->args;
  switch (f->function) {
    case Function::logical_not:
      return !truth(a[0]);
    case Function::where:
      return z3::ite(truth(a[0]), truth(a[1]), truth(a[2]));
    case Function::equal:
      if (is_boolean(a[0])) return truth(a[0]) == truth(a[1]);
      break;
    case Function::less:
    case Function::less_or_equal:
      break;
    default:
      return opaque(f, z3().bool_sort());
  }
  return comparison(*f);
}

// Guards of a Boolean sum exclude one another: they come from selections.
z3::expr Pointwise::Query::truth(const Sum& s) {
  if (!is_boolean(s)) throw Inexpressible("number as truth value");
  z3::expr any = z3().bool_val(false);
  for (const Term& t : s.terms) {
    if (!t.bound.empty()) throw Inexpressible("bound truth value");
    any = any || (encoder_.formula(t.guard) && truth(t.factors[0].first));
  }
  return any;
}

z3::expr Pointwise::Query::differ(const Sum& a, const Sum& b) {
  const z3::expr x = number(a), y = number(b);
  const TypeClass machine = machine_class({&a, &b});
  if (!machine) return x != y;
  // Equal exactly or equal when wrapped around: either is equal in the machine.
  return x != y && wrapped(a, *machine) != wrapped(b, *machine);
}

// A sum that is not 0 may wrap around to 0; what is not 0 in the machine is
// not 0 exactly.
z3::expr Pointwise::Query::condition(const Definedness& d, bool or_weaker) {
  z3::expr v = number(d.of);
  if (may_be_integer(d.of) && !is_pure(d.of)) {
    may_know_more_ = true;
    if (const TypeClass machine = machine_class({&d.of}))
      v = wrapped(d.of, *machine);
    else if (!or_weaker)
      axioms_.insert(Axiom::ordered_ring);
  }
  const z3::expr zero = z3().real_val(0);
  const z3::expr holds =
      d.relation == Definedness::Relation::nonzero    ? v != zero
      : d.relation == Definedness::Relation::positive ? v > zero
                                                      : v >= zero;
  return z3::implies(encoder_.formula(d.guard), holds);
}

// A condition for all elements is used at every access the query reads.
void Pointwise::Query::assume(
    const std::pair<ir::ElementCondition, Sum>& condition) {
  if (condition.first.bound.empty()) {
    encoder_.add(precondition(condition.second));
    return;
  }
  std::vector<const Factor*> patterns;
  collect_accesses(condition.second, patterns);
  const std::size_t count = known_.size();
  for (std::size_t k = 0; k < count; ++k) {
    const FactorPtr read = known_[k].factor;
    if (read->kind != FactorKind::access) continue;
    for (const Factor* p : patterns) {
      if (p->input != read->input) continue;
      index::Substitution by;
      for (std::size_t i = 0; i < p->indices.size(); ++i)
        if (const auto s = p->indices[i].symbol())
          by.emplace(s->id, read->indices[i]);
      bool complete = true;
      for (const auto& b : condition.first.bound)
        complete = complete && by.count(b.symbol->id) != 0;
      if (!complete) continue;
      Formula inside = true;
      for (const auto& b : condition.first.bound)
        inside = inside &&
                 close(b.symbol, index::in_range(by[b.symbol->id], b.extent));
      encoder_.add(z3::implies(encoder_.formula(inside),
                               precondition(substitute(condition.second, by))));
    }
  }
}

}  // namespace rewright::solver
