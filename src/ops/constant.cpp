// SPDX-License-Identifier: Apache-2.0
//
// Const: a tensor of equal elements, a number or a size of the rule. Its
// element type follows from its use. The importer makes one of every uniform
// ONNX constant.
#include "evaluate/arithmetic.h"
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;

ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred{.results = {call.target_shape("shape")}};
  for (const ir::Dim& dim : inferred.results[0])
    require(inferred.conditions, call.facts,
            every_axis(dim, index::nonnegative(dim.extent)),
            "have sizes that are not negative, but got " + print(dim.extent));
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>&, int,
                  const ir::Indices&) {
  const ir::Attribute& value = call.attributes.at("value");
  if (const auto* size = std::get_if<Expr>(&value))
    return ir::size_value(*size);
  return ir::constant(std::get<ir::ConstantNumber>(value));
}

ir::ConstantNumber number(const ir::Attribute& value) {
  if (const auto* size = std::get_if<Expr>(&value))
    return {.rational = size->constant()};
  return std::get<ir::ConstantNumber>(value);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call, const Operands&,
                                     const std::vector<ir::Shape>& results) {
  const ir::ConstantNumber value = number(call.attributes.at("value"));
  const evaluate::Tensor one = evaluate::with_world(
      call.world, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        return evaluate::Dense<E>{
            {}, {evaluate::Arithmetic<E>::from_constant(value)}};
      });
  return {filled(one, ir::concrete(results.at(0)))};
}

/// ConstantOfShape; a size of the rule is counted, converted and expanded.
ir::OnnxMade to_onnx(const ir::Call& call, int) {
  std::vector<Expr> sizes;
  for (const ir::Dim& dim : call.target_shape("shape"))
    sizes.push_back(dim.extent);
  const ir::Attribute& value = call.attributes.at("value");
  const auto* size = std::get_if<Expr>(&value);
  if (size == nullptr || size->is_constant())
    return {.nodes = {{.op_type = "ConstantOfShape",
                       .attributes = {{"value", ir::OnnxScalar{number(value)}}},
                       .operands = {ir::of_integers(sizes)}}}};
  const ir::OnnxNodeMade cast{
      .op_type = "Cast",
      .attributes = {{"to", ir::only_type(call.result_types)}},
      .operands = {{.integer = *size}}};
  if (sizes.empty()) return {.nodes = {cast}};
  return {.nodes = {cast,
                    {.op_type = "Expand",
                     .operands = {ir::of_node(0), ir::of_integers(sizes)}}}};
}

}  // namespace

const ir::Operator& constant() {
  static const ir::Operator op = {
      .name = "Const",
      .signature = {.operands = {},
                    .results = {"T"},
                    .types = {{"T", ir::all_types}},
                    .attributes = {{.name = "value",
                                    .kind = ir::AttributeKind::number,
                                    .required = true},
                                   {.name = "shape",
                                    .kind = ir::AttributeKind::shape,
                                    .fallback = ir::Attribute(ir::Shape())}}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
