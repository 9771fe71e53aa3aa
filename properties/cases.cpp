// SPDX-License-Identifier: Apache-2.0
//
// From seeds to cases and failures.
#include "properties/cases.h"

#include <algorithm>

#include "properties/crop.h"

namespace rewright::properties {
namespace {

constexpr std::int64_t large_tensor = 100'000;
constexpr double large_work = 5e6;
/// Too large for residues too.
constexpr std::int64_t huge_tensor = 2'000'000;
constexpr double huge_work = 1e8;
/// A 256-bit exp takes as long as thousands of additions.
constexpr std::int64_t largest_with_functions = 256;

Traits traits_with(const ir::Rule& rule, const FuzzOptions& options) {
  Traits traits = traits_of(rule);
  traits.fixed = options.constants;
  return traits;
}

FuzzOptions adapted(FuzzOptions options, const Traits& traits) {
  if (traits.has_functions)
    options.largest_elements =
        std::min(options.largest_elements, largest_with_functions);
  return options;
}

bool is_huge(const ir::Rule& instance) {
  return largest_tensor(instance) >= huge_tensor ||
         work_of(instance) >= huge_work;
}

}  // namespace

bool is_large(const ir::Rule& instance) {
  return largest_tensor(instance) >= large_tensor ||
         work_of(instance) >= large_work;
}

Subject::Subject(const ir::Rule& rule, const FuzzOptions& options)
    : rule_(rule),
      traits_(traits_with(rule, options)),
      sizes_(rule, adapted(options, traits_)),
      draws_(options.values ? draws_of(rule, *options.values) : draws_of(rule)),
      large_draws_(options.values ? draws_ : large_draws_of(rule, true)),
      huge_draws_(options.values ? draws_ : large_draws_of(rule, false)) {}

std::optional<ir::Assignment> Subject::sizes_of(CaseSeed seed) {
  return seed.from_solver() ? sizes_.draw_model(seed.shape())
                            : sizes_.draw(seed.shape());
}

const Draw& Subject::draw_of(CaseSeed seed, const ir::Rule& instance) const {
  const auto& draws = !is_large(instance)  ? draws_
                      : !is_huge(instance) ? large_draws_
                                           : huge_draws_;
  return draws[seed.draw() % draws.size()];
}

std::optional<ir::Instance> instance_at(const Subject& subject,
                                        const ir::Assignment& at) {
  ir::Assignment typed = at;
  typed.types.clear();
  for (const auto set : subject.rule().type_classes)
    typed.types.push_back(ir::members(set).at(0));
  ir::Instance instance = ir::instantiate(subject.rule(), typed);
  if (!instance.when_holds || !instance.lhs_well_formed) return {};
  return instance;
}

std::optional<Failure> find_failure(const Subject& subject,
                                    const ir::Assignment& at, const Draw& draw,
                                    std::uint64_t seed, int trials) {
  auto instance = instance_at(subject, at);
  if (!instance) return {};
  set_types(instance->rule, draw);
  if (auto mismatch = shape_mismatch(*instance))
    return Failure{at, draw, {}, std::move(*mismatch)};
  for (int k = 0; k < trials; ++k) {
    auto trial = run_trial(instance->rule, draw, subject.traits(),
                           k == 0 ? seed : subseed(seed, k));
    if (trial.comparison.mismatch)
      return Failure{at, draw, std::move(trial.inputs),
                     std::move(*trial.comparison.mismatch)};
  }
  return {};
}

std::optional<Failure> same_failure(const Subject& subject,
                                    const ir::Assignment& at,
                                    const Failure& failure) {
  auto instance = instance_at(subject, at);
  if (!instance || shape_mismatch(*instance)) return {};
  if (failure.inputs.size() != instance->rule.inputs.size()) return {};
  set_types(instance->rule, failure.draw);
  for (const bool last : {false, true}) {
    Tensors inputs = cropped(instance->rule, failure.inputs, last);
    auto comparison =
        try_inputs(instance->rule, failure.draw, subject.traits(), inputs);
    if (comparison && comparison->mismatch)
      return Failure{at, failure.draw, std::move(inputs),
                     std::move(*comparison->mismatch)};
  }
  return {};
}

}  // namespace rewright::properties
