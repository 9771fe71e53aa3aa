// SPDX-License-Identifier: Apache-2.0
//
// Normalizations: a tensor less its mean, over its standard deviation.
#include <numeric>

#include "ir/unsupported.h"
#include "onnx/decompose.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;

std::vector<int> axes_from(int first, int rank) {
  std::vector<int> axes(static_cast<std::size_t>(rank - first));
  std::iota(axes.begin(), axes.end(), first);
  return axes;
}

struct Normalized {
  ir::Ref value, mean, inverse_deviation;
};

Normalized normalized(D d, const ir::Ref& x, const std::vector<int>& axes) {
  const ir::Ref mean = d.reduce("ReduceMean", x, axes);
  const ir::Ref centred = d.call("Sub", {x, mean});
  const ir::Ref square = d.call("Mul", {centred, centred});
  const ir::Ref variance = d.reduce("ReduceMean", square, axes);
  const ir::Ref epsilon = d.number(d.real("epsilon", 1e-5f), x);
  const ir::Ref deviation =
      d.call("Sqrt", {d.call("Add", {variance, epsilon})});
  const ir::Ref inverse = d.call("Reciprocal", {deviation});
  return {d.call("Mul", {centred, inverse}), mean, inverse};
}

Refs layer_normalization(D d) {
  const ir::Ref x = d.operand(0);
  const int axis = d.axis("axis", -1, x);
  const Normalized n = normalized(d, x, axes_from(axis, d.rank(x)));
  ir::Ref y = d.call("Mul", {n.value, d.operand(1)});
  if (d.has(2)) y = d.call("Add", {y, d.operand(2)});
  return {y, n.mean, n.inverse_deviation};
}

/// A parameter per channel, to be broadcast over [N, C, ...].
ir::Ref per_channel(D d, std::size_t k, const ir::Ref& x) {
  const ir::Ref parameter = d.operand(k);
  if (d.rank(parameter) != 1)
    throw ir::IllFormed("its input " + std::to_string(k + 1) +
                        " is not a list");
  ir::Shape shape = {d.shape(parameter)[0]};
  shape.resize(static_cast<std::size_t>(std::max(d.rank(x) - 1, 1)), {1});
  return d.reshape(parameter, shape);
}

void require_channels(D d, const ir::Ref& x) {
  if (d.rank(x) < 2) throw ir::IllFormed("its input has no channel axis");
}

Refs batch_normalization(D d) {
  if (d.node().integer("training_mode", 0) != 0)
    throw ir::Unsupported("training_mode is not supported");
  const ir::Ref x = d.operand(0);
  require_channels(d, x);
  const ir::Ref scale = per_channel(d, 1, x), bias = per_channel(d, 2, x);
  const ir::Ref mean = per_channel(d, 3, x), variance = per_channel(d, 4, x);
  const ir::Ref epsilon = d.number(d.real("epsilon", 1e-5f), x);
  const ir::Ref deviation =
      d.call("Sqrt", {d.call("Add", {variance, epsilon})});
  const ir::Ref centred = d.call("Sub", {x, mean});
  const ir::Ref value = d.call("Div", {centred, deviation});
  return {d.call("Add", {d.call("Mul", {value, scale}), bias})};
}

Refs instance_normalization(D d) {
  const ir::Ref x = d.operand(0);
  require_channels(d, x);
  const ir::Ref scale = per_channel(d, 1, x), bias = per_channel(d, 2, x);
  const Normalized n = normalized(d, x, axes_from(2, d.rank(x)));
  return {d.call("Add", {d.call("Mul", {n.value, scale}), bias})};
}

/// The groups of channels are normalized as wholes; from opset 21 on scale
/// and bias are per channel, before they were per group.
Refs group_normalization(D d) {
  const ir::Ref x = d.operand(0);
  require_channels(d, x);
  const ir::Shape shape = d.shape(x);
  const std::int64_t groups = d.node().integer("num_groups", 0);
  index::Expr channels;
  if (groups < 1 || !index::divide_exactly(shape[1].extent, groups, channels))
    throw ir::Unsupported("its groups may not divide its channels");
  ir::Shape apart = {shape[0], {groups}, {channels}};
  apart.insert(apart.end(), shape.begin() + 2, shape.end());
  const ir::Ref grouped = d.reshape(x, apart);
  const ir::Ref n = normalized(d, grouped, axes_from(2, d.rank(grouped))).value;
  const bool is_per_group = d.node().opset < 21;
  const ir::Ref y = is_per_group ? n : d.reshape(n, shape);
  const ir::Ref scaled = d.call("Mul", {y, per_channel(d, 1, y)});
  const ir::Ref shifted = d.call("Add", {scaled, per_channel(d, 2, y)});
  return {is_per_group ? d.reshape(shifted, shape) : shifted};
}

/// (x - E[x]) / (sqrt(E[x*x] - E[x]*E[x]) + 1e-9)
Refs mean_variance_normalization(D d) {
  const ir::Ref x = d.operand(0);
  const auto given = d.node().integers("axes");
  const std::vector<int> axes = ir::OnnxNode::normalised(
      given.value_or(std::vector<std::int64_t>{0, 2, 3}), d.shape(x).size());
  const ir::Ref mean = d.reduce("ReduceMean", x, axes);
  const ir::Ref square = d.reduce("ReduceMean", d.call("Mul", {x, x}), axes);
  const ir::Ref variance = d.call("Sub", {square, d.call("Mul", {mean, mean})});
  const ir::Ref epsilon = d.number(base::Rational(1e-9f), x);
  const ir::Ref deviation =
      d.call("Add", {d.call("Sqrt", {variance}), epsilon});
  return {d.call("Div", {d.call("Sub", {x, mean}), deviation})};
}

Refs lp_normalization(D d) {
  const ir::Ref x = d.operand(0);
  const std::vector<int> axes = {d.axis("axis", -1, x)};
  if (d.node().integer("p", 2) == 1)
    return {
        d.call("Div", {x, d.reduce("ReduceSum", d.call("Abs", {x}), axes)})};
  const ir::Ref square = d.call("Mul", {x, x});
  const ir::Ref norm = d.call("Sqrt", {d.reduce("ReduceSum", square, axes)});
  return {d.call("Div", {x, norm})};
}

}  // namespace

Decompositions normalizations() {
  return {
      {"LayerNormalization", layer_normalization},
      {"BatchNormalization", batch_normalization},
      {"InstanceNormalization", instance_normalization},
      {"LpNormalization", lp_normalization},
      {"GroupNormalization", group_normalization},
      {"MeanVarianceNormalization", mean_variance_normalization},
  };
}

}  // namespace rewright::onnx
