// SPDX-License-Identifier: Apache-2.0
//
// No computed element of any shipped rule is further from its exact value than
// its formula says.
#include <algorithm>
#include <cmath>

#include "catch.h"
#include "evaluate/compare.h"
#include "properties/cases.h"
#include "properties/conditions.h"
#include "rounding/own_magnitude.h"
#include "rounding_rules.h"

namespace rewright::rounding {

namespace {

constexpr int cases = 12;
/// What shipped rules do not have; the sides need not be equal.
const char* const further_rules[] = {
    R"(rule constants
  sizes  N
  input  x : float[N]
  lhs    x * 0.1 + 257 * x - 3.5
  rhs    x / 0.3 + 4097 - x / 4
)",
    R"(rule sizes_as_numbers
  sizes  N, M
  input  x : float[N, M]
  lhs    x * Const(N, shape=[1]) / Const(M, shape=[1])
  rhs    ReduceSum(x, axes=[1], keepdims=1) / (N*M)
)",
    R"(rule scaled_gemm
  sizes  M, K, N
  input  a : float[M, K]
  input  b : float[K, N]
  input  c : float[N]
  lhs    Gemm(a, b, c, alpha=0.1, beta=-3)
  rhs    Gemm(a, b, c, alpha=-2, beta=0.5)
)",
    R"(rule divisors
  sizes  N
  input  x, y, z : float[N]
  when   forall i: y[i] != 0 and z[i] != 0
  lhs    (x + y) / (y * z) - x / (Max(Abs(y), Abs(z)) / 3)
  rhs    ReduceProd(x, axes=[0], keepdims=1) / Abs(-y) / Where(Less(x, y), y, z)
)",
    R"(rule choices
  sizes  N
  input  x, y, z : float[N]
  lhs    Min(x * y, z - x) * Clip(x + z, -0.7, 1.3) - Relu(y - 2 * z)
  rhs    Where(Less(x, y), x * y * z, Max(x + y, z)) * ReduceMin(x - y, axes=[0], keepdims=1)
)",
    R"(rule infinities
  sizes  N
  input  x : float[N]
  lhs    Max(x * x, -inf) + ReduceMax(Pad(x * 3, -inf, low=[0: 1]), axes=[0], keepdims=1)
  rhs    Min(x + x * x, inf)
)",
    R"(rule empty_sums
  sizes  N >= 0, M
  input  x : float[M, N]
  input  y : float[M]
  lhs    ReduceSum(x, axes=[1], keepdims=0) * y + ReduceProd(x * x, axes=[1], keepdims=0)
  rhs    ReduceProd(ReduceSum(x * 3, axes=[1], keepdims=0) + y, axes=[0], keepdims=1)
)",
};

constexpr ir::ElementType formats[] = {
    ir::ElementType::float64, ir::ElementType::float32,
    ir::ElementType::float16, ir::ElementType::bfloat16};

struct Tried {
  double worst = 0;  // error over bound
  int compared = 0;  // outputs of a side
};

/// Every class that may be of the format is.
std::vector<ir::ElementType> types_of(const ir::Rule& rule,
                                      ir::ElementType format) {
  std::vector<ir::ElementType> types;
  for (const ir::TypeSet set : rule.type_classes)
    types.push_back((set & ir::set_of(format)) != 0 ? format
                                                    : ir::members(set).at(0));
  return types;
}

bool has_format(const ir::Rule& rule, ir::ElementType format) {
  return std::any_of(
      rule.type_classes.begin(), rule.type_classes.end(),
      [&](ir::TypeSet set) { return (set & ir::set_of(format)) != 0; });
}

std::optional<Tensors> draw(const ir::Rule& instance,
                            const std::vector<ir::ElementType>& types,
                            std::uint64_t seed) {
  properties::Stream stream(seed);
  const properties::Draw draw{types, properties::World::machine,
                              properties::Values::wide};
  const properties::Palette palette{.values = properties::Values::wide,
                                    .moderate = true};
  Tensors inputs;
  for (std::size_t k = 0; k < instance.inputs.size(); ++k)
    inputs.push_back(
        properties::draw_tensor(instance, k, draw, palette, stream));
  if (!properties::meet_conditions(instance, palette, {}, stream, inputs) ||
      !properties::conditions_hold(instance, as_reals(inputs)))
    return {};
  return inputs;
}

Tensors absolutes(Tensors tensors) {
  for (Tensor& tensor : tensors)
    if (tensor.is<base::Real>())
      for (base::Real& x : tensor.as<base::Real>().data) x = fabs(x);
  return tensors;
}

/// But for the rounding of Reals.
void check_equal(const Tensors& a, const Tensors& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    CHECK(!evaluate::differ(a[k], b.at(k), {0x1p-200, 0x1p-200}));
}

