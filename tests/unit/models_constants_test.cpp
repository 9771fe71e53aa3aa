// SPDX-License-Identifier: Apache-2.0
//
// Constants folded into others: equal exactly, close, or neither.
#include "catch.h"
#include "models/compare.h"
#include "unit/fuzz_rule.h"

namespace rewright::models {

namespace {

using evidence::Reason;
using evidence::Status;

std::shared_ptr<const evaluate::Tensor> tensor(std::vector<std::int64_t> shape,
                                               std::vector<float> data) {
  return std::make_shared<const evaluate::Tensor>(
      evaluate::Dense<float>{std::move(shape), std::move(data)});
}

/// A convolution with a scale per channel, against one with scaled weights.
evidence::ValueProof folded(const std::vector<float>& weights,
                            const std::vector<float>& scale,
                            const std::vector<float>& product) {
  const ir::Rule rule = properties::rule_of(
      "rule r\n input x : float32[1, 2, 5, 5]\n"
      " input w, p : float32[2, 2, 1, 1]\n input s : float32[1, 2, 1, 1]\n"
      " lhs Relu(Conv(x, w) * s)\n rhs Relu(Conv(x, p))\n");
  return compare(rule, {},
                 {{1, tensor({2, 2, 1, 1}, weights)},
                  {2, tensor({2, 2, 1, 1}, product)},
                  {3, tensor({1, 2, 1, 1}, scale)}})
      .proof;
}

}  // namespace

TEST_CASE("weights with a scale folded into them exactly are proved",
          "[models]") {
  const auto proof = folded({1, 2, 3, 4}, {0.5, -2}, {0.5, 1, -6, -8});
  CHECK(proof.status == Status::proved);
}

TEST_CASE("weights with a scale folded into them and rounded are close",
          "[models]") {
  const std::vector<float> w = {0.1F, 0.7F, -0.3F, 1.9F}, s = {1.3F, 0.77F};
  std::vector<float> product;
  for (std::size_t k = 0; k < 4; ++k) product.push_back(w[k] * s[k / 2]);
  const auto proof = folded(w, s, product);
  CHECK(proof.status == Status::unknown);
  CHECK(proof.reason == Reason::constants);
  CHECK(proof.closeness > 0);
  CHECK(proof.closeness < 1e-7);
}

TEST_CASE("a weight that is off by a thousandth is not close", "[models]") {
  const std::vector<float> w = {0.1F, 0.7F, -0.3F, 1.9F}, s = {1.3F, 0.77F};
  std::vector<float> product;
  for (std::size_t k = 0; k < 4; ++k) product.push_back(w[k] * s[k / 2]);
  product[3] *= 1.001F;
  CHECK(folded(w, s, product).reason != Reason::constants);
  CHECK(folded(w, s, product).status == Status::unknown);
}

TEST_CASE("a scale folded into the wrong channels is not close", "[models]") {
  CHECK(folded({1, 2, 3, 4}, {0.5, -2}, {0.5, -4, 1.5, -8}).status ==
        Status::unknown);
  CHECK(folded({1, 2, 3, 4}, {0.5, -2}, {0.5, -4, 1.5, -8}).reason !=
        Reason::constants);
}

TEST_CASE("a batch normalisation folded into a convolution is close",
          "[models]") {
  const ir::Rule rule = properties::rule_of(
      "rule r\n input x : float32[1, 1, 4, 4]\n"
      " input w, p : float32[2, 1, 3, 3]\n"
      " input gamma, beta, mean, var, b : float32[2]\n"
      " lhs let y = Conv(x, w)\n"
      "     let g = Unsqueeze(gamma / Sqrt(var + 0.125), axes=[1, 2])\n"
      "     let m = Unsqueeze(mean, axes=[1, 2])\n"
      "     (y - m) * g + Unsqueeze(beta, axes=[1, 2])\n"
      " rhs Conv(x, p, b)\n");
  std::vector<float> w, p, b;
  const std::vector<float> gamma = {1.5F, -0.4F}, beta = {0.1F, 0.2F},
                           mean = {0.33F, -1.7F}, var = {0.9F, 0.04F};
  for (int k = 0; k < 18; ++k) w.push_back(0.11F * static_cast<float>(k - 7));
  for (std::size_t c = 0; c < 2; ++c) {
    const double scale = gamma[c] / std::sqrt(var[c] + 0.125);
    for (std::size_t k = 0; k < 9; ++k)
      p.push_back(static_cast<float>(w[9 * c + k] * scale));
    b.push_back(static_cast<float>(beta[c] - mean[c] * scale));
  }
  Constants constants = {
      {1, tensor({2, 1, 3, 3}, w)}, {2, tensor({2, 1, 3, 3}, p)},
      {3, tensor({2}, gamma)},      {4, tensor({2}, beta)},
      {5, tensor({2}, mean)},       {6, tensor({2}, var)},
      {7, tensor({2}, b)}};
  const auto proof = compare(rule, {}, constants).proof;
  INFO(proof.detail);
  CHECK(proof.reason == Reason::constants);
  CHECK(proof.closeness < 1e-6);
  b[1] += 0.01F;
  constants[7] = tensor({2}, b);
  CHECK(compare(rule, {}, constants).proof.reason != Reason::constants);
}

TEST_CASE("factors that are no finite numbers are never close", "[models]") {
  const ir::Rule rule = properties::rule_of(
      "rule r\n input x : float32[2]\n input a, b : float32[2]\n"
      " lhs Tanh(x * Exp(a))\n rhs Tanh(x * Exp(b))\n");
  const auto closeness = [&](float a, float b) {
    return compare(rule, {},
                   {{1, tensor({2}, {a, a})}, {2, tensor({2}, {b, b})}})
        .proof.reason;
  };
  CHECK(closeness(1, 1.00000012F) == Reason::constants);
  CHECK(closeness(1000, 1001) != Reason::constants);
}

}  // namespace rewright::models
