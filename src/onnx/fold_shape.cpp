// SPDX-License-Identifier: Apache-2.0
//
// Folding: the operators that make integers of shapes, and casts.
#include <algorithm>
#include <cmath>
#include <limits>

#include "onnx/element.h"
#include "onnx/fold.h"

namespace rewright::onnx {

namespace {

std::int64_t length(const std::vector<index::Expr>& list) {
  return static_cast<std::int64_t>(list.size());
}

Folded one(Known known) { return std::vector<Known>{std::move(known)}; }

/// Since opset 15 a part of the shape, from `start` to before `end`.
Folded fold_shape_of(const Folding& folding) {
  const ir::Shape& shape = folding.operands.at(0).shape;
  const auto rank = static_cast<std::int64_t>(shape.size());
  const auto bound = [&](const char* name, std::int64_t fallback) {
    const std::int64_t at = folding.node.integer(name, fallback);
    return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const std::int64_t start = bound("start", 0), end = bound("end", rank);
  std::vector<index::Expr> sizes;
  for (std::int64_t k = start; k < end; ++k)
    sizes.push_back(shape[static_cast<std::size_t>(k)].extent);
  const std::int64_t count = length(sizes);
  return one(known_elements(ir::ElementType::int64, {count}, std::move(sizes)));
}

Folded fold_size(const Folding& folding) {
  return one(known_elements(ir::ElementType::int64, {},
                            {ir::elements(folding.operands.at(0).shape)}));
}

Folded fold_constant_of_shape(const Folding& folding) {
  const auto* sizes = folding.elements(0);
  if (sizes == nullptr) return std::nullopt;
  ir::Shape shape;
  for (const index::Expr& size : *sizes) {
    if (!folding.facts.proves_nonnegative(size)) return std::nullopt;
    shape.push_back({size});
  }
  Known value = known_uniform(ir::ElementType::float32, shape, {});
  if (folding.value) {
    if (!folding.value->uniform) return std::nullopt;
    value.type = folding.value->type;
    value.uniform = folding.value->uniform;
  }
  const bool is_number = class_of(value.type) != ir::ElementClass::floating;
  const index::Expr count = ir::elements(shape);
  if (!is_number || !count.is_constant() || count.constant() > most_elements)
    return one(value);
  const bool is_truth = value.type == ir::ElementType::boolean;
  const index::Expr element = is_truth
                                  ? index::Expr(value.uniform->truth ? 1 : 0)
                                  : index::Expr(static_cast<std::int64_t>(
                                        numerator(value.uniform->rational)));
  return one(
      known_elements(value.type, ir::concrete(shape),
                     std::vector<index::Expr>(
                         static_cast<std::size_t>(count.constant()), element)));
}

Folded fold_range(const Folding& folding) {
  const auto *start = folding.elements(0), *limit = folding.elements(1),
             *delta = folding.elements(2);
  if (start == nullptr || limit == nullptr || delta == nullptr)
    return std::nullopt;
  const index::Expr length = limit->at(0) - start->at(0);
  if (!length.is_constant() || !delta->at(0).is_constant()) return std::nullopt;
  const std::int64_t step = delta->at(0).constant();
  const std::int64_t span = length.constant();
  if (step == 0 || span > most_elements || span < -most_elements)
    return std::nullopt;
  std::vector<index::Expr> elements;
  for (std::int64_t at = 0; step > 0 ? at < span : at > span; at += step)
    elements.push_back(start->at(0) + at);
  const std::int64_t count = static_cast<std::int64_t>(elements.size());
  return one(
      known_elements(folding.operands[0].type, {count}, std::move(elements)));
}

// --- Cast --------------------------------------------------------------------

bool is_exact_in(ir::ElementType type, const index::Expr& e) {
  if (e.is_constant()) return fits(type, e.constant());
  using ir::ElementType;  // sizes are taken to fit into these
  return type == ElementType::int64 || type == ElementType::int32 ||
         type == ElementType::float64 || type == ElementType::float32;
}

Folded cast_elements(const Known& known, ir::ElementType to) {
  std::vector<index::Expr> elements;
  for (index::Expr e : *known.elements) {
    if (to == ir::ElementType::boolean) {
      if (!e.is_constant()) return std::nullopt;
      e = e.is_zero() ? 0 : 1;
    }
    if (!is_exact_in(to, e)) return std::nullopt;
    elements.push_back(e);
  }
  return one(known_elements(to, ir::concrete(known.shape), elements));
}

Folded cast_reals(const Known& known, ir::ElementType to) {
  const auto values = reals(known);
  if (!values || class_of(to) != ir::ElementClass::integer) return std::nullopt;
  std::vector<index::Expr> elements;
  for (const double value : *values) {
    const double whole = std::trunc(value);
    if (!(std::abs(whole) < 9e15)) return std::nullopt;
    const auto integer = static_cast<std::int64_t>(whole);
    if (!fits(to, integer)) return std::nullopt;
    elements.emplace_back(integer);
  }
  return one(known_elements(to, ir::concrete(known.shape), elements));
}

Folded fold_cast(const Folding& folding) {
  const Known* known = folding.operands.at(0).known;
  const auto to = element_type(static_cast<int>(folding.node.integer("to", 0)));
  if (known == nullptr || !to) return std::nullopt;
  if (*to == known->type) return one(*known);
  if (*to == ir::ElementType::float16 || *to == ir::ElementType::bfloat16)
    return std::nullopt;
  return known->elements ? cast_elements(*known, *to) : cast_reals(*known, *to);
}

}  // namespace

Folded fold_shape(const Folding& folding) {
  const std::string& type = folding.node.op_type;
  if (folding.operands.empty()) return std::nullopt;
  if (type == "Shape") return fold_shape_of(folding);
  if (type == "Size") return fold_size(folding);
  if (type == "ConstantOfShape") return fold_constant_of_shape(folding);
  if (type == "Range") return fold_range(folding);
  if (type == "Cast") return fold_cast(folding);
  return std::nullopt;
}

}  // namespace rewright::onnx
