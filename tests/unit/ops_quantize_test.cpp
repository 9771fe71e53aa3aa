// SPDX-License-Identifier: Apache-2.0
#include "catch.h"
#include "evaluate/arithmetic.h"
#include "ir/conversion.h"
#include "ir_rules.h"
#include "ops_call.h"

namespace rewright::ops {

namespace {

using evaluate::Dense;
using evaluate::Tensor;
using Codes = std::vector<std::int8_t>;

/// Runs the kernel on operands of several worlds; the result in world `E`.
template <class E>
Dense<E> run(const std::string& name, const std::vector<Tensor>& operands,
             int world, const ir::Attributes& attributes = {}) {
  std::vector<ir::Shape> shapes;
  std::vector<const Tensor*> pointers;
  for (const Tensor& x : operands) {
    shapes.push_back(ir::shape_of(x.shape()));
    pointers.push_back(&x);
  }
  const OperatorCall given(name, shapes, attributes);
  REQUIRE(given.defect() == "");
  ir::Call call = given.call();
  call.world = world;
  return given.op.kernel(call, pointers, given.infer().results)
      .at(0)
      .template as<E>();
}

constexpr int int8_world = static_cast<int>(ir::ElementType::int8);

Dense<float> floats(std::vector<float> x) {
  return {{static_cast<std::int64_t>(x.size())}, std::move(x)};
}

}  // namespace

TEST_CASE("QuantizeLinear rounds half to even, shifts and saturates",
          "[quantize]") {
  const auto x = floats({0, 1, 3, 5, -1, -3, 1000, -1000});
  const Dense<float> two{{}, {2}};
  CHECK(run<std::int8_t>("QuantizeLinear", {x, two}, int8_world).data ==
        Codes{0, 0, 2, 2, 0, -2, 127, -128});
  const Dense<std::int8_t> three{{}, {3}};
  CHECK(run<std::int8_t>("QuantizeLinear", {x, two, three}, int8_world).data ==
        Codes{3, 3, 5, 5, 3, 1, 127, -128});
}

TEST_CASE("Scales of channels run along their axis", "[quantize]") {
  const Dense<float> x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const Dense<float> scale{{2}, {1, 2}};
  const Dense<std::int8_t> zero{{2}, {0, 10}};
  const ir::Attributes rows = {{"axis", ir::Axes{{0}}}};
  CHECK(run<std::int8_t>("QuantizeLinear", {x, scale, zero}, int8_world, rows)
            .data == Codes{1, 2, 3, 12, 12, 13});
  const Dense<std::int8_t> codes{{2, 3}, {1, 2, 3, 12, 12, 13}};
  CHECK(run<float>("DequantizeLinear", {codes, scale, zero}, 1, rows).data ==
        std::vector<float>{1, 2, 3, 4, 4, 6});
}

TEST_CASE("The difference to the zero point does not wrap around",
          "[quantize]") {
  const Dense<std::int8_t> x{{2}, {127, -128}};
  const Dense<float> scale{{}, {0.5F}};
  const Dense<std::int8_t> zero{{}, {-100}};
  CHECK(run<float>("DequantizeLinear", {x, scale, zero}, 1).data ==
        std::vector<float>{113.5F, -14});
}

TEST_CASE("What scales and zero points must be", "[quantize]") {
  const auto rejection = [](std::vector<ir::Shape> shapes,
                            const ir::Attributes& attributes = {}) {
    return OperatorCall("QuantizeLinear", std::move(shapes), attributes)
        .rejection();
  };
  CHECK(rejection({{{2}, {3}}, {{2}, {3}}}) ==
        "the scale must be a scalar or have one axis, but has shape [2, 3]");
  CHECK(rejection({{{2}, {3}}, {{3}}, {}}) ==
        "scale and zero point have different ranks");
  CHECK(rejection({{{2}}, {{2}}}) == "the axis of the scale is out of range");
  CHECK(rejection({{{2}}, {{1}}}) == "");
  CHECK(OperatorCall("QuantizeLinear", {{{2}, {3}}, {{2}}}).defect() ==
        "have one scale, or one for each of 3 indices, not 2");
  CHECK(OperatorCall("DequantizeLinear", {{{2}, {3}}, {{3}}, {{2}}}).defect() ==
        "have as many zero points as scales, not 2");
}

TEST_CASE("A conversion names its type", "[quantize]") {
  const auto value_of = [](const std::string& text) {
    const ir::Rule rule = ir::rule_of(text);
    return ir::print(
        ir::meaning(rule, rule.lhs, rule.lhs.outputs.at(0), {}, rule.facts()),
        {"x", "s", "z"});
  };
  CHECK(value_of("rule t scalar x, s : float lhs QuantizeLinear(x, s, "
                 "type=int8) rhs QuantizeLinear(x, s, type=int8)") ==
        "to_integer(round(x/s), 8)");
  CHECK(value_of("rule t scalar x, s : float scalar z : int16 "
                 "lhs QuantizeLinear(x, s, z) rhs QuantizeLinear(x, s, z)") ==
        "to_integer(round(x/s) + to_real(z, 16), 16)");
  CHECK(value_of("rule t scalar x : T scalar s : float types T : int8, int16 "
                 "lhs DequantizeLinear(x, s) rhs DequantizeLinear(x, s)") ==
        "to_real(x, -1)*s");
}

TEST_CASE("Rules that convert are known", "[quantize]") {
  CHECK(ir::converts(ir::rule_of(
      "rule t scalar x : int8 scalar s : float lhs DequantizeLinear(x, s) "
      "rhs DequantizeLinear(x, s)")));
  CHECK_FALSE(
      ir::converts(ir::rule_of("rule t scalar x : float lhs x + x rhs 2*x")));
}

}  // namespace rewright::ops
