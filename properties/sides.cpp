// SPDX-License-Identifier: Apache-2.0
//
// Evaluation of both sides and the second opinions on their differences.
#include "properties/sides.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "evaluate/arithmetic.h"
#include "evaluate/exact.h"
#include "evaluate/graph.h"
#include "properties/elementwise.h"

namespace rewright::properties {
namespace {

using evaluate::Tensor;

constexpr std::int64_t most_partial_elements = 4096;
constexpr std::int64_t most_elements_both_undefined = 64;
constexpr std::size_t most_second_opinions = 8;
constexpr double real_tolerance = 0x1p-180;
constexpr double plain_rounding = 1000;  // epsilons of the largest element

std::optional<Tensors> outputs_if_defined(const ir::Rule& instance,
                                          const ir::Graph& graph,
                                          const Tensors& inputs) {
  try {
    return evaluate::evaluate(instance, graph, inputs);
  } catch (const evaluate::Undefined&) {
    return {};
  }
}

Mismatch mismatch_at(int output, const evaluate::Difference& at,
                     const Tensor& lhs, const Tensor& rhs) {
  return {lhs.element_name(), output, at.index, lhs.element_text(at.offset),
          rhs.element_text(at.offset)};
}

std::string text_at(const PartialTensor& side, std::int64_t offset) {
  const auto& why = side.why_undefined.at(static_cast<std::size_t>(offset));
  return why.empty() ? side.values.element_text(offset) : "undefined: " + why;
}

/// The first element undefined on one side only, or of different values.
std::optional<Mismatch> partial_mismatch(int output, const PartialTensor& lhs,
                                         const PartialTensor& rhs) {
  const auto at = [&](std::int64_t offset) {
    return Mismatch{lhs.values.element_name(), output,
                    evaluate::index_at(lhs.values.shape(), offset),
                    text_at(lhs, offset), text_at(rhs, offset)};
  };
  for (std::size_t k = 0; k < lhs.why_undefined.size(); ++k)
    if (lhs.why_undefined[k].empty() != rhs.why_undefined[k].empty())
      return at(static_cast<std::int64_t>(k));
  const auto difference = differ_as_numbers(lhs.values, rhs.values);
  if (difference) return at(difference->offset);
  return {};
}

bool has_defined(const PartialTensor& side) {
  return std::any_of(side.why_undefined.begin(), side.why_undefined.end(),
                     [](const std::string& why) { return why.empty(); });
}

/// A graph that outputs every intermediate tensor.
ir::Graph with_all_outputs(const ir::Graph& graph) {
  ir::Graph all = graph;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (std::size_t r = 0; r < graph.nodes[n].results.size(); ++r)
      all.outputs.push_back({static_cast<int>(n), static_cast<int>(r)});
  return all;
}

/// The range of the sizes of all numbers but zero.
struct Magnitudes {
  base::Real least = 0, largest = 0;

  void see(const Tensors& tensors) {
    for (const auto& tensor : tensors) {
      if (!tensor.is<base::Real>()) continue;
      for (const auto& x : tensor.as<base::Real>().data) see(fabs(x));
    }
  }
  void see(const base::Real& size) {
    if (size == 0 || isinf(size)) return;
    if (least == 0 || size < least) least = size;
    if (size > largest) largest = size;
  }
};

Magnitudes magnitudes_of(const ir::Rule& instance, const Tensors& inputs) {
  Magnitudes magnitudes;
  magnitudes.see(inputs);
  for (const ir::Graph* graph : {&instance.lhs, &instance.rhs})
    magnitudes.see(
        evaluate::evaluate(instance, with_all_outputs(*graph), inputs));
  return magnitudes;
}

template <class E>
double largest_finite(const std::vector<E>& data) {
  E largest = 0;
  for (const E x : data)
    if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
  return largest;
}

/// |a - b|, infinite where one of them is not finite and the other differs.
double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double d = std::fabs(a - b);
  return std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
}

/// The elements that differ most, but for what is plainly rounding.
template <class E>
std::vector<std::int64_t> worst_elements(const std::vector<E>& a,
                                         const std::vector<E>& b) {
  const double noise = largest_finite(a) * plain_rounding *
                       static_cast<double>(std::numeric_limits<E>::epsilon());
  std::multimap<double, std::int64_t> worst;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double d = distance(a[k], b[k]);
    if (d <= noise) continue;
    worst.emplace(d, static_cast<std::int64_t>(k));
    if (worst.size() > most_second_opinions) worst.erase(worst.begin());
  }
  std::vector<std::int64_t> offsets;
  for (const auto& [d, offset] : worst) offsets.push_back(offset);
  return offsets;
}

/// Elements to look at closely; `first`, where they are no floats.
std::vector<std::int64_t> suspects(const Tensor& lhs, const Tensor& rhs,
                                   std::int64_t first) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) {
        if constexpr (std::is_floating_point_v<E>)
          return worst_elements(dense.data, rhs.as<E>().data);
        else
          return std::vector<std::int64_t>{first};
      },
      lhs.storage);
}

std::string text_of(const std::optional<Tensor>& element) {
  return element ? element->element_text(0) : "undefined";
}

/// What an element of each side is exactly, if that differs.
std::optional<Mismatch> second_opinion(const ir::Rule& instance, int output,
                                       const std::vector<std::int64_t>& index,
                                       const Tensors& inputs) {
  const auto o = static_cast<std::size_t>(output);
  const auto lhs = exact_element(instance, instance.lhs, o, index, inputs);
  const auto rhs = exact_element(instance, instance.rhs, o, index, inputs);
  const bool is_same =
      lhs && rhs ? !differ_as_numbers(*lhs, *rhs) : !lhs && !rhs;
  if (is_same) return {};
  return Mismatch{"real", output, index, text_of(lhs), text_of(rhs)};
}

