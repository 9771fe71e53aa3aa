// SPDX-License-Identifier: Apache-2.0
//
// Iota: a tensor whose element is its own index along one axis.
#include "evaluate/arithmetic.h"
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

std::size_t axis_of(const ir::Call& call) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  const ir::Shape& shape = call.target_shape("shape");
  if (axis >= shape.size()) throw ir::IllFormed("the axis is out of range");
  if (ir::is_group(shape[axis]))
    throw ir::IllFormed("the axis is a group of axes");
  return axis;
}

ir::Inferred infer(const ir::Call& call) {
  axis_of(call);
  ir::Inferred inferred{.results = {call.target_shape("shape")}};
  for (const ir::Dim& dim : inferred.results[0])
    require(inferred.conditions, call.facts,
            every_axis(dim, index::nonnegative(dim.extent)),
            "have sizes that are not negative, but got " + print(dim.extent));
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>&, int,
                  const ir::Indices& at) {
  return ir::size_value(at.at(axis_of(call)));
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call, const Operands&,
                                     const std::vector<ir::Shape>& results) {
  const Sizes sizes = ir::concrete(results.at(0));
  const std::size_t axis = axis_of(call);
  Walk along{0, Sizes(sizes.size(), 0)};
  along.strides[axis] = 1;
  const evaluate::Tensor counted = evaluate::with_world(
      call.world, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> line{{sizes[axis]}, {}};
        for (std::int64_t i = 0; i < sizes[axis]; ++i)
          line.data.push_back(evaluate::Arithmetic<E>::from_integer(i));
        return line;
      });
  return {gathered(counted, sizes, along)};
}

/// Range, converted, and where there are several axes expanded along them.
ir::OnnxMade to_onnx(const ir::Call& call, int) {
  const std::size_t axis = axis_of(call);
  const ir::Shape& shape = call.target_shape("shape");
  const ir::ElementType type = ir::only_type(call.result_types);
  std::vector<index::Expr> sizes, aligned(shape.size(), 1);
  for (const ir::Dim& dim : shape) sizes.push_back(dim.extent);
  aligned[axis] = -1;
  ir::OnnxMade made{.nodes = {{.op_type = "Range",
                               .operands = {{.integer = 0},
                                            {.integer = sizes[axis]},
                                            {.integer = 1}}}}};
  const auto then = [&](const std::string& op_type, auto attributes,
                        std::vector<ir::OnnxOperandMade> more) {
    more.insert(more.begin(),
                ir::of_node(static_cast<int>(made.nodes.size()) - 1));
    made.nodes.push_back({op_type, attributes, more});
  };
  using Attributes = std::map<std::string, ir::OnnxAttribute>;
  if (type != ir::ElementType::int64)
    then("Cast", Attributes{{"to", type}}, {});
  if (sizes.size() == 1) return made;
  then("Reshape", Attributes(), {ir::of_integers(aligned)});
  then("Expand", Attributes(), {ir::of_integers(sizes)});
  return made;
}

}  // namespace

const ir::Operator& iota() {
  static const ir::Operator op = {
      .name = "Iota",
      .signature = {.operands = {},
                    .results = {"T"},
                    .types = {{"T", ir::numeric_types}},
                    .attributes = {{.name = "shape",
                                    .kind = ir::AttributeKind::shape,
                                    .required = true},
                                   {.name = "axis",
                                    .kind = ir::AttributeKind::axis,
                                    .frame = ir::Frame::result,
                                    .fallback = ir::Attribute(ir::Axes{{0}})}}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .to_onnx = to_onnx,
      .note = "no ONNX form; indices beyond the element type wrap or round",
  };
  return op;
}

}  // namespace rewright::ops
