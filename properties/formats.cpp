// SPDX-License-Identifier: Apache-2.0
#include "properties/formats.h"

#include <algorithm>

#include "ir/opaque.h"
#include "properties/quantised.h"

namespace rewright::properties {

std::optional<ir::Rule> in_format(const ir::Rule& rule,
                                  ir::ElementType format) {
  ir::Rule restricted = rule;
  const ir::ElementClass kind = ir::class_of(format);
  bool has_kind = false;
  // A model's types are what it was exported in: any format may be meant.
  const bool is_model = rule.canonical_text.empty();
  for (ir::TypeSet& set : restricted.type_classes) {
    if (ir::restrict_to(set, kind) == 0) continue;
    has_kind = true;
    if (!is_model && (set & ir::set_of(format)) == 0) return {};
    set = ir::set_of(format);
  }
  if (!has_kind) return {};
  return restricted;
}

evidence::SpecialEffects special_effects(const ir::Rule& rule,
                                         const FuzzOptions& options,
                                         solver::Session& session) {
  evidence::SpecialEffects effects;
  const auto with = [&](Values values) {
    FuzzOptions only = options;
    only.values = values;
    only.most_work = options.most_work / 10;
    const auto result = fuzz(rule, only, session);
    effects.cases += result.cases;
    return result.observed;
  };
  effects.nan = with(Values::nan);
  effects.infinity = with(Values::infinite);
  effects.negative_zero = with(Values::negative_zero);
  effects.subnormal = with(Values::subnormal);
  return effects;
}

namespace {

/// Random cases, and special values in formats that have them.
void try_itself(const ir::Rule& rule, const FuzzOptions& options,
                solver::Session& session, evidence::FormatResult& result) {
  result.fuzz = fuzz(rule, options, session);
  if (ir::class_of(result.format) != ir::ElementClass::floating) return;
  FuzzOptions fewer = options;
  fewer.cases = std::max<std::int64_t>(options.cases / 4, 1);
  const auto special = special_effects(rule, fewer, session);
  if (special.cases == 0) return;
  result.special = special;
  const auto worst = std::max({special.nan, special.infinity,
                               special.negative_zero, special.subnormal});
  result.fuzz.observed = std::max(result.fuzz.observed, worst);
  result.fuzz.observed_bits = std::max(result.fuzz.observed_bits, worst);
}

/// The width of codes; 0 when the device has none in this format.
int code_bits(ir::ElementType format, const solver::Quantisation& device) {
  const int bits = format == ir::ElementType::int8    ? 8
                   : format == ir::ElementType::int16 ? 16
                                                      : 0;
  const auto& known = device.code_bits;
  return std::find(known.begin(), known.end(), bits) == known.end() ? 0 : bits;
}

}  // namespace

evidence::FormatResult try_format(const ir::Rule& rule, ir::ElementType format,
                                  const FuzzOptions& options,
                                  solver::Session& session,
                                  const solver::Quantisation& device) {
  evidence::FormatResult result;
  result.format = format;
  result.inapplicable = ir::why_opaque(rule);
  if (!result.inapplicable.empty()) return result;
  if (const auto restricted = in_format(rule, format))
    try_itself(*restricted, options, session, result);
  else
    result.inapplicable =
        "the rule has no tensors of " + std::string(ir::name(format));
  if (const int bits = code_bits(format, device)) {
    FuzzOptions fewer = options;
    fewer.cases = std::max<std::int64_t>(options.cases / 4, 1);
    auto codes = quantised(rule, bits, fewer, session, device);
    if (codes.reason != evidence::Reason::unsupported)
      result.quantised = std::move(codes);
  }
  return result;
}

}  // namespace rewright::properties
