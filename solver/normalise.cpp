// SPDX-License-Identifier: Apache-2.0
#include "solver/normalise.h"

#include <algorithm>

namespace rewright::solver {

using evidence::Axiom;
using ir::Function;
using ir::Monoid;
using ir::ValueKind;

namespace {

Sum constant_factor(const ir::ConstantNumber& c) {
  if (c.kind == ir::ConstantNumber::Kind::rational) return rational(c.rational);
  Factor f{FactorKind::constant};
  f.constant = c;
  return single(std::move(f));
}

std::optional<bool> truth_of(const Sum& s) {
  const Term* t = plain_term(s);
  if (!t || t->factors.size() != 1) return {};
  const Factor& f = *t->factors[0].first;
  if (f.kind != FactorKind::constant ||
      f.constant.kind != ir::ConstantNumber::Kind::truth)
    return {};
  return f.constant.truth;
}

Sum truth_sum(bool b) {
  ir::ConstantNumber c;
  c.kind = ir::ConstantNumber::Kind::truth;
  c.truth = b;
  return constant_factor(c);
}

std::optional<base::Rational> rational_of(const Sum& s) {
  if (s.terms.empty()) return base::Rational(0);
  const Term* t = plain_term(s);
  if (!t || !t->factors.empty()) return {};
  return t->coefficient;
}

std::optional<Monoid> monoid_of(Function f) {
  switch (f) {
    case Function::min:
      return Monoid::min;
    case Function::max:
      return Monoid::max;
    case Function::logical_and:
      return Monoid::conjunction;
    case Function::logical_or:
      return Monoid::disjunction;
    default:
      return {};
  }
}

}  // namespace

Normaliser::Normaliser(ir::ElementClass element_class, std::set<Axiom>& axioms,
                       std::set<int> positive_inputs)
    : class_(element_class),
      axioms_(axioms),
      positive_inputs_(std::move(positive_inputs)),
      context_guard_(true) {}

Sum Normaliser::normalise(const ir::Value& v, const index::Facts& facts) {
  switch (v->kind) {
    case ValueKind::access: {
      Factor f{FactorKind::access};
      f.input = v->input;
      for (const auto& i : v->indices) f.indices.push_back(facts.simplify(i));
      return single(std::move(f));
    }
    case ValueKind::constant:
      return constant_factor(v->constant);
    case ValueKind::size:
      return size(v->size, facts);
    case ValueKind::apply:
      return apply(*v, facts);
    case ValueKind::select:
      return select(*v, facts);
    case ValueKind::reduce:
      if (v->monoid == Monoid::sum) return reduce_sum(*v, facts);
      return monoid(v->monoid, entries(v->monoid, v, facts), facts);
  }
  return {};
}

Sum Normaliser::size(const index::Expr& e, const index::Facts& facts) {
  Sum s;
  const index::Expr simple = facts.simplify(e);
  for (const index::Term& t : simple.terms()) {
    Term n{base::Rational(t.coefficient)};
    for (const auto& [atom, exponent] : t.monomial) {
      Factor f{FactorKind::index};
      f.index = index::Expr(atom);
      n.factors.emplace_back(std::make_shared<const Factor>(std::move(f)),
                             exponent);
    }
    sort_factors(n);
    s.terms.push_back(std::move(n));
  }
  return s;
}

Sum Normaliser::add(Sum a, const Sum& b) {
  if (is_zero(a) != is_zero(b)) use(Axiom::additive_identity);
  if (!is_zero(a) && !is_zero(b)) use(Axiom::associativity);
  for (const Term& t : b.terms) {
    bool merged = false;
    for (std::size_t i = 0; i < a.terms.size() && !merged; ++i) {
      Term probe = t;
      probe.coefficient = a.terms[i].coefficient;
      if (!t.bound.empty() || compare(Sum{{probe}}, Sum{{a.terms[i]}}) != 0)
        continue;
      merged = true;
      use(Axiom::distributivity);  // c*x + d*x = (c+d)*x
      a.terms[i].coefficient += t.coefficient;
      if (a.terms[i].coefficient == 0) {
        use(Axiom::additive_inverse);
        a.terms.erase(a.terms.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    if (!merged) a.terms.push_back(t);
  }
  return a;
}

Sum Normaliser::multiply(const Sum& a, const Sum& b) {
  if (is_zero(a) || is_zero(b)) {
    use(Axiom::annihilation);
    return {};
  }
  const auto simple = [](const Sum& s) { return plain_term(s) != nullptr; };
  for (const Sum* s : {&a, &b})
    for (const Term& t : s->terms)
      if (t.bound.empty() && !t.guard.is_true()) use(Axiom::annihilation);
  if (!simple(a) || !simple(b)) use(Axiom::distributivity);
  if (rational_of(a) == base::Rational(1) ||
      rational_of(b) == base::Rational(1))
    use(Axiom::multiplicative_identity);
  else if (simple(a) && simple(b))
    use(Axiom::associativity);
  Sum product;
  for (const Term& x : a.terms)
    for (const Term& y : b.terms) {
      Term t = x;
      t.coefficient *= y.coefficient;
      t.bound.insert(t.bound.end(), y.bound.begin(), y.bound.end());
      t.guard = t.guard && y.guard;
      if (t.guard.is_false()) continue;
      t.factors.insert(t.factors.end(), y.factors.begin(), y.factors.end());
      const std::size_t before = t.factors.size();
      sort_factors(t);
      if (t.factors.size() < before)
        for (const auto& f : x.factors)
          if (f.second < 0) use(Axiom::division);
      Sum next;
      next.terms.push_back(std::move(t));
      product = product.terms.empty() ? next : add(std::move(product), next);
    }
  return product;
}

namespace {

bool is_arithmetic(Function f) {
  return f == Function::add || f == Function::neg || f == Function::mul ||
         f == Function::div;
}

/// f(select(c, a, b)) as select(c, f(a), f(b)), where f is not linear: sums
/// and products keep their guards anyway.
std::optional<ir::Value> choice_outside(const ir::ValueNode& v) {
  if (is_arithmetic(v.function) && v.function != Function::div) return {};
  for (std::size_t k = 0; k < v.args.size(); ++k) {
    if (v.args[k]->kind != ValueKind::select) continue;
    const ir::ValueNode& chosen = *v.args[k];
    const auto with = [&](const ir::Value& arg) {
      std::vector<ir::Value> args = v.args;
      args[k] = arg;
      return ir::apply(v.function, std::move(args));
    };
    return ir::select(chosen.condition, with(chosen.args[0]),
                      with(chosen.args[1]));
  }
  return {};
}

/// Whether the sum may be of no terms, which is 0: its negative is -0.
bool may_be_no_term(const Sum& s) {
  return std::all_of(s.terms.begin(), s.terms.end(),
                     [](const Term& t) { return !t.guard.is_true(); });
}

}  // namespace

Sum Normaliser::apply(const ir::ValueNode& v, const index::Facts& facts) {
  if (const auto m = monoid_of(v.function))
    return monoid(*m, entries(*m, std::make_shared<ir::ValueNode>(v), facts),
                  facts);
  if (const auto choice = choice_outside(v)) return normalise(*choice, facts);
  std::vector<Sum> args;
  for (const auto& arg : v.args) args.push_back(normalise(arg, facts));
  const auto opaque = [&] {
    Factor f{FactorKind::function};
    f.function = v.function;
    f.args = std::move(args);
    return single(std::move(f));
  };
  if (v.function == Function::div)
    require(args[1], Definedness::Relation::nonzero);
  if (v.function == Function::log)
    require(args[0], Definedness::Relation::positive);
  if (v.function == Function::sqrt)
    require(args[0], Definedness::Relation::nonnegative);
  if (v.function != Function::where &&
      std::any_of(args.begin(), args.end(),
                  [](const Sum& arg) { return may_be_infinite(arg); }))
    return opaque();
  switch (v.function) {
    case Function::add:
      return add(args[0], args[1]);
    case Function::neg: {
      if (may_be_no_term(args[0])) use(Axiom::additive_identity);  // -0
      for (Term& t : args[0].terms) t.coefficient = -t.coefficient;
      return args[0];
    }
    case Function::mul:
      return multiply(args[0], args[1]);
    case Function::div:
      if (rational_of(args[1]) == base::Rational(1)) {
        use(Axiom::multiplicative_identity);
        return args[0];
      }
      if (class_ == ir::ElementClass::floating)
        return divide(args[0], args[1], facts);
      break;
    case Function::exp:
      return exponential(args[0]);
    case Function::log:
      return logarithm(args[0]);
    case Function::sqrt:
      return root(args[0]);
    case Function::logical_not:
      if (const auto b = truth_of(args[0])) return truth_sum(!*b);
      break;
    case Function::where:
      if (const auto b = truth_of(args[0])) return *b ? args[1] : args[2];
      break;
    default:
      break;
  }
  return opaque();
}

// exp(a + b) = exp(a)*exp(b), exp(-a) = 1/exp(a).
Sum Normaliser::exponential(const Sum& s) {
  if (s.terms.empty()) return rational(1);
  Term product{1};
  if (s.terms.size() > 1) use(Axiom::function_law);
  for (Term t : s.terms) {
    const base::Integer n = boost::multiprecision::numerator(t.coefficient);
    int exponent = n < 0 ? -1 : 1;
    if (boost::multiprecision::abs(n) <= 64) {
      exponent = static_cast<int>(n);
      t.coefficient /= base::Rational(n);
    } else if (n < 0) {
      t.coefficient = -t.coefficient;
    }
    if (exponent != 1) use(Axiom::function_law);
    Factor f{FactorKind::function};
    f.function = Function::exp;
    f.args.push_back(Sum{{std::move(t)}});
    product.factors.emplace_back(std::make_shared<const Factor>(std::move(f)),
                                 exponent);
  }
  sort_factors(product);
  return Sum{{std::move(product)}};
}

void Normaliser::require(const Sum& s, Definedness::Relation relation) {
  // A constant that is no machine integer of every width may be another there.
  auto c = rational_of(s);
  if (class_ == ir::ElementClass::integer && c &&
      boost::multiprecision::abs(*c) > 127)
    c.reset();
  if (c && *c > 0) return;
  if (c && *c != 0 && relation == Definedness::Relation::nonzero) return;
  if (c && *c == 0 && relation == Definedness::Relation::nonnegative) return;
  // Variables that do not matter only repeat the condition.
  std::map<std::uint64_t, index::Symbol> used;
  index::collect_symbols(context_guard_, used);
  std::vector<ir::BoundVariable> bound;
  for (std::size_t k = 0; k < context_bound_.size(); ++k) {
    const ir::BoundVariable& b = context_bound_[k];
    if (used.count(b.symbol->id) || mentions(s, b.symbol) ||
        !context_exists_[k])
      bound.push_back(b);
  }
  defined_.push_back({std::move(bound), context_guard_, s, relation});
}

Sum Normaliser::select(const ir::ValueNode& v, const index::Facts& facts) {
  const index::Formula c = facts.simplify(v.condition);
  if (c.is_true()) return normalise(v.args[0], facts);
  if (c.is_false()) return normalise(v.args[1], facts);
  Sum result;
  const index::Formula outer = context_guard_;
  for (const bool branch : {true, false}) {
    const index::Formula guard = branch ? c : !c;
    index::Facts inner = facts;
    inner.assume(guard);
    context_guard_ = outer && guard;
    Sum s = normalise(v.args[branch ? 0 : 1], inner);
    for (Term& t : s.terms) {
      t.guard = t.guard && guard;
      result.terms.push_back(std::move(t));
    }
  }
  context_guard_ = outer;
  return result;
}

Sum simplify(const Sum& s, const index::Facts& facts) {
  Sum result;
  for (const Term& t : s.terms) {
    Term n = t;
    index::Facts inner = facts;
    for (auto& b : n.bound) {
      b.extent = facts.simplify(b.extent);
      inner.add_variable(b.symbol, b.extent);
    }
    n.guard = inner.simplify(t.guard);
    if (n.guard.is_false()) continue;
    inner.assume(n.guard);
    for (auto& factor : n.factors) {
      Factor f = *factor.first;
      for (auto& i : f.indices) i = inner.simplify(i);
      f.index = inner.simplify(f.index);
      for (Sum& arg : f.args) arg = simplify(arg, inner);
      for (Entry& e : f.entries) {
        index::Facts deeper = inner;
        for (auto& b : e.bound) {
          b.extent = inner.simplify(b.extent);
          deeper.add_variable(b.symbol, b.extent);
        }
        e.guard = deeper.simplify(e.guard);
        deeper.assume(e.guard);
        e.body = simplify(e.body, deeper);
      }
      factor.first = std::make_shared<const Factor>(std::move(f));
    }
    sort_factors(n);
    result.terms.push_back(std::move(n));
  }
  return result;
}

}  // namespace rewright::solver
