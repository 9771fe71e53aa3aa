// SPDX-License-Identifier: Apache-2.0
//
// QuantizeLinear: saturate(round(x / scale) + zero_point), rounded half to
// even, as codes of type int8 or int16: that of the zero point or, without
// one, of the attribute `type`. A scale of 0 is a division by zero; NaN has no
// code. What the type of the codes is matters, since it saturates.
#include "evaluate/rounding.h"
#include "ir/conversion.h"
#include "ops/common_quantize.h"

namespace rewright::ops {
namespace {

using evaluate::Tensor;
using ir::Function;

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Indices parameter = parameter_indices(call, at);
  const ir::Value type = ir::integer_type(call.result_types);
  ir::Value code = ir::apply(Function::round,
                             {operands.at(0)(at) / operands.at(1)(parameter)});
  if (call.has(2))
    code =
        code + ir::apply(Function::to_real, {operands.at(2)(parameter), type});
  return ir::apply(Function::to_integer, {code, type});
}

/// Codes of type I for numbers of world E.
template <class I, class E>
Tensor quantized(const ir::Call& call, const Operands& operands) {
  using World = evaluate::Arithmetic<E>;
  const auto& x = operands.at(0)->as<E>();
  const auto& scale = operands.at(1)->as<E>().data;
  const I* zero = call.has(2) ? operands.at(2)->as<I>().data.data() : nullptr;
  evaluate::Dense<I> codes{x.shape, {}};
  codes.data.reserve(x.data.size());
  traverse_codes(call, *operands[0], *operands[1],
                 [&](std::size_t element, std::size_t parameter) {
                   E code = evaluate::rounded_in_world(
                       World::div(x.data[element], scale[parameter]));
                   if (zero != nullptr)
                     code =
                         World::add(code, World::from_integer(zero[parameter]));
                   codes.data.push_back(evaluate::code_of<I>(code));
                 });
  return codes;
}

std::vector<Tensor> kernel(const ir::Call& call, const Operands& operands,
                           const std::vector<ir::Shape>&) {
  return {evaluate::with_world(
      call.world, [&]<class I>(evaluate::Element<I>) -> Tensor {
        if constexpr (std::is_integral_v<I>)
          return evaluate::with_number(*operands.at(0),
                                       [&]<class E>(evaluate::Element<E>) {
                                         return quantized<I, E>(call, operands);
                                       });
        else
          throw evaluate::NotInWorld("codes are machine integers");
      })};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call = quantize_from_onnx(node);
  // TensorProto: 3 is int8, 5 is int16; 0, not given, is uint8.
  const std::int64_t type = node.integer("output_dtype", 0);
  if (type == 3) call.attributes["type"] = ir::ElementType::int8;
  if (type == 5) call.attributes["type"] = ir::ElementType::int16;
  if (type != 3 && type != 5 && (type != 0 || !node.has_operand(2)))
    throw ir::IllFormed(
        "its codes are of a type that is not supported, say uint8: int8 and "
        "int16 are");
  return call;
}

/// Before opset 21 only a zero point tells the type of the codes.
ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::OnnxMade made = quantize_to_onnx(call, opset);
  if (call.has(2)) return made;
  const ir::ElementType type = ir::only_type(call.result_types);
  if (opset >= 21) {
    made.nodes[0].attributes["output_dtype"] = type;
  } else {
    if (call.rank(1) != 0)
      ir::require_opset(opset, 21, "codes without zero points along an axis");
    made.nodes[0].operands.push_back({.scalar = ir::OnnxScalar{{}, type}});
  }
  return made;
}

}  // namespace

const ir::Operator& quantize_linear() {
  static const ir::Operator op = {
      .name = "QuantizeLinear",
      .signature = {.operands = {"T", "T", "Q"},
                    .required = 2,
                    .results = {"Q"},
                    .types = {{"T", ir::floating_types}, {"Q", code_types}},
                    .attributes = {quantize_axis_attribute(),
                                   {.name = "type",
                                    .kind = ir::AttributeKind::type}},
                    .operand_names = {"x", "scale", "zero_point"}},
      .infer = infer_quantize,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::rounded,
      .from_onnx = from_onnx,
      .onnx_names = {"QuantizeLinear"},
      .to_onnx = to_onnx,
      .note = "codes of type int8 and int16, not blocked; NaN has no code",
  };
  return op;
}

}  // namespace rewright::ops
