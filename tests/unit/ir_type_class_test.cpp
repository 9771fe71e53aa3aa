// SPDX-License-Identifier: Apache-2.0
//
// Element types and how operators merge their classes.
#include "catch.h"
#include "ir/unify.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

Inferred infer_first(const Call& call) { return {{call.shape(0)}, {}}; }

Inferred infer_none(const Call&) { return {{Shape()}, {}}; }

const Operator same{.name = "Same",
                    .signature = {.operands = {"T", "T"},
                                  .results = {"T"},
                                  .types = {{"T", numeric_types}}},
                    .infer = infer_first};
const Operator choose{
    .name = "Choose",
    .signature = {.operands = {"B", "T", "T"},
                  .results = {"T"},
                  .types = {{"B", boolean_types}, {"T", all_types}}},
    .infer = infer_first};
const Operator number{
    .name = "Number",
    .signature = {.operands = {},
                  .results = {"T"},
                  .types = {{"T", all_types}},
                  .attributes = {{"value", AttributeKind::number}}},
    .infer = infer_none};

Rule rule_with(const std::vector<TypeSet>& inputs) {
  Rule rule;
  for (const TypeSet types : inputs) {
    const auto k = static_cast<int>(rule.inputs.size());
    rule.inputs.push_back({"x" + std::to_string(k), {k, {}}, {}});
    rule.type_classes.push_back(types);
  }
  return rule;
}

void add(Rule& rule, const Operator& op,
         const std::vector<std::optional<Ref>>& operands,
         Attributes attributes = {}) {
  Node node;
  node.op = &op;
  node.operands = operands;
  node.attributes = std::move(attributes);
  infer(rule, rule.lhs, node, index::Facts());
  rule.lhs.nodes.push_back(node);
}

std::string error_of_add(Rule& rule, const Operator& op,
                         const std::vector<std::optional<Ref>>& operands,
                         const Attributes& attributes = {}) {
  try {
    add(rule, op, operands, attributes);
  } catch (const IllFormed& wrong) {
    return wrong.what();
  }
  return "";
}

}  // namespace

TEST_CASE("types and sets of types have names") {
  CHECK(parse_type_set("float") == floating_types);
  CHECK(parse_type_set("int") == integer_types);
  CHECK(parse_type_set("bool") == boolean_types);
  CHECK(parse_type_set("bfloat16") == set_of(ElementType::bfloat16));
  CHECK_FALSE(parse_type_set("T").has_value());
  CHECK_FALSE(parse_type_set("").has_value());
  for (const ElementType type : members(all_types)) {
    CHECK(parse_type_set(name(type)) == set_of(type));
    CHECK(print(set_of(type)) == name(type));
  }
  CHECK(print(all_types) == "float, int, bool");
  CHECK(print(0) == "no type");
  CHECK(class_of(ElementType::bfloat16) == ElementClass::floating);
  CHECK(class_of(ElementType::int8) == ElementClass::integer);
  CHECK(class_of(ElementType::boolean) == ElementClass::boolean);
  CHECK(restrict_to(numeric_types, ElementClass::integer) == integer_types);
  CHECK(restrict_to(floating_types, ElementClass::boolean) == 0);
}

TEST_CASE("operands of one letter fall into one class, without gaps") {
  Rule rule = rule_with({boolean_types, all_types, integer_types, all_types});
  add(rule, same, {Ref{-1, 3}, Ref{-1, 1}});
  CHECK(rule.type_classes ==
        std::vector<TypeSet>{boolean_types, numeric_types, integer_types});
  CHECK(rule.inputs[3].type.type_class == 1);
  CHECK(rule.inputs[2].type.type_class == 2);
  add(rule, choose, {Ref{-1, 0}, Ref{0, 0}, Ref{-1, 2}});
  CHECK(rule.type_classes ==
        std::vector<TypeSet>{boolean_types, integer_types});
  CHECK(rule.lhs.nodes[0].results[0].type_class == 1);
  CHECK(rule.lhs.nodes[1].results[0].type_class == 1);
}

TEST_CASE("a constant is of any type that can hold its value") {
  Rule rule = rule_with({integer_types});
  add(rule, number, {}, {{"value", ConstantNumber{.rational = 200}}});
  add(rule, same, {Ref{-1, 0}, Ref{0, 0}});
  REQUIRE(rule.type_classes.size() == 1);
  CHECK(print(rule.type_classes[0]) == "int64, int32, int16");
}

TEST_CASE("a type that no one can have is an error and changes nothing") {
  Rule rule = rule_with({boolean_types, floating_types, integer_types});
  const auto before = rule.type_classes;
  CHECK(error_of_add(rule, same, {Ref{-1, 0}, Ref{-1, 1}}) ==
        "Same takes elements of type float, int, not bool");
  CHECK(error_of_add(rule, same, {Ref{-1, 1}, Ref{-1, 2}}) ==
        "Same takes operands of one element type, not float and int");
  CHECK(rule.type_classes == before);
  CHECK(rule.lhs.nodes.empty());
}

TEST_CASE("absent operands have no type") {
  Rule rule = rule_with({floating_types, boolean_types});
  add(rule, choose, {Ref{-1, 1}, Ref{-1, 0}, std::nullopt});
  CHECK(rule.lhs.nodes[0].results[0].type_class == 0);
  const Call call = call_of(rule, rule.lhs, rule.lhs.nodes[0], index::Facts());
  CHECK(call.operands.size() == 2);
  CHECK_FALSE(call.has(2));
}

}  // namespace rewright::ir
