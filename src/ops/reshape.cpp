// SPDX-License-Identifier: Apache-2.0
//
// Reshape: the same elements in the same order under another shape. An
// extent that is the literal 0 copies the entry of the operand at its place
// unless allowzero is set; the literal -1 stands for what is left. A size
// that may be zero copies too, when it is zero: ONNX sees only its value.
#include <algorithm>

#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;
using ir::Dim;
using ir::Shape;

/// A position means the same axis at every rank when no group precedes it.
bool is_fixed(const Shape& shape, std::size_t entry) {
  if (entry >= shape.size()) return false;
  for (std::size_t k = 0; k <= entry; ++k)
    if (ir::is_group(shape[k])) return false;
  return true;
}

class Target {
 public:
  explicit Target(const ir::Call& call)
      : call_(call), target_(call.target_shape("shape")) {}

  ir::Inferred infer() {
    for (std::size_t k = 0; k < target_.size(); ++k) resolve(k);
    if (rest_ < 0)
      require(conditions_, call_.facts, equal(total(), ir::elements(result_)),
              "keep the number of elements, but " + print(total()) +
                  " become " + print(ir::elements(result_)));
    else
      resolve_rest();
    return {.results = {result_}, .conditions = conditions_};
  }

 private:
  Expr total() const { return ir::elements(call_.shape(0)); }
  bool copies_zeros() const { return !call_.flag("allowzero"); }

  void resolve(std::size_t k) {
    Dim dim = target_[k];
    if (dim.extent.is(-1) && !ir::is_group(dim)) {
      if (rest_ >= 0) throw ir::IllFormed("two extents are -1");
      rest_ = static_cast<int>(k);
      dim.extent = 1;
    } else if (copies_zeros()) {
      dim.extent = unless_zero(dim, k);
    }
    require(
        conditions_, call_.facts,
        every_axis(dim, index::nonnegative(dim.extent)),
        "take an extent that is not negative, but got " + print(dim.extent));
    result_.push_back(dim);
  }

  Expr unless_zero(const Dim& dim, std::size_t k) {
    const index::Facts& facts = call_.facts;
    const index::Formula is_zero = facts.simplify(equal(dim.extent, 0));
    if (is_zero.is_false()) return dim.extent;
    if (is_fixed(call_.shape(0), k) && is_fixed(target_, k))
      return facts.simplify(ite(is_zero, call_.shape(0)[k].extent, dim.extent));
    if (is_zero.is_true())
      throw ir::IllFormed("extent 0 copies axis " + std::to_string(k) +
                          ", which the operand does not have at every rank");
    require(conditions_, facts, every_axis(dim, !is_zero),
            "have allowzero=1 where an extent, here " + print(dim.extent) +
                ", may be 0");
    return dim.extent;
  }

  void resolve_rest() {
    const index::Facts& facts = call_.facts;
    const Expr whole = facts.simplify(total());
    const Expr known = facts.simplify(ir::elements(result_));
    require(conditions_, facts, index::less(0, known),
            "not ask for the rest of no elements");
    Expr quotient = 0;
    if (known.is_zero()) return set_rest(quotient);
    if (!divide_exactly(whole, known, quotient)) {
      require(conditions_, facts, equal(mod(whole, known), 0),
              "divide " + print(whole) + " elements by " + print(known) +
                  " without remainder");
      quotient = facts.simplify(div(whole, known));
    }
    set_rest(quotient);
  }

  void set_rest(const Expr& extent) {
    result_[static_cast<std::size_t>(rest_)].extent = extent;
  }

  const ir::Call& call_;
  const Shape& target_;
  Shape result_;
  int rest_ = -1;
  std::vector<ir::Condition> conditions_;
};

ir::Inferred infer(const ir::Call& call) { return Target(call).infer(); }

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const Shape to = infer(call).results.at(0);
  return operands.at(0)(reshape_indices(call.shape(0), to, at, call.facts));
}