void compare(const ir::Rule& rule, const ir::Graph& graph,
             const ir::Rule& instance, const ir::Graph& concrete,
             const ir::Assignment& at, ir::ElementType format,
             const Tensors& inputs, Tried& tried) {
  const Tensors reals = as_reals(inputs);
  evaluate::Carriers exact = evaluate::carriers_of(instance, reals);
  exact.floating = evaluate::real_world;
  const Tensors computed = evaluate::evaluate(instance, concrete, inputs);
  const Tensors numbers = evaluate::evaluate(instance, concrete, reals, exact);
  const Tensors magnitudes = evaluate_absolute(instance, concrete, reals);
  if (is_own_magnitude(rule, graph))
    check_equal(magnitudes, evaluate::evaluate(instance, concrete,
                                               absolutes(reals), exact));
  for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
    if (!numbers[o].is<base::Real>()) continue;
    const auto bound = factor(bound_of(rule, graph, o, format), rule, at);
    if (!bound) continue;
    const double ratio =
        worst_ratio(computed[o], numbers[o], *bound, magnitudes[o]);
    INFO(rule.name << " in " << ir::name(format) << ", " << describe(rule, at));
    CHECK(ratio <= 1);
    tried.worst = std::max(tried.worst, ratio);
    ++tried.compared;
  }
}

void try_case(const ir::Rule& rule, ir::Assignment at, ir::ElementType format,
              std::uint64_t seed, Tried& tried) {
  at.types = types_of(rule, format);
  const ir::Instance instance = ir::instantiate(rule, at);
  if (!instance.when_holds || !instance.lhs_well_formed ||
      !instance.rhs_well_formed)
    return;
  try {
    const auto inputs = draw(instance.rule, at.types, seed);
    if (!inputs) return;
    compare(rule, rule.lhs, instance.rule, instance.rule.lhs, at, format,
            *inputs, tried);
    compare(rule, rule.rhs, instance.rule, instance.rule.rhs, at, format,
            *inputs, tried);
  } catch (const evaluate::Undefined&) {
  } catch (const evaluate::Uncertain&) {
  } catch (const evaluate::NotInWorld&) {
  }
}

Tried try_rule(const ir::Rule& rule, std::uint64_t seed) {
  properties::FuzzOptions options;
  options.largest_size = 4;
  options.largest_elements = 128;
  properties::Subject subject(rule, options);
  Tried tried;
  for (std::uint64_t k = 0; k < cases; ++k) {
    const auto at = subject.sizes().draw(properties::subseed(seed, k));
    if (!at) continue;
    for (const ir::ElementType format : formats)
      if (has_format(rule, format))
        try_case(rule, *at, format, properties::subseed(seed, 1000 + k), tried);
  }
  return tried;
}

bool has_formula(const ir::Rule& rule) {
  for (const Statement& statement : statements(rule))
    if (!statement.bounds.has_formula()) return false;
  return true;
}

bool has_floating(const ir::Rule& rule) {
  return std::any_of(
      rule.type_classes.begin(), rule.type_classes.end(),
      [](ir::TypeSet set) { return (set & ir::floating_types) != 0; });
}

bool has_functions(const ir::Rule& rule) {
  const auto is_function = [](const ir::Node& node) {
    return node.op->rounding == ir::Rounding::elementary;
  };
  return std::ranges::any_of(rule.lhs.nodes, is_function) ||
         std::ranges::any_of(rule.rhs.nodes, is_function);
}

struct Tally {
  int floating = 0, with_formula = 0, tried = 0;
  double worst = 0;

  void add(const ir::Rule& rule, std::uint64_t seed) {
    if (!has_floating(rule)) return;
    // Functions round as their libraries do, of which no formula tells.
    if (!has_functions(rule)) ++floating;
    if (!has_formula(rule)) return;
    ++with_formula;
    const Tried result = try_rule(rule, seed);
    tried += result.compared > 0;
    worst = std::max(worst, result.worst);
  }
};

}  // namespace

TEST_CASE("no shipped rule errs by more than its formula", "[rounding]") {
  Tally tally;
  std::uint64_t seed = 0;
  for (const ir::Rule& rule : rules_in("rewrites")) tally.add(rule, ++seed);
  CAPTURE(tally.floating, tally.with_formula, tally.tried, tally.worst);
  CHECK(tally.with_formula * 20 >= tally.floating * 19);
  CHECK(tally.tried * 20 >= tally.with_formula * 19);
  CHECK(tally.worst > 0.5);  // the formulas do not hold by being large
}

TEST_CASE("no side of a test case errs by more than its formula",
          "[rounding]") {
  const auto* const folder =
      GENERATE("tests/cases/proved", "tests/cases/refuted");
  Tally tally;
  std::uint64_t seed = 5000;
  for (const ir::Rule& rule : rules_in(folder)) tally.add(rule, ++seed);
  CAPTURE(tally.floating, tally.with_formula, tally.tried, tally.worst);
  CHECK(tally.tried * 10 >= tally.floating * 8);
}

TEST_CASE(
    "constants, divisors, choices and empty sums err by no more than "
    "their formulas",
    "[rounding]") {
  for (const char* const text : further_rules) {
    const ir::Rule rule = ir::rule_of(text);
    INFO(rule.name);
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) tally.add(rule, seed);
    CHECK(tally.tried == 12);
    CHECK(tally.worst > 0.1);
  }
}

}  // namespace rewright::rounding
