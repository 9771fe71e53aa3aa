// SPDX-License-Identifier: Apache-2.0
#include "evaluate/interpret.h"

#include <optional>
#include <stdexcept>

#include "evaluate/arithmetic.h"
#include "evaluate/interpret_function.h"
#include "ir/conversion.h"

namespace rewright::evaluate {

using ir::Value;
using ir::ValueKind;
using ir::ValueNode;

namespace {

class Interpreter {
 public:
  Interpreter(const std::vector<AccessedInput>& inputs, IndexValues indices)
      : inputs_(inputs), indices_(std::move(indices)) {}

  Tensor value(const Value& v, int world) {
    switch (v->kind) {
      case ValueKind::access:
        return access(*v);
      case ValueKind::constant:
        return constant(v->constant, world);
      case ValueKind::size:
        return constant({.rational = indices_.number(v->size)}, world);
      case ValueKind::apply:
        return apply(*v, world);
      case ValueKind::select:
        return value(v->args.at(indices_.holds(v->condition) ? 0 : 1), world);
      case ValueKind::reduce:
        return reduce(*v, world);
    }
    throw std::logic_error("unknown kind of value");
  }

 private:
  Tensor access(const ValueNode& v) const {
    const AccessedInput& input = inputs_.at(static_cast<std::size_t>(v.input));
    std::vector<std::int64_t> index;
    for (std::size_t k = 0; k < v.indices.size(); ++k) {
      const std::string& group = input.shape.at(k).group;
      if (group.empty())
        index.push_back(indices_.number(v.indices[k]));
      else
        for (const std::int64_t i : indices_.numbers(v.indices[k], group))
          index.push_back(i);
    }
    return element(*input.tensor, index);
  }

  static Tensor element(const Tensor& x,
                        const std::vector<std::int64_t>& index) {
    if (index.size() != x.shape().size())
      throw std::out_of_range("an access has the wrong rank");
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      if (index[k] < 0 || index[k] >= x.shape()[k])
        throw std::out_of_range("an access leaves its tensor");
      offset = offset * x.shape()[k] + index[k];
    }
    return with_element(x, [&]<class E>(Element<E>) -> Tensor {
      return Dense<E>{{},
                      {x.as<E>().data.at(static_cast<std::size_t>(offset))}};
    });
  }

  static Tensor constant(const ir::ConstantNumber& number, int world) {
    const bool is_truth = number.kind == ir::ConstantNumber::Kind::truth;
    return with_world(
        is_truth ? boolean_world : world, [&]<class E>(Element<E>) -> Tensor {
          return Dense<E>{{}, {Arithmetic<E>::from_constant(number)}};
        });
  }

  Tensor apply(const ValueNode& v, int world) {
    if (v.function == ir::Function::where) {
      const Tensor condition = value(v.args.at(0), boolean_world);
      return value(v.args.at(truth_of(condition) ? 1 : 2), world);
    }
    if (ir::is_conversion(v.function)) return convert(v, world);
    if (takes_truth(v.function)) world = boolean_world;
    if (compares(v.function)) world = world_below(v, rational_world);
    std::vector<Tensor> args;
    for (const Value& arg : v.args) args.push_back(value(arg, world));
    return interpret_function(v.function, args);
  }

  /// The one side is in the machine type named, the other in the world of
  /// the floating numbers.
  Tensor convert(const ValueNode& v, int world) {
    const ir::ElementType type = ir::element_type(v.args.at(1));
    if (v.function == ir::Function::to_integer)
      return interpret_to_integer(
          value(v.args[0], world_below(*v.args[0], floating_world())), type);
    return interpret_to_real(value(v.args[0], static_cast<int>(type)), world);
  }

  Tensor reduce(const ValueNode& v, int world) {
    const bool is_logical = v.monoid == ir::Monoid::conjunction ||
                            v.monoid == ir::Monoid::disjunction;
    std::optional<Tensor> total;
    bind(v, 0, [&] {
      Tensor term = value(v.args.at(0), world);
      total =
          total ? interpret_monoid(v.monoid, *total, term) : std::move(term);
    });
    return total ? *total
                 : interpret_identity(v.monoid,
                                      is_logical ? boolean_world : world);
  }

  /// Runs `body` for all numbers of the bound variables from `first` on.
  template <class Body>
  void bind(const ValueNode& v, std::size_t first, const Body& body) {
    if (first == v.bound.size()) {
      if (indices_.holds(v.condition)) body();
      return;
    }
    const ir::BoundVariable& variable = v.bound[first];
    const std::string& group = variable.symbol->group;
    const auto extents =
        group.empty()
            ? std::vector<std::int64_t>{indices_.number(variable.extent)}
            : indices_.numbers(variable.extent, group);
    std::vector<std::int64_t> index(extents.size(), 0);
    if (count(extents) == 0) return;
    do {
      indices_.set(variable.symbol, index);
      bind(v, first + 1, body);
    } while (advance(index, extents));
  }

  static bool advance(std::vector<std::int64_t>& index,
                      const std::vector<std::int64_t>& extents) {
    for (std::size_t k = index.size(); k-- > 0;) {
      if (++index[k] < extents[k]) return true;
      index[k] = 0;
    }
    return false;
  }

  /// The world of the operands of a comparison: that of an access in them, or
  /// exact where only sizes and constants are compared.
  int world_below(const ValueNode& v, int otherwise) const {
    if (v.kind == ValueKind::access) {
      const auto& input = inputs_.at(static_cast<std::size_t>(v.input));
      return static_cast<int>(input.tensor->storage.index());
    }
    if (v.kind == ValueKind::apply && ir::is_conversion(v.function))
      return v.function == ir::Function::to_integer
                 ? static_cast<int>(ir::element_type(v.args.at(1)))
                 : otherwise;
    for (const Value& arg : v.args) {
      const int world = world_below(*arg, -1);
      if (world >= 0 && world != boolean_world) return world;
      if (world == boolean_world) otherwise = boolean_world;
    }
    return otherwise;
  }

  /// That of the inputs which are no integers, exact where there are none.
  int floating_world() const {
    for (const AccessedInput& input : inputs_) {
      const auto world = static_cast<int>(input.tensor->storage.index());
      const bool is_integer =
          world < boolean_world &&
          ir::class_of(static_cast<ir::ElementType>(world)) ==
              ir::ElementClass::integer;
      if (world != boolean_world && !is_integer) return world;
    }
    return rational_world;
  }

  const std::vector<AccessedInput>& inputs_;
  IndexValues indices_;
};

}  // namespace

Tensor interpret(const Value& value, const std::vector<AccessedInput>& inputs,
                 const IndexValues& indices, int world) {
  return Interpreter(inputs, indices).value(value, world);
}

}  // namespace rewright::evaluate
