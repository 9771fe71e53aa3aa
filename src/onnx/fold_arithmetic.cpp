// SPDX-License-Identifier: Apache-2.0
//
// Folding: arithmetic on integers and truth values. A result that would wrap
// around, or a comparison that holds for some sizes only, is not folded.
#include <functional>
#include <map>

#include "onnx/broadcast.h"
#include "onnx/fold.h"

namespace rewright::onnx {

namespace {

using index::Expr;
using index::Facts;
using Elements = std::vector<Expr>;
using Element = std::optional<Expr>;
/// One element of the result, of the elements of the operands.
using Function = std::function<Element(const Elements&, const Facts&)>;

Element decide(const index::Formula& formula, const Facts& facts) {
  if (facts.proves(formula)) return 1;
  if (facts.proves(!formula)) return 0;
  return std::nullopt;
}

/// ONNX divides integers like C++: towards zero.
Element quotient(const Expr& a, const Expr& b, const Facts& facts) {
  if (a.is_constant() && b.is_constant()) {
    if (b.is_zero() || b.is(-1)) return std::nullopt;
    return Expr(a.constant() / b.constant());
  }
  if (!facts.proves_nonnegative(a) || !facts.proves(index::less(0, b)))
    return std::nullopt;
  return facts.simplify(index::div(a, b));
}

/// The remainder has the sign of the divisor, as numpy has it.
Element remainder(const Expr& a, const Expr& b, const Facts& facts) {
  if (!facts.proves(index::less(0, b))) return std::nullopt;
  return facts.simplify(index::mod(a, b));
}

Element choose(const Elements& e) {
  if (!e[0].is_constant()) return std::nullopt;
  return e[0].is_zero() ? e[2] : e[1];
}

const std::map<std::string, Function>& functions() {
  using index::equal;
  using index::less;
  using index::less_equal;
  static const std::map<std::string, Function> table = {
      {"Add", [](auto& e, auto&) { return e[0] + e[1]; }},
      {"Sub", [](auto& e, auto&) { return e[0] - e[1]; }},
      {"Mul", [](auto& e, auto&) { return e[0] * e[1]; }},
      {"Neg", [](auto& e, auto&) { return -e[0]; }},
      {"Div", [](auto& e, auto& f) { return quotient(e[0], e[1], f); }},
      {"Mod", [](auto& e, auto& f) { return remainder(e[0], e[1], f); }},
      {"Equal", [](auto& e, auto& f) { return decide(equal(e[0], e[1]), f); }},
      {"Less", [](auto& e, auto& f) { return decide(less(e[0], e[1]), f); }},
      {"LessOrEqual",
       [](auto& e, auto& f) { return decide(less_equal(e[0], e[1]), f); }},
      {"Greater", [](auto& e, auto& f) { return decide(less(e[1], e[0]), f); }},
      {"GreaterOrEqual",
       [](auto& e, auto& f) { return decide(less_equal(e[1], e[0]), f); }},
      {"And", [](auto& e, auto&) { return e[0] * e[1]; }},
      {"Or", [](auto& e, auto&) { return e[0] + e[1] - e[0] * e[1]; }},
      {"Not", [](auto& e, auto&) { return 1 - e[0]; }},
      {"Where", [](auto& e, auto&) { return choose(e); }},
  };
  return table;
}

/// Functions of any number of operands, and of all elements of one.
const std::map<std::string, Function>& folds() {
  static const Function sum = [](auto& e, auto&) { return e[0] + e[1]; };
  static const Function product = [](auto& e, auto&) { return e[0] * e[1]; };
  static const Function least = [](auto& e, auto& f) {
    return f.simplify(index::min(e[0], e[1]));
  };
  static const Function greatest = [](auto& e, auto& f) {
    return f.simplify(index::max(e[0], e[1]));
  };
  static const std::map<std::string, Function> table = {
      {"Min", least},          {"Max", greatest},    {"ReduceSum", sum},
      {"ReduceProd", product}, {"ReduceMin", least}, {"ReduceMax", greatest},
  };
  return table;
}

bool is_counted(ir::ElementType type) {
  return class_of(type) != ir::ElementClass::floating;
}

bool is_representable(ir::ElementType type, const Expr& e) {
  if (e.is_constant()) return fits(type, e.constant());
  return type == ir::ElementType::int64 || type == ir::ElementType::int32;
}

ir::ElementType result_type(const Folding& folding) {
  const std::string& type = folding.node.op_type;
  const bool compares = type == "Equal" || type.starts_with("Less") ||
                        type.starts_with("Greater");
  if (compares) return ir::ElementType::boolean;
  return folding.operands.at(type == "Where" ? 1 : 0).type;
}

Element combine(const std::string& op_type, const Elements& elements,
                const Facts& facts) {
  const auto plain = functions().find(op_type);
  if (plain != functions().end()) return plain->second(elements, facts);
  Element result = elements.at(0);
  for (std::size_t k = 1; result && k < elements.size(); ++k)
    result = folds().at(op_type)({*result, elements[k]}, facts);
  return result;
}

std::optional<std::vector<const Elements*>> all_elements(
    const Folding& folding) {
  std::vector<const Elements*> all;
  for (std::size_t k = 0; k < folding.operands.size(); ++k) {
    const auto* elements = folding.elements(k);
    if (elements == nullptr || !is_counted(folding.operands[k].type))
      return std::nullopt;
    all.push_back(elements);
  }
  return all;
}

Folded fold_elementwise(const Folding& folding) {
  const auto operands = all_elements(folding);
  if (!operands || operands->empty()) return std::nullopt;
  std::vector<std::vector<std::int64_t>> shapes;
  for (const FoldOperand& operand : folding.operands)
    shapes.push_back(ir::concrete(operand.shape));
  const auto sizes = broadcast_sizes(shapes);
  if (!sizes) return std::nullopt;
  std::vector<std::vector<std::size_t>> offsets;
  for (const auto& shape : shapes)
    offsets.push_back(broadcast_offsets(shape, *sizes));
  const ir::ElementType type = result_type(folding);
  Elements results;
  for (std::size_t at = 0; at < offsets[0].size(); ++at) {
    Elements elements;
    for (std::size_t k = 0; k < operands->size(); ++k)
      elements.push_back((*operands->at(k))[offsets[k][at]]);
    const Element result =
        combine(folding.node.op_type, elements, folding.facts);
    if (!result || !is_representable(type, *result)) return std::nullopt;
    results.push_back(*result);
  }
  return std::vector<Known>{known_elements(type, *sizes, std::move(results))};
}

/// Of a list to one element; nothing computes a shape by other reductions.
Folded fold_reduction(const Folding& folding) {
  const auto* elements = folding.elements(0);
  const ir::ElementType type = folding.operands.at(0).type;
  if (elements == nullptr || elements->empty() || !is_counted(type) ||
      folding.operands[0].shape.size() != 1)
    return std::nullopt;
  if (folding.has(1) && !folding.node.operands.at(1).integers)
    return std::nullopt;
  const auto axes = folding.node.attribute_or_operand("axes", 1);
  if ((!axes || axes->empty()) &&
      folding.node.integer("noop_with_empty_axes", 0) != 0)
    return std::nullopt;
  const Element result =
      combine(folding.node.op_type, *elements, folding.facts);
  if (!result || !is_representable(type, *result)) return std::nullopt;
  const bool keeps = folding.node.integer("keepdims", 1) != 0;
  const auto sizes =
      keeps ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{};
  return std::vector<Known>{known_elements(type, sizes, {*result})};
}

}  // namespace

Folded fold_arithmetic(const Folding& folding) {
  const std::string& type = folding.node.op_type;
  if (folding.operands.empty()) return std::nullopt;
  if (folds().count(type) != 0 && type.starts_with("Reduce"))
    return fold_reduction(folding);
  if (functions().count(type) != 0 || folds().count(type) != 0)
    return fold_elementwise(folding);
  return std::nullopt;
}

}  // namespace rewright::onnx
