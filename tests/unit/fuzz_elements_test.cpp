// SPDX-License-Identifier: Apache-2.0
//
// Element conditions, special values and what they show of float effects.
#include <cmath>

#include "catch.h"
#include "evaluate/arithmetic.h"
#include "properties/conditions.h"
#include "properties/observe.h"
#include "properties/trial.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {
namespace {

using evidence::FloatEffect;

TEST_CASE("a division cancels where the divisor is not zero", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule mul_div_cancel
  axes   r... : n
  input  x, y : float[r...]
  when   forall i...: y[i...] != 0
  lhs    (x * y) / y
  rhs    Identity(x))")));
}

TEST_CASE("a division does not cancel where the divisor may be zero",
          "[fuzz]") {
  const auto result = fuzzed(R"(rule mul_div_cancel
  axes   r... : n
  input  x, y : float[r...]
  lhs    (x * y) / y
  rhs    Identity(x))");
  REQUIRE(is_refuted(result));
  CHECK(inputs_of(result) == "x = [] of rational: 0; y = [] of rational: 0");
}

TEST_CASE("a nonnegative scale passes a relu", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule scale_through_relu
  sizes  N
  input  x : float[N]   scalar s : float
  when   s >= 0
  lhs    Relu(x * s)
  rhs    Relu(x) * s)")));
}

TEST_CASE("an order of the elements and an equation between them are met",
          "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule sorted
  sizes  N
  input  x, y : float[N]
  when   forall i: x[i] <= y[i]
  lhs    Max(x, y)
  rhs    Identity(y))")));
  CHECK(agrees(fuzzed(R"(rule same
  sizes  N
  input  x, y : T[N]
  when   forall i: x[i] == y[i]
  lhs    Identity(x)
  rhs    Identity(y))")));
}

TEST_CASE("a condition that no element meets leaves no case", "[fuzz]") {
  const auto result = fuzzed(R"(rule never
  input  x : float[]
  when   x < x
  lhs    Identity(x)
  rhs    x + 1)");
  CHECK_FALSE(result.agreed);
  CHECK(result.cases == 0);
  CHECK(result.reason == evidence::Reason::rare_precondition);
}

TEST_CASE("moving data is seen to be exact in every bit", "[fuzz]") {
  CHECK(fuzzed(R"(rule twice_reversed
  sizes  N
  input  x : float[N]
  lhs    Reverse(Reverse(x, axes=[0]), axes=[0])
  rhs    Identity(x))")
            .observed == FloatEffect::bit_exact);
}

TEST_CASE("adding zero is seen to lose the sign of zero", "[fuzz]") {
  CHECK(fuzzed(R"(rule add_zero
  sizes  N
  input  x : float[N]
  lhs    x + 0
  rhs    Identity(x))")
            .observed == FloatEffect::sign_of_zero);
}

TEST_CASE("another order of additions is seen to round", "[fuzz]") {
  CHECK(fuzzed(R"(rule add_associate
  sizes  N
  input  x, y, z : float[N]
  lhs    (x + y) + z
  rhs    x + (y + z))")
            .observed == FloatEffect::rounding);
}

TEST_CASE("x*0 is seen to lose NaN and infinity", "[fuzz]") {
  CHECK(fuzzed(R"(rule mul_zero
  sizes  N
  input  x : float[N]
  lhs    x * 0
  rhs    Const(0, shape=[N]))")
            .observed == FloatEffect::special);
}

evaluate::Tensor floats(std::vector<float> data) {
  const auto size = static_cast<std::int64_t>(data.size());
  return evaluate::Dense<float>{{size}, std::move(data)};
}

TEST_CASE("differences of floats are told apart", "[fuzz]") {
  const auto effect = [](float a, float b, Values values, bool any_order) {
    return observed_effect(floats({1, a}), floats({1, b}), values, any_order);
  };
  CHECK(effect(NAN, -NAN, Values::special, false) == FloatEffect::bit_exact);
  CHECK(effect(0, -0.0f, Values::special, false) == FloatEffect::sign_of_zero);
  CHECK(effect(INFINITY, 1, Values::special, false) == FloatEffect::special);
  CHECK(effect(INFINITY, NAN, Values::special, true) == FloatEffect::special);
  CHECK(effect(INFINITY, 1, Values::extreme, false) == FloatEffect::rounding);
  CHECK(effect(INFINITY, 1, Values::extreme, true) == FloatEffect::bit_exact);
  CHECK(effect(1, 2, Values::wide, false) == FloatEffect::rounding);
  CHECK(effect(1, 2, Values::wide, true) == FloatEffect::bit_exact);
}

TEST_CASE("every kind of values is drawn", "[fuzz]") {
  const auto rule = rule_of(R"(rule floats
  input  x : float32[4096]
  lhs    Identity(x)
  rhs    Identity(x))");
  const auto drawn = [&](World world, Values values) {
    const Draw draw{{ir::ElementType::float32}, world, values};
    Palette palette;
    palette.values = values;
    Stream stream(7);
    return draw_tensor(rule, 0, draw, palette, stream).as<float>().data;
  };
  int nans = 0, infinities = 0, negative_zeros = 0, subnormals = 0;
  for (const float x : drawn(World::machine, Values::special)) {
    nans += std::isnan(x);
    infinities += std::isinf(x);
    negative_zeros += x == 0 && std::signbit(x);
  }
  for (const float x : drawn(World::machine, Values::extreme))
    subnormals += std::fpclassify(x) == FP_SUBNORMAL;
  CHECK(nans > 50);
  CHECK(infinities > 50);
  CHECK(negative_zeros > 50);
  CHECK(subnormals > 50);
  for (const float x : drawn(World::machine, Values::small)) {
    CHECK(x == std::trunc(x));
    CHECK(std::fabs(x) <= 4);
  }
}

TEST_CASE("a draw of a rule for all types exists for each type", "[fuzz]") {
  const auto rule = rule_of(R"(rule all_types
  sizes  N
  input  x : T[N]
  lhs    Identity(x)
  rhs    Identity(x))");
  ir::TypeSet seen = 0;
  for (const auto& draw : draws_of(rule)) seen |= ir::set_of(draw.types.at(0));
  CHECK(seen == ir::all_types);
}

FuzzOptions with_second_input(evaluate::Tensor value) {
  FuzzOptions options;
  options.constants[1] =
      std::make_shared<const evaluate::Tensor>(std::move(value));
  return options;
}

const char* const times_constant = R"(rule times_constant
  input  x, c : float32[2]
  lhs    x * c
  rhs    x + x)";

