// SPDX-License-Identifier: Apache-2.0
//
// AveragePool: the sum of the input elements in each window divided by their
// number or, under count_include_pad, by the number of window positions in
// the padded input (less than the whole window only where ceil_mode lets the
// last one overhang). Every window must contain an element of the input.
//
// Target files may name N, C, H, W, KH, KW, and per spatial entry kernel,
// stride, pad, dilation.
#include "ops/common_reduce_kernel.h"
#include "ops/common_window_kernel.h"

namespace rewright::ops {

namespace {

ir::Inferred infer(const ir::Call& call) {
  const std::vector<Window> windows = pool_windows(call);
  ir::Inferred inferred{{pooled_shape(call, windows)}, {}};
  require_windows(windows, inferred.conditions);
  require_inputs_in_windows(windows, inferred.conditions);
  return inferred;
}

// The positions that the window at output `o` counts. Without ceil_mode a
// window never leaves the padded input: its last position there is
// o*stride + k <= (input + low + high - k) div stride * stride + k.
index::Expr counted(const ir::Call& call, const Window& w,
                    const index::Expr& o) {
  const bool overhangs = call.flag("ceil_mode") && !w.padded_to_fit;
  const bool pads_count = call.flag("count_include_pad");
  const bool padded = !w.low.is(0) || !w.high.is(0);
  if (!overhangs && (pads_count || !padded)) return w.kernel;
  const index::Expr start = o * w.stride - w.low;
  const index::Expr limit = pads_count ? w.input + w.high : w.input;
  const index::Expr end = index::min(start + w.kernel, limit);
  return pads_count ? end - start : end - index::max(start, 0);
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const std::vector<Window> windows = pool_windows(call);
  const WindowElement element = window_element(windows, at);
  ir::Indices from = {at.at(0), at.at(1)};
  ir::Shape counts;
  for (std::size_t k = 0; k < windows.size(); ++k) {
    from.push_back(element.positions[k]);
    counts.push_back(windows[k].dim(counted(call, windows[k], at.at(k + 2))));
  }
  const ir::Value sum = ir::reduce(ir::Monoid::sum, element.bound,
                                   element.inside, operands.at(0)(from));
  return sum / ir::size_value(ir::elements(counts));
}

// How many elements the window counts, met one by one.
std::int64_t divisor(const std::vector<WindowAxis>& axes,
                     const std::vector<std::int64_t>& at, bool pads_count) {
  std::int64_t count = 1;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const WindowAxis& axis = axes[k];
    const Interval counted =
        pads_count
            ? axis.kernel_within(at[k], -axis.low, axis.input + axis.high)
            : axis.kernel_inside(at[k]);
    count *= counted.end - counted.begin;
  }
  return count;
}

template <class E>
E mean(const std::vector<WindowAxis>& axes, const std::vector<std::int64_t>& at,
       const E* plane, bool pads_count) {
  using A = SumOf<E>;
  using Number = evaluate::Arithmetic<A>;
  A sum = Number::from_integer(0);
  auto visit = [&](const E& x) {
    sum = Number::add(sum, A(evaluate::Arithmetic<E>::widen(x)));
  };
  visit_window(axes, at, plane, visit);
  return evaluate::Arithmetic<E>::narrow(
      Number::div(sum, Number::from_integer(divisor(axes, at, pads_count))));
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  const std::vector<Window> windows = pool_windows(call);
  const bool pads_count = call.flag("count_include_pad");
  const evaluate::Tensor& x = *operands.at(0);
  return {evaluate::with_number(
      x, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        return pool_planes(
            x.as<E>(), windows, results.at(0),
            [&](const auto& axes, const auto& at, const E* plane) {
              return mean(axes, at, plane, pads_count);
            });
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  return pool_named_dims(call);
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call = pool_from_onnx(node);
  if (call.attributes.count("dilations"))
    throw ir::IllFormed("AveragePool with dilations is not supported");
  call.attributes["count_include_pad"] =
      index::Expr(node.integer("count_include_pad", 0));
  return call;
}

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::OnnxMade made = pool_to_onnx(call, opset);
  if (call.flag("count_include_pad"))
    made.nodes[0].attributes["count_include_pad"] = std::int64_t{1};
  return made;
}

}  // namespace

const ir::Operator& average_pool() {
  static const ir::Operator op = {
      .name = "AveragePool",
      .signature = {.operands = {"T"},
                    .results = {"T"},
                    .types = {{"T", ir::floating_types}},
                    .attributes = {spatial_attribute("kernel", true),
                                   spatial_attribute("strides"),
                                   spatial_attribute("low"),
                                   spatial_attribute("high"),
                                   flag_attribute("ceil_mode"),
                                   flag_attribute("count_include_pad"),
                                   auto_pad_attribute()}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"AveragePool"},
      .to_onnx = to_onnx,
      .note =
          "every window must contain an element of the input, where ONNX "
          "is silent and runtimes refuse",
  };
  return op;
}

}  // namespace rewright::ops
