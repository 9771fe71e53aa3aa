// SPDX-License-Identifier: Apache-2.0
//
// The meaning of one element, computed in a number world. Kernels evaluate
// whole tensors and stop at the first x/0, wherever it is; here an element is
// undefined only when something it depends on is. Functions are strict in all
// their arguments, choices by index conditions are not, exactly as in value
// proofs. Unlike evaluate/interpret.h, which is there to test kernels, this
// remembers shared values, can read machine floats as exact numbers, and gives
// up after a number of steps.
#pragma once

#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "evaluate/arithmetic.h"
#include "evaluate/index_values.h"
#include "properties/tensors.h"

namespace rewright::properties {

/// A number of world E, or a truth value.
template <class E>
struct Scalar {
  E number{};
  bool truth = false;
};

template <class E>
class Interpreter {
 public:
  using World = evaluate::Arithmetic<E>;

  /// Elements of other number types are read as E where that is exact.
  explicit Interpreter(const Tensors& inputs,
                       evaluate::IndexValues indices = {})
      : inputs_(inputs), indices_(std::move(indices)) {}

  /// The number of an index variable.
  void bind(const index::Symbol& variable, std::int64_t value) {
    indices_.set(variable, value);
    known_.clear();
  }

  /// Throws as kernels do; see evaluate/arithmetic.h.
  Scalar<E> operator()(const ir::Value& v) {
    const auto found = known_.find(v.get());
    if (found != known_.end()) return found->second;
    const Scalar<E> result = compute(*v);
    return known_[v.get()] = result;
  }

 private:
  Scalar<E> compute(const ir::ValueNode& v) {
    if (--steps_left_ < 0) throw evaluate::Uncertain("too many steps");
    switch (v.kind) {
      case ir::ValueKind::access:
        return access(v);
      case ir::ValueKind::constant:
        if (v.constant.kind == ir::ConstantNumber::Kind::truth)
          return {E{}, v.constant.truth};
        return constant(v.constant);
      case ir::ValueKind::size:
        return {World::from_integer(indices_.number(v.size))};
      case ir::ValueKind::apply:
        return apply(v);
      case ir::ValueKind::select:
        return (*this)(v.args[indices_.holds(v.condition) ? 0 : 1]);
      case ir::ValueKind::reduce:
        return reduce(v);
    }
    throw evaluate::NotInWorld("no such value");
  }

  /// 0 and 1 also serve as truth values.
  static Scalar<E> constant(const ir::ConstantNumber& c) {
    return {World::from_constant(c),
            c.kind == ir::ConstantNumber::Kind::rational && c.rational == 1};
  }

  Scalar<E> access(const ir::ValueNode& v) const {
    const auto& tensor = inputs_.at(static_cast<std::size_t>(v.input));
    const auto& shape = tensor.shape();
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < shape.size(); ++k)
      offset = offset * shape[k] + indices_.number(v.indices.at(k));
    return std::visit(
        [&]<class S>(const evaluate::Dense<S>& dense) {
          return read(dense.data.at(static_cast<std::size_t>(offset)));
        },
        tensor.storage);
  }

  template <class S>
  static Scalar<E> read(const S& element) {
    if constexpr (std::is_same_v<S, evaluate::Boolean>)
      return {E{}, element.value};
    else if constexpr (std::is_same_v<S, E>)
      return {element};
    else if constexpr (reads_exactly<S>)
      return {E(element)};
    else
      throw evaluate::NotInWorld("elements of two number worlds are mixed");
  }

  template <class S>
  static constexpr bool reads_exactly = std::is_same_v<E, base::Real> &&
                                        (std::is_arithmetic_v<S> ||
                                         std::is_same_v<S, base::Rational>);

  Scalar<E> apply(const ir::ValueNode& v) {
    std::vector<Scalar<E>> args;
    for (const auto& arg : v.args) args.push_back((*this)(arg));
    if (v.function == ir::Function::where)
      return args.at(args.at(0).truth ? 1 : 2);
    if (is_relation(v.function)) return {E{}, relation(v, args)};
    if (args.size() == 1) return {function(v.function, args[0].number)};
    return {function(v.function, args.at(0).number, args.at(1).number)};
  }

  static bool is_relation(ir::Function f) {
    return f >= ir::Function::equal && f <= ir::Function::logical_or;
  }

  static E function(ir::Function f, const E& a) {
    using ir::Function;
    switch (f) {
      case Function::neg:
        return World::neg(a);
      case Function::abs:
        return World::abs(a);
      case Function::exp:
        return World::exp(a);
      case Function::log:
        return World::log(a);
      case Function::sqrt:
        return World::sqrt(a);
      case Function::sigmoid:
        return World::sigmoid(a);
      case Function::tanh:
        return World::tanh(a);
      case Function::erf:
        return World::erf(a);
      case Function::sin:
        return World::sin(a);
      case Function::cos:
        return World::cos(a);
      case Function::atan:
        return World::atan(a);
      default:
        throw evaluate::NotInWorld("no such function of one number");
    }
  }