/// The outputs of a side without rounding, if they are large sums: `outputs`
/// themselves when their numbers are such that nothing was rounded.
std::optional<std::vector<evaluate::ExactTensor>> exact_outputs(
    const ir::Rule& instance, const ir::Graph& graph, const Tensors& outputs,
    const Tensors& inputs, const std::vector<evaluate::Span>& spans) {
  if (!evaluate::rounds_nothing(instance, graph, inputs, spans))
    return evaluate::evaluate_exactly(instance, graph, inputs, spans);
  std::vector<evaluate::ExactTensor> exact;
  for (const Tensor& output : outputs) {
    exact.push_back({output.shape(), {{}}});
    auto& piece = exact.back().pieces[0];
    if (output.is<float>())
      piece.assign(output.as<float>().data.begin(),
                   output.as<float>().data.end());
    else
      piece = output.as<double>().data;
  }
  return exact;
}

std::string rational_text(const evaluate::ExactTensor& tensor,
                          std::int64_t offset) {
  const Tensor element =
      evaluate::Dense<base::Rational>{{}, {tensor.at(offset)}};
  return element.element_text(0);
}

/// Whether both sides could be compared exactly, and how they differ.
struct Decision {
  bool is_decided = false;
  std::optional<Mismatch> mismatch;
};

Decision decide_exactly(const ir::Rule& instance, const Sides& sides,
                        const Tensors& inputs) {
  const auto spans = evaluate::spans_of(inputs);
  if (!spans) return {};
  const auto lhs =
      exact_outputs(instance, instance.lhs, *sides.lhs, inputs, *spans);
  if (!lhs) return {};
  const auto rhs =
      exact_outputs(instance, instance.rhs, *sides.rhs, inputs, *spans);
  if (!rhs) return {};
  for (std::size_t o = 0; o < lhs->size(); ++o)
    if (const auto d = evaluate::differ(lhs->at(o), rhs->at(o)))
      return {true, Mismatch{"rational", static_cast<int>(o), d->index,
                             rational_text(lhs->at(o), d->offset),
                             rational_text(rhs->at(o), d->offset)}};
  return {true, {}};
}

}  // namespace

Sides evaluate_sides(const ir::Rule& instance, const Tensors& inputs) {
  return {outputs_if_defined(instance, instance.lhs, inputs),
          outputs_if_defined(instance, instance.rhs, inputs)};
}

std::optional<evaluate::Difference> differ_as_numbers(const Tensor& lhs,
                                                      const Tensor& rhs) {
  return evaluate::differ(lhs, rhs, {real_tolerance, 1});
}

std::optional<Mismatch> first_mismatch(const Tensors& lhs, const Tensors& rhs,
                                       Differ differ) {
  for (std::size_t o = 0; o < lhs.size(); ++o)
    if (const auto difference = differ(lhs[o], rhs[o]))
      return mismatch_at(static_cast<int>(o), *difference, lhs[o], rhs[o]);
  return {};
}

Comparison compare_partial(const ir::Rule& instance, const Sides& sides,
                           const Tensors& inputs) {
  Comparison comparison;
  comparison.kind = Comparison::Kind::discarded;
  const auto limit = sides.lhs || sides.rhs ? most_partial_elements
                                            : most_elements_both_undefined;
  for (std::size_t o = 0; o < instance.lhs.outputs.size(); ++o) {
    if (evaluate::count(output_shape(instance, instance.lhs, o)) > limit)
      continue;
    const auto lhs = by_meaning(instance, instance.lhs, o, inputs);
    const auto rhs = by_meaning(instance, instance.rhs, o, inputs);
    comparison.mismatch = partial_mismatch(static_cast<int>(o), lhs, rhs);
    if (comparison.mismatch) {
      comparison.kind = Comparison::Kind::differ;
      return comparison;
    }
    if (has_defined(lhs)) comparison.kind = Comparison::Kind::agree;
  }
  return comparison;
}

bool is_beyond_rounding(const ir::Rule& instance, const Traits& traits,
                        const Tensors& reals, const Sides& sides) {
  if (traits.has_comparisons) {
    // Throws Uncertain where two numbers are too close to be compared.
    evaluate_sides(instance, with_bounds(converted<float, base::Real>(reals)));
  }
  const auto [least, largest] = magnitudes_of(instance, reals);
  if (largest > ldexp(least, 100)) return false;
  const double scale = ldexp(largest, 10).convert_to<double>();
  for (std::size_t o = 0; o < sides.lhs->size(); ++o)
    if (evaluate::differ(sides.lhs->at(o), sides.rhs->at(o),
                         {real_tolerance, std::max(scale, 1.0)}))
      return true;
  return false;
}

std::optional<Mismatch> exact_mismatch(const ir::Rule& instance,
                                       const Sides& sides,
                                       const Tensors& inputs) {
  Decision decision = decide_exactly(instance, sides, inputs);
  if (decision.is_decided) return std::move(decision.mismatch);
  for (std::size_t o = 0; o < sides.lhs->size(); ++o) {
    const Tensor &lhs = sides.lhs->at(o), &rhs = sides.rhs->at(o);
    const auto difference = evaluate::differ(lhs, rhs);
    if (!difference) continue;
    for (const auto offset : suspects(lhs, rhs, difference->offset)) {
      const auto index = evaluate::index_at(lhs.shape(), offset);
      if (auto found =
              second_opinion(instance, static_cast<int>(o), index, inputs))
        return found;
    }
  }
  return {};
}

}  // namespace rewright::properties
