// SPDX-License-Identifier: Apache-2.0
//
// MaxPool: the largest input element in each window; padding never counts.
// Every window must contain an element of the input. Only the first ONNX
// result exists, and only row-major storage_order.
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

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const WindowElement element = window_element(pool_windows(call), at);
  ir::Indices from = {at.at(0), at.at(1)};
  from.insert(from.end(), element.positions.begin(), element.positions.end());
  return ir::reduce(ir::Monoid::max, element.bound, element.inside,
                    operands.at(0)(from));
}

template <class E>
E largest(const std::vector<WindowAxis>& axes,
          const std::vector<std::int64_t>& at, const E* plane) {
  const E* best = nullptr;
  E value{};
  auto visit = [&](const E& x) {
    value = best ? evaluate::Arithmetic<E>::max(value, x) : x;
    best = &value;
  };
  visit_window(axes, at, plane, visit);
  return value;
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  const std::vector<Window> windows = pool_windows(call);
  const evaluate::Tensor& x = *operands.at(0);
  return {evaluate::with_number(
      x, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        return pool_planes(x.as<E>(), windows, results.at(0), largest<E>);
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  return pool_named_dims(call);
}

}  // namespace

const ir::Operator& max_pool() {
  static const ir::Operator op = {
      .name = "MaxPool",
      .signature = {.operands = {"T"},
                    .results = {"T"},
                    .types = {{"T", ir::numeric_types}},
                    .attributes = {spatial_attribute("kernel", true),
                                   spatial_attribute("strides"),
                                   spatial_attribute("dilations"),
                                   spatial_attribute("low"),
                                   spatial_attribute("high"),
                                   flag_attribute("ceil_mode"),
                                   auto_pad_attribute()}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::exact,
      .named_dims = named_dims,
      .from_onnx = pool_from_onnx,
      .onnx_names = {"MaxPool"},
      .to_onnx = pool_to_onnx,
      .note =
          "int16, int32 and int64 are accepted as well; every window must "
          "contain an element of the input, where ONNX is silent and "
          "runtimes refuse",
  };
  return op;
}

}  // namespace rewright::ops
