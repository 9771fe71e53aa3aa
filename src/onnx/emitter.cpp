// SPDX-License-Identifier: Apache-2.0
#include "onnx/emitter.h"

#include <algorithm>
#include <utility>

#include "ir/unify.h"
#include "ir/unsupported.h"
#include "onnx/call.h"
#include "ops/table.h"

namespace rewright::onnx {

namespace {

bool is_slicing(const Arrangement& by) {
  return by.counts != by.factors ||
         std::find(by.is_reversed.begin(), by.is_reversed.end(), true) !=
             by.is_reversed.end();
}

ir::Attributes slice_of(const Arrangement& by) {
  ir::PerAxis starts, ends, steps;
  for (std::size_t k = 0; k < by.factors.size(); ++k) {
    const std::int64_t step = by.is_reversed[k] ? -1 : 1;
    const std::int64_t end = by.starts[k] + step * by.counts[k];
    starts.values.emplace_back(index::Expr(by.starts[k]));
    ends.values.emplace_back();
    if (end >= 0) ends.values.back() = index::Expr(end);
    steps.values.emplace_back(index::Expr(step));
  }
  return {{"starts", starts}, {"ends", ends}, {"steps", steps}};
}

/// Axes of one element may go anywhere.
bool is_transposing(const Arrangement& by) {
  int last = -1;
  for (const int axis : by.perm) {
    if (by.counts[static_cast<std::size_t>(axis)] == 1) continue;
    if (axis < last) return true;
    last = axis;
  }
  return false;
}

}  // namespace

const ir::Shape& Emitter::shape(const ir::Ref& ref) const {
  return into_.rule.type_of(graph_, ref).shape;
}

ir::ElementType Emitter::type(const ir::Ref& ref) const {
  const int type_class = into_.rule.type_of(graph_, ref).type_class;
  return ir::members(
      into_.rule.type_classes.at(static_cast<std::size_t>(type_class)))[0];
}

/// A condition that no sizes meet is a mistake in the model.
void Emitter::require_possible(const ir::Node& node) const {
  for (const ir::Condition& condition : node.conditions)
    if (facts_.simplify(condition.formula).is_false())
      throw ir::IllFormed(ir::describe(*node.op, ir::call_of(into_.rule, graph_,
                                                             node, facts_)) +
                          " must " + condition.text);
}

ir::Ref Emitter::add(ir::Node node) {
  node.origin = origin_;
  ir::infer(into_.rule, graph_, node, facts_);
  require_possible(node);
  graph_.nodes.push_back(std::move(node));
  return {static_cast<int>(graph_.nodes.size()) - 1, 0};
}

ir::Ref Emitter::call(const std::string& op,
                      const std::vector<ir::Ref>& operands,
                      ir::Attributes attributes, const std::string& name) {
  ir::Node node;
  node.op = ops::find(op);
  node.operands.assign(operands.begin(), operands.end());
  node.attributes = std::move(attributes);
  fill_defaults(*node.op, node.attributes);
  node.name = name;
  return add(std::move(node));
}

ir::Ref Emitter::constant(ir::ElementType type, const ir::Shape& shape,
                          const ir::Attribute& value, const std::string& name) {
  const ir::Ref ref =
      call("Const", {}, {{"value", value}, {"shape", shape}}, name);
  set_type(ref, type);
  return ref;
}

void Emitter::refresh() {
  const auto& sizes = into_.rule.sizes;
  for (; known_sizes_ < sizes.size(); ++known_sizes_)
    facts_.add_size(sizes[known_sizes_].symbol, sizes[known_sizes_].lower);
}

ir::Ref Emitter::positions(const ir::Shape& shape, int axis,
                           ir::ElementType type, const std::string& name) {
  const ir::Ref ref =
      call("Iota", {}, {{"shape", shape}, {"axis", ir::Axes{{axis}}}}, name);
  set_type(ref, type);
  return ref;
}

/// Const takes its type from its use; here it is known. One class per type,
/// so that a model has no type variables. The node was added last: a class of
/// several types is its own, and the last.
void Emitter::set_type(const ir::Ref& ref, ir::ElementType type) {
  std::vector<ir::TypeSet>& classes = into_.rule.type_classes;
  ir::Node& node = graph_.nodes.at(static_cast<std::size_t>(ref.node));
  int& number = node.results.at(static_cast<std::size_t>(ref.slot)).type_class;
  const ir::TypeSet possible = classes.at(static_cast<std::size_t>(number));
  if ((possible & ir::set_of(type)) == 0)
    throw ir::Unsupported("a constant is no " + std::string(ir::name(type)));
  if (possible == ir::set_of(type)) return;
  classes.pop_back();
  number = ir::class_with(into_.rule, ir::set_of(type));
}

ir::Ref Emitter::tensor(const Known& known, const std::string& name) {
  if (known.uniform)
    return constant(known.type, known.shape, *known.uniform, name);
  if (known.data || integers(known)) return stored(known, name);
  const std::vector<index::Expr>& list = known.elements.value();
  if (std::all_of(list.begin(), list.end(),
                  [&](const auto& e) { return e == list.front(); }))
    return constant(known.type, known.shape, list.front(), name);
  return listed(known, name);
}

ir::Ref Emitter::stored(const Known& known, const std::string& name) {
  auto data = known.data;
  if (!data)
    data = std::make_shared<const evaluate::Tensor>(integer_tensor(
        known.type, ir::concrete(known.shape), *integers(known)));
  const ConstantPool::Source source = pool_.source_of({name, data});
  const ir::Ref whole = source.product
                            ? product(*source.product, known.type, name)
                            : ir::Ref{-1, source.input};
  return arranged(whole, source.arrangement, name);
}

ir::Ref Emitter::product(const ConstantPool::Product& by, ir::ElementType type,
                         const std::string& name) {
  const auto part = [&](const ConstantPool::Part& p) {
    return arranged({-1, p.input}, p.arrangement, name);
  };
  const ir::Ref base = part(by.base);
  const ir::Ref factor =
      by.factor ? part(*by.factor)
                : constant(type, {}, ir::ConstantNumber{.rational = *by.number},
                           name);
  return call("Mul", {base, factor}, {}, name);
}

/// Steps that change nothing are left out.
ir::Ref Emitter::arranged(const ir::Ref& source, const Arrangement& by,
                          const std::string& name) {
  ir::Ref x = source;
  const auto reshape = [&](const std::vector<std::int64_t>& sizes) {
    if (ir::concrete(shape(x)) != sizes)
      x = call("Reshape", {x}, {{"shape", ir::shape_of(sizes)}}, name);
  };
  reshape(by.factors);
  if (is_slicing(by)) x = call("Slice", {x}, slice_of(by), name);
  if (is_transposing(by))
    x = call("Transpose", {x}, {{"perm", ir::Axes{by.perm}}}, name);
  reshape(by.core);
  if (by.core != by.shape)
    x = call("Expand", {x}, {{"shape", ir::shape_of(by.shape)}}, name);
  return x;
}

ir::Ref Emitter::listed(const Known& known, const std::string& name) {
  std::vector<ir::Ref> parts;
  for (const index::Expr& e : *known.elements)
    parts.push_back(constant(known.type, {{1}}, e, name));
  const ir::Ref list = call("Concat", parts, {{"axis", ir::Axes{{0}}}}, name);
  if (known.shape.size() == 1) return list;
  return call("Reshape", {list}, {{"shape", known.shape}}, name);
}

}  // namespace rewright::onnx