/// The same from numbers alone.
Sizes target_sizes(const Sizes& from, Sizes to, bool copies_zeros) {
  std::size_t rest = to.size();
  std::int64_t known = 1;
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (to[k] == 0 && copies_zeros) to[k] = from.at(k);
    if (to[k] == -1)
      rest = k;
    else
      known *= to[k];
  }
  if (rest < to.size()) to[rest] = evaluate::count(from) / known;
  return to;
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  return {reshaped(
      x, target_sizes(x.shape(), ir::concrete(call.target_shape("shape")),
                      !call.flag("allowzero")))};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  const auto sizes = node.sizes("shape", 1);
  if (!sizes) throw ir::IllFormed("Reshape has no shape");
  return {.operands = {0},
          .attributes = {{"shape", Shape(sizes->begin(), sizes->end())},
                         {"allowzero", Expr(node.integer("allowzero", 0))}}};
}

/// The target as ONNX says it: numbers, and what is known only at run time as
/// 0 (as the operand has it there) and -1 (what is left) wherever they mean
/// the same.
class Written {
 public:
  explicit Written(const ir::Call& call) : call_(call) {
    for (const Dim& dim : call.target_shape("shape"))
      list_.push_back(dim.extent);
  }

  ir::OnnxMade made(int opset) {
    ir::OnnxNodeMade node{.op_type = ""};
    if (has_literal_zero()) {
      ir::require_opset(opset, 14, "an extent of 0 in Reshape");
      node.attributes["allowzero"] = std::int64_t{1};
    } else {
      if (open() > 1) copy_extents();
      if (open() > 0) leave_rest();
    }
    node.operands = {ir::of_operand(0), ir::of_integers(list_)};
    return {.nodes = {node}};
  }

 private:
  /// An extent that allowzero makes 0, or that may be 0 at run time; unless
  /// the operand has the same at its place, so that copying it is no change.
  bool has_literal_zero() const {
    if (!call_.flag("allowzero")) return false;
    for (std::size_t k = 0; k < list_.size(); ++k)
      if (!list_[k].is(-1) && !is_copy(k) &&
          !call_.facts.proves(index::less_equal(1, list_[k])))
        return true;
    return false;
  }

  bool is_copy(std::size_t k) const {
    const Shape& from = call_.shape(0);
    return k < from.size() && from[k].extent == list_[k];
  }

  std::ptrdiff_t open() const {
    return std::count_if(list_.begin(), list_.end(),
                         [](const Expr& e) { return !e.is_constant(); });
  }

  void copy_extents() {
    for (std::size_t k = 0; k < list_.size(); ++k)
      if (!list_[k].is_constant() && is_copy(k)) list_[k] = 0;
  }

  /// One extent, the longest to write, becomes -1, unless the rest may have
  /// no elements or there is a -1 already.
  void leave_rest() {
    std::size_t longest = list_.size();
    for (std::size_t k = 0; k < list_.size(); ++k) {
      if (list_[k].is(-1)) return;
      if (list_[k].is_constant()) continue;
      if (longest == list_.size() ||
          list_[k].terms().size() > list_[longest].terms().size())
        longest = k;
    }
    Expr others = 1;
    for (std::size_t k = 0; k < list_.size(); ++k)
      if (k != longest) others = others * extent(k);
    if (longest < list_.size() &&
        call_.facts.proves(index::less_equal(1, others)))
      list_[longest] = -1;
  }

  Expr extent(std::size_t k) const {
    return list_[k].is(0) ? call_.shape(0).at(k).extent : list_[k];
  }

  const ir::Call& call_;
  std::vector<Expr> list_;
};

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  return Written(call).made(opset);
}

}  // namespace

const ir::Operator& reshape() {
  static const ir::Operator op = {
      .name = "Reshape",
      .signature = movement_signature({{.name = "shape",
                                        .kind = ir::AttributeKind::shape,
                                        .required = true},
                                       {.name = "allowzero",
                                        .kind = ir::AttributeKind::flag,
                                        .fallback = ir::Attribute(Expr(0))}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Reshape"},
      .to_onnx = to_onnx,
      .note = "the shape must follow from constants and sizes",
  };
  return op;
}

}  // namespace rewright::ops
