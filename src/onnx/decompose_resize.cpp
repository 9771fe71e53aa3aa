// SPDX-License-Identifier: Apache-2.0
//
// Resize and Upsample in mode nearest by whole factors: every element is
// repeated along its axis.
//
// With factor s, output i = s*q + r lies at i/s = q + r/s (asymmetric), whose
// floor is q, and at (i + 1/2)/s - 1/2 (half_pixel), which is nearer to q
// than to any other integer since |(r + 1/2)/s - 1/2| < 1/2.
#include <cmath>

#include "ir/unsupported.h"
#include "onnx/decompose.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;

/// Each axis k of `x` with every element `factors[k]` times in a row.
ir::Ref repeated(D d, const ir::Ref& x,
                 const std::vector<std::int64_t>& factors) {
  const ir::Shape s = d.shape(x);
  ir::Shape apart, wide, result;
  for (std::size_t k = 0; k < s.size(); ++k) {
    apart.push_back(s[k]);
    wide.push_back(s[k]);
    if (factors[k] != 1) {
      apart.push_back({1});
      wide.push_back({factors[k]});
    }
    result.push_back({s[k].extent * factors[k]});
  }
  if (apart.size() == s.size()) return d.call("Identity", {x});
  return d.reshape(d.call("Expand", {d.reshape(x, apart)}, {{"shape", wide}}),
                   result);
}

void require_repetition(D d) {
  const ir::OnnxNode& node = d.node();
  const std::string mode = node.text("mode", "nearest");
  if (mode != "nearest")
    throw ir::Unsupported("mode " + mode + " is not supported");
  if (node.op_type == "Upsample" || node.opset < 11) return;
  const std::string place =
      node.text("coordinate_transformation_mode", "half_pixel");
  const std::string nearest = node.text("nearest_mode", "round_prefer_floor");
  const bool is_floor = place == "asymmetric" && nearest == "floor";
  const bool is_round = place == "half_pixel" && nearest.starts_with("round");
  if (!is_floor && !is_round)
    throw ir::Unsupported("coordinate_transformation_mode " + place +
                          " with nearest_mode " + nearest +
                          " is not supported");
  if (node.has("axes") ||
      node.text("keep_aspect_ratio_policy", "stretch") != "stretch")
    throw ir::Unsupported(
        "axes and keep_aspect_ratio_policy are not supported");
}

std::int64_t whole(double factor) {
  const auto integer = static_cast<std::int64_t>(factor);
  if (factor < 1 || factor > 1e6 || static_cast<double>(integer) != factor)
    throw ir::Unsupported("it is supported only with whole factors");
  return integer;
}

std::vector<std::int64_t> factors_of_scales(D d, std::size_t k,
                                            std::size_t rank) {
  std::vector<std::int64_t> factors;
  for (const double factor : d.reals(k)) factors.push_back(whole(factor));
  if (factors.size() != rank)
    throw ir::IllFormed("it has not one scale for every axis");
  return factors;
}

std::vector<std::int64_t> factors_of_sizes(D d, std::size_t k,
                                           const ir::Shape& shape) {
  const auto& sizes = d.form(k).sizes;
  if (!sizes || sizes->size() != shape.size())
    throw ir::Unsupported("its sizes do not follow from constants");
  std::vector<std::int64_t> factors;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    index::Expr factor;
    if (!index::divide_exactly((*sizes)[axis], shape[axis].extent, factor) ||
        !factor.is_constant())
      throw ir::Unsupported("it is supported only with whole factors");
    factors.push_back(whole(static_cast<double>(factor.constant())));
  }
  return factors;
}

Refs resize(D d) {
  require_repetition(d);
  const ir::Ref x = d.operand(0);
  const ir::Shape shape = d.shape(x);
  const bool is_old = d.node().op_type == "Upsample" || d.node().opset < 11;
  const std::size_t scales = is_old ? 1 : 2;
  // An empty list stands for scales that are not given.
  const bool has_scales =
      d.has(scales) && !ir::elements(d.form(scales).shape).is_zero();
  return {repeated(d, x,
                   has_scales ? factors_of_scales(d, scales, shape.size())
                              : factors_of_sizes(d, 3, shape))};
}

}  // namespace

Decompositions resizings() {
  return {{"Resize", resize}, {"Upsample", resize}};
}

}  // namespace rewright::onnx
