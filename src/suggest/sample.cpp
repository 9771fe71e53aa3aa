// SPDX-License-Identifier: Apache-2.0
#include "suggest/sample.h"

#include <utility>

#include "properties/cases.h"

namespace rewright::suggest {
namespace {

using properties::CaseSeed;
using properties::Draw;
using properties::World;
using Kind = properties::Comparison::Kind;

/// Small sizes make numbers meet, and conditions on all elements hold.
struct Profile {
  std::int64_t largest_size;
  std::int64_t largest_elements;
};
constexpr Profile profiles[] = {{6, 128}, {3, 64}, {2, 8}};
constexpr int shapes_per_profile = 160;
constexpr int draws_per_shape = 4;

/// Worlds whose numbers have an order, and whose differences refute.
bool is_wanted(const Draw& draw, bool exact) {
  if (exact) return draw.world == World::exact;
  return draw.world == World::machine && !draw.has_floating();
}

properties::Tensors flattened(properties::Tensors tensors) {
  for (evaluate::Tensor& tensor : tensors) {
    const std::int64_t size = tensor.size();
    std::visit([&](auto& dense) { dense.shape = {size}; }, tensor.storage);
  }
  return tensors;
}

class Drawing {
 public:
  Drawing(const ir::Rule& rule, std::uint64_t seed, Profile profile)
      : subject_(rule, options_of(profile)), seed_(seed) {}

  void run(std::vector<Sample>& into) {
    if (!subject_.has_draws()) return;
    for (int k = 0; k < shapes_per_profile; ++k) {
      const bool is_rare = k >= 60 && 20 * found_ < k;
      const std::uint64_t random = properties::subseed(seed_, k);
      try_shape(
          (random & ~CaseSeed::low_bits) | (is_rare ? CaseSeed::solver_bit : 0),
          into);
    }
  }

 private:
  static properties::FuzzOptions options_of(Profile profile) {
    properties::FuzzOptions options;
    options.largest_size = profile.largest_size;
    options.largest_elements = profile.largest_elements;
    return options;
  }

  void try_shape(std::uint64_t word, std::vector<Sample>& into) {
    const auto at = subject_.sizes_of({word});
    auto instance = at ? properties::instance_at(subject_, *at) : std::nullopt;
    if (!instance || properties::is_large(instance->rule)) return;
    ++found_;
    if (properties::shape_mismatch(*instance)) {
      into.push_back({*at, {}, false});
      return;
    }
    for (int k = 0; k < draws_per_shape; ++k)
      try_draw(word, *at, *instance, k % 2 == 0, into);
  }

  /// The next of the draws that are wanted, of either kind if need be.
  std::optional<std::uint64_t> next_draw(const ir::Rule& instance, bool exact) {
    for (const bool wanted : {exact, !exact})
      for (std::uint64_t k = 0; k <= CaseSeed::draw_bits; ++k) {
        const std::uint64_t draw = ++draws_ & CaseSeed::draw_bits;
        if (is_wanted(subject_.draw_of({draw}, instance), wanted)) return draw;
      }
    return std::nullopt;
  }

  void try_draw(std::uint64_t word, const ir::Assignment& at,
                ir::Instance& instance, bool exact, std::vector<Sample>& into) {
    const auto next = next_draw(instance.rule, exact);
    if (!next) return;
    const CaseSeed seed{word | *next};
    const Draw& draw = subject_.draw_of(seed, instance.rule);
    properties::set_types(instance.rule, draw);
    const std::uint64_t values = properties::subseed(word, draws_);
    auto trial =
        properties::run_trial(instance.rule, draw, subject_.traits(), values);
    const Kind kind = trial.comparison.kind;
    if (kind != Kind::agree && kind != Kind::differ) return;
    Sample sample{at, flattened(std::move(trial.inputs)), kind == Kind::agree};
    sample.at.types = draw.types;
    into.push_back(std::move(sample));
  }

  properties::Subject subject_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  int found_ = 0;
};

/// Two copies of a rule have different symbols, in the same order.
std::vector<index::Symbol> symbols_of(const ir::Rule& rule) {
  std::vector<index::Symbol> symbols = rule.integers;
  for (const ir::SizeDecl& size : rule.sizes) symbols.push_back(size.symbol);
  return symbols;
}

}  // namespace

std::vector<Sample> draw_samples(const ir::Rule& rule, std::uint64_t seed) {
  std::vector<Sample> samples;
  std::uint64_t part = 0;
  for (const Profile& profile : profiles)
    Drawing(rule, properties::subseed(seed, ++part), profile).run(samples);
  return samples;
}

Sample sample_of(const evidence::Counterexample& found, const ir::Rule& variant,
                 const ir::Rule& rule) {
  Sample sample;
  sample.at.ranks = found.assignment.ranks;
  const auto theirs = symbols_of(variant), ours = symbols_of(rule);
  for (std::size_t k = 0; k < ours.size(); ++k)
    sample.at.values[ours[k]->id] =
        found.assignment.values.at(theirs.at(k)->id);
  properties::Tensors inputs;
  for (const auto& [name, tensor] : found.inputs) inputs.push_back(tensor);
  if (inputs.size() == rule.inputs.size() && found.world != "shapes") {
    sample.inputs = flattened(std::move(inputs));
    sample.at.types = found.assignment.types;
  }
  return sample;
}

}  // namespace rewright::suggest
