// SPDX-License-Identifier: Apache-2.0
#include "solver/constant_terms.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "evaluate/index_values.h"

namespace rewright::solver {

namespace {

using evaluate::IndexValues;
using index::Symbol;

/// Four bits above the rounding of a float32: a folded constant is the result
/// of a few operations, each of them rounded.
constexpr double most_difference = 0x1p-24 * 32;
constexpr double most_work = 2e7;        // products evaluated
constexpr double most_exact_work = 2e6;  // the same in rationals
constexpr std::size_t most_shared = 4;

/// Thrown where constants are not evaluated.
struct NotEvaluated : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t number(const index::Facts& facts, const index::Expr& e) {
  const index::Expr simple = facts.simplify(e);
  if (!simple.is_constant()) throw NotEvaluated("an extent is no number");
  return simple.constant();
}

/// Numbers of type E for the constant parts of normal forms.
template <class E>
class Evaluator {
 public:
  Evaluator(const ConstantData& constants, const index::Facts& facts)
      : constants_(constants), facts_(facts) {}

  void set(const Symbol& variable, std::int64_t value) {
    at_.set(variable, value);
  }

  E sum(const Sum& s) {
    E total = 0;
    for (const Term& t : s.terms) total += term(t);
    return total;
  }

  E term(const Term& t) { return over(t, 0); }

  /// Calls `use` at every value of the variables.
  template <class Use>
  void each(const std::vector<Symbol>& variables,
            const std::vector<std::int64_t>& extents, Use use,
            std::size_t k = 0) {
    if (k == variables.size()) return use();
    for (std::int64_t i = 0; i < extents[k]; ++i) {
      set(variables[k], i);
      each(variables, extents, use, k + 1);
    }
  }

  bool holds(const index::Formula& f) const { return at_.holds(f); }

 private:
  E over(const Term& t, std::size_t k) {
    if (k < t.bound.size()) {
      if (!t.bound[k].symbol->group.empty())
        throw NotEvaluated("axes of a group");
      const std::int64_t extent = number(facts_, t.bound[k].extent);
      E total = 0;
      for (std::int64_t i = 0; i < extent; ++i) {
        set(t.bound[k].symbol, i);
        total += over(t, k + 1);
      }
      return total;
    }
    if (--left_ < 0) throw NotEvaluated("too many elements");
    if (!at_.holds(t.guard)) return 0;
    E product = as_number(t.coefficient);
    for (const auto& [f, exponent] : t.factors)
      product *= power(factor(*f), exponent);
    return product;
  }

  static E as_number(const base::Rational& r) {
    if constexpr (std::is_same_v<E, double>)
      return static_cast<double>(r);
    else
      return r;
  }

  static E power(const E& x, int exponent) {
    E result = 1;
    for (int k = std::abs(exponent); k > 0; --k) result *= x;
    if (exponent >= 0) return result;
    if (result == 0) throw NotEvaluated("a quotient by 0");
    return E(1) / result;
  }

  E factor(const Factor& f) {
    switch (f.kind) {
      case FactorKind::access:
        return element(f);
      case FactorKind::index:
        return E(at_.number(f.index));
      case FactorKind::inverse:
        return power(sum(f.args.at(0)), -1);
      case FactorKind::function:
        return function(f);
      case FactorKind::monoid:
      case FactorKind::nested:
      case FactorKind::constant:
        break;
    }
    throw NotEvaluated("an operator that is not evaluated");
  }

  E function(const Factor& f) {
    if constexpr (std::is_same_v<E, double>) {
      const double x = sum(f.args.at(0));
      switch (f.function) {
        case ir::Function::sqrt:
          return std::sqrt(x);
        case ir::Function::exp:
          return std::exp(x);
        case ir::Function::log:
          return std::log(x);
        case ir::Function::abs:
          return std::fabs(x);
        default:
          break;
      }
    }
    throw NotEvaluated("a function that is not evaluated");
  }

  E element(const Factor& f) const {
    const evaluate::Tensor& tensor = *constants_.at(f.input);
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < f.indices.size(); ++k) {
      const std::int64_t i = at_.number(f.indices[k]);
      if (i < 0 || i >= tensor.shape().at(k))
        throw NotEvaluated("an index out of range");
      offset = offset * tensor.shape()[k] + i;
    }
    return std::visit(
        [&]<class S>(const evaluate::Dense<S>& dense) -> E {
          if constexpr (std::is_floating_point_v<S> ||
                        std::is_same_v<S, evaluate::Half> ||
                        std::is_same_v<S, evaluate::BFloat16>) {
            const auto x = static_cast<double>(
                dense.data.at(static_cast<std::size_t>(offset)));
            if (!std::isfinite(x)) throw NotEvaluated("an infinite constant");
            return E(x);
          } else if constexpr (std::is_integral_v<S>) {
            return E(static_cast<std::int64_t>(
                dense.data.at(static_cast<std::size_t>(offset))));
          }
          throw NotEvaluated("a constant that is no number");
        },
        tensor.storage);
  }

