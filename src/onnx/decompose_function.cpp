// SPDX-License-Identifier: Apache-2.0
//
// Functions of one element by others of them. Where two forms are the same
// over the reals the one that cancels less is taken.
#include "ir/unsupported.h"
#include "onnx/decompose.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;

ir::Ref half(D d, const ir::Ref& x) {
  return d.call("Mul", {x, d.number(base::Rational(1, 2), x)});
}

/// (exp(x) op exp(-x)) / 2
ir::Ref hyperbolic(D d, const std::string& op) {
  const ir::Ref x = d.operand(0);
  return half(
      d, d.call(op, {d.call("Exp", {x}), d.call("Exp", {d.call("Neg", {x})})}));
}

Refs tangent(D d) {
  const ir::Ref x = d.operand(0);
  return {d.call("Div", {d.call("Sin", {x}), d.call("Cos", {x})})};
}

/// log(|x| + sqrt(x*x + 1)) with the sign of x.
Refs area_sine(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref square = d.call("Mul", {x, x});
  const ir::Ref root =
      d.call("Sqrt", {d.call("Add", {square, d.number(1, x)})});
  const ir::Ref size =
      d.call("Log", {d.call("Add", {d.call("Abs", {x}), root})});
  const ir::Ref is_negative = d.call("Less", {x, d.number(0, x)});
  return {d.call("Where", {is_negative, d.call("Neg", {size}), size})};
}

/// log(x + sqrt((x - 1) * (x + 1)))
Refs area_cosine(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref one = d.number(1, x);
  const ir::Ref product =
      d.call("Mul", {d.call("Sub", {x, one}), d.call("Add", {x, one})});
  return {d.call("Log", {d.call("Add", {x, d.call("Sqrt", {product})})})};
}

/// log((1 + x) / (1 - x)) / 2
Refs area_tangent(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref one = d.number(1, x);
  const ir::Ref quotient =
      d.call("Div", {d.call("Add", {one, x}), d.call("Sub", {one, x})});
  return {half(d, d.call("Log", {quotient}))};
}

/// x * (1 + erf(x / sqrt(2))) / 2
Refs gelu(D d) {
  if (d.node().text("approximate", "none") != "none")
    throw ir::Unsupported("its approximation is not supported");
  const ir::Ref x = d.operand(0);
  const ir::Ref root = d.call("Sqrt", {d.number(2, x)});
  const ir::Ref bent = d.call("Erf", {d.call("Div", {x, root})});
  return {d.call("Mul", {half(d, x), d.call("Add", {d.number(1, x), bent})})};
}

Refs shrink(D d) {
  const ir::Ref x = d.operand(0);
  const base::Rational limit = d.real("lambd", 0.5);
  const ir::Ref bias = d.number(d.real("bias", 0), x);
  const ir::Ref is_low = d.call("Less", {x, d.number(-limit, x)});
  const ir::Ref is_high = d.call("Greater", {x, d.number(limit, x)});
  const ir::Ref rest =
      d.call("Where", {is_high, d.call("Sub", {x, bias}), d.number(0, x)});
  return {d.call("Where", {is_low, d.call("Add", {x, bias}), rest})};
}

}  // namespace

Decompositions functions() {
  return {
      {"Sinh", [](D d) -> Refs { return {hyperbolic(d, "Sub")}; }},
      {"Cosh", [](D d) -> Refs { return {hyperbolic(d, "Add")}; }},
      {"Tan", tangent},
      {"Asinh", area_sine},
      {"Acosh", area_cosine},
      {"Atanh", area_tangent},
      {"Gelu", gelu},
      {"Shrink", shrink},
  };
}

}  // namespace rewright::onnx
