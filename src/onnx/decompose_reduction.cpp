// SPDX-License-Identifier: Apache-2.0
//
// Reductions of functions, sums and means of several tensors, Softmax.
//
// Softmax is exp(x - m) / sum exp(x - m) with m the maximum: what ONNX
// prescribes, and finite where the plain formula is not.
#include <numeric>

#include "onnx/call.h"
#include "onnx/decompose.h"
#include "ops/table.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;

/// `x` reduced as the node says.
ir::Ref reduced(D d, const std::string& op, const ir::Ref& x) {
  const ir::OnnxCall call = call_form(*ops::find(op), d.node());
  return d.call(op, {x}, call.attributes);
}

ir::Ref squared(D d) {
  const ir::Ref x = d.operand(0);
  return d.call("Mul", {x, x});
}

Refs reduce_l1(D d) {
  return {reduced(d, "ReduceSum", d.call("Abs", {d.operand(0)}))};
}

Refs reduce_l2(D d) {
  return {d.call("Sqrt", {reduced(d, "ReduceSum", squared(d))})};
}

Refs reduce_sum_square(D d) { return {reduced(d, "ReduceSum", squared(d))}; }

Refs reduce_log_sum(D d) {
  return {d.call("Log", {reduced(d, "ReduceSum", d.operand(0))})};
}

Refs reduce_log_sum_exp(D d) {
  const ir::Ref raised = d.call("Exp", {d.operand(0)});
  return {d.call("Log", {reduced(d, "ReduceSum", raised)})};
}

Refs global_max_pool(D d) {
  const ir::Ref x = d.operand(0);
  if (d.rank(x) < 2) throw ir::IllFormed("its input has no channel axis");
  std::vector<int> axes(static_cast<std::size_t>(d.rank(x) - 2));
  std::iota(axes.begin(), axes.end(), 2);
  return {d.reduce("ReduceMax", x, axes)};
}

Refs sum(D d) {
  ir::Ref total = d.operand(0);
  if (d.node().operands.size() == 1) return {d.call("Identity", {total})};
  for (std::size_t k = 1; k < d.node().operands.size(); ++k)
    total = d.call("Add", {total, d.operand(k)});
  return {total};
}

Refs mean(D d) {
  const ir::Ref total = sum(d)[0];
  const auto count = static_cast<std::int64_t>(d.node().operands.size());
  return {d.call("Div", {total, d.number(count, total)})};
}

// --- Softmax -----------------------------------------------------------------

/// Before opset 13 the axes from `axis` on were one.
std::vector<int> softmax_axes(D d, const ir::Ref& x) {
  const bool is_flattening = d.node().opset < 13;
  const int axis = d.axis("axis", is_flattening ? 1 : -1, x);
  std::vector<int> axes = {axis};
  if (is_flattening)
    for (int k = axis + 1; k < d.rank(x); ++k) axes.push_back(k);
  return axes;
}

struct Shifted {
  ir::Ref difference;  // x - max x
  ir::Ref raised;      // exp(x - max x)
  ir::Ref total;       // its sum
};

Shifted shifted(D d) {
  const ir::Ref x = d.operand(0);
  const std::vector<int> axes = softmax_axes(d, x);
  const ir::Ref difference = d.call("Sub", {x, d.reduce("ReduceMax", x, axes)});
  const ir::Ref raised = d.call("Exp", {difference});
  return {difference, raised, d.reduce("ReduceSum", raised, axes)};
}

Refs softmax(D d) {
  const Shifted s = shifted(d);
  return {d.call("Div", {s.raised, s.total})};
}

Refs log_softmax(D d) {
  const Shifted s = shifted(d);
  return {d.call("Sub", {s.difference, d.call("Log", {s.total})})};
}

}  // namespace

Decompositions reductions() {
  return {
      {"ReduceL1", reduce_l1},
      {"ReduceL2", reduce_l2},
      {"ReduceSumSquare", reduce_sum_square},
      {"ReduceLogSum", reduce_log_sum},
      {"ReduceLogSumExp", reduce_log_sum_exp},
      {"GlobalMaxPool", global_max_pool},
      {"Sum", sum},
      {"Mean", mean},
      {"Softmax", softmax},
      {"LogSoftmax", log_softmax},
  };
}

}  // namespace rewright::onnx
