// SPDX-License-Identifier: Apache-2.0
#include "properties/device.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "evaluate/traverse.h"
#include "ops/common_broadcast.h"
#include "properties/device_operator.h"
#include "properties/device_tensor.h"
#include "properties/fixed_point.h"

namespace rewright::properties {
namespace {

using base::Real;
using Bounded = evaluate::Bounded<double>;
using evaluate::Dense;
using evaluate::Tensor;

constexpr int double_world = 0;
constexpr int int64_world = 4;

bool is_neutral(const DeviceTensor& constant) {
  return std::ranges::all_of(constant.exact.as<Real>().data,
                             [](const Real& x) { return x == 0 || isinf(x); });
}

/// What an accumulator counts in, for each channel of the result.
struct Units {
  std::vector<double> sizes;
  std::int64_t step = 1;  // between elements of neighbouring channels

  double at(std::size_t element) const {
    const auto count = static_cast<std::int64_t>(sizes.size());
    return sizes[static_cast<std::size_t>(static_cast<std::int64_t>(element) /
                                          step % count)];
  }
};

class Run {
 public:
  Run(const ir::Rule& instance, const ir::Graph& graph,
      const std::vector<DeviceTensor>& inputs, const DeviceModel& model)
      : instance_(instance),
        graph_(graph),
        inputs_(inputs),
        model_(model),
        facts_(instance.facts()) {}

  DeviceSide run() {
    for (const ir::Node& node : graph_.nodes) results_.push_back(compute(node));
    for (const ir::Ref& ref : graph_.outputs) side_.outputs.push_back(at(ref));
    return std::move(side_);
  }

 private:
  const DeviceTensor& at(const ir::Ref& ref) const {
    const auto slot = static_cast<std::size_t>(ref.slot);
    if (ref.node < 0) return inputs_.at(slot);
    return results_.at(static_cast<std::size_t>(ref.node)).at(slot);
  }

  std::vector<DeviceTensor> compute(const ir::Node& node) {
    Operands operands;
    bool is_constant = true;
    for (const auto& operand : node.operands) {
      operands.push_back(operand ? &at(*operand) : nullptr);
      if (operand) is_constant = is_constant && operands.back()->is_constant;
    }
    std::vector<DeviceTensor> results;
    for (Tensor& exact :
         kernel(node, operands, &DeviceTensor::exact, evaluate::real_world))
      results.push_back(
          {.exact = std::move(exact), .is_constant = is_constant});
    if (is_constant) return results;
    if (accumulates(node) && is_floating(results[0]))
      accumulate(node, operands, results[0]);
    else
      apply(node, operands, results);
    return results;
  }

  /// The operator's kernel on one member of the operands.
  std::vector<Tensor> kernel(const ir::Node& node, const Operands& operands,
                             Tensor DeviceTensor::*member, int world) const {
    std::vector<const Tensor*> tensors;
    for (const DeviceTensor* operand : operands)
      tensors.push_back(operand != nullptr ? &(operand->*member) : nullptr);
    return kernel(node, tensors, world);
  }

  std::vector<Tensor> kernel(const ir::Node& node,
                             const std::vector<const Tensor*>& operands,
                             int world) const {
    ir::Call call = ir::call_of(instance_, graph_, node, facts_);
    call.result_type = ir::members(call.result_types.types).at(0);
    const bool is_floating =
        ir::class_of(call.result_type) == ir::ElementClass::floating;
    call.world = is_floating ? world : evaluate::native_world(call.result_type);
    std::vector<ir::Shape> shapes;
    for (const ir::TensorType& result : node.results)
      shapes.push_back(result.shape);
    return node.op->kernel(call, operands, shapes);
  }

  /// In the world of Bounded; without bounds where they decide a comparison.
  std::vector<Tensor> bounded(const ir::Node& node, const Operands& operands,
                              const std::vector<Tensor>& values) {
    try {
      return kernel(node, operands, &DeviceTensor::bounded,
                    evaluate::bounded_world);
    } catch (const evaluate::Uncertain&) {
    } catch (const evaluate::Undefined&) {
    }
    side_.is_bounded = false;
    std::vector<Tensor> unknown;
    for (const Tensor& value : values) {
      unknown.push_back(value);
      if (!value.is<double>()) continue;
      Dense<Bounded> none{value.shape(), {}};
      for (const double x : value.as<double>().data)
        none.data.push_back(enclosing(x, INFINITY));
      unknown.back() = std::move(none);
    }
    return unknown;
  }

  double own_scale(const DeviceTensor& x) const {
    return is_floating(x) ? calibrated(doubles_of(x.exact), model_.bits) : 1;
  }

  // --- Functions of numbers, and what moves or selects them -----------------

