// SPDX-License-Identifier: Apache-2.0
//
// Functions of one element (and a parameter) by the formulas of the ONNX
// specification. A case distinction at 0 becomes Where, so that the branch
// not taken does not matter.
#include "ir/unsupported.h"
#include "onnx/decompose.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;

ir::Ref where_negative(D d, const ir::Ref& x, const ir::Ref& negative,
                       const ir::Ref& otherwise) {
  const ir::Ref condition = d.call("Less", {x, d.number(0, x)});
  return d.call("Where", {condition, negative, otherwise});
}

Refs leaky_relu(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref scaled =
      d.call("Mul", {x, d.number(d.real("alpha", 0.01f), x)});
  return {where_negative(d, x, scaled, x)};
}

Refs prelu(D d) {
  const ir::Ref x = d.operand(0);
  return {where_negative(d, x, d.call("Mul", {x, d.operand(1)}), x)};
}

Refs hard_sigmoid_of(D d, const base::Rational& alpha,
                     const base::Rational& beta) {
  const ir::Ref x = d.operand(0);
  const ir::Ref line = d.call(
      "Add", {d.call("Mul", {x, d.number(alpha, x)}), d.number(beta, x)});
  const ir::Ref below = d.call("Min", {line, d.number(1, x)});
  return {d.call("Max", {below, d.number(0, x)})};
}

Refs hard_sigmoid(D d) {
  return hard_sigmoid_of(d, d.real("alpha", 0.2f), d.real("beta", 0.5f));
}

Refs hard_swish(D d) {
  const base::Rational sixth(1, 6), half(1, 2);
  return {d.call("Mul", {d.operand(0), hard_sigmoid_of(d, sixth, half)[0]})};
}

/// alpha * (exp(x) - 1)
ir::Ref exponential_branch(D d, const ir::Ref& x, const base::Rational& alpha) {
  const ir::Ref raised = d.call("Sub", {d.call("Exp", {x}), d.number(1, x)});
  return d.call("Mul", {raised, d.number(alpha, x)});
}

Refs elu(D d) {
  const ir::Ref x = d.operand(0);
  const base::Rational alpha = d.real("alpha", 1);
  return {where_negative(d, x, exponential_branch(d, x, alpha), x)};
}

Refs selu(D d) {
  const ir::Ref x = d.operand(0);
  const base::Rational alpha = d.real("alpha", 1.67326319217681884765625);
  const base::Rational gamma = d.real("gamma", 1.05070102214813232421875);
  const ir::Ref bent = where_negative(d, x, exponential_branch(d, x, alpha), x);
  return {d.call("Mul", {bent, d.number(gamma, x)})};
}

Refs celu(D d) {
  const ir::Ref x = d.operand(0);
  const base::Rational alpha = d.real("alpha", 1);
  const ir::Ref scaled = d.call("Div", {x, d.number(alpha, x)});
  const ir::Ref low =
      d.call("Min", {exponential_branch(d, scaled, alpha), d.number(0, x)});
  return {d.call("Add", {d.call("Max", {x, d.number(0, x)}), low})};
}

ir::Ref softplus_of(D d, const ir::Ref& x) {
  const ir::Ref raised = d.call("Add", {d.call("Exp", {x}), d.number(1, x)});
  return d.call("Log", {raised});
}

Refs softplus(D d) { return {softplus_of(d, d.operand(0))}; }

Refs mish(D d) {
  const ir::Ref x = d.operand(0);
  return {d.call("Mul", {x, d.call("Tanh", {softplus_of(d, x)})})};
}

Refs softsign(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref size = d.call("Add", {d.call("Abs", {x}), d.number(1, x)});
  return {d.call("Div", {x, size})};
}

Refs thresholded_relu(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref above = d.call("Greater", {x, d.number(d.real("alpha", 1), x)});
  return {d.call("Where", {above, x, d.number(0, x)})};
}

Refs sign(D d) {
  const ir::Ref x = d.operand(0);
  const ir::Ref is_positive = d.call("Greater", {x, d.number(0, x)});
  const ir::Ref rest =
      d.call("Where", {is_positive, d.number(1, x), d.number(0, x)});
  return {where_negative(d, x, d.number(-1, x), rest)};
}

Refs exclusive_or(D d) {
  const ir::Ref same = d.call("Equal", {d.operand(0), d.operand(1)});
  return {d.call("Not", {same})};
}

// --- Pow ---------------------------------------------------------------------

ir::Ref whole_power(D d, const ir::Ref& x, std::int64_t exponent) {
  if (exponent < 0) return d.call("Reciprocal", {whole_power(d, x, -exponent)});
  if (exponent == 1) return d.call("Identity", {x});
  const ir::Ref half = exponent < 4 ? x : whole_power(d, x, exponent / 2);
  if (exponent == 2) return d.call("Mul", {x, x});
  if (exponent == 3) return d.call("Mul", {d.call("Mul", {x, x}), x});
  const ir::Ref square = d.call("Mul", {half, half});
  return exponent % 2 == 0 ? square : d.call("Mul", {square, x});
}

/// Exponents that are small whole numbers, or 1/2.
Refs power(D d) {
  const ir::Ref x = d.operand(0);
  const auto& exponent = d.form(1).scalar;
  if (!exponent || exponent->kind != ir::ConstantNumber::Kind::rational)
    throw ir::Unsupported("it is supported only with a constant exponent");
  if (d.form(1).shape.size() > d.shape(x).size())
    throw ir::Unsupported("its exponent has more axes than its base");
  const base::Rational& e = exponent->rational;
  if (e == base::Rational(1, 2)) return {d.call("Sqrt", {x})};
  if (e == base::Rational(-1, 2))
    return {d.call("Reciprocal", {d.call("Sqrt", {x})})};
  if (denominator(e) != 1 || e == 0 || e > 16 || e < -16)
    throw ir::Unsupported("it is not supported with exponent " +
                          base::print(e));
  return {whole_power(d, x, static_cast<std::int64_t>(numerator(e)))};
}

}  // namespace

Decompositions activations() {
  return {
      {"LeakyRelu", leaky_relu},
      {"PRelu", prelu},
      {"HardSigmoid", hard_sigmoid},
      {"HardSwish", hard_swish},
      {"Elu", elu},
      {"Selu", selu},
      {"Celu", celu},
      {"Softplus", softplus},
      {"Mish", mish},
      {"Softsign", softsign},
      {"ThresholdedRelu", thresholded_relu},
      {"Sign", sign},
      {"Xor", exclusive_or},
      {"Pow", power},
  };
}

}  // namespace rewright::onnx
