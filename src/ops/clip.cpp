// SPDX-License-Identifier: Apache-2.0
//
// Clip: `min(max(x, lo), hi)`, so `hi` wins where the bounds cross. Bounds are
// scalars: operands, or the attributes min and max that they were before
// opset 11. A missing bound does not bound.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

using ir::ConstantNumber;

struct Lower {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.max(a, b);
  }
};
struct Upper {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.min(a, b);
  }
};

constexpr const char* bound_names[] = {"", "min", "max"};

ir::Signature signature() {
  return {.operands = {"T", "T", "T"},
          .required = 1,
          .results = {"T"},
          .types = {{"T", ir::numeric_types}},
          .attributes = {{"min", ir::AttributeKind::number},
                         {"max", ir::AttributeKind::number}}};
}

ir::Inferred infer(const ir::Call& call) {
  for (int bound = 1; bound <= 2; ++bound) {
    if (!call.has(bound)) continue;
    if (call.rank(bound) != 0)
      throw ir::IllFormed(
          "the bounds of Clip must be scalars, but one has "
          "shape " +
          ir::print(call.shape(bound)));
    if (call.has(std::string(bound_names[bound])))
      throw ir::IllFormed("a bound of Clip is given twice");
  }
  return {.results = {call.shape(0)}};
}

/// Bound `bound` (1 lower, 2 upper) as a value, or null.
ir::Value bound_value(const ir::Call& call,
                      const std::vector<ir::Reader>& operands, int bound) {
  const std::string name = bound_names[bound];
  if (call.has(bound)) return operands.at(static_cast<std::size_t>(bound))({});
  if (call.has(name)) return ir::constant(call.number(name));
  return nullptr;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  ir::Value x = operands.at(0)(at);
  if (const auto lower = bound_value(call, operands, 1))
    x = ir::apply(ir::Function::max, {x, lower});
  if (const auto upper = bound_value(call, operands, 2))
    x = ir::apply(ir::Function::min, {x, upper});
  return x;
}

/// The bound as a tensor of one element in the world of `x`.
evaluate::Tensor bound_tensor(const ConstantNumber& number,
                              const evaluate::Tensor& x) {
  return evaluate::with_number(
      x, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        return evaluate::Dense<E>{
            {}, {evaluate::Arithmetic<E>::from_constant(number)}};
      });
}

template <class F>
void clamp(evaluate::Tensor& x, const ir::Call& call, const Operands& operands,
           int bound) {
  const std::string name = bound_names[bound];
  if (call.has(bound))
    x = zip_elements(x, *operands.at(static_cast<std::size_t>(bound)),
                     x.shape(), F());
  else if (call.has(name))
    x = zip_elements(x, bound_tensor(call.number(name), x), x.shape(), F());
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  evaluate::Tensor x = *operands.at(0);
  clamp<Lower>(x, call, operands, 1);
  clamp<Upper>(x, call, operands, 2);
  return {x};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call = elementwise_from_onnx(node);
  for (const char* name : {"min", "max"})
    if (const auto bound = node.number(name)) call.attributes[name] = *bound;
  return call;
}

ir::OnnxOperandMade bound_made(const ir::Call& call, int bound) {
  const std::string name = bound_names[bound];
  if (call.has(bound)) return ir::of_operand(bound);
  if (call.has(name)) return {.scalar = ir::OnnxScalar{call.number(name)}};
  return {};
}

/// Bounds are attributes before opset 11.
ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::OnnxNodeMade node{.op_type = "", .operands = {ir::of_operand(0)}};
  for (const int bound : {1, 2}) {
    const std::string name = bound_names[bound];
    if (call.has(bound))
      ir::require_opset(opset, 11, "a bound of Clip that is no constant");
    if (opset >= 11)
      node.operands.push_back(bound_made(call, bound));
    else if (call.has(name))
      node.attributes[name] =
          ir::float_of(call.number(name), call.operand_types.at(0), name);
  }
  return {.nodes = {node}};
}

}  // namespace

const ir::Operator& clip() {
  static const ir::Operator op = {
      .name = "Clip",
      .signature = signature(),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::exact,
      .from_onnx = from_onnx,
      .onnx_names = {"Clip"},
      .to_onnx = to_onnx,
      .note =
          "without a bound infinities pass; ONNX clips them to the largest "
          "finite numbers",
  };
  return op;
}

}  // namespace rewright::ops