TEST_CASE("an input with one value is never drawn", "[fuzz]") {
  CHECK(agrees(fuzzed(times_constant, with_second_input(floats({2, 2})))));
}

TEST_CASE("a counterexample keeps the inputs with one value", "[fuzz]") {
  const auto result =
      fuzzed(times_constant, with_second_input(floats({2, 2.5f})));
  REQUIRE(is_refuted(result));
  CHECK(inputs_of(result) ==
        "x = [2] of rational: 0 1; c = [2] of rational: 2 5/2");
}

TEST_CASE("a constant that is no number leaves the exact worlds out",
          "[fuzz]") {
  const auto result = fuzzed(R"(rule nan_constant
  input  x, c : float32[2]
  lhs    x * c
  rhs    c * x)",
                             with_second_input(floats({NAN, 1})));
  CHECK(agrees(result));
}

TEST_CASE("constants are read exactly or not at all", "[fuzz]") {
  const auto fraction = floats({0.1f});
  using ir::ElementType;
  CHECK(as_drawn(fraction, ElementType::float32, Storage::rational)
            .element_text(0) == "13421773/134217728");
  CHECK(as_drawn(fraction, ElementType::float32, Storage::float64)
            .as<double>()
            .data[0] == 0.1f);
  const evaluate::Tensor wide = evaluate::Dense<double>{{1}, {0.1}};
  CHECK_THROWS_AS(as_drawn(wide, ElementType::float64, Storage::float32),
                  evaluate::NotInWorld);
  CHECK_THROWS_AS(as_drawn(fraction, ElementType::int8, Storage::machine),
                  evaluate::NotInWorld);
}

TEST_CASE("large fixed shapes are tried in float64, with second opinions",
          "[fuzz]") {
  FuzzOptions options;
  options.cases = 4;
  CHECK(agrees(fuzzed(R"(rule large_sums
  input  x : float32[400, 500]
  lhs    ReduceMean(ReduceMean(x, axes=[1], keepdims=0), axes=[0], keepdims=0)
  rhs    ReduceMean(x, keepdims=0))",
                      options)));
  const auto result = fuzzed(R"(rule large_and_wrong
  input  x : float32[400, 500]
  lhs    ReduceMean(x, keepdims=0)
  rhs    ReduceMean(Slice(x, [1], [400], axes=[0]), keepdims=0))",
                             options);
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->world == "real");
}

}  // namespace
}  // namespace rewright::properties
