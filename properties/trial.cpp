// SPDX-License-Identifier: Apache-2.0
//
// Chooses a palette, draws, repairs element conditions, compares.
#include "properties/trial.h"

#include "evaluate/arithmetic.h"
#include "properties/conditions.h"
#include "properties/elementwise.h"

namespace rewright::properties {
namespace {

/// From here on float64 takes too much memory.
constexpr std::int64_t largest_in_float64 = 4'000'000;

Storage storage_of(World world, const ir::Rule& instance) {
  switch (world) {
    case World::exact:
      return Storage::rational;
    case World::residue:
      return Storage::residue;
    case World::large:
      return largest_tensor(instance) > largest_in_float64 ? Storage::float32
                                                           : Storage::float64;
    case World::rounding:
    case World::machine:
      break;
  }
  return Storage::machine;
}

Palette draw_palette(const ir::Rule& instance, const Draw& draw,
                     const Traits& traits, Stream& stream) {
  static const std::vector<int> rarities = {1, 2, 4, 16};
  Palette palette;
  palette.storage = storage_of(draw.world, instance);
  palette.values = draw.values;
  palette.moderate = traits.has_functions;
  palette.unit = draw.world == World::large;
  palette.positive = stream.chance(traits.is_partial ? 2 : 1, 4);
  palette.rarity = stream.pick(rarities);
  return palette;
}

/// The rounding world compares numbers, so its conditions are about numbers.
bool conditions_are_exact(const ir::Rule& instance, const Draw& draw,
                          const Tensors& inputs) {
  return draw.world != World::rounding || instance.element_when.empty() ||
         conditions_hold(instance, as_reals(inputs));
}

Comparison of_kind(Comparison::Kind kind) {
  Comparison comparison;
  comparison.kind = kind;
  return comparison;
}

/// A truth value or an interval has no world of its own to name.
void name_world(Comparison& comparison, const Tensors& inputs) {
  if (!comparison.mismatch) return;
  auto& world = comparison.mismatch->world;
  for (const auto& tensor : inputs)
    if (world == "bool") world = tensor.element_name();
  constexpr std::string_view prefix = "bounded ";
  if (world.rfind(prefix, 0) == 0) world.erase(0, prefix.size());
}

Comparison compare(const ir::Rule& instance, const Draw& draw,
                   const Traits& traits, const Tensors& inputs) {
  Comparison comparison = both_sides_agree(instance, draw, traits, inputs);
  name_world(comparison, inputs);
  return comparison;
}

/// Draws inputs that meet the element conditions.
bool draw_inputs(const ir::Rule& instance, const Draw& draw,
                 const Traits& traits, std::uint64_t seed, Tensors& inputs) {
  Stream stream(seed);
  const Palette palette = draw_palette(instance, draw, traits, stream);
  inputs = draw_tensors(instance, draw, palette, traits.fixed, stream);
  return meet_conditions(instance, palette, traits.fixed, stream, inputs) &&
         conditions_are_exact(instance, draw, inputs);
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return "shape " + ir::print(ir::shape_of(shape));
}

}  // namespace

void set_types(ir::Rule& instance, const Draw& draw) {
  instance.type_classes.clear();
  for (const auto type : draw.types)
    instance.type_classes.push_back(ir::set_of(type));
}

Trial run_trial(const ir::Rule& instance, const Draw& draw,
                const Traits& traits, std::uint64_t seed) {
  Trial trial;
  try {
    trial.comparison = draw_inputs(instance, draw, traits, seed, trial.inputs)
                           ? compare(instance, draw, traits, trial.inputs)
                           : of_kind(Comparison::Kind::discarded);
  } catch (const evaluate::NotInWorld&) {  // a condition, say order
    trial.comparison = of_kind(Comparison::Kind::not_in_world);
  }
  return trial;
}

std::optional<Comparison> try_inputs(const ir::Rule& instance, const Draw& draw,
                                     const Traits& traits,
                                     const Tensors& inputs) {
  if (!conditions_hold(instance, inputs) ||
      !conditions_are_exact(instance, draw, inputs))
    return {};
  return compare(instance, draw, traits, inputs);
}

std::optional<Mismatch> shape_mismatch(const ir::Instance& instance) {
  const auto& rule = instance.rule;
  if (!instance.rhs_well_formed) {
    std::string why = instance.defect;
    if (why.rfind("rhs: ", 0) == 0) why = why.substr(5);
    const auto lhs = shape_text(output_shape(rule, rule.lhs, 0));
    return Mismatch{"shapes", 0, {}, lhs, "ill formed: " + why};
  }
  for (std::size_t o = 0; o < rule.lhs.outputs.size(); ++o) {
    const auto lhs_type = output_type(rule, rule.lhs, o);
    const auto rhs_type = output_type(rule, rule.rhs, o);
    if (lhs_type != rhs_type)
      return Mismatch{"types",
                      static_cast<int>(o),
                      {},
                      "type " + std::string(ir::name(lhs_type)),
                      "type " + std::string(ir::name(rhs_type))};
    const auto lhs = output_shape(rule, rule.lhs, o);
    const auto rhs = output_shape(rule, rule.rhs, o);
    if (lhs != rhs)
      return Mismatch{
          "shapes", static_cast<int>(o), {}, shape_text(lhs), shape_text(rhs)};
  }
  return {};
}

}  // namespace rewright::properties
