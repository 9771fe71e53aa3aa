// SPDX-License-Identifier: Apache-2.0
//
// One comparison per world; see both_sides_agree.h and sides.h.
#include "properties/both_sides_agree.h"

#include <algorithm>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "properties/observe.h"
#include "properties/sides.h"

namespace rewright::properties {
namespace {

using Kind = Comparison::Kind;

Comparison result_of(std::optional<Mismatch> mismatch) {
  Comparison comparison;
  if (mismatch) comparison.kind = Kind::differ;
  comparison.mismatch = std::move(mismatch);
  return comparison;
}

Comparison discarded() {
  Comparison comparison;
  comparison.kind = Kind::discarded;
  return comparison;
}

std::optional<evaluate::Difference> differ_exactly(
    const evaluate::Tensor& lhs, const evaluate::Tensor& rhs) {
  return evaluate::differ(lhs, rhs);
}

/// Rationals, residues and machine integers.
Comparison compare_exactly(const ir::Rule& instance, const Tensors& inputs) {
  const Sides sides = evaluate_sides(instance, inputs);
  if (!sides.lhs || !sides.rhs) return compare_partial(instance, sides, inputs);
  return result_of(first_mismatch(*sides.lhs, *sides.rhs, differ_exactly));
}

Comparison compare_reals(const ir::Rule& instance, const Traits& traits,
                         const Tensors& rationals) {
  const Tensors reals = converted<base::Real, base::Rational>(rationals);
  const Sides sides = evaluate_sides(instance, reals);
  if (!sides.lhs || !sides.rhs) return compare_partial(instance, sides, reals);
  auto mismatch = first_mismatch(*sides.lhs, *sides.rhs, differ_as_numbers);
  if (mismatch && !is_beyond_rounding(instance, traits, reals, sides))
    return discarded();
  return result_of(std::move(mismatch));
}

/// The same rationals as small integers. Throws NotInWorld.
Tensors as_whole(const Tensors& rationals) {
  Tensors result;
  for (const auto& tensor : rationals) {
    if (!tensor.is<base::Rational>()) {
      result.push_back(tensor);
      continue;
    }
    evaluate::Dense<base::Whole> whole{tensor.shape(), {}};
    whole.data.reserve(tensor.as<base::Rational>().data.size());
    for (const auto& x : tensor.as<base::Rational>().data)
      whole.data.push_back(evaluate::Arithmetic<base::Whole>::from_rational(x));
    result.emplace_back(std::move(whole));
  }
  return result;
}

/// Whether small integers suffice to see that both sides are equal.
bool agree_as_whole(const ir::Rule& instance, const Tensors& rationals) {
  try {
    const Sides sides = evaluate_sides(instance, as_whole(rationals));
    return sides.lhs && sides.rhs &&
           !first_mismatch(*sides.lhs, *sides.rhs, differ_exactly);
  } catch (const evaluate::NotInWorld&) {
    return false;
  }
}

Comparison compare_in_exact_world(const ir::Rule& instance,
                                  const Traits& traits, const Tensors& inputs) {
  if (traits.has_functions) return compare_reals(instance, traits, inputs);
  if (agree_as_whole(instance, inputs)) return {};
  try {
    return compare_exactly(instance, inputs);
  } catch (const evaluate::NotInWorld&) {  // infinities
    return compare_reals(instance, traits, inputs);
  }
}

/// In a field of residues x/0 may be a coincidence.
Comparison compare_residues(const ir::Rule& instance, const Tensors& inputs) {
  const Sides sides = evaluate_sides(instance, inputs);
  if (!sides.lhs || !sides.rhs) return discarded();
  return result_of(first_mismatch(*sides.lhs, *sides.rhs, differ_exactly));
}

Tensors widened(const Tensors& tensors) {
  return converted<double, evaluate::BFloat16>(
      converted<double, evaluate::Half>(converted<double, float>(tensors)));
}

using evaluate::ErrorOverBound;

/// The outputs of a graph; nothing where they are not all known exactly.
std::optional<Tensors> exact_outputs(const ir::Rule& instance,
                                     const ir::Graph& graph,
                                     const Tensors& reals) {
  try {
    return evaluate::evaluate(instance, graph, reals);
  } catch (const evaluate::Undefined&) {
  } catch (const evaluate::Uncertain&) {
  }
  return {};
}

/// The errors of one side over their bounds.
ErrorOverBound errors_of(const Tensors& bounded, const Tensors& exact) {
  ErrorOverBound all;
  for (std::size_t o = 0; o < exact.size(); ++o) {
    if (!exact[o].is<base::Real>()) continue;
    const auto here = evaluate::error_over_bound(bounded[o], exact[o]);
    all.worst = std::max(all.worst, here.worst);
    all.elements += here.elements;
    all.unbounded += here.unbounded;
  }
  return all;
}

ErrorOverBound both(const ErrorOverBound& lhs, const ErrorOverBound& rhs) {
  return {std::max(lhs.worst, rhs.worst), lhs.elements + rhs.elements,
          lhs.unbounded + rhs.unbounded};
}

/// The errors of both sides. What is exact of lhs is so of rhs; only where that
/// seems wrong rhs is asked itself, for bounds speak of their own side.
ErrorOverBound errors_over_bounds(const ir::Rule& instance, const Sides& sides,
                                  const Tensors& reals) {
  const auto exact = exact_outputs(instance, instance.lhs, reals);
  if (!exact) return {};
  const ErrorOverBound lhs = errors_of(*sides.lhs, *exact);
  ErrorOverBound rhs = errors_of(*sides.rhs, *exact);
  if (rhs.worst > 1) {
    const auto own = exact_outputs(instance, instance.rhs, reals);
    rhs = own ? errors_of(*sides.rhs, *own) : ErrorOverBound();
  }
  return both(lhs, rhs);
}

/// The same by double precision, where that is enough to tell.
std::optional<ErrorOverBound> errors_seen_in_double(const ir::Rule& instance,
                                                    const Sides& sides,
                                                    const Tensors& floats) {
  const auto exact =
      exact_outputs(instance, instance.lhs, with_bounds(widened(floats)));
  if (!exact) return {};
  ErrorOverBound all;
  for (std::size_t o = 0; o < exact->size(); ++o) {
    if (!exact->at(o).is<evaluate::Bounded<double>>()) continue;
    for (const Tensors* side : {&*sides.lhs, &*sides.rhs}) {
      const auto here =
          evaluate::error_over_bound_in_double(side->at(o), exact->at(o));
      if (!here) return {};
      all = both(all, *here);
    }
  }
  return all;
}

bool has_doubles(const Tensors& tensors) {
  return std::any_of(tensors.begin(), tensors.end(),
                     [](const auto& t) { return t.template is<double>(); });
}

Comparison compare_rounded(const ir::Rule& instance, const Tensors& floats) {
  const Sides sides = evaluate_sides(instance, with_bounds(floats));
  if (!sides.lhs || !sides.rhs) return discarded();
  Comparison comparison = result_of(
      first_mismatch(*sides.lhs, *sides.rhs, evaluate::differ_beyond_bounds));
  const auto seen = has_doubles(floats)
                        ? std::nullopt
                        : errors_seen_in_double(instance, sides, floats);
  comparison.error_over_bound =
      seen ? *seen : errors_over_bounds(instance, sides, as_reals(floats));
  return comparison;
}

evidence::FloatEffect worst_effect(const Sides& sides, Values values,
                                   bool any_order) {
  auto worst = evidence::FloatEffect::bit_exact;
  for (std::size_t o = 0; o < sides.lhs->size(); ++o)
    worst = std::max(worst, observed_effect(sides.lhs->at(o), sides.rhs->at(o),
                                            values, any_order));
  return worst;
}

/// NaN or infinity on one side is rounding when float64 does not show it: the
/// smaller format overflowed.
Comparison observe_floats(const ir::Rule& instance, const Draw& draw,
                          const Traits& traits, const Tensors& inputs) {
  const Sides sides = evaluate_sides(instance, inputs);
  if (!sides.lhs || !sides.rhs) return discarded();
  Comparison comparison;
  using evidence::FloatEffect;
  const auto effect = [&](const Sides& of, bool any_order) {
    return worst_effect(of, draw.values, any_order);
  };
  comparison.observed = effect(sides, traits.has_reductions);
  comparison.observed_bits = effect(sides, false);
  if (comparison.observed_bits != FloatEffect::special) return comparison;
  const Sides wide = evaluate_sides(instance, widened(inputs));
  if (effect(wide, traits.has_reductions) == FloatEffect::special)
    return comparison;
  comparison.observed = std::min(comparison.observed, FloatEffect::rounding);
  comparison.observed_bits = FloatEffect::rounding;
  return comparison;
}

Comparison compare_large(const ir::Rule& instance, const Tensors& inputs) {
  const Sides sides = evaluate_sides(instance, inputs);
  if (!sides.lhs || !sides.rhs) return discarded();
  return result_of(exact_mismatch(instance, sides, inputs));
}

Comparison compare(const ir::Rule& instance, const Draw& draw,
                   const Traits& traits, const Tensors& inputs) {
  switch (draw.world) {
    case World::exact:
      return compare_in_exact_world(instance, traits, inputs);
    case World::residue:
      return compare_residues(instance, inputs);
    case World::rounding:
      return compare_rounded(instance, inputs);
    case World::large:
      return compare_large(instance, inputs);
    case World::machine:
      break;
  }
  return draw.only_observes() ? observe_floats(instance, draw, traits, inputs)
                              : compare_exactly(instance, inputs);
}

}  // namespace

Comparison both_sides_agree(const ir::Rule& instance, const Draw& draw,
                            const Traits& traits, const Tensors& inputs) {
  try {
    return compare(instance, draw, traits, inputs);
  } catch (const evaluate::NotInWorld&) {
    Comparison comparison;
    comparison.kind = Kind::not_in_world;
    return comparison;
  } catch (const evaluate::Uncertain&) {
    return discarded();
  }
}

}  // namespace rewright::properties
