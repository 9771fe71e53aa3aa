// SPDX-License-Identifier: Apache-2.0
//
// Catalogues with mistakes: one message each, and the other rules are there.
#include <random>

#include "base/error.h"
#include "catch.h"
#include "taso/rules.pb.h"
#include "unit/taso_rules.h"

namespace rewright::tests {
namespace {

using namespace taso::code;
using taso::Edge;

constexpr Edge x1{-1, 0}, x2{-2, 0};

const taso::Operator plus = op(add, {x1, x2});

std::string whole_mistake(const std::string& text) {
  try {
    taso::import_rules("t.json", text);
    return "";
  } catch (const base::InputError& e) {
    return e.rendered();
  }
}

TEST_CASE("text that is not JSON is shown with its place", "[taso]") {
  const std::string told = whole_mistake("[\n {\"id\": 0,,}\n]\n");
  CHECK(told.starts_with("t.json:2:11: this is not JSON: "));
  CHECK(told.ends_with("\n {\"id\": 0,,}\n          ^"));
  CHECK(whole_mistake("[{\"id\": 0}").starts_with("t.json:1:11: "));
}

TEST_CASE("a file must be a list of rules", "[taso]") {
  CHECK(whole_mistake("{}") == "t.json: must be a list of rules, not object");
  CHECK(whole_mistake("[]") == "t.json: holds no rules");
  CHECK(whole_mistake("") == "t.json: is empty");
  CHECK(whole_mistake("\x01\x02") ==
        "t.json: is neither JSON text nor a protocol buffer of rules");
}

TEST_CASE("a rule with a mistake does not hide the others", "[taso]") {
  const std::string path = "tests/data/taso/mistakes.json";
  const taso::Import import = taso::import_rules(path, bytes_of(path));
  REQUIRE(import.rules.size() == 1);
  CHECK(import.rules[0].name == "taso_000");
  std::vector<std::string> messages;
  for (const base::InputError& e : import.errors)
    messages.push_back(e.message());
  CHECK(messages ==
        std::vector<std::string>{
            "rule 1, source operator 0, op: unknown operator 'OP_EW_AD' (did "
            "you mean 'OP_EW_ADD'?)",
            "rule 2, source operator 0, params: unknown parameter 'PM_AXES' "
            "(did you mean 'PM_AXIS'?)",
            "rule 6: must be an object, not string",
            "rule 3, source operator 0 (OP_RELU), input 0: operator 0 does "
            "not come before the one that reads it",
            "rule 4: maps no outputs",
            "rule 5, source operator 0 (OP_ENLARGE): this operator is not "
            "supported"});
}

TEST_CASE("members of a rule have their types", "[taso]") {
  const auto told = [](const std::string& rule) {
    return taso::import_rules("t.json", '[' + rule + ']')
        .errors.at(0)
        .message();
  };
  CHECK(told("{}") == "rule 0: has no 'src_ops'");
  CHECK(told(R"({"id": -1})") == "rule 0: the id must not be negative");
  CHECK(told(R"({"id": "x"})") == R"(rule 0, id: must be an integer, not "x")");
  CHECK(told(R"({"id": 3, "src_ops": {}})") ==
        "rule 3, src_ops: must be a list, not object");
  CHECK(told(R"({"src_ops": [{"op": 8}]})") ==
        "rule 0, source operator 0, op: must be a string, not number");
  CHECK(told(R"({"src_ops": [{"op": "OP_RELU", "inputs": [[1]]}]})") ==
        "rule 0, source operator 0, input 0: must be [operator, result]");
  CHECK(told(R"({"src_ops": [{"op": "OP_RELU", "inputs": [[-1, 1e9]]}]})") ==
        "rule 0, source operator 0, input 0, result: must be an integer, not "
        "1000000000.0");
}

TEST_CASE("a second rule of one id is refused", "[taso]") {
  const std::string rule = R"({"id": 7,
    "src_ops": [{"op": "OP_RELU", "inputs": [[-1, 0]]}],
    "dst_ops": [{"op": "OP_RELU", "inputs": [[-1, 0]]}],
    "mapped_outputs": [
      {"srcOpId": 0, "srcTsId": 0, "dstOpId": 0, "dstTsId": 0}]})";
  const taso::Import import =
      taso::import_rules("t.json", '[' + rule + ',' + rule + ']');
  CHECK(import.rules.size() == 1);
  REQUIRE(import.errors.size() == 1);
  CHECK(import.errors[0].message() == "rule 7: second rule of this id");
}

