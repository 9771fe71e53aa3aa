// SPDX-License-Identifier: Apache-2.0
//
// Type classes form a partition of the tensors of a rule. It is kept directly,
// as class numbers in the tensors: rules are small, and the classes of a model
// are few, so that renumbering costs nothing that could be measured.
#include "ir/unify.h"

#include <algorithm>
#include <limits>

#include "ir/unsupported.h"

namespace rewright::ir {

namespace {

void renumber(Graph& graph, int from, int to) {
  for (Node& node : graph.nodes) {
    for (TensorType& type : node.results) {
      if (type.type_class == from) type.type_class = to;
      if (type.type_class > from) --type.type_class;
    }
  }
}

void renumber(Rule& rule, Graph& graph, int from, int to) {
  for (Input& input : rule.inputs) {
    int& type_class = input.type.type_class;
    if (type_class == from) type_class = to;
    if (type_class > from) --type_class;
  }
  renumber(rule.lhs, from, to);
  renumber(rule.rhs, from, to);
  if (&graph != &rule.lhs && &graph != &rule.rhs) renumber(graph, from, to);
}

TypeSet& set(Rule& rule, int c) {
  return rule.type_classes.at(static_cast<std::size_t>(c));
}

}  // namespace

bool merge_classes(Rule& rule, Graph& graph, int a, int b) {
  if (a == b) return true;
  const int keep = std::min(a, b), drop = std::max(a, b);
  const auto common = static_cast<TypeSet>(set(rule, a) & set(rule, b));
  if (common == 0) return false;
  set(rule, keep) = common;
  rule.type_classes.erase(rule.type_classes.begin() + drop);
  renumber(rule, graph, drop, keep);
  return true;
}

bool narrow_class(Rule& rule, int c, TypeSet allowed) {
  const auto common = static_cast<TypeSet>(set(rule, c) & allowed);
  if (common == 0) return false;
  set(rule, c) = common;
  return true;
}

namespace {

template <class I>
bool fits(const base::Rational& value) {
  return value >= std::numeric_limits<I>::min() &&
         value <= std::numeric_limits<I>::max();
}

}  // namespace

TypeSet types_of(const ConstantNumber& number) {
  if (number.kind == ConstantNumber::Kind::truth) return boolean_types;
  if (number.kind != ConstantNumber::Kind::rational) return floating_types;
  TypeSet types = floating_types;
  const base::Rational& value = number.rational;
  if (denominator(value) != 1) return types;
  if (fits<std::int64_t>(value)) types |= set_of(ElementType::int64);
  if (fits<std::int32_t>(value)) types |= set_of(ElementType::int32);
  if (fits<std::int16_t>(value)) types |= set_of(ElementType::int16);
  if (fits<std::int8_t>(value)) types |= set_of(ElementType::int8);
  return types;
}

int class_with(Rule& rule, TypeSet types) {
  const bool is_single = (types & (types - 1)) == 0;
  const auto begin = rule.type_classes.begin();
  const auto end = rule.type_classes.end();
  const auto found = is_single ? std::find(begin, end, types) : end;
  const auto number = static_cast<int>(found - begin);
  if (found == end) rule.type_classes.push_back(types);
  return number;
}

namespace {

/// The letter of operands that may have any type each, and of results whose
/// types the attributes `type0`, `type1`, ... say.
constexpr const char* own_type = "*";

/// One call's type letters: each stands for the class of the first operand
/// that has it.
class Unifier {
 public:
  Unifier(Rule& rule, Graph& graph, const Node& node)
      : rule_(rule), graph_(graph), node_(node) {}

  std::vector<int> run(std::size_t results) {
    for (std::size_t k = 0; k < node_.operands.size(); ++k) {
      if (node_.operands[k]) operand(k);
    }
    std::vector<int> classes;
    for (std::size_t k = 0; k < results; ++k) classes.push_back(result(k));
    return classes;
  }

 private:
  const Signature& signature() const { return node_.op->signature; }

  static const std::string& letter(const std::vector<std::string>& letters,
                                   std::size_t k) {
    return letters.at(std::min(k, letters.size() - 1));
  }

  TypeSet allowed(const std::string& letter) const {
    const auto found = signature().types.find(letter);
    return found == signature().types.end() ? all_types : found->second;
  }

  int class_of_operand(std::size_t k) const {
    return rule_.type_of(graph_, *node_.operands[k]).type_class;
  }

  std::string types_of_operand(std::size_t k) const {
    return print(set(rule_, class_of_operand(k)));
  }

  void operand(std::size_t k) {
    const std::string& name = letter(signature().operands, k);
    if (name == own_type) return;
    if (!narrow_class(rule_, class_of_operand(k), allowed(name))) {
      throw Unsupported(node_.op->name + " takes elements of type " +
                        print(allowed(name)) + ", not " + types_of_operand(k));
    }
    const auto [first, is_new] = first_.emplace(name, k);
    if (is_new || merge_classes(rule_, graph_, class_of_operand(first->second),
                                class_of_operand(k))) {
      return;
    }
    throw IllFormed(node_.op->name +
                    " takes operands of one element type, "
                    "not " +
                    types_of_operand(first->second) + " and " +
                    types_of_operand(k));
  }

  int result(std::size_t k) {
    const std::string& name = letter(signature().results, k);
    if (name == own_type) return class_with(rule_, set_of(stated_type(k)));
    const auto first = first_.find(name);
    if (first != first_.end()) return class_of_operand(first->second);
    const auto [made, is_new] = made_.emplace(name, 0);
    if (is_new) made->second = class_with(rule_, constant_types(name));
    return made->second;
  }

  ElementType stated_type(std::size_t k) const {
    return std::get<ElementType>(
        node_.attributes.at("type" + std::to_string(k)));
  }

  /// The types of a result that no operand determines: what attributes say.
  TypeSet constant_types(const std::string& name) const {
    TypeSet types = allowed(name);
    for (const auto& [key, attribute] : node_.attributes) {
      if (const auto* type = std::get_if<ElementType>(&attribute)) {
        types &= set_of(*type);
      }
      const auto* number = std::get_if<ConstantNumber>(&attribute);
      if (number != nullptr && node_.operands.empty()) {
        types &= types_of(*number);
      }
    }
    if (types == 0) {
      throw IllFormed(node_.op->name +
                      " cannot have this value in elements of this type");
    }
    return types;
  }

  Rule& rule_;
  Graph& graph_;
  const Node& node_;
  std::map<std::string, std::size_t> first_;  // letter -> operand
  std::map<std::string, int> made_;           // letter -> class
};

}  // namespace

std::vector<int> unify_call(Rule& rule, Graph& graph, const Node& node,
                            std::size_t results) {
  return Unifier(rule, graph, node).run(results);
}

}  // namespace rewright::ir
