// SPDX-License-Identifier: Apache-2.0
//
// Numbers to codes and back: calibration, rounding, and enclosures.
#pragma once

#include <map>

#include "properties/device.h"

namespace rewright::properties {

/// The elements as doubles, of tensors of Real.
std::vector<double> doubles_of(const evaluate::Tensor& reals);
bool is_floating(const DeviceTensor& x);  // a tensor of Real

/// The scale at which the largest finite magnitude is the largest code.
double calibrated(const std::vector<double>& values, int bits);

/// The same for each index of an axis.
std::vector<double> channel_scales(const evaluate::Tensor& reals,
                                   std::size_t axis, int bits);

/// x rounded half to even, at most 2^40 in size; 0 for NaN.
std::int64_t nearest_code(double x);

/// `value`, which is `error` or less from some exact number.
evaluate::Bounded<double> enclosing(double value, double error);

/// Gives x, whose `exact` is set, the codes nearest to it, at one scale or at
/// one for each index of `axis`.
void encode(DeviceTensor& x, const std::vector<double>& scales,
            std::size_t axis, int bits);

using Operands = std::vector<const DeviceTensor*>;  // null where absent

/// Copies of the constants among the operands, as codes.
class EncodedOperands {
 public:
  explicit EncodedOperands(const Operands& given) : operands(given) {}
  EncodedOperands(const EncodedOperands&) = delete;
  EncodedOperands& operator=(const EncodedOperands&) = delete;

  void encode(std::size_t k, const std::vector<double>& scales,
              std::size_t axis, int bits);

  /// Of codes whose scales are kept elsewhere.
  void take_scale(std::size_t k) { copies_.at(k).scale = 1; }

  Operands operands;

 private:
  std::map<std::size_t, DeviceTensor> copies_;
};

}  // namespace rewright::properties
