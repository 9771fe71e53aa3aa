// SPDX-License-Identifier: Apache-2.0
#include "solver/pointwise.h"

#include <stdexcept>

#include "solver/context.h"

namespace rewright::solver {

using evidence::Axiom;
using index::Formula;
using ir::Function;
using ir::Monoid;

namespace {

/// What the query cannot express; the caller answers "not shown".
struct Inexpressible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

/// One query under construction.
class Pointwise::Query {
 public:
  Query(const ir::Rule& rule, Comparer& comparer, const index::Facts& facts,
        Encoder& encoder)
      : rule_(rule), comparer_(comparer), facts_(facts), encoder_(encoder) {}

  z3::expr number(const Sum& s);
  z3::expr truth(const Sum& s);
  z3::expr condition(const Definedness& d);
  void assume(const std::pair<ir::ElementCondition, Sum>& condition);
  bool is_boolean(const Sum& s) const;
  Encoder& encoder() { return encoder_; }
  bool uses_order = false;
  bool compares_results = false;  // of arithmetic

 private:
  struct Known {
    FactorPtr factor;
    z3::expr value;
  };
  z3::context& z3() { return encoder_.context(); }
  z3::expr number(const Term& t);
  z3::expr inverse_of(const z3::expr& value);
  z3::expr power(const FactorPtr& f, int exponent);
  z3::expr number(const FactorPtr& f);
  z3::expr truth(const FactorPtr& f);
  z3::expr opaque(const FactorPtr& f, const z3::sort& sort);
  z3::expr extreme(const Factor& f);
  bool is_pure(const Sum& s) const;
  void compares(const Sum& s);
  Formula same_place(const Factor& a, const Factor& b) const;
  bool is_boolean(const Factor& f) const;

  const ir::Rule& rule_;
  Comparer& comparer_;
  const index::Facts& facts_;
  Encoder& encoder_;
  std::vector<Known> known_;
  std::vector<std::pair<z3::expr, z3::expr>> inverses_;
};

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
  if (f.kind != FactorKind::monoid ||
      (f.monoid != Monoid::max && f.monoid != Monoid::min))
    return false;
  for (const Entry& e : f.entries)
    if (!e.bound.empty() || !is_pure(e.body)) return false;
  return true;
}

void Pointwise::Query::compares(const Sum& s) {
  uses_order = true;
  if (!is_pure(s)) compares_results = true;
}

z3::expr Pointwise::Query::extreme(const Factor& f) {
  const bool maximum = f.monoid == Monoid::max;
  for (const Entry& e : f.entries) compares(e.body);
  // Exactly which entries take part depends on guards: fold over them with a
  // flag for "none yet".
  z3::expr value = z3().real_val(0), some = z3().bool_val(false);
  for (const Entry& e : f.entries) {
    if (!e.bound.empty()) throw Inexpressible("reduction");
    const z3::expr guard = encoder_.formula(e.guard), v = number(e.body);
    const z3::expr better = maximum ? v > value : v < value;
    value = z3::ite(guard && (!some || better), v, value);
    some = some || guard;
  }
  if (!some.simplify().is_true()) throw Inexpressible("empty extreme");
  return value;
}

z3::expr Pointwise::Query::number(const FactorPtr& f) {
  const z3::sort real = z3().real_sort();
  switch (f->kind) {
    case FactorKind::access:
      return opaque(f, real);
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
      return opaque(f, real);
    case FactorKind::function:
      break;
  }
  switch (f->function) {
    case Function::abs: {
      compares(f->args[0]);
      const z3::expr x = number(f->args[0]);
      return z3::ite(x >= 0, x, -x);
    }
    case Function::where: {
      const z3::expr c = truth(f->args[0]);
      return z3::ite(c, number(f->args[1]), number(f->args[2]));
    }
    case Function::exp: {
      const z3::expr e = opaque(f, real);
      encoder_.add(e > 0);
      return e;
    }
    default:
      return opaque(f, real);
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

z3::expr Pointwise::Query::number(const Term& t) {
  if (!t.bound.empty()) {
    Factor whole{FactorKind::nested};
    Term body = t;
    body.coefficient = 1;
    whole.args.push_back(Sum{{body}});
    const z3::expr sum = opaque(
        std::make_shared<const Factor>(std::move(whole)), z3().real_sort());
    if (t.coefficient == 1) return sum;
    return z3().real_val(t.coefficient.str().c_str()) * sum;
  }
  z3::expr product = z3().real_val(t.coefficient.str().c_str());
  bool unit = t.coefficient == 1;
  for (const auto& [f, exponent] : t.factors) {
    const z3::expr value = power(f, exponent);
    product = unit ? value : product * value;
    unit = false;
  }
  if (t.guard.is_true()) return product;
  return z3::ite(encoder_.formula(t.guard), product, z3().real_val(0));
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
      compares(a[0]), compares(a[1]);
      return number(a[0]) == number(a[1]);
    case Function::less:
      compares(a[0]), compares(a[1]);
      return number(a[0]) < number(a[1]);
    case Function::less_or_equal:
      compares(a[0]), compares(a[1]);
      return number(a[0]) <= number(a[1]);
    default:
      return opaque(f, z3().bool_sort());
  }
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

z3::expr Pointwise::Query::condition(const Definedness& d) {
  const z3::expr v = number(d.of);
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
    encoder_.add(truth(condition.second));
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
                               truth(substitute(condition.second, by))));
    }
  }
}