  const ConstantData& constants_;
  const index::Facts& facts_;
  IndexValues at_;
  double left_ = std::is_same_v<E, double> ? most_work : most_exact_work;
};

bool is_constant(const ConstantData& constants, const Sum& s);

bool is_constant(const ConstantData& constants, const Factor& f) {
  switch (f.kind) {
    case FactorKind::access:
      return constants.count(f.input) != 0;
    case FactorKind::function:
    case FactorKind::inverse:
      return std::all_of(f.args.begin(), f.args.end(), [&](const Sum& arg) {
        return is_constant(constants, arg);
      });
    case FactorKind::index:
      return true;
    case FactorKind::monoid:
    case FactorKind::nested:
    case FactorKind::constant:
      break;
  }
  return false;
}

bool is_constant(const ConstantData& constants, const Sum& s) {
  return std::all_of(s.terms.begin(), s.terms.end(), [&](const Term& t) {
    return std::all_of(t.factors.begin(), t.factors.end(),
                       [&](const auto& factor) {
                         return is_constant(constants, *factor.first);
                       });
  });
}

bool mentions(const index::Formula& f, const Symbol& v) {
  if (f.is_true()) return false;
  const index::Substitution by = {{v->id, index::Expr(0)}};
  return !(index::substitute(f, by) == f);
}

/// A term as constant factors times others; bound variables that only the
/// constant factors have are summed within those.
struct Part {
  Term other;     // coefficient 1
  Term constant;  // with the coefficient
};

Part split(const ConstantData& constants, const Term& t) {
  Part part;
  part.constant.coefficient = t.coefficient;
  for (const auto& factor : t.factors)
    (is_constant(constants, *factor.first) ? part.constant : part.other)
        .factors.push_back(factor);
  const auto is_shared = [&](const ir::BoundVariable& b) {
    return std::any_of(
        part.other.factors.begin(), part.other.factors.end(),
        [&](const auto& factor) { return mentions(*factor.first, b.symbol); });
  };
  bool guards_inner = false, guards_shared = false;
  for (const ir::BoundVariable& b : t.bound) {
    const bool shared = is_shared(b);
    (shared ? part.other : part.constant).bound.push_back(b);
    if (mentions(t.guard, b.symbol))
      (shared ? guards_shared : guards_inner) = true;
  }
  if (guards_inner && guards_shared)
    throw NotEvaluated("a guard of both kinds of variables");
  (guards_inner ? part.constant : part.other).guard = t.guard;
  return part;
}

Term renamed(Term t, const index::Substitution& by) {
  for (auto& [factor, exponent] : t.factors)
    factor = std::make_shared<const Factor>(substitute(*factor, by));
  t.guard = index::substitute(t.guard, by);
  sort_factors(t);
  return t;
}

bool is_same(const Term& a, const Term& b, const index::Facts& facts) {
  if (a.factors.size() != b.factors.size()) return false;
  for (std::size_t k = 0; k < a.factors.size(); ++k)
    if (a.factors[k].second != b.factors[k].second ||
        compare(*a.factors[k].first, *b.factors[k].first) != 0)
      return false;
  return a.guard == b.guard ||
         facts.simplify(a.guard) == facts.simplify(b.guard);
}

/// Names of `b`'s variables by those of `a` that make the two the same.
std::optional<index::Substitution> renaming(const Term& a, const Term& b,
                                            const index::Facts& facts) {
  if (a.bound.size() != b.bound.size() || a.bound.size() > most_shared)
    return {};
  std::vector<std::size_t> order(a.bound.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  do {
    index::Substitution by;
    bool fits = true;
    for (std::size_t k = 0; fits && k < order.size(); ++k) {
      const ir::BoundVariable &x = a.bound[order[k]], &y = b.bound[k];
      fits = x.symbol->group == y.symbol->group &&
             facts.proves_equal(x.extent, y.extent);
      by[y.symbol->id] = index::Expr(x.symbol);
    }
    if (fits && is_same(a, renamed(b, by), facts)) return by;
  } while (std::next_permutation(order.begin(), order.end()));
  return {};
}

/// Parts that have the other factors in common.
struct Group {
  Term other;
  std::vector<Term> constants;
};

class Grouping {
 public:
  Grouping(const ConstantData& constants, const index::Facts& facts)
      : constants_(constants), facts_(facts) {}

  void add(const Sum& s, int sign) {
    for (const Term& t : s.terms) {
      Part part = split(constants_, t);
      part.constant.coefficient *= sign;
      add(std::move(part));
    }
  }

  const std::vector<Group>& groups() const { return groups_; }

 private:
  void add(Part part) {
    for (Group& group : groups_)
      if (const auto by = renaming(group.other, part.other, facts_)) {
        group.constants.push_back(renamed(std::move(part.constant), *by));
        return;
      }
    groups_.push_back({std::move(part.other), {std::move(part.constant)}});
  }

  const ConstantData& constants_;
  const index::Facts& facts_;
  std::vector<Group> groups_;
};

std::vector<Symbol> mentioned(const Group& group,
                              const std::vector<Symbol>& variables) {
  std::vector<Symbol> all = variables;
  for (const ir::BoundVariable& b : group.other.bound) all.push_back(b.symbol);
  std::erase_if(all, [&](const Symbol& v) {
    return std::none_of(
        group.constants.begin(), group.constants.end(), [&](const Term& t) {
          return mentions(t.guard, v) ||
                 std::any_of(t.factors.begin(), t.factors.end(),
                             [&](const auto& factor) {
                               return mentions(*factor.first, v);
                             });
        });
  });
  return all;
}

std::vector<std::int64_t> extents_of(const std::vector<Symbol>& variables,
                                     const Term& other,
                                     const index::Facts& facts) {
  std::vector<std::int64_t> extents;
  for (const Symbol& v : variables) {
    std::optional<index::Expr> extent = facts.extent(v);
    for (const ir::BoundVariable& b : other.bound)
      if (b.symbol->id == v->id) extent = b.extent;
    if (!extent || !v->group.empty()) throw NotEvaluated("no extent");
    extents.push_back(number(facts, *extent));
  }
  return extents;
}

double magnitude(double x) { return std::fabs(x); }
double magnitude(const base::Rational& x) {
  return std::fabs(static_cast<double>(x));
}

/// The largest relative difference within the groups.
template <class E>
double worst(const std::vector<Group>& groups, const ConstantData& constants,
             const std::vector<Symbol>& variables, const index::Facts& facts) {
  double result = 0;
  Evaluator<E> evaluator(constants, facts);
  for (const Group& group : groups) {
    const std::vector<Symbol> own = mentioned(group, variables);
    const auto extents = extents_of(own, group.other, facts);
    evaluator.each(own, extents, [&] {
      E total = 0;
      double largest = 0;
      for (const Term& t : group.constants) {
        const E value = evaluator.term(t);
        total += value;
        largest = std::max(magnitude(value), largest);
      }
      // NaN and infinities compare as nothing would.
      if (!std::isfinite(largest) || !std::isfinite(magnitude(total)))
        throw NotEvaluated("a factor that is no finite number");
      if (total != 0) result = std::max(result, magnitude(total) / largest);
    });
  }
  return result;
}

}  // namespace

std::optional<double> ConstantTerms::difference(const Sum& left,
                                                const Sum& right) const {
  try {
    Grouping grouping(constants_, facts_);
    grouping.add(left, 1);
    grouping.add(right, -1);
    for (const Group& group : grouping.groups())
      if (group.constants.size() < 2) return {};
    const double rough =
        worst<double>(grouping.groups(), constants_, variables_, facts_);
    if (!(rough <= most_difference)) return {};
    if (rough > 0x1p-40) return rough;
    try {
      return worst<base::Rational>(grouping.groups(), constants_, variables_,
                                   facts_);
    } catch (const NotEvaluated&) {  // a function
      return std::max(rough, 0x1p-52);
    }
  } catch (const NotEvaluated&) {
    return {};
  } catch (const std::out_of_range&) {  // a size that is no number
    return {};
  }
}

bool ConstantTerms::holds(const Definedness& d) const {
  if (!is_constant(constants_, d.of)) return false;
  try {
    Evaluator<double> evaluator(constants_, facts_);
    std::vector<Symbol> variables = variables_;
    Term box;
    box.bound = d.bound;
    for (const ir::BoundVariable& b : d.bound) variables.push_back(b.symbol);
    Group all{box, d.of.terms};
    const std::vector<Symbol> own = mentioned(all, variables);
    bool holds = true;
    evaluator.each(own, extents_of(own, box, facts_), [&] {
      if (!holds) return;
      double x = 0, size = 0;  // a NaN is not larger than anything
      for (const Term& t : d.of.terms) {
        const double value = evaluator.term(t);
        x += value;
        size += std::fabs(value);
      }
      // Rounding must not decide.
      const double least = 1e-9 * size;
      holds = d.relation == Definedness::Relation::nonzero
                  ? std::fabs(x) > least
                  : x > least;
    });
    return holds;
  } catch (const NotEvaluated&) {
    return false;
  } catch (const std::out_of_range&) {
    return false;
  }
}

}  // namespace rewright::solver
