// SPDX-License-Identifier: Apache-2.0
//
// Transpose: entry k of the result is entry perm[k] of the operand. A group
// moves as a whole, its axes keep their order; so the default, which reverses
// all axes, is not defined in its presence.
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

std::vector<int> permutation(const ir::Call& call) {
  const ir::Shape& x = call.shape(0);
  if (call.has("perm")) return call.axes("perm");
  if (ir::has_groups(x))
    throw ir::IllFormed("reversing all axes would reverse those of a group");
  std::vector<int> reversed;
  for (std::size_t k = x.size(); k-- > 0;)
    reversed.push_back(static_cast<int>(k));
  return reversed;
}

void check(const std::vector<int>& perm, std::size_t rank) {
  std::vector<bool> met(rank, false);
  for (const int entry : perm) {
    const auto k = static_cast<std::size_t>(entry);
    if (entry < 0 || k >= rank || met[k])
      throw ir::IllFormed("perm is no permutation of the axes");
    met[k] = true;
  }
  if (perm.size() != rank)
    throw ir::IllFormed("perm names " + std::to_string(perm.size()) + " of " +
                        std::to_string(rank) + " axes");
}

ir::Inferred infer(const ir::Call& call) {
  const std::vector<int> perm = permutation(call);
  check(perm, call.shape(0).size());
  ir::Shape result;
  for (const int entry : perm)
    result.push_back(call.shape(0)[static_cast<std::size_t>(entry)]);
  return {.results = {result}};
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const std::vector<int> perm = permutation(call);
  ir::Indices indices(perm.size());
  for (std::size_t k = 0; k < perm.size(); ++k)
    indices.at(static_cast<std::size_t>(perm[k])) = at.at(k);
  return operands.at(0)(indices);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  const Sizes strides = evaluate::strides(x.shape());
  Sizes sizes;
  Walk walk;
  for (const int entry : permutation(call)) {
    sizes.push_back(x.shape().at(static_cast<std::size_t>(entry)));
    walk.strides.push_back(strides.at(static_cast<std::size_t>(entry)));
  }
  return {gathered(x, sizes, walk)};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call{.operands = {0}, .attributes = {}};
  if (const auto perm = node.integers("perm"))
    call.attributes["perm"] = ir::Axes{
        ir::OnnxNode::normalised(*perm, node.operands.at(0).shape.size())};
  return call;
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  ir::OnnxNodeMade node{.op_type = "", .operands = {ir::of_operand(0)}};
  if (call.has("perm"))
    node.attributes["perm"] = ir::integers_of(call.axes("perm"));
  return {.nodes = {node}};
}

}  // namespace

const ir::Operator& transpose() {
  static const ir::Operator op = {
      .name = "Transpose",
      .signature = movement_signature({{.name = "perm",
                                        .kind = ir::AttributeKind::axes,
                                        .frame = ir::Frame::operand}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Transpose"},
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
