// SPDX-License-Identifier: Apache-2.0
//
// Conv: correlation of x [N, C, spatial...] with w [O, C/group, kernel...],
// plus bias [O]. Two attributes are XLA's: input_dilations puts d - 1 gaps
// between the elements of x before it is padded, and with crop=1 padding may
// be negative. Output channel o belongs to group o div (O/group) and sees
// only that group's input channels; group may be symbolic, and a spatial entry
// may be a whole axis group, on which all attributes act componentwise.
//
// Target files may name N, C, H, W, O, CG (= C/group, the weight's dim 1), KH,
// KW, group, per_group_in, per_group_out, crop, and per spatial entry kernel,
// stride, pad (both ends), dilation, input_dilation. H and KH are 1 with one
// spatial axis.
#include "ops/common_convolution.h"
#include "ops/common_pad_onnx.h"
#include "ops/common_reduce.h"
#include "ops/common_window.h"

namespace rewright::ops {

namespace {

using index::Expr;

void check_ranks(const ir::Call& call) {
  require_batch_and_channels(call);
  const ir::Shape& x = call.shape(0);
  const ir::Shape& w = call.shape(1);
  bool agree = x.size() == w.size();
  for (std::size_t k = 0; agree && k < w.size(); ++k)
    agree = k < 2 ? !ir::is_group(w[k]) : w[k].group == x[k].group;
  if (!agree)
    throw ir::IllFormed("the spatial dims of weight " + ir::print(w) +
                        " do not line up with those of input " + ir::print(x));
  if (call.has(2) && (call.rank(2) != 1 || ir::is_group(call.shape(2)[0])))
    throw ir::IllFormed("the bias must have one axis, but has shape " +
                        ir::print(call.shape(2)));
}

std::vector<Window> conv_windows(const ir::Call& call) {
  std::vector<Expr> kernel;
  for (std::size_t k = 2; k < call.shape(1).size(); ++k)
    kernel.push_back(call.shape(1)[k].extent);
  return windows(call, kernel);
}

void require_channels(const ir::Call& call,
                      std::vector<ir::Condition>& conditions) {
  const Expr& group = call.integer("group");
  const Expr& channels = call.shape(0)[1].extent;
  const Expr& outputs = call.shape(1)[0].extent;
  const Expr& per_group = call.shape(1)[1].extent;
  conditions.push_back({index::less_equal(1, group),
                        "have a group of at least 1, not " + print(group)});
  conditions.push_back({index::equal(channels, per_group * group),
                        "have " + print(channels) +
                            " input channels equal to group " + print(group) +
                            " times the weight's " + print(per_group)});
  conditions.push_back({index::equal(index::mod(outputs, group), 0),
                        "have " + print(outputs) +
                            " output channels divisible by group " +
                            print(group)});
  if (call.has(2))
    conditions.push_back({index::equal(call.shape(2)[0].extent, outputs),
                          "have a bias of " + print(outputs) +
                              " elements, not " +
                              print(call.shape(2)[0].extent)});
}

ir::Inferred infer(const ir::Call& call) {
  check_ranks(call);
  const std::vector<Window> windows = conv_windows(call);
  ir::Inferred inferred{{pooled_shape(call, windows)}, {}};
  inferred.results[0][1] = call.shape(1)[0];
  require_channels(call, inferred.conditions);
  require_windows(windows, inferred.conditions);
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Dim& per_group = call.shape(1)[1];
  const Expr& o = at.at(1);
  const Expr outputs_per_group =
      index::div(call.shape(1)[0].extent, call.integer("group"));
  WindowElement element = window_element(conv_windows(call), at);
  const ir::BoundVariable c = bind_over("c", per_group);
  ir::Indices from = {
      at.at(0),
      index::div(o, outputs_per_group) * per_group.extent + Expr(c.symbol)};
  ir::Indices weight = {o, Expr(c.symbol)};
  from.insert(from.end(), element.positions.begin(), element.positions.end());
  weight.insert(weight.end(), element.kernel.begin(), element.kernel.end());
  element.bound.insert(element.bound.begin(), c);
  const ir::Value x =
      ir::select(element.inside, operands.at(0)(from), ir::constant(0));
  const ir::Value sum = ir::reduce(ir::Monoid::sum, element.bound, true,
                                   x * operands.at(1)(weight));
  return call.has(2) ? sum + operands.at(2)({o}) : sum;
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  const std::vector<WindowAxis> axes = concrete_axes(conv_windows(call));
  const std::int64_t group = call.integer("group").constant();
  const evaluate::Tensor* bias = call.has(2) ? operands.at(2) : nullptr;
  return {evaluate::with_number(
      *operands.at(0), [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> out{ir::concrete(results.at(0)), {}};
        Convolution<E>(axes, operands[0]->as<E>(), operands[1]->as<E>(),
                       bias ? &bias->as<E>() : nullptr, group)
            .into(out);
        return out;
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  std::vector<ir::NamedDim> names = window_named_dims(conv_windows(call));
  const ir::Shape& w = call.shape(1);
  const Expr& group = call.integer("group");
  names.push_back({"input_dilation", {}});
  for (const Window& w : conv_windows(call))
    names.back().values.push_back(w.dim(w.input_dilation));
  names.push_back({"crop", {{.extent = call.flag("crop") ? 1 : 0}}});
  names.push_back({"N", {call.shape(0)[0]}});
  names.push_back({"C", {call.shape(0)[1]}});
  names.push_back({"O", {w[0]}});
  names.push_back({"CG", {w[1]}});
  names.push_back({"group", {{.extent = group}}});
  names.push_back({"per_group_in", {w[1]}});
  names.push_back(
      {"per_group_out", {{.extent = index::div(w[0].extent, group)}}});
  return names;
}

void check_kernel_shape(const ir::OnnxNode& node) {
  const auto given = node.integers("kernel_shape");
  if (!given) return;
  const ir::Shape& w = node.operands.at(1).shape;
  bool agree = given->size() + 2 == w.size();
  for (std::size_t k = 0; agree && k < given->size(); ++k)
    agree = !w[k + 2].extent.is_constant() || w[k + 2].extent.is((*given)[k]);
  if (!agree)
    throw ir::IllFormed("kernel_shape contradicts the weight's shape " +
                        ir::print(w));
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  check_kernel_shape(node);
  ir::OnnxCall call{.operands = {0, 1}, .attributes = {}};
  if (node.has_operand(2)) call.operands.push_back(2);
  call.attributes["group"] = Expr(node.integer("group", 1));
  windows_from_onnx(node, call.attributes);
  return call;
}

bool is_windowed_by_onnx(const Window& w) {
  if (!w.input_dilation.is(1)) return false;
  for (const Expr& pad : {w.low, w.high})
    if (pad.is_constant() && pad.constant() < 0) return false;
  return true;
}

/// What ONNX's Conv cannot do to its input is done before it: batch and
/// channels stay, of the rest is cropped, spread out and padded.
std::vector<PaddedAxis> padding_before(const std::vector<Window>& windows) {
  std::vector<PaddedAxis> axes(2);
  for (const Window& w : windows)
    axes.push_back({w.low, w.high, w.input_dilation - 1});
  return axes;
}

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  const std::vector<Window> windows = conv_windows(call);
  ir::OnnxMade made;
  ir::OnnxNodeMade node{
      .op_type = "",
      .attributes = {{"group", ir::number_of(call.integer("group"), "group")}},
      .operands = {ir::of_operand(0), ir::of_operand(1)}};
  if (call.has(2)) node.operands.push_back(ir::of_operand(2));
  windows_to_onnx(call, node);
  if (!std::all_of(windows.begin(), windows.end(), is_windowed_by_onnx)) {
    pad_to_onnx(call, opset, padding_before(windows), {}, made);
    node.operands[0] = ir::of_node(static_cast<int>(made.nodes.size()) - 1);
    node.attributes.erase("pads");
    node.attributes.erase("auto_pad");
  }
  made.nodes.push_back(node);
  return made;
}

}  // namespace

const ir::Operator& conv() {
  static const ir::Operator op = {
      .name = "Conv",
      .signature = {.operands = {"T", "T", "T"},
                    .required = 2,
                    .results = {"T"},
                    .types = {{"T", ir::numeric_types}},
                    .attributes = {{.name = "group",
                                    .kind = ir::AttributeKind::integer,
                                    .fallback = ir::Attribute(Expr(1))},
                                   spatial_attribute("strides"),
                                   spatial_attribute("dilations"),
                                   spatial_attribute("low"),
                                   spatial_attribute("high"),
                                   auto_pad_attribute(),
                                   spatial_attribute("input_dilations"),
                                   flag_attribute("crop")},
                    .operand_names = {"x", "w", "bias"}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Conv"},
      .to_onnx = to_onnx,
      .note =
          "integer types are accepted as well, wrapping around; padding "
          "contributes nothing, even where a weight is infinite",
  };
  return op;
}

}  // namespace rewright::ops
