// SPDX-License-Identifier: Apache-2.0
//
// DequantizeLinear: (code - zero_point) * scale, in the type of the scale. The
// difference is taken as a number, so it does not wrap around.
#include "ir/conversion.h"
#include "ops/common_quantize.h"

namespace rewright::ops {
namespace {

using evaluate::Tensor;

constexpr ir::TypeSet integer_code_types =
    code_types | ir::set_of(ir::ElementType::int32);

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Indices parameter = parameter_indices(call, at);
  const ir::Value type = ir::integer_type(call.operand_types.at(0));
  const auto number = [&](const ir::Value& code) {
    return ir::apply(ir::Function::to_real, {code, type});
  };
  ir::Value x = number(operands.at(0)(at));
  if (call.has(2)) x = x - number(operands.at(2)(parameter));
  return x * operands.at(1)(parameter);
}

/// Numbers of world E for codes of type I.
template <class I, class E>
Tensor dequantized(const ir::Call& call, const Operands& operands) {
  using World = evaluate::Arithmetic<E>;
  const auto& codes = operands.at(0)->as<I>();
  const auto& scale = operands.at(1)->as<E>().data;
  const I* zero = call.has(2) ? operands.at(2)->as<I>().data.data() : nullptr;
  evaluate::Dense<E> numbers{codes.shape, {}};
  numbers.data.reserve(codes.data.size());
  traverse_codes(call, *operands[0], *operands[1],
                 [&](std::size_t element, std::size_t parameter) {
                   E x = World::from_integer(codes.data[element]);
                   if (zero != nullptr)
                     x = World::sub(x, World::from_integer(zero[parameter]));
                   numbers.data.push_back(World::mul(x, scale[parameter]));
                 });
  return numbers;
}

std::vector<Tensor> kernel(const ir::Call& call, const Operands& operands,
                           const std::vector<ir::Shape>&) {
  return {evaluate::with_element(
      *operands.at(0), [&]<class I>(evaluate::Element<I>) -> Tensor {
        if constexpr (std::is_integral_v<I>)
          return evaluate::with_number(
              *operands.at(1), [&]<class E>(evaluate::Element<E>) {
                return dequantized<I, E>(call, operands);
              });
        else
          throw evaluate::NotInWorld("codes are machine integers");
      })};
}

}  // namespace

const ir::Operator& dequantize_linear() {
  static const ir::Operator op = {
      .name = "DequantizeLinear",
      .signature = {.operands = {"Q", "T", "Q"},
                    .required = 2,
                    .results = {"T"},
                    .types = {{"T", ir::floating_types},
                              {"Q", integer_code_types}},
                    .attributes = {quantize_axis_attribute()},
                    .operand_names = {"x", "scale", "zero_point"}},
      .infer = infer_quantize,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::rounded,
      .from_onnx = quantize_from_onnx,
      .onnx_names = {"DequantizeLinear"},
      .to_onnx = quantize_to_onnx,
      .note = "codes of type int8, int16 and int32, not blocked",
  };
  return op;
}

}  // namespace rewright::ops
