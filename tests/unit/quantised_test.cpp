// SPDX-License-Identifier: Apache-2.0
//
// Rules on a device with integer codes.
#include "properties/quantised.h"

#include <cmath>
#include <cstdlib>

#include "catch.h"
#include "fuzz_rule.h"
#include "properties/device.h"
#include "properties/fixed_point.h"
#include "shipped_rules.h"

namespace rewright::properties {

namespace {

using evaluate::Dense;
using evidence::QuantisedResult;
using evidence::Reason;

QuantisedResult on_device(const std::string& text, int bits = 8,
                          std::uint64_t seed = 1) {
  solver::Session session;
  return quantised(rule_of("rule t\n" + text), bits,
                   {.cases = 40, .seed = seed}, session);
}

bool keeps_bound(const QuantisedResult& result) {
  return !result.code_bound ||
         result.worst_code_difference <= *result.code_bound;
}

/// lhs of a rule without sizes, on these inputs.
DeviceSide run(const std::string& text, const std::vector<DeviceTensor>& inputs,
               const DeviceModel& model) {
  const ir::Rule rule = rule_of("rule t\n" + text);
  const ir::Instance instance = ir::instantiate(
      rule, {.ranks = {}, .values = {}, .types = {ir::ElementType::float32}});
  REQUIRE(instance.lhs_well_formed);
  return run_on_device(instance.rule, instance.rule.lhs, inputs, model);
}

Dense<double> row(std::vector<double> x) {
  return {{1, static_cast<std::int64_t>(x.size())}, std::move(x)};
}

using Codes = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a multiplier has 31 bits", "[quantised]") {
  for (const double x : {1.0, 0.3, 1e-9, 12345.678, 0x1p-31, 1 - 0x1p-40}) {
    const Multiplier m = multiplier_of(x);
    CAPTURE(x, m.factor, m.shift);
    CHECK(m.factor >= std::int64_t{1} << 30);
    CHECK(m.factor < std::int64_t{1} << 31);
    CHECK(std::fabs(std::ldexp(static_cast<double>(m.factor), -m.shift) - x) <=
          0x1p-31 * x);
  }
}

TEST_CASE("requantisation rounds half to even and saturates", "[quantised]") {
  const auto halved = [](std::int64_t x) {
    return requantised(x, multiplier_of(0.5));
  };
  CHECK(halved(1) == 0);
  CHECK(halved(3) == 2);
  CHECK(halved(5) == 2);
  CHECK(halved(-1) == 0);
  CHECK(halved(-3) == -2);
  CHECK(halved(-5) == -2);
  CHECK(requantised(1'000'000, multiplier_of(1e-6)) == 1);
  CHECK(requantised(7, multiplier_of(1e-60)) == 0);
  CHECK(requantised(-7, multiplier_of(1e60)) == -(std::int64_t{1} << 40));
  CHECK(saturated(200, 8) == 127);
  CHECK(saturated(-200, 8) == -128);
  CHECK(saturated(200, 16) == 200);
}

TEST_CASE("sums of codes are requantised once", "[quantised]") {
  // Scale 1: codes 127, 3, -50. The sum 80 is code 127 of scale 80/127.
  const DeviceModel model;
  const auto x = device_input(row({127, 3, -50}), 0, model);
  CHECK(x.codes == Codes{127, 3, -50});
  const DeviceSide side =
      run("input x : float[1, 3]\nlhs ReduceSum(x, axes=[1], keepdims=0)\n"
          "rhs ReduceSum(x, axes=[1], keepdims=0)",
          {x}, model);
  CHECK(side.outputs.at(0).codes == Codes{127});
  CHECK(side.outputs.at(0).scale == Approx(80.0 / 127));
  CHECK(side.requantisations == 1);
}

TEST_CASE("two scales meet in one fixed-point format", "[quantised]") {
  // 1*a + 0.5*b at the scale of the result, 190.5/127 = 1.5.
  const DeviceModel model;
  const auto a = device_input(row({127, 1, 2}), 0, model);
  const auto b = device_input(row({63.5, 0.5, -2}), 1, model);
  const DeviceSide side =
      run("input a, b : float[1, 3]\nlhs a + b\nrhs a + b", {a, b}, model);
  CHECK(side.outputs.at(0).codes == Codes{127, 1, 0});
}

TEST_CASE("weights have a scale for each output channel", "[quantised]") {
  // The first column cancels out, the second is a thousandth of it: with one
  // scale for both nothing is left of it.
  const auto codes = [](bool per_channel) {
    DeviceModel model;
    model.quantisation.per_channel_weights = per_channel;
    const auto x = device_input(row({127, -127}), 0, model);
    const auto w =
        device_constant(Dense<double>{{2, 2}, {1, 0.001, 1, -0.001}});
    const DeviceSide side =
        run("input x : float[1, 2]\ninput w : float[2, 2]\n"
            "lhs MatMul(x, w)\nrhs MatMul(x, w)",
            {x, w}, model);
    CHECK(side.requantisations == 1);
    return side.outputs.at(0).codes;
  };
  CHECK(codes(true) == Codes{0, 127});
  CHECK(codes(false) == Codes{0, 0});
}

TEST_CASE("a sum that leaves the accumulator is reported", "[quantised]") {
  const DeviceModel model{.bits = 16};
  const auto x = device_input(row({1, 1, 1}), 0, model);
  const auto w = device_constant(Dense<double>{{3, 1}, {1, 1, 1}});
  const std::string text =
      "input x : float[1, 3]\ninput w : float[3, 1]\nlhs MatMul(x, w)\n"
      "rhs MatMul(x, w)";
  CHECK(run(text, {x, w}, model).overflows == 1);  // 3 * 32767^2 > 2^31
  DeviceModel wide = model;
  wide.quantisation.accumulator_bits = 64;
  CHECK(run(text, {x, w}, wide).overflows == 0);
  CHECK(run(text, {x, w}, wide).outputs.at(0).codes == Codes{32767});
}

TEST_CASE("one sum instead of two rounds once less", "[quantised]") {
  const auto result = on_device(
      "axes n..., p..., q...\ninput x : float[n..., p..., q...]\n"
      "lhs ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], "
      "keepdims=0)\n"
      "rhs ReduceSum(x, axes=[p..., q...], keepdims=0)");
  CHECK(result.cases == 40);
  CHECK(result.lhs_requantisations == 2);
  CHECK(result.rhs_requantisations == 1);
  CHECK(result.detail == "removes 1 requantisation");
  REQUIRE(result.code_bound);
  CHECK(result.worst_code_difference >= 1);
  CHECK(result.worst_code_difference <= *result.code_bound);
  CHECK(result.accumulator_overflows == 0);
}

TEST_CASE("moving codes changes none", "[quantised]") {
  const auto result = on_device(
      "axes n..., m...\ninput x : float[n..., m...]\n"
      "lhs Relu(Transpose(x, perm=[m..., n...]))\n"
      "rhs Transpose(Relu(x), perm=[m..., n...])");
  CHECK(result.lhs_requantisations == 0);
  CHECK(result.rhs_requantisations == 0);
  CHECK(result.worst_code_difference == 0);
  CHECK(result.code_bound == 0);
}

TEST_CASE("weights are folded when the graph is compiled", "[quantised]") {
  // w*s costs nothing when it runs; x*s does.
  const auto result = on_device(
      "sizes M, K, N\ninput x : float[M, K]\ninput w : float[K, N]\n"
      "lhs MatMul(x, w + w)\nrhs MatMul(x, w) + MatMul(x, w)");
  CHECK(result.lhs_requantisations == 1);
  CHECK(result.rhs_requantisations == 3);
  CHECK(result.detail == "adds 2 requantisations");
  CHECK(keeps_bound(result));
}

TEST_CASE("constants of a model are known to the compiler", "[quantised]") {
  const ir::Rule rule = rule_of(
      "rule t\naxes r...\ninput x : float32[r...]\nscalar c : float32\n"
      "lhs x*(c*c)\nrhs (x*c)*c");
  solver::Session session;
  const auto measured = [&](FuzzOptions options) {
    options.cases = 10;
    return quantised(rule, 8, options, session).lhs_requantisations;
  };
  const auto c =
      std::make_shared<const evaluate::Tensor>(Dense<float>{{}, {0.5F}});
  CHECK(measured({}) == 2);
  CHECK(measured({.constants = {{1, c}}}) == 1);
}

TEST_CASE("a false rule has a bound too", "[quantised]") {
  const auto result =
      on_device("axes r...\ninput x : float[r...]\nlhs x + x\nrhs x*x");
  CHECK(result.worst_code_difference > 1);
  CHECK(keeps_bound(result));
}

TEST_CASE("finer codes come closer", "[quantised]") {
  const std::string text =
      "axes r...\ninput x : float[r...]\nlhs Exp(x)*Exp(x)\nrhs Exp(2*x)";
  const auto coarse = on_device(text, 8), fine = on_device(text, 16);
  CHECK(coarse.bits == 8);
  CHECK(fine.bits == 16);
  REQUIRE(coarse.code_bound);
  REQUIRE(fine.code_bound);
  CHECK(keeps_bound(coarse));
  CHECK(keeps_bound(fine));
  CHECK(*fine.code_bound / 32767 < *coarse.code_bound / 127);
}

TEST_CASE("what is not quantised is said", "[quantised]") {
  const auto integers =
      on_device("axes r...\ninput x : int8[r...]\nlhs x + x\nrhs 2*x");
  CHECK(integers.cases == 0);
  CHECK(integers.reason == Reason::unsupported);
  CHECK(integers.detail == "nothing is of floating type");
  CHECK(on_device("scalar x : int8 scalar s : float\n"
                  "lhs DequantizeLinear(x, s)\nrhs DequantizeLinear(x, s)")
            .detail == "the rule quantises by itself");
}

TEST_CASE("a seed repeats a measurement", "[quantised]") {
  const std::string text =
      "axes r...\ninput x, y : float[r...]\nlhs x*x + y*x\nrhs (x + y)*x";
  const auto a = on_device(text, 8, 7), b = on_device(text, 8, 7);
  CHECK(a.worst_code_difference == b.worst_code_difference);
  CHECK(a.code_bound == b.code_bound);
  CHECK(a.cases == b.cases);
}

TEST_CASE("no shipped rule differs by more than its bound", "[quantised]") {
  solver::Session session;
  int measured = 0, bounded = 0;
  for (const ir::Rule& rule : ir::rules_in("rewrites")) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const int bits = seed == 2 ? 16 : 8;
      const auto result = quantised(
          rule, bits, {.cases = 6, .seed = seed, .largest_elements = 256},
          session);
      INFO(rule.name << " seed " << seed << " of " << result.cases << " cases "
                     << result.detail);
      CHECK(keeps_bound(result));
      if (result.cases == 0) continue;
      ++measured;
      if (result.code_bound) ++bounded;
    }
  }
  CHECK(measured > 900);
  CHECK(bounded > measured * 8 / 10);
}

}  // namespace rewright::properties
