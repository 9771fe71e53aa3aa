// SPDX-License-Identifier: Apache-2.0
//
// One side of a rule as a device with integer codes computes it. A tensor of
// floating type is codes times a constant scale, the largest exact magnitude
// divided by the largest code.
//
//   * What follows from constants alone is computed when the graph is
//     compiled, exactly; such an operand of Conv, MatMul or Gemm, at the place
//     of the weights, has a scale for each output channel.
//   * Add, Sub, Mul, ReduceSum, MatMul, Gemm, Conv and Einsum of two operands
//     accumulate products of codes and requantise the sum: once an operator.
//     A bias enters the accumulator.
//   * What moves, selects or compares elements keeps their codes and scale.
//     Where tensors of two scales meet (Concat, Max) or another number comes
//     in, the result has a scale of its own, which takes a requantisation.
//   * Everything else (exp, a quotient, a mean) is a function of numbers whose
//     results are rounded to codes: one requantisation.
//
// Beside the codes goes the distance of each element from its exact value:
// that of the operands, propagated by the operator in the world of Bounded,
// and half a code for each requantisation. Saturation adds nothing: it moves
// an element towards the range of codes, and the exact one is in it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"
#include "solver/quantisation.h"

namespace rewright::properties {

struct DeviceTensor {
  evaluate::Tensor exact;    // Real; of other types the elements
  bool is_constant = false;  // known to the compiler: nothing else is set

  std::vector<std::int64_t> codes = {};
  double scale = 0;
  int scale_of = -1;              // tensors of equal numbers share their scale
  evaluate::Tensor values = {};   // double: code * scale
  evaluate::Tensor bounded = {};  // values, with distances from `exact`
};

struct DeviceModel {
  int bits = 8;
  solver::Quantisation quantisation = {};
};

/// A run-time input of these numbers, rounded to codes, which it then is
/// exactly. Tensors of other types as they are.
DeviceTensor device_input(const evaluate::Tensor& doubles, int number,
                          const DeviceModel& model);
/// One that the compiler knows.
DeviceTensor device_constant(const evaluate::Tensor& doubles);

struct DeviceSide {
  std::vector<DeviceTensor> outputs;
  int requantisations = 0;
  std::int64_t overflows = 0;  // sums that left the accumulator
  bool is_bounded = true;      // else errors may have changed a comparison
};

/// Runs a graph of `instance`, whose floating types are float32. Throws as
/// kernels do in the world of Real; see evaluate/arithmetic.h.
DeviceSide run_on_device(const ir::Rule& instance, const ir::Graph& graph,
                         const std::vector<DeviceTensor>& inputs,
                         const DeviceModel& model);

/// An output that is constant, with the scale of what it is compared with.
DeviceTensor with_scale(const DeviceTensor& constant, double scale,
                        const DeviceModel& model);

}  // namespace rewright::properties
