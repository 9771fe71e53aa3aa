// SPDX-License-Identifier: Apache-2.0
//
// Operators over windows, by Conv and AveragePool.
//
// A transposed convolution is a convolution: the input with gaps of stride - 1
// between its elements, the kernel reversed and its channels exchanged, and
// (kernel - 1) * dilation - pad of padding, which crops when it is negative.
#include <numeric>

#include "ir/unsupported.h"
#include "onnx/call.h"
#include "onnx/decompose.h"
#include "onnx/decompose_selection.h"
#include "ops/table.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;
using index::Expr;
using Integers = std::vector<std::int64_t>;

// --- ConvTranspose -----------------------------------------------------------

Integers list_of(D d, const std::string& name, std::size_t length,
                 std::int64_t fallback) {
  const auto list = d.node().integers(name);
  if (list && list->size() != length)
    throw ir::IllFormed(name + " has " + std::to_string(list->size()) +
                        " integers, not " + std::to_string(length));
  return list.value_or(Integers(length, fallback));
}

std::int64_t number(const ir::Dim& dim) {
  if (!dim.extent.is_constant())
    throw ir::Unsupported("it is supported only where sizes are numbers");
  return dim.extent.constant();
}

/// The sizes that the node asks for, if it asks for any.
std::optional<Integers> wanted_sizes(D d, const ir::Shape& x,
                                     const Integers& strides) {
  if (const auto given = d.node().integers("output_shape")) {
    if (given->size() != strides.size())
      throw ir::IllFormed("output_shape has " + std::to_string(given->size()) +
                          " integers, not " + std::to_string(strides.size()));
    return given;
  }
  if (!d.node().text("auto_pad", "NOTSET").starts_with("SAME")) return {};
  Integers sizes;
  for (std::size_t k = 0; k < strides.size(); ++k)
    sizes.push_back(number(x[k + 2]) * strides[k]);
  return sizes;
}

struct Padding {
  Integers low, high;  // of the transposed convolution
};

Padding padding_of(D d, const ir::Shape& x, const ir::Shape& w,
                   const Integers& strides, const Integers& dilations,
                   const Integers& extra) {
  const std::size_t n = strides.size();
  const Integers pads = list_of(d, "pads", 2 * n, 0);
  Padding result{{pads.begin(), pads.begin() + static_cast<long>(n)},
                 {pads.begin() + static_cast<long>(n), pads.end()}};
  const auto sizes = wanted_sizes(d, x, strides);
  if (!sizes) return result;
  const bool is_upper = d.node().text("auto_pad", "NOTSET") == "SAME_UPPER";
  for (std::size_t k = 0; k < n; ++k) {
    const std::int64_t total = strides[k] * (number(x[k + 2]) - 1) + extra[k] +
                               (number(w[k + 2]) - 1) * dilations[k] + 1 -
                               (*sizes)[k];
    if (total < 0)
      throw ir::Unsupported("an output larger than all its windows");
    const std::int64_t less = total / 2, more = total - less;
    result.low[k] = is_upper ? less : more;
    result.high[k] = is_upper ? more : less;
  }
  return result;
}

/// [C, M/g, ...] to [M, C/g, ...], reversed along the spatial axes.
ir::Ref turned(D d, const ir::Ref& w, std::int64_t group) {
  const ir::Shape shape = d.shape(w);
  Expr inputs;
  if (group < 1 || !index::divide_exactly(shape[0].extent, group, inputs))
    throw ir::Unsupported("its groups may not divide its channels");
  ir::Shape apart = {{group}, {inputs}, shape[1]};
  ir::Shape result = {{shape[1].extent * group}, {inputs}};
  std::vector<int> perm = {0, 2, 1}, spatial;
  for (std::size_t k = 2; k < shape.size(); ++k) {
    apart.push_back(shape[k]);
    result.push_back(shape[k]);
    perm.push_back(static_cast<int>(k + 1));
    spatial.push_back(static_cast<int>(k));
  }
  const ir::Ref moved =
      d.reshape(d.transpose(d.reshape(w, apart), perm), result);
  return d.call("Reverse", {moved}, {{"axes", ir::Axes{spatial}}});
}

ir::PerAxis per_axis(const Integers& values) {
  ir::PerAxis list;
  for (const std::int64_t value : values) list.values.emplace_back(Expr(value));
  return list;
}

