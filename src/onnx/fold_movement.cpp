// SPDX-License-Identifier: Apache-2.0
//
// Folding: operators that only move elements. Their kernels are run on the
// positions of the elements instead of on the elements, so every attribute
// means here what it means in a graph. Gather is carried out by hand.
#include <algorithm>
#include <numeric>
#include <set>

#include "onnx/call.h"
#include "onnx/fold.h"
#include "ops/table.h"

namespace rewright::onnx {

namespace {

using evaluate::Dense;
using evaluate::Tensor;
using Positions = Dense<std::int64_t>;

bool only_moves(const std::string& op_type) {
  static const std::set<std::string> types = {
      "Concat", "Expand", "Flatten", "Identity",  "Reshape",  "Reverse",
      "Slice",  "Split",  "Squeeze", "Transpose", "Unsqueeze"};
  return types.count(op_type) != 0;
}

bool is_small(const ir::Shape& shape) {
  for (const ir::Dim& dim : shape)
    if (!dim.extent.is_constant() || ir::is_group(dim)) return false;
  return ir::elements(shape).constant() <= most_elements;
}

/// Runs an operator on the positions of its operands' elements.
class Mover {
 public:
  explicit Mover(const Folding& folding) : folding_(folding) {}

  Folded run(const ir::Operator& op) {
    const ir::OnnxCall form = call_form(op, folding_.node);
    ir::Call call{.attributes = form.attributes,
                  .operands = {},
                  .given = {},
                  .facts = folding_.facts,
                  .result_type = ir::ElementType::int64};
    for (const int k : form.operands)
      if (k < 0 || !add_operand(static_cast<std::size_t>(k), call))
        return std::nullopt;
    const ir::Inferred inferred = op.infer(call);
    for (const ir::Condition& condition : inferred.conditions)
      if (!condition.formula.is_true()) return std::nullopt;
    for (const ir::Shape& shape : inferred.results)
      if (!is_small(shape)) return std::nullopt;
    return results(op.kernel(call, operands(), inferred.results));
  }

 private:
  bool add_operand(std::size_t k, ir::Call& call) {
    const auto* elements = folding_.elements(k);
    if (elements == nullptr) return false;
    type_ = folding_.operands[k].type;
    Positions positions{ir::concrete(folding_.operands[k].shape), {}};
    positions.data.resize(elements->size());
    std::iota(positions.data.begin(), positions.data.end(),
              static_cast<std::int64_t>(pool_.size()));
    pool_.insert(pool_.end(), elements->begin(), elements->end());
    tensors_.emplace_back(std::move(positions));
    call.operands.push_back(folding_.operands[k].shape);
    call.given.push_back(true);
    return true;
  }

  std::vector<const Tensor*> operands() const {
    std::vector<const Tensor*> pointers;
    for (const Tensor& tensor : tensors_) pointers.push_back(&tensor);
    return pointers;
  }

  std::vector<Known> results(const std::vector<Tensor>& moved) const {
    std::vector<Known> results;
    for (const Tensor& tensor : moved) {
      std::vector<index::Expr> elements;
      for (const std::int64_t at : tensor.as<std::int64_t>().data)
        elements.push_back(pool_.at(static_cast<std::size_t>(at)));
      results.push_back(known_elements(type_, tensor.shape(), elements));
    }
    return results;
  }

  const Folding& folding_;
  ir::ElementType type_ = ir::ElementType::int64;
  std::vector<index::Expr> pool_;
  std::vector<Tensor> tensors_;
};

// --- Gather ------------------------------------------------------------------

/// Sizes before, at and after an axis.
struct Blocks {
  std::int64_t outer = 1, axis = 1, inner = 1;
};

Blocks blocks_at(const std::vector<std::int64_t>& sizes, std::size_t axis) {
  Blocks blocks;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (k < axis) blocks.outer *= sizes[k];
    if (k == axis) blocks.axis = sizes[k];
    if (k > axis) blocks.inner *= sizes[k];
  }
  return blocks;
}

Folded fold_gather(const Folding& folding) {
  const auto* data = folding.elements(0);
  if (data == nullptr || !folding.has(1) ||
      folding.operands[1].known == nullptr)
    return std::nullopt;
  const auto indices = integers(*folding.operands[1].known);
  const auto sizes = ir::concrete(folding.operands[0].shape);
  if (!indices || sizes.empty()) return std::nullopt;
  const auto axis = static_cast<std::size_t>(ir::OnnxNode::normalised(
      {folding.node.integer("axis", 0)}, sizes.size())[0]);
  const Blocks blocks = blocks_at(sizes, axis);
  const auto taken = static_cast<std::int64_t>(indices->size());
  if (blocks.outer * taken >
      most_elements / std::max<std::int64_t>(blocks.inner, 1))
    return std::nullopt;
  std::vector<index::Expr> elements;
  for (std::int64_t outer = 0; outer < blocks.outer; ++outer) {
    for (const std::int64_t index : *indices) {
      const std::int64_t at = index < 0 ? index + blocks.axis : index;
      if (at < 0 || at >= blocks.axis)
        throw ir::IllFormed("index " + std::to_string(index) +
                            " is out of range");
      const auto from = (outer * blocks.axis + at) * blocks.inner;
      elements.insert(elements.end(), data->begin() + from,
                      data->begin() + from + blocks.inner);
    }
  }
  std::vector<std::int64_t> result(sizes.begin(),
                                   sizes.begin() + static_cast<long>(axis));
  for (const std::int64_t size : ir::concrete(folding.operands[1].shape))
    result.push_back(size);
  result.insert(result.end(), sizes.begin() + static_cast<long>(axis) + 1,
                sizes.end());
  return std::vector<Known>{
      known_elements(folding.operands[0].type, result, elements)};
}

}  // namespace

Folded fold_movement(const Folding& folding) {
  if (folding.node.op_type == "Gather") return fold_gather(folding);
  if (!only_moves(folding.node.op_type) || folding.elements(0) == nullptr)
    return std::nullopt;
  const ir::Operator* op = ops::find_onnx(folding.node.op_type);
  if (op == nullptr) return std::nullopt;
  return Mover(folding).run(*op);
}

}  // namespace rewright::onnx
