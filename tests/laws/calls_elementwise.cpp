// SPDX-License-Identifier: Apache-2.0
//
// Random calls of operators whose operands broadcast together.
#include "laws/calls.h"

namespace rewright::laws {

namespace {

RandomCall unary(Random& random) { return {.operands = {random.sizes(4)}}; }

/// Shapes that broadcast to one, in which any may be the largest.
RandomCall broadcasting(Random& random, int operands) {
  const auto whole = random.sizes(4);
  RandomCall call;
  for (int k = 0; k < operands; ++k)
    call.operands.push_back(random.broadcastable(whole));
  return call;
}

RandomCall binary(Random& random) { return broadcasting(random, 2); }
RandomCall ternary(Random& random) { return broadcasting(random, 3); }

RandomCall variadic(Random& random) {
  return broadcasting(random, static_cast<int>(random.between(1, 4)));
}

RandomCall clip(Random& random) {
  RandomCall call{.operands = {random.sizes(3), {}, {}},
                  .given = {true, random.coin(), random.coin()}};
  if (!call.given[1] && random.coin())
    call.attributes["min"] =
        ir::ConstantNumber{.rational = random.between(-3, 1)};
  if (!call.given[2] && random.coin())
    call.attributes["max"] =
        ir::ConstantNumber{.rational = random.between(-1, 3)};
  return call;
}

/// A scale for all, or for each index of an axis; a zero point or none.
RandomCall quantize(Random& random) {
  RandomCall call{.operands = {random.sizes(4), {}, {}},
                  .given = {true, true, random.coin()}};
  const auto rank = static_cast<std::int64_t>(call.operands[0].size());
  if (rank > 0 && random.coin()) {
    const std::int64_t axis = random.between(0, rank - 1);
    const auto size = call.operands[0][static_cast<std::size_t>(axis)];
    call.attributes["axis"] = ir::Axes{{static_cast<int>(axis)}};
    call.operands[1] = call.operands[2] = {random.once_in(4) ? 1 : size};
  }
  return call;
}

}  // namespace

Generators elementwise_calls() {
  Generators calls = {{"Where", ternary},
                      {"Max", variadic},
                      {"Min", variadic},
                      {"Clip", clip},
                      {"QuantizeLinear", quantize},
                      {"DequantizeLinear", quantize}};
  for (const char* name :
       {"Neg", "Abs", "Exp", "Log", "Sqrt", "Reciprocal", "Relu", "Round",
        "Sigmoid", "Tanh", "Erf", "Sin", "Cos", "Atan", "Not"})
    calls[name] = unary;
  for (const char* name :
       {"Add", "Sub", "Mul", "Div", "Equal", "Less", "LessOrEqual", "Greater",
        "GreaterOrEqual", "And", "Or", "Rem"})
    calls[name] = binary;
  return calls;
}

}  // namespace rewright::laws
