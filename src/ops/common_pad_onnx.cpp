// SPDX-License-Identifier: Apache-2.0
#include "ops/common_pad_onnx.h"

#include <algorithm>
#include <utility>

namespace rewright::ops {

using index::Expr;

namespace {

class Padder {
 public:
  Padder(const ir::Call& call, int opset, const PaddingMade& padding,
         ir::OnnxMade& made)
      : call_(call), opset_(opset), padding_(padding), made_(made) {}

  void pad(std::vector<PaddedAxis> axes) {
    const bool is_spread = std::any_of(
        axes.begin(), axes.end(),
        [](const PaddedAxis& axis) { return !axis.interior.is_zero(); });
    if (is_spread && is_empty())
      pad_nothing(axes);
    else if (is_spread)
      spread(axes);
    std::vector<Expr> lows, highs;
    for (const PaddedAxis& axis : axes) {
      lows.push_back(axis.low);
      highs.push_back(axis.high);
    }
    surround(lows, highs);
  }

 private:
  bool is_empty() const {
    const ir::Shape& shape = call_.shape(0);
    return std::any_of(shape.begin(), shape.end(),
                       [](const ir::Dim& dim) { return dim.extent.is_zero(); });
  }

  /// Without elements to stand between, gaps are like what is behind.
  void pad_nothing(std::vector<PaddedAxis>& axes) const {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const Expr gaps = max(call_.shape(0)[k].extent - 1, 0);
      axes[k].high = axes[k].high + axes[k].interior * gaps;
    }
  }

  /// x[d] to x[d, 1], to x[d, 1 + interior], to x[d * (1 + interior)].
  void spread(std::vector<PaddedAxis>& axes) {
    std::vector<Expr> apart, joined, lows, highs;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const Expr& extent = call_.shape(0)[k].extent;
      const Expr interior = std::exchange(axes[k].interior, 0);
      require_elements(extent);
      apart.insert(apart.end(), {extent, 1});
      lows.insert(lows.end(), {0, 0});
      highs.insert(highs.end(), {0, interior});
      joined.push_back(extent * (interior + 1));
      axes[k].high = axes[k].high - interior;
    }
    reshape(apart);
    surround(lows, highs);
    reshape(joined);
  }

  /// Reshape would take an extent of 0 for a copy.
  void require_elements(const Expr& extent) const {
    if (!call_.facts.proves(index::less_equal(1, extent)))
      throw ir::IllFormed(
          "ONNX has no padding between elements where there may be none, as " +
          print(extent) + " may be 0");
  }

  ir::OnnxOperandMade latest() const {
    if (made_.nodes.empty()) return ir::of_operand(0);
    return ir::of_node(static_cast<int>(made_.nodes.size()) - 1);
  }

  void reshape(const std::vector<Expr>& sizes) {
    made_.nodes.push_back(
        {.op_type = "Reshape", .operands = {latest(), ir::of_integers(sizes)}});
  }

  /// All that stands before, then all behind: attributes before opset 11.
  void surround(const std::vector<Expr>& lows, const std::vector<Expr>& highs) {
    std::vector<Expr> pads = lows;
    pads.insert(pads.end(), highs.begin(), highs.end());
    ir::OnnxNodeMade node{.op_type = "Pad", .operands = {latest()}};
    if (opset_ < 11) {
      write_attributes(pads, node);
    } else {
      node.operands.push_back(ir::of_integers(pads));
      if (padding_.operand)
        node.operands.push_back(ir::of_operand(*padding_.operand));
      else if (padding_.number)
        node.operands.push_back({.scalar = ir::OnnxScalar{*padding_.number}});
    }
    made_.nodes.push_back(node);
  }

  void write_attributes(const std::vector<Expr>& pads,
                        ir::OnnxNodeMade& node) const {
    if (padding_.operand)
      ir::require_opset(opset_, 11, "a padding value that is no constant");
    std::vector<std::int64_t> numbers;
    for (const Expr& pad : pads) numbers.push_back(ir::number_of(pad, "pads"));
    node.attributes["pads"] = numbers;
    if (padding_.number)
      node.attributes["value"] =
          ir::float_of(*padding_.number, call_.operand_types.at(0), "value");
  }

  const ir::Call& call_;
  int opset_;
  const PaddingMade& padding_;
  ir::OnnxMade& made_;
};

}  // namespace

void pad_to_onnx(const ir::Call& call, int opset,
                 const std::vector<PaddedAxis>& axes,
                 const PaddingMade& padding, ir::OnnxMade& made) {
  Padder(call, opset, padding, made).pad(axes);
}

}  // namespace rewright::ops