TEST_CASE("wiring must lead somewhere", "[taso]") {
  CHECK(mistake(substitution({plus}, {op(add, {x1, {-3, 0}})})) ==
        "rule 0, target operator 0 (OP_EW_ADD), input 1: input -3 does not "
        "occur in the source");
  CHECK(mistake(substitution({plus}, {op(add, {x1, {5, 0}})})) ==
        "rule 0, target operator 0 (OP_EW_ADD), input 1: there is no operator "
        "5");
  CHECK(mistake(substitution({op(add, {x1, {1, 0}}), op(relu, {{0, 0}})},
                             {plus})) ==
        "rule 0, source operator 0 (OP_EW_ADD), input 1: operator 1 does not "
        "come before the one that reads it");
  CHECK(mistake(substitution({plus, op(relu, {{0, 1}})}, {plus})) ==
        "rule 0, source operator 1 (OP_RELU), input 0: operator 0 has no "
        "result 1");
  CHECK(mistake(substitution({op(relu, {{-1, 1}})}, {plus})) ==
        "rule 0, source operator 0 (OP_RELU), input 0: input -1 has one "
        "result, not 1");
  CHECK(mistake(substitution({plus, plus}, {plus})) ==
        "rule 0, source operator 0 (OP_EW_ADD): no operator reads its result "
        "and no output is mapped to it");
  CHECK(mistake(substitution({}, {plus})) ==
        "rule 0, source: has no operators");
  taso::Substitution s = substitution({plus}, {plus});
  s.outputs[0].target = {-1, 0};
  CHECK(mistake(s) ==
        "rule 0, target of mapped output 0: must be an operator, not an "
        "input");
  s.outputs[0].target = {4, 0};
  CHECK(mistake(s) ==
        "rule 0, target of mapped output 0: there is no operator 4");
}

TEST_CASE("operators have their inputs and parameters", "[taso]") {
  const auto told = [](taso::Operator one) {
    return mistake(substitution({std::move(one)}, {plus}));
  };
  using namespace taso::parameter;
  CHECK(told(op(relu, {x1, x2})) ==
        "rule 0, source operator 0 (OP_RELU): takes 1 inputs and has 2");
  CHECK(told(op(concat, {}, {{axis, 0}})) ==
        "rule 0, source operator 0 (OP_CONCAT): takes 1 or more inputs and "
        "has 0");
  CHECK(told(op(concat, {x1, x2})) ==
        "rule 0, source operator 0 (OP_CONCAT): needs PM_AXIS");
  CHECK(told(op(concat, {x1, x2}, {{axis, 2}, {numdim, 2}})) ==
        "rule 0, source operator 0 (OP_CONCAT): there is no axis 2 among 2");
  CHECK(told(op(concat, {x1, x2}, {{axis, 1}})) ==
        "rule 0, source operator 0 (OP_CONCAT): how many axes its input has "
        "is not known");
  CHECK(told(op(split, {x1}, {{axis, 0}})) ==
        "rule 0, source operator 0 (OP_SPLIT): needs PM_NUM_OUTPUTS");
  CHECK(told(op(relu, {x1}, {{axis, 0}})) ==
        "rule 0, source operator 0 (OP_RELU): has no PM_AXIS");
  CHECK(told(op(relu, {x1}, {{99, 0}})) ==
        "rule 0, source operator 0 (OP_RELU): has no parameter 99");
  CHECK(told(op(add, {x1, x2}, {{num_inputs, 3}})) ==
        "rule 0, source operator 0 (OP_EW_ADD): PM_NUM_INPUTS must not be 3");
  CHECK(told(op(matmul, {x1, x2}, {{acti, 4}})) ==
        "rule 0, source operator 0 (OP_MATMUL): PM_ACTI must not be 4");
  CHECK(told(op(conv, {x1, x2})) ==
        "rule 0, source operator 0 (OP_CONV2D): PM_PAD 0 is supported for "
        "kernels of known odd size with stride 1");
  CHECK(told(op(77, {x1})) ==
        "rule 0, source operator 0 (operator 77): unknown operator");
}