  static E function(ir::Function f, const E& a, const E& b) {
    using ir::Function;
    switch (f) {
      case Function::add:
        return World::add(a, b);
      case Function::mul:
        return World::mul(a, b);
      case Function::div:
        return World::div(a, b);
      case Function::min:
        return World::min(a, b);
      case Function::max:
        return World::max(a, b);
      default:
        throw evaluate::NotInWorld("no such function of two numbers");
    }
  }

  bool relation(const ir::ValueNode& v,
                const std::vector<Scalar<E>>& args) const {
    using ir::Function;
    const Scalar<E>& a = args.at(0);
    if (v.function == Function::logical_not) return !a.truth;
    const Scalar<E>& b = args.at(1);
    switch (v.function) {
      case Function::equal:
        return equal(v, args);
      case Function::less:
        return World::less(a.number, b.number);
      case Function::less_or_equal:
        return World::less_or_equal(a.number, b.number);
      case Function::logical_and:
        return a.truth && b.truth;
      default:
        return a.truth || b.truth;
    }
  }

  bool equal(const ir::ValueNode& v, const std::vector<Scalar<E>>& args) const {
    if (is_truth(v.args[0]) || is_truth(v.args[1]))
      return args[0].truth == args[1].truth;
    return World::equal(args[0].number, args[1].number);
  }

  /// Whether a value is of Boolean type.
  bool is_truth(const ir::Value& v) const {
    using ir::Function;
    switch (v->kind) {
      case ir::ValueKind::access:
        return inputs_.at(static_cast<std::size_t>(v->input))
            .template is<evaluate::Boolean>();
      case ir::ValueKind::constant:
        return v->constant.kind == ir::ConstantNumber::Kind::truth;
      case ir::ValueKind::size:
        return false;
      case ir::ValueKind::select:
        return is_truth(v->args[0]) || is_truth(v->args[1]);
      case ir::ValueKind::reduce:
        return is_truth(v->args[0]);
      case ir::ValueKind::apply:
        break;
    }
    if (v->function == Function::where)
      return is_truth(v->args[1]) || is_truth(v->args[2]);
    return is_relation(v->function);
  }

  using Sum = std::optional<Scalar<E>>;  // nothing yet

  Scalar<E> reduce(const ir::ValueNode& v) {
    const auto outer = known_;  // values that do not see the bound variables
    Sum sum;
    walk(v, 0, sum);
    known_ = outer;
    return sum ? *sum : identity(v.monoid);
  }

  void walk(const ir::ValueNode& v, std::size_t depth, Sum& sum) {
    if (depth == v.bound.size()) {
      known_.clear();
      if (!indices_.holds(v.condition)) return;
      const Scalar<E> next = (*this)(v.args[0]);
      sum = sum ? combined(v.monoid, *sum, next) : next;
      return;
    }
    const auto& bound = v.bound[depth];
    const std::int64_t extent = indices_.number(bound.extent);
    for (std::int64_t i = 0; i < extent; ++i) {
      indices_.set(bound.symbol, i);
      walk(v, depth + 1, sum);
    }
  }

  static Scalar<E> identity(ir::Monoid m) {
    switch (m) {
      case ir::Monoid::sum:
        return {World::from_integer(0)};
      case ir::Monoid::product:
        return {World::from_integer(1)};
      case ir::Monoid::min:
        return {World::highest()};
      case ir::Monoid::max:
        return {World::lowest()};
      case ir::Monoid::conjunction:
        return {E{}, true};
      case ir::Monoid::disjunction:
        return {E{}, false};
    }
    throw evaluate::NotInWorld("no such monoid");
  }

  static Scalar<E> combined(ir::Monoid m, const Scalar<E>& a,
                            const Scalar<E>& b) {
    switch (m) {
      case ir::Monoid::sum:
        return {World::add(a.number, b.number)};
      case ir::Monoid::product:
        return {World::mul(a.number, b.number)};
      case ir::Monoid::min:
        return {World::min(a.number, b.number)};
      case ir::Monoid::max:
        return {World::max(a.number, b.number)};
      case ir::Monoid::conjunction:
        return {E{}, a.truth && b.truth};
      case ir::Monoid::disjunction:
        return {E{}, a.truth || b.truth};
    }
    throw evaluate::NotInWorld("no such monoid");
  }

  const Tensors& inputs_;
  evaluate::IndexValues indices_;
  std::map<const ir::ValueNode*, Scalar<E>> known_;
  std::int64_t steps_left_ = 5'000'000;
};

}  // namespace rewright::properties