Refs transposed_convolution(D d) {
  const ir::Ref x = d.operand(0), w = d.operand(1);
  const ir::Shape from = d.shape(x), kernel = d.shape(w);
  if (from.size() < 3 || from.size() != kernel.size())
    throw ir::IllFormed("input and weight have different ranks");
  const std::size_t n = from.size() - 2;
  const std::int64_t group = d.node().integer("group", 1);
  const Integers strides = list_of(d, "strides", n, 1);
  const Integers dilations = list_of(d, "dilations", n, 1);
  const Integers extra = list_of(d, "output_padding", n, 0);
  const Padding pads = padding_of(d, from, kernel, strides, dilations, extra);
  Integers low, high;
  for (std::size_t k = 0; k < n; ++k) {
    const std::int64_t reach = (number(kernel[k + 2]) - 1) * dilations[k];
    low.push_back(reach - pads.low[k]);
    high.push_back(reach - pads.high[k] + extra[k]);
  }
  std::vector<ir::Ref> operands = {x, turned(d, w, group)};
  if (d.has(2)) operands.push_back(d.operand(2));
  return {d.call("Conv", operands,
                 {{"group", Expr(group)},
                  {"dilations", per_axis(dilations)},
                  {"low", per_axis(low)},
                  {"high", per_axis(high)},
                  {"input_dilations", per_axis(strides)},
                  {"crop", Expr(1)}})};
}

// --- Norms over windows ------------------------------------------------------

/// |x|^p, for which the root of power() is taken later.
ir::Ref raised(D d, const ir::Ref& x, std::int64_t p) {
  if (p == 1) return d.call("Abs", {x});
  if (p == 2) return d.call("Mul", {x, x});
  throw ir::Unsupported("p = " + std::to_string(p) + " is not supported");
}

ir::Ref root(D d, const ir::Ref& x, std::int64_t p) {
  return p == 1 ? x : d.call("Sqrt", {x});
}

/// The sum over a window is its mean, paddings counted, times its elements.
Refs lp_pool(D d) {
  const std::int64_t p = d.node().integer("p", 2);
  if (d.node().integer("ceil_mode", 0) != 0)
    throw ir::Unsupported("ceil_mode is not supported");
  ir::OnnxNode node = d.node();
  node.attributes["count_include_pad"] = std::int64_t{1};
  const ir::OnnxCall call = call_form(*ops::find("AveragePool"), node);
  const ir::Ref mean =
      d.call("AveragePool", {raised(d, d.operand(0), p)}, call.attributes);
  std::int64_t elements = 1;
  for (const std::int64_t k : *node.integers("kernel_shape")) elements *= k;
  return {root(d, d.call("Mul", {mean, d.number(elements, mean)}), p)};
}

Refs global_lp_pool(D d) {
  const ir::Ref x = d.operand(0);
  const std::int64_t p = d.node().integer("p", 2);
  if (d.rank(x) < 2) throw ir::IllFormed("its input has no channel axis");
  std::vector<int> axes(static_cast<std::size_t>(d.rank(x) - 2));
  std::iota(axes.begin(), axes.end(), 2);
  return {root(d, d.reduce("ReduceSum", raised(d, x, p), axes), p)};
}

/// x / (bias + alpha/size * sum of squares over channels nearby)^beta
Refs local_response(D d) {
  const ir::Ref x = d.operand(0);
  if (d.rank(x) < 2) throw ir::IllFormed("its input has no channel axis");
  const std::int64_t size = d.node().integer("size", 0);
  if (size <= 0) throw ir::IllFormed("its size is not positive");
  const base::Rational beta = d.real("beta", 0.75);
  const bool is_known =
      beta == base::Rational(3, 4) || beta == base::Rational(1, 2) || beta == 1;
  if (!is_known)
    throw ir::Unsupported("beta = " + base::print(beta) + " is not supported");
  const auto step = [&](const ir::Ref& at, std::int64_t by) {
    return d.call("Add", {at, d.number(by, at)});
  };
  const ir::Ref sum = sum_of_run(
      d, d.call("Mul", {x, x}), 1, [&](const ir::Ref& from, const ir::Ref& to) {
        return d.call(
            "And",
            {d.call("GreaterOrEqual", {from, step(to, -((size - 1) / 2))}),
             d.call("LessOrEqual", {from, step(to, size / 2)})});
      });
  const base::Rational scale = d.real("alpha", 0.0001f) / size;
  const ir::Ref base = d.call("Add", {d.call("Mul", {sum, d.number(scale, x)}),
                                      d.number(d.real("bias", 1), x)});
  if (beta == 1) return {d.call("Div", {x, base})};
  const ir::Ref half = d.call("Sqrt", {base});
  if (beta == base::Rational(1, 2)) return {d.call("Div", {x, half})};
  return {d.call("Div", {x, d.call("Mul", {half, d.call("Sqrt", {half})})})};
}

}  // namespace

Decompositions windows() {
  return {
      {"ConvTranspose", transposed_convolution},
      {"LpPool", lp_pool},
      {"GlobalLpPool", global_lp_pool},
      {"LRN", local_response},
  };
}

}  // namespace rewright::onnx
