// SPDX-License-Identifier: Apache-2.0
#include "ops/common_reduce.h"

#include <algorithm>

#include "ops/common_reduce_kernel.h"

namespace rewright::ops {

ir::Signature reduce_signature(ir::TypeSet types) {
  using ir::AttributeKind;
  return {.operands = {"T"},
          .results = {"T"},
          .types = {{"T", types}},
          .attributes = {
              {"axes", AttributeKind::axes, ir::Frame::operand},
              {.name = "keepdims",
               .kind = AttributeKind::flag,
               .fallback = ir::Attribute(index::Expr(1))},
              {.name = "noop_with_empty_axes",
               .kind = AttributeKind::flag,
               .fallback = ir::Attribute(index::Expr(0))},
          }};
}

std::vector<bool> reduced_entries(const ir::Call& call) {
  const auto rank = static_cast<std::size_t>(call.rank(0));
  if (call.has("axes") && !call.axes("axes").empty()) {
    std::vector<bool> reduced(rank, false);
    for (int entry : call.axes("axes"))
      reduced.at(static_cast<std::size_t>(entry)) = true;
    return reduced;
  }
  const bool noop =
      call.has("noop_with_empty_axes") && call.flag("noop_with_empty_axes");
  return std::vector<bool>(rank, !noop);
}

ir::Shape reduced_dims(const ir::Call& call) {
  const std::vector<bool> reduced = reduced_entries(call);
  ir::Shape dims;
  for (std::size_t k = 0; k < reduced.size(); ++k)
    if (reduced[k]) dims.push_back(call.shape(0)[k]);
  return dims;
}

namespace {

bool keeps_dims(const ir::Call& call) {
  return !call.has("keepdims") || call.flag("keepdims");
}

}  // namespace

ir::Inferred infer_reduce(const ir::Call& call) {
  const std::vector<bool> reduced = reduced_entries(call);
  ir::Shape result;
  for (std::size_t k = 0; k < reduced.size(); ++k) {
    const ir::Dim& dim = call.shape(0)[k];
    if (!reduced[k])
      result.push_back(dim);
    else if (keeps_dims(call))
      result.push_back({.extent = 1, .group = dim.group});
  }
  return {.results = {result}, .conditions = {}};
}

ir::Inferred infer_nonempty_reduce(const ir::Call& call) {
  ir::Inferred inferred = infer_reduce(call);
  for (const ir::Dim& dim : reduced_dims(call))
    inferred.conditions.push_back(
        {on_every_axis(dim, index::less_equal(1, dim.extent)),
         "reduce axes with at least one element, but one has extent " +
             index::print(dim.extent)});
  return inferred;
}

index::Formula on_every_axis(const ir::Dim& dim,
                             const index::Formula& component) {
  return ir::is_group(dim) ? index::all(dim.group, component) : component;
}

ir::BoundVariable bind_over(const std::string& name, const ir::Dim& dim) {
  return {index::make_symbol(name, index::SymbolKind::variable, dim.group),
          dim.extent};
}

ir::Value reduce_entries(const ir::Call& call, const ir::Reader& operand,
                         ir::Monoid monoid, const ir::Indices& at) {
  const std::vector<bool> reduced = reduced_entries(call);
  std::vector<ir::BoundVariable> bound;
  ir::Indices indices;
  std::size_t next = 0;  // entry of the result
  for (std::size_t k = 0; k < reduced.size(); ++k) {
    if (!reduced[k]) {
      indices.push_back(at.at(next++));
      continue;
    }
    bound.push_back(bind_over("r" + std::to_string(k), call.shape(0)[k]));
    indices.emplace_back(bound.back().symbol);
    if (keeps_dims(call)) ++next;
  }
  return ir::reduce(monoid, bound, true, operand(indices));
}

std::vector<ir::NamedDim> reduce_named_dims(const ir::Call& call,
                                            const ir::Inferred&) {
  const ir::Shape dims = reduced_dims(call);
  return {{"reduced", dims},
          {"reduced_elements", {{.extent = ir::elements(dims)}}}};
}

ir::OnnxCall reduce_from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call{.operands = {0}, .attributes = {}};
  if (const auto axes = node.attribute_or_operand("axes", 1)) {
    ir::Axes entries{
        ir::OnnxNode::normalised(*axes, node.operands.at(0).shape.size())};
    std::vector<int>& list = entries.entries;
    std::sort(list.begin(), list.end());
    if (std::adjacent_find(list.begin(), list.end()) != list.end())
      throw ir::IllFormed(node.op_type + " names an axis twice");
    call.attributes["axes"] = entries;
  }
  call.attributes["keepdims"] = index::Expr(node.integer("keepdims", 1));
  call.attributes["noop_with_empty_axes"] =
      index::Expr(node.integer("noop_with_empty_axes", 0));
  return call;
}

ir::OnnxMade reduce_to_onnx(const ir::Call& call, int opset,
                            int operand_since) {
  const bool is_named = call.has("axes") && !call.axes("axes").empty();
  const std::vector<bool> reduced = reduced_entries(call);
  if (!is_named && std::count(reduced.begin(), reduced.end(), true) !=
                       static_cast<std::ptrdiff_t>(reduced.size()))
    return {};  // it reduces nothing
  ir::OnnxNodeMade node{
      .op_type = "",
      .attributes = {{"keepdims", std::int64_t{keeps_dims(call)}}},
      .operands = {ir::of_operand(0)}};
  if (is_named && opset >= operand_since)
    node.operands.push_back(ir::of_integers(call.axes("axes")));
  else if (is_named)
    node.attributes["axes"] = ir::integers_of(call.axes("axes"));
  return {.nodes = {node}};
}

ir::OnnxMade reduce_to_onnx(const ir::Call& call, int opset) {
  return reduce_to_onnx(call, opset, 18);
}

std::vector<FoldAxis> fold_axes(const std::vector<std::int64_t>& sizes,
                                const std::vector<bool>& reduced) {
  std::vector<FoldAxis> axes;  // innermost first
  std::int64_t stride = 1, step = 1;
  for (std::size_t k = sizes.size(); k-- > 0;) {
    if (sizes[k] == 1) continue;
    if (!axes.empty() && axes.back().reduced == reduced[k])
      axes.back().extent *= sizes[k];
    else
      axes.push_back({sizes[k], stride, reduced[k] ? 0 : step, reduced[k]});
    stride *= sizes[k];
    if (!reduced[k]) step *= sizes[k];
  }
  if (axes.empty()) axes.push_back({1, 1, 1, false});
  std::reverse(axes.begin(), axes.end());
  return axes;
}

}  // namespace rewright::ops