Pointwise::Pointwise(
    const ir::Rule& rule, Session& session, Comparer& comparer,
    const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed,
    std::set<Axiom>& axioms, std::vector<evidence::Obligation>& log)
    : rule_(rule),
      session_(session),
      comparer_(comparer),
      assumed_(assumed),
      axioms_(axioms),
      log_(log) {}

bool Pointwise::unsatisfiable(const index::Facts& facts,
                              const std::string& what,
                              const std::function<z3::expr(Query&)>& goal) {
  evidence::Obligation obligation;
  obligation.what = what;
  bool order = false, results = false;
  Answer answer = Answer::unknown;
  try {
    answer = session_.context().satisfiable(
        facts,
        [&](Encoder& e) {
          Query query(rule_, comparer_, facts, e);
          e.add(goal(query));
          for (const auto& condition : assumed_) query.assume(condition);
          order = query.uses_order;
          results = query.compares_results;
        },
        nullptr, &obligation);
  } catch (const Inexpressible&) {
    return false;
  }
  log_.push_back(std::move(obligation));
  if (answer != Answer::no) return false;
  if (order) axioms_.insert(Axiom::total_order);
  if (results) axioms_.insert(Axiom::ordered_ring);
  return true;
}

bool Pointwise::equal(const Sum& a, const Sum& b,
                      const std::vector<Definedness>& defined,
                      const index::Facts& facts) {
  return unsatisfiable(facts, "elements are equal", [&](Query& q) {
    for (const Definedness& d : defined)
      if (d.bound.empty()) q.encoder().add(q.condition(d));
    if (q.is_boolean(a) || q.is_boolean(b)) return q.truth(a) != q.truth(b);
    return q.number(a) != q.number(b);
  });
}

bool Pointwise::holds(const Definedness& d, const index::Facts& facts) {
  index::Facts inner = facts;
  for (const auto& b : d.bound) inner.add_variable(b.symbol, b.extent);
  return unsatisfiable(inner, "always defined",
                       [&](Query& q) { return !q.condition(d); });
}

bool Pointwise::equivalent(const std::vector<Definedness>& a,
                           const std::vector<Definedness>& b,
                           const index::Facts& facts) {
  return unsatisfiable(facts, "defined at the same elements", [&](Query& q) {
    z3::expr l = q.encoder().context().bool_val(true), r = l;
    for (const auto& d : a) l = l && q.condition(d);
    for (const auto& d : b) r = r && q.condition(d);
    return l != r;
  });
}

Answer Pointwise::satisfiable(const index::Facts& facts) {
  Answer answer = Answer::unknown;
  try {
    answer = session_.context().satisfiable(
        facts,
        [&](Encoder& e) {
          Query query(rule_, comparer_, facts, e);
          for (const auto& [condition, value] : assumed_)
            e.add(query.truth(value));
        },
        nullptr, nullptr);
  } catch (const Inexpressible&) {
  }
  return answer;
}

}  // namespace rewright::solver