  void apply(const ir::Node& node, const Operands& given,
             std::vector<DeviceTensor>& results) {
    const std::optional<int> shared = shared_scale(node, given);
    EncodedOperands encoded(given);
    for (std::size_t k = 0; k < given.size(); ++k) {
      if (given[k] == nullptr || !given[k]->is_constant) continue;
      const double scale = shared ? scale_ : own_scale(*given[k]);
      encoded.encode(k, {scale}, 0, model_.bits);
    }
    auto values =
        kernel(node, encoded.operands, &DeviceTensor::values, double_world);
    auto bounds = bounded(node, encoded.operands, values);
    bool is_rounded = false;
    for (std::size_t r = 0; r < results.size(); ++r) {
      DeviceTensor& result = results[r];
      if (!is_floating(result)) {
        result.values = std::move(values[r]);
        result.bounded = std::move(bounds[r]);
        continue;
      }
      result.scale = shared ? scale_ : own_scale(result);
      result.scale_of = shared ? *shared : next_scale_++;
      std::vector<std::int64_t> codes;
      for (const double x : values[r].as<double>().data)
        codes.push_back(nearest_code(x / result.scale));
      finish(result, codes, bounds[r], !shared);
      is_rounded = !shared;
    }
    if (is_rounded && reads_codes(given)) ++side_.requantisations;
  }

  static bool reads_codes(const Operands& operands) {
    return std::ranges::any_of(operands, [](const DeviceTensor* x) {
      return x != nullptr && !x->is_constant && is_floating(*x);
    });
  }

  /// The scale (its value in scale_) that the operator keeps.
  std::optional<int> shared_scale(const ir::Node& node,
                                  const Operands& operands) {
    if (!keeps_codes(node) || !has_neutral_attributes(node)) return {};
    std::set<int> scales;
    for (const DeviceTensor* x : operands) {
      if (x == nullptr || !is_floating(*x)) continue;
      if (x->is_constant && !is_neutral(*x)) return {};
      if (x->is_constant) continue;
      scales.insert(x->scale_of);
      scale_ = x->scale;
    }
    if (scales.size() != 1) return {};
    return *scales.begin();
  }

  // --- Sums of products ------------------------------------------------------

  void accumulate(const ir::Node& node, const Operands& given,
                  DeviceTensor& result) {
    result.scale = own_scale(result);
    result.scale_of = next_scale_++;
    ++side_.requantisations;
    EncodedOperands encoded(given);
    Units units{{1}};
    for (std::size_t k = 0; k < given.size(); ++k)
      if (given[k] != nullptr && given[k]->is_constant)
        encode_constant(node, k, encoded, units);
    const Operands& operands = encoded.operands;
    const auto bounds = bounded(node, operands, {zeros(result)}).at(0);
    const std::vector<std::int64_t> codes =
        is_sum_of_two(node)
            ? sum_of_two(node, operands, result)
            : sum_of_products(node, operands, units, bounds, result);
    finish(result, codes, bounds, true);
  }

  static Tensor zeros(const DeviceTensor& like) {
    return Dense<double>{
        like.exact.shape(),
        std::vector<double>(like.exact.as<Real>().data.size())};
  }

  void encode_constant(const ir::Node& node, std::size_t k,
                       EncodedOperands& encoded, Units& units) const {
    const DeviceTensor& x = *encoded.operands[k];
    const auto channels = k == 1 && takes_weights(node, k) &&
                                  model_.quantisation.per_channel_weights
                              ? channels_of(node, x.exact.shape().size())
                              : std::nullopt;
    if (!channels || x.exact.size() == 0)
      return encoded.encode(k, {own_scale(x)}, 0, model_.bits);
    units.sizes = channel_scales(x.exact, channels->of_weights, model_.bits);
    units.step = evaluate::strides(
        ir::concrete(node.results.at(0).shape))[channels->of_result];
    encoded.encode(k, units.sizes, channels->of_weights, model_.bits);
    encoded.take_scale(k);
  }

  static Tensor as_integers(const DeviceTensor& x, std::int64_t factor = 1) {
    Dense<std::int64_t> codes{x.exact.shape(), {}};
    for (const std::int64_t code : x.codes) codes.data.push_back(code * factor);
    return codes;
  }

  /// Both operands in one fixed-point format, one shift for the sum.
  std::vector<std::int64_t> sum_of_two(const ir::Node& node,
                                       const Operands& operands,
                                       const DeviceTensor& result) const {
    const double a = operands[0]->scale / result.scale;
    const double b = operands[1]->scale / result.scale;
    const int shift = multiplier_of(std::max(a, b)).shift;
    const Tensor x = as_integers(*operands[0], factor_of(a, shift));
    const Tensor y = as_integers(*operands[1], factor_of(b, shift));
    const Tensor sums = kernel(node, {&x, &y}, int64_world).at(0);
    std::vector<std::int64_t> codes;
    for (const std::int64_t sum : sums.as<std::int64_t>().data)
      codes.push_back(requantised(sum, {1, shift}));
    return codes;
  }

