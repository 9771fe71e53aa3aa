// SPDX-License-Identifier: Apache-2.0
#include "properties/device_tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/arithmetic.h"
#include "properties/fixed_point.h"
#include "properties/tensors.h"

namespace rewright::properties {

using base::Real;
using Bounded = evaluate::Bounded<double>;
using evaluate::Dense;
using evaluate::Tensor;

std::vector<double> doubles_of(const Tensor& reals) {
  std::vector<double> result;
  for (const Real& x : reals.as<Real>().data)
    result.push_back(x.convert_to<double>());
  return result;
}

bool is_floating(const DeviceTensor& x) { return x.exact.is<Real>(); }

double calibrated(const std::vector<double>& values, int bits) {
  double largest = 0;
  for (const double x : values)
    if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
  const double scale = largest / static_cast<double>(largest_code(bits));
  return std::isnormal(scale) ? scale : 1;
}

std::vector<double> channel_scales(const Tensor& reals, std::size_t axis,
                                   int bits) {
  const auto& shape = reals.shape();
  const auto count = static_cast<std::size_t>(shape[axis]);
  const auto step = static_cast<std::size_t>(evaluate::strides(shape)[axis]);
  const auto values = doubles_of(reals);
  std::vector<std::vector<double>> channels(count);
  for (std::size_t k = 0; k < values.size(); ++k)
    channels[k / step % count].push_back(values[k]);
  std::vector<double> scales;
  for (const auto& channel : channels)
    scales.push_back(calibrated(channel, bits));
  return scales;
}

std::int64_t nearest_code(double x) {
  constexpr double most = 0x1p40;
  if (std::isnan(x)) return 0;
  return std::llrint(std::clamp(x, -most, most));
}

Bounded enclosing(double value, double error) {
  if (error == 0) return {value};
  const double enough =
      error * (1 + 0x1p-50) + 8 * std::numeric_limits<double>::denorm_min();
  return {value, std::isfinite(value) && !std::isnan(enough)
                     ? enough
                     : std::numeric_limits<double>::infinity()};
}

void encode(DeviceTensor& x, const std::vector<double>& scales,
            std::size_t axis, int bits) {
  const std::vector<std::int64_t>& shape = x.exact.shape();
  const std::int64_t step = shape.empty() ? 1 : evaluate::strides(shape)[axis];
  const auto count = static_cast<std::int64_t>(scales.size());
  const auto& exact = x.exact.as<Real>().data;
  Dense<double> values{shape, {}};
  Dense<Bounded> bounded{shape, {}};
  x.codes.clear();
  for (std::size_t k = 0; k < exact.size(); ++k) {
    const auto channel = static_cast<std::int64_t>(k) / step % count;
    const double scale = scales[static_cast<std::size_t>(channel)];
    const double wanted = exact[k].convert_to<double>();
    x.codes.push_back(saturated(nearest_code(wanted / scale), bits));
    const double value = scale * static_cast<double>(x.codes.back());
    const Real distance = fabs(exact[k] - Real(value));
    values.data.push_back(value);
    bounded.data.push_back(enclosing(value, distance.convert_to<double>()));
  }
  x.scale = scales.at(0);
  x.is_constant = false;
  x.values = std::move(values);
  x.bounded = std::move(bounded);
}

void EncodedOperands::encode(std::size_t k, const std::vector<double>& scales,
                             std::size_t axis, int bits) {
  copies_[k] = *operands[k];
  if (is_floating(copies_[k])) {
    properties::encode(copies_[k], scales, axis, bits);
  } else {
    copies_[k].values = copies_[k].bounded = copies_[k].exact;
  }
  operands[k] = &copies_[k];
}

DeviceTensor device_constant(const Tensor& doubles) {
  return {.exact = converted<Real, double>({doubles}).at(0),
          .is_constant = true};
}

DeviceTensor device_input(const Tensor& doubles, int number,
                          const DeviceModel& model) {
  DeviceTensor x{.exact = doubles, .scale_of = number};
  if (!doubles.is<double>()) {
    x.values = x.bounded = doubles;
    return x;
  }
  const double scale = calibrated(doubles.as<double>().data, model.bits);
  Dense<Real> exact{doubles.shape(), {}};
  for (const double value : doubles.as<double>().data)
    exact.data.push_back(Real(scale) * Real(nearest_code(value / scale)));
  x.exact = std::move(exact);
  encode(x, {scale}, 0, model.bits);
  return x;
}

DeviceTensor with_scale(const DeviceTensor& constant, double scale,
                        const DeviceModel& model) {
  DeviceTensor x = constant;
  encode(x, {scale}, 0, model.bits);
  return x;
}

}  // namespace rewright::properties
