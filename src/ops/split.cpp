// SPDX-License-Identifier: Apache-2.0
//
// Split: consecutive pieces along one axis. Their lengths are given, or their
// number: then all are equal but the last, which may be smaller (opset 18).
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;
using ir::Dim;

std::size_t axis_of(const ir::Call& call) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  if (axis >= call.shape(0).size())
    throw ir::IllFormed("the axis is out of range");
  if (ir::is_group(call.shape(0)[axis]))
    throw ir::IllFormed("the axis is a group of axes");
  return axis;
}

std::vector<Expr> chunks(const Expr& extent, const Expr& number) {
  constexpr std::int64_t most = 65536;
  if (!number.is_constant() || number.constant() < 1)
    throw ir::IllFormed("num_outputs must be a positive number");
  if (number.constant() > most)
    throw ir::IllFormed("num_outputs must be at most " + std::to_string(most));
  const std::int64_t n = number.constant();
  const Expr chunk = ceildiv(extent, n);
  std::vector<Expr> lengths(static_cast<std::size_t>(n), chunk);
  lengths.back() = extent - chunk * Expr(n - 1);
  return lengths;
}

std::vector<Expr> lengths(const ir::Call& call) {
  if (call.has("split") == call.has("num_outputs"))
    throw ir::IllFormed("either split or num_outputs must be given");
  if (call.has("split")) return call.int_list("split");
  return chunks(call.shape(0).at(axis_of(call)).extent,
                call.integer("num_outputs"));
}

ir::Inferred infer(const ir::Call& call) {
  const std::size_t axis = axis_of(call);
  ir::Inferred inferred;
  Expr sum = 0;
  for (const Expr& length : lengths(call)) {
    ir::Shape piece = call.shape(0);
    piece[axis] = {call.facts.simplify(length)};
    require(inferred.conditions, call.facts, index::nonnegative(length),
            "make pieces that are not negative, but one is " + print(length));
    inferred.results.push_back(piece);
    sum = sum + length;
  }
  const Expr& whole = call.shape(0)[axis].extent;
  require(inferred.conditions, call.facts, equal(sum, whole),
          "use up the axis, but " + print(sum) + " is not " + print(whole));
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int result, const ir::Indices& at) {
  const std::vector<Expr> list = lengths(call);
  Expr start = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(result); ++k)
    start = start + list.at(k);
  ir::Indices indices = at;
  Expr& index = indices.at(axis_of(call));
  index = index + start;
  return operands.at(0)(indices);
}

Sizes piece_sizes(const ir::Call& call, std::int64_t whole) {
  if (call.has("split")) {
    Sizes sizes;
    for (const Expr& length : call.int_list("split"))
      sizes.push_back(length.constant());
    return sizes;
  }
  const std::int64_t n = call.integer("num_outputs").constant();
  const std::int64_t chunk = (whole + n - 1) / n;
  Sizes sizes(static_cast<std::size_t>(n), chunk);
  sizes.back() = whole - (n - 1) * chunk;
  return sizes;
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  Walk walk{0, evaluate::strides(x.shape())};
  std::vector<evaluate::Tensor> pieces;
  Sizes sizes = x.shape();
  for (const std::int64_t length : piece_sizes(call, x.shape().at(axis))) {
    sizes[axis] = length;
    pieces.push_back(gathered(x, sizes, walk));
    walk.start += length * walk.strides[axis];
  }
  return pieces;
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  const ir::Shape& x = node.operands.at(0).shape;
  const std::vector<int> axes =
      ir::OnnxNode::normalised({node.integer("axis", 0)}, x.size());
  ir::OnnxCall call{.operands = {0}, .attributes = {{"axis", ir::Axes{axes}}}};
  ir::IntList list;
  if (const auto given = node.sizes("split", 1)) {
    list.values = *given;
  } else if (node.has("num_outputs")) {
    call.attributes["num_outputs"] = Expr(node.integer("num_outputs", 1));
    return call;
  } else {  // before opset 18: equal parts
    const Expr& whole = x.at(static_cast<std::size_t>(axes[0])).extent;
    list.values.assign(static_cast<std::size_t>(node.results),
                       div(whole, node.results));
  }
  call.attributes["split"] = list;
  return call;
}

ir::Signature signature() {
  return {.operands = {"T"},
          .results = {"T"},
          .variadic_results = true,
          .types = {{"T", ir::all_types}},
          .attributes = {
              {.name = "axis",
               .kind = ir::AttributeKind::axis,
               .frame = ir::Frame::operand,
               .fallback = ir::Attribute(ir::Axes{{0}})},
              {.name = "split", .kind = ir::AttributeKind::int_list},
              {.name = "num_outputs", .kind = ir::AttributeKind::integer}}};
}

}  // namespace

const ir::Operator& split() {
  static const ir::Operator op = {
      .name = "Split",
      .signature = signature(),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Split"},
      .note = "the lengths must be constants",
  };
  return op;
}

}  // namespace rewright::ops