  std::vector<std::int64_t> sum_of_products(const ir::Node& node,
                                            const Operands& operands,
                                            Units units, const Tensor& bounds,
                                            const DeviceTensor& result) {
    ir::Node product = node;  // without bias and factors
    for (const char* name : {"alpha", "beta"})
      if (node.attributes.count(name))
        product.attributes[name] = ir::ConstantNumber{.rational = 1};
    const bool has_bias = operands.size() > 2 && operands[2] != nullptr;
    if (has_bias) product.operands.resize(2);
    std::vector<Tensor> codes;
    for (std::size_t k = 0; k < product.operands.size(); ++k) {
      codes.push_back(as_integers(*operands[k]));
      for (double& unit : units.sizes) unit *= operands[k]->scale;
    }
    std::vector<const Tensor*> pointers;
    for (const Tensor& tensor : codes) pointers.push_back(&tensor);
    Tensor sums = kernel(product, pointers, int64_world).at(0);
    for (double& unit : units.sizes) unit *= attribute_of(node, "alpha");
    if (has_bias) add_bias(node, *operands[2], units, sums);
    for (std::size_t k = 0; k < result.exact.as<Real>().data.size(); ++k)
      watch_accumulator(sums.as<std::int64_t>().data[k], units.at(k),
                        bounds.as<Bounded>().data[k]);
    return requantise(sums, units, result);
  }

  /// Where codes before it, rounded otherwise, could make a sum leave the
  /// accumulator, nothing is known of what comes out.
  void watch_accumulator(std::int64_t sum, double unit, const Bounded& near) {
    if (model_.quantisation.accumulator_bits != 32 || unit == 0) return;
    const double moved = 2 * near.error / std::fabs(unit);
    if (!(std::fabs(static_cast<double>(sum)) + moved < 0x1p31))
      side_.is_bounded = false;
  }

  /// In units of the accumulator.
  void add_bias(const ir::Node& node, const DeviceTensor& bias,
                const Units& units, Tensor& sums) const {
    const auto& shape = sums.shape();
    std::vector<std::int64_t> steps(shape.size(), 0);
    if (node.op->name == "Conv")
      steps.at(1) = 1;
    else
      steps = ops::broadcast_strides(bias.exact.shape(), shape);
    const double beta = attribute_of(node, "beta");
    const auto& values = bias.values.as<double>().data;
    auto& data = sums.as<std::int64_t>().data;
    std::size_t k = 0;
    evaluate::traverse<1>(
        shape, {steps}, {}, [&](const evaluate::Offsets<1>& at) {
          const double value = beta * values[static_cast<std::size_t>(at[0])];
          data[k] += nearest_code(value / units.at(k));
          ++k;
        });
  }

  std::vector<std::int64_t> requantise(const Tensor& sums, const Units& units,
                                       const DeviceTensor& result) {
    std::vector<std::int64_t> codes;
    for (const std::int64_t exact : sums.as<std::int64_t>().data) {
      const double unit = units.at(codes.size()) / result.scale;
      const std::int64_t sum = accumulated(exact);
      codes.push_back(unit == 0 ? 0
                                : requantised(unit < 0 ? -sum : sum,
                                              multiplier_of(std::fabs(unit))));
    }
    return codes;
  }

  /// What the accumulator holds; it wraps around.
  std::int64_t accumulated(std::int64_t sum) {
    if (model_.quantisation.accumulator_bits != 32) return sum;
    const auto held = static_cast<std::int32_t>(sum);
    if (held != sum) ++side_.overflows;
    return held;
  }

  /// Saturated codes and their distance from the exact values. `bounds` are
  /// the exact values within their errors; before saturation a code is as far
  /// from those as it is seen to be, or, rounded otherwise, half a code.
  void finish(DeviceTensor& result, const std::vector<std::int64_t>& codes,
              const Tensor& bounds, bool is_rounded) const {
    const auto& shape = result.exact.shape();
    Dense<double> values{shape, {}};
    Dense<Bounded> bounded{shape, {}};
    const double half = is_rounded ? result.scale / 2 : 0;
    for (std::size_t k = 0; k < codes.size(); ++k) {
      const Bounded& near = bounds.as<Bounded>().data[k];
      const double before = result.scale * static_cast<double>(codes[k]);
      const double moved = std::fabs(before - static_cast<double>(near.value));
      const double slack = result.scale * 0x1p-30;  // of the exact extreme
      result.codes.push_back(saturated(codes[k], model_.bits));
      values.data.push_back(result.scale *
                            static_cast<double>(result.codes.back()));
      bounded.data.push_back(enclosing(
          values.data.back(), near.error + std::max(half, moved) + slack));
    }
    result.values = std::move(values);
    result.bounded = std::move(bounded);
  }

  const ir::Rule& instance_;
  const ir::Graph& graph_;
  const std::vector<DeviceTensor>& inputs_;
  const DeviceModel& model_;
  index::Facts facts_;
  std::vector<std::vector<DeviceTensor>> results_;
  DeviceSide side_;
  int next_scale_ = 1'000'000;  // inputs come before
  double scale_ = 1;
};

}  // namespace

DeviceSide run_on_device(const ir::Rule& instance, const ir::Graph& graph,
                         const std::vector<DeviceTensor>& inputs,
                         const DeviceModel& model) {
  return Run(instance, graph, inputs, model).run();
}

}  // namespace rewright::properties
