// SPDX-License-Identifier: Apache-2.0
//
// The parts of normal forms that depend on constants alone, evaluated at given
// indices: in double precision, or exactly where there are no functions.
#pragma once

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "evaluate/index_values.h"
#include "solver/constant_facts.h"
#include "solver/normal_form.h"

namespace rewright::solver {

/// Thrown where constants are not evaluated.
struct NotEvaluated : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws NotEvaluated for sizes that stay symbolic.
inline std::int64_t size_as_number(const index::Facts& facts,
                                   const index::Expr& e) {
  const index::Expr simple = facts.simplify(e);
  if (!simple.is_constant()) throw NotEvaluated("an extent is no number");
  return simple.constant();
}

/// Numbers of type E, double or base::Rational, for the constant parts of
/// normal forms. Throws NotEvaluated for infinite elements, functions of
/// rationals, quotients by 0, and after too much work.
template <class E>
class ConstantEvaluator {
 public:
  ConstantEvaluator(const ConstantData& constants, const index::Facts& facts)
      : constants_(constants), facts_(facts) {}

  void set(const index::Symbol& variable, std::int64_t value) {
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
  void each(const std::vector<index::Symbol>& variables,
            const std::vector<std::int64_t>& extents, Use use,
            std::size_t k = 0) {
    if (k == variables.size()) return use();
    for (std::int64_t i = 0; i < extents[k]; ++i) {
      set(variables[k], i);
      each(variables, extents, use, k + 1);
    }
  }

 private:
  static constexpr double most_work = 2e7;        // products evaluated
  static constexpr double most_exact_work = 2e6;  // the same in rationals

  E over(const Term& t, std::size_t k) {
    if (k < t.bound.size()) {
      if (!t.bound[k].symbol->group.empty())
        throw NotEvaluated("axes of a group");
      const std::int64_t extent = size_as_number(facts_, t.bound[k].extent);
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
  evaluate::IndexValues at_;
  double left_ = std::is_same_v<E, double> ? most_work : most_exact_work;
};

}  // namespace rewright::solver
