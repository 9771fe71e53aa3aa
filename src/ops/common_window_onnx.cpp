// SPDX-License-Identifier: Apache-2.0
//
// Window attributes of ONNX nodes. Lists that only say the default are left
// out, so that a node matches a rule that does not mention them.
#include <algorithm>

#include "ops/common_window.h"

namespace rewright::ops {

namespace {

using Integers = std::vector<std::int64_t>;

void set_unless_default(const Integers& values, std::int64_t standard,
                        const std::string& name, ir::Attributes& attributes) {
  if (std::all_of(values.begin(), values.end(),
                  [&](std::int64_t v) { return v == standard; }))
    return;
  ir::PerAxis list;
  for (std::int64_t v : values) list.values.emplace_back(index::Expr(v));
  attributes[name] = list;
}

std::optional<Integers> spatial_list(const ir::OnnxNode& node,
                                     const std::string& name,
                                     std::size_t length) {
  const auto list = node.integers(name);
  if (list && list->size() != length)
    throw ir::IllFormed(name + " has " + std::to_string(list->size()) +
                        " integers, not " + std::to_string(length));
  return list;
}

}  // namespace

void windows_from_onnx(const ir::OnnxNode& node, ir::Attributes& attributes) {
  const std::size_t rank = node.operands.at(0).shape.size();
  const std::size_t spatial = rank < 2 ? 0 : rank - 2;
  if (const auto strides = spatial_list(node, "strides", spatial))
    set_unless_default(*strides, 1, "strides", attributes);
  if (const auto dilations = spatial_list(node, "dilations", spatial))
    set_unless_default(*dilations, 1, "dilations", attributes);
  const std::string mode = node.text("auto_pad", "NOTSET");
  const auto pads = spatial_list(node, "pads", 2 * spatial);
  if (mode != "NOTSET" && !mode.empty()) {
    if (pads && std::count(pads->begin(), pads->end(), 0) !=
                    static_cast<std::ptrdiff_t>(pads->size()))
      throw ir::IllFormed("auto_pad " + mode + " excludes pads");
    attributes["auto_pad"] = mode;
  } else if (pads) {
    const auto middle = pads->begin() + static_cast<std::ptrdiff_t>(spatial);
    set_unless_default({pads->begin(), middle}, 0, "low", attributes);
    set_unless_default({middle, pads->end()}, 0, "high", attributes);
  }
}

ir::OnnxCall pool_from_onnx(const ir::OnnxNode& node) {
  if (node.integer("storage_order", 0) != 0)
    throw ir::IllFormed("storage_order other than 0 is not supported");
  if (node.results > 1)
    throw ir::IllFormed("the Indices result is not supported");
  const std::size_t rank = node.operands.at(0).shape.size();
  const auto kernel =
      spatial_list(node, "kernel_shape", rank < 2 ? 0 : rank - 2);
  if (!kernel) throw ir::IllFormed("kernel_shape is missing");
  ir::OnnxCall call{.operands = {0}, .attributes = {}};
  ir::PerAxis extents;
  for (std::int64_t k : *kernel) extents.values.emplace_back(index::Expr(k));
  call.attributes["kernel"] = extents;
  windows_from_onnx(node, call.attributes);
  call.attributes["ceil_mode"] = index::Expr(node.integer("ceil_mode", 0));
  return call;
}

namespace {

/// A per-axis attribute in numbers, one for each spatial entry.
Integers spatial_numbers(const ir::Call& call, const std::string& name,
                         std::int64_t standard) {
  Integers numbers;
  for (std::size_t k = 0; k + 2 < call.shape(0).size(); ++k)
    numbers.push_back(
        ir::number_of(call.per_axis(name, k, index::Expr(standard)), name));
  return numbers;
}

void write_unless_default(const Integers& values, std::int64_t standard,
                          const std::string& name, ir::OnnxNodeMade& node) {
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  if (std::count(values.begin(), values.end(), standard) != count)
    node.attributes[name] = values;
}

}  // namespace

void windows_to_onnx(const ir::Call& call, ir::OnnxNodeMade& node) {
  for (const char* name : {"strides", "dilations"})
    write_unless_default(spatial_numbers(call, name, 1), 1, name, node);
  Integers pads = spatial_numbers(call, "low", 0);
  for (const std::int64_t high : spatial_numbers(call, "high", 0))
    pads.push_back(high);
  write_unless_default(pads, 0, "pads", node);
  if (call.has("auto_pad") && call.text("auto_pad") != "NOTSET")
    node.attributes["auto_pad"] = call.text("auto_pad");
}

ir::OnnxMade pool_to_onnx(const ir::Call& call, int opset) {
  ir::OnnxNodeMade node{
      .op_type = "",
      .attributes = {{"kernel_shape", spatial_numbers(call, "kernel", 0)}},
      .operands = {ir::of_operand(0)}};
  windows_to_onnx(call, node);
  if (node.attributes.count("dilations"))
    ir::require_opset(opset, 10, "a dilation of a pool");
  if (call.flag("ceil_mode")) {
    ir::require_opset(opset, 10, "ceil_mode");
    node.attributes["ceil_mode"] = std::int64_t{1};
  }
  return {.nodes = {node}};
}

}  // namespace rewright::ops
