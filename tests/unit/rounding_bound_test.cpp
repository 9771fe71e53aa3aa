// SPDX-License-Identifier: Apache-2.0
//
// No computed element of any shipped rule is further from its exact value than
// its formula says.
#include <cmath>

#include "catch.h"
#include "properties/cases.h"
#include "properties/conditions.h"
#include "rounding_rules.h"

namespace rewright::rounding {

namespace {

constexpr int cases = 12;
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
    if (!statement.bounds.lhs.count.roundings ||
        !statement.bounds.rhs.count.roundings)
      return false;
  return true;
}

bool has_floating(const ir::Rule& rule) {
  return std::any_of(
      rule.type_classes.begin(), rule.type_classes.end(),
      [](ir::TypeSet set) { return (set & ir::floating_types) != 0; });
}

}  // namespace

TEST_CASE("no shipped rule errs by more than its formula", "[rounding]") {
  int floating = 0, with_formula = 0, tried_rules = 0;
  double worst = 0;
  std::uint64_t seed = 0;
  for (const ir::Rule& rule : rules_in("rewrites")) {
    ++seed;
    if (!has_floating(rule)) continue;
    ++floating;
    if (!has_formula(rule)) continue;
    ++with_formula;
    const Tried tried = try_rule(rule, seed);
    tried_rules += tried.compared > 0;
    worst = std::max(worst, tried.worst);
  }
  WARN(with_formula << " of " << floating << " floating rules have a formula, "
                    << tried_rules << " were tried, worst error over bound "
                    << worst);
  CHECK(with_formula * 20 >= floating * 19);
  CHECK(tried_rules * 20 >= with_formula * 19);
  CHECK(worst > 0.5);  // the formulas do not only hold by being large
}

}  // namespace rewright::rounding
