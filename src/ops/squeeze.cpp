// SPDX-License-Identifier: Apache-2.0
//
// Squeeze: without the named axes, each of which must have extent 1. When no
// axes are named all of extent 1 go, so then every extent must be known to be
// 1 or known not to be.
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using ir::Dim;

bool is_one_or_not(const Dim& dim, const index::Facts& facts) {
  if (!ir::is_group(dim) && facts.proves_equal(dim.extent, 1)) return true;
  if (facts.proves(every_axis(dim, not_equal(dim.extent, 1)))) return false;
  throw ir::IllFormed("without axes it must be known whether " +
                      print(dim.extent) + " is 1");
}

std::vector<bool> squeezed(const ir::Call& call) {
  const ir::Shape& x = call.shape(0);
  if (call.has("axes")) return marked(call.axes("axes"), x.size());
  std::vector<bool> marks;
  for (const Dim& dim : x) marks.push_back(is_one_or_not(dim, call.facts));
  return marks;
}

ir::Inferred infer(const ir::Call& call) {
  const ir::Shape& x = call.shape(0);
  const std::vector<bool> gone = squeezed(call);
  ir::Inferred inferred{.results = {{}}};
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (gone[k])
      require(inferred.conditions, call.facts,
              every_axis(x[k], equal(x[k].extent, 1)),
              "squeeze an extent of 1, not " + print(x[k].extent));
    else
      inferred.results[0].push_back(x[k]);
  }
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  ir::Indices indices;
  std::size_t next = 0;
  for (const bool gone : squeezed(call))
    indices.push_back(gone ? index::Expr(0) : at.at(next++));
  return operands.at(0)(indices);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  Sizes sizes = x.shape();
  if (call.has("axes"))
    for (const int axis : call.axes("axes"))
      sizes.at(static_cast<std::size_t>(axis)) = -1;
  std::erase(sizes, call.has("axes") ? -1 : 1);
  return {reshaped(x, sizes)};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call{.operands = {0}, .attributes = {}};
  if (const auto axes = node.attribute_or_operand("axes", 1))
    call.attributes["axes"] = ir::Axes{
        ir::OnnxNode::normalised(*axes, node.operands.at(0).shape.size())};
  return call;
}

}  // namespace

const ir::Operator& squeeze() {
  static const ir::Operator op = {
      .name = "Squeeze",
      .signature = movement_signature({{.name = "axes",
                                        .kind = ir::AttributeKind::axes,
                                        .frame = ir::Frame::operand}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Squeeze"},
      .to_onnx = with_axes_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
