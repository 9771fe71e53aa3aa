// SPDX-License-Identifier: Apache-2.0
#include "solver/constant_terms.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "solver/constant_evaluator.h"

namespace rewright::solver {

namespace {

using index::Symbol;

/// Four bits above the rounding of a float32: a folded constant is the result
/// of a few operations, each of them rounded.
constexpr double most_difference = 0x1p-24 * 32;
constexpr std::size_t most_shared = 4;

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
    extents.push_back(size_as_number(facts, *extent));
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
  ConstantEvaluator<E> evaluator(constants, facts);
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
    ConstantEvaluator<double> evaluator(constants_, facts_);
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