TEST_CASE("ranks must agree", "[taso]") {
  CHECK(mistake(substitution(
            {op(matmul, {x1, x2}), concat_of({{0, 0}, x1}, 0, 4)}, {plus})) ==
        "rule 0, source operator 1 (OP_CONCAT): a tensor of rank 2 where rank "
        "4 is needed");
}

taso::wire::Node* add_node(taso::wire::Entry& entry, bool is_source,
                           const taso::Operator& one) {
  taso::wire::Node* node = is_source ? entry.add_source() : entry.add_target();
  node->set_code(one.code);
  for (const taso::Edge& e : one.inputs) {
    taso::wire::Edge* edge = node->add_inputs();
    edge->set_op(static_cast<int>(e.op));
    edge->set_slot(static_cast<int>(e.slot));
  }
  for (const auto& [key, value] : one.parameters) {
    taso::wire::Setting* setting = node->add_settings();
    setting->set_key(key);
    setting->set_value(static_cast<int>(value));
  }
  return node;
}

/// The protocol-buffer form of a catalogue.
taso::wire::Collection wired(const taso::Catalogue& catalogue) {
  taso::wire::Collection collection;
  for (const taso::Substitution& s : catalogue.substitutions) {
    taso::wire::Entry& entry = *collection.add_entries();
    for (const taso::Operator& one : s.source) add_node(entry, true, one);
    for (const taso::Operator& one : s.target) add_node(entry, false, one);
    for (const taso::MappedOutput& o : s.outputs) {
      taso::wire::Match* match = entry.add_outputs();
      match->set_source_op(static_cast<int>(o.source.op));
      match->set_source_slot(static_cast<int>(o.source.slot));
      match->set_target_op(static_cast<int>(o.target.op));
      match->set_target_slot(static_cast<int>(o.target.slot));
    }
  }
  return collection;
}

const std::string catalogue_path = "tests/data/taso/taso_rules.json";

TEST_CASE("both forms of the catalogue say the same", "[taso]") {
  const std::string text = bytes_of(catalogue_path);
  const taso::Catalogue read = taso::read_catalogue("c.json", text);
  const std::string bytes = wired(read).SerializeAsString();
  CHECK(taso::read_catalogue("c.pb", bytes).substitutions ==
        read.substitutions);
  const taso::Import from_text = taso::import_rules("c.json", text);
  const taso::Import from_bytes = taso::import_rules("c.pb", bytes);
  REQUIRE(from_text.rules.size() == 133);
  REQUIRE(from_bytes.rules.size() == 133);
  CHECK(from_text.errors.empty());
  for (std::size_t i = 0; i < 133; ++i)
    CHECK(from_text.rules[i].text == from_bytes.rules[i].text);
}

TEST_CASE("a message that lacks a number says which", "[taso]") {
  taso::wire::Collection collection =
      wired({.substitutions = {substitution({plus}, {plus})}, .errors = {}});
  collection.mutable_entries(0)->mutable_source(0)->clear_code();
  taso::Import import =
      taso::import_rules("c.pb", collection.SerializeAsString());
  REQUIRE(import.errors.size() == 1);
  CHECK(import.errors[0].message() == "rule 0, source operator 0: has no type");
}

TEST_CASE("wrong bytes are an input error or an import", "[taso]") {
  const std::string text = bytes_of(catalogue_path).substr(0, 4000) + "]";
  const taso::Catalogue some = {
      .substitutions = {substitution({plus}, {plus}),
                        substitution({plus, op(relu, {{0, 0}})},
                                     {plus, op(relu, {{0, 0}})})},
      .errors = {}};
  const std::string bytes = wired(some).SerializeAsString();
  std::mt19937 engine(7);
  for (int n = 0; n < 2000; ++n) {
    std::string changed = n % 2 == 0 ? text : bytes;
    for (std::size_t k = 0; k <= engine() % 3; ++k)
      changed[engine() % changed.size()] = static_cast<char>(engine() % 256);
    try {
      taso::import_rules("c", changed);
    } catch (const base::InputError&) {
    }
  }
  SUCCEED("nothing else was thrown");
}

}  // namespace
}  // namespace rewright::tests
