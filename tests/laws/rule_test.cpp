// SPDX-License-Identifier: Apache-2.0
//
// The meaning of whole graphs with axis groups, taken once for all ranks,
// against the kernels at random instances: for the rules below, which use
// every operator on groups in the ways it can be, and for every shipped rule.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "catch.h"
#include "evaluate/arithmetic_base.h"
#include "evaluate/compare.h"
#include "evaluate/graph.h"
#include "ir/resolve.h"
#include "laws/law_call.h"
#include "laws/rules_with_groups.h"
#include "ops/table.h"
#include "syntax/parser.h"

namespace rewright::laws {

namespace {

std::vector<ir::Rule> rules_in(const std::string& name,
                               const std::string& text) {
  const auto source =
      std::make_shared<const base::Source>(base::Source{name, text});
  std::vector<ir::Rule> rules;
  for (const syntax::Rule& rule : syntax::parse_rules(source).rules)
    for (ir::Rule& resolved : ir::resolve({source, {rule}, {}}, ops::table()))
      rules.push_back(std::move(resolved));
  return rules;
}

ir::Assignment random_assignment(const ir::Rule& rule, Random& random) {
  ir::Assignment at;
  for (const std::string& group : rule.groups)
    at.ranks[group] = static_cast<int>(random.between(0, 2));
  const auto draw = [&](const index::Symbol& symbol, std::int64_t low) {
    const bool is_scalar = symbol->group.empty();
    auto& numbers = at.values[symbol->id];
    for (int k = is_scalar ? 1 : at.ranks[symbol->group]; k > 0; --k)
      numbers.push_back(random.between(low, 3));
  };
  for (const ir::SizeDecl& size : rule.sizes) draw(size.symbol, size.lower);
  for (const index::Symbol& integer : rule.integers) draw(integer, -3);
  for (const ir::TypeSet types : rule.type_classes)
    at.types.push_back(random.pick(ir::members(types)));
  return at;
}

evaluate::IndexValues values_of(const ir::Rule& rule,
                                const ir::Assignment& at) {
  evaluate::IndexValues values;
  for (const auto& [group, rank] : at.ranks) values.set_rank(group, rank);
  for (const ir::SizeDecl& size : rule.sizes)
    values.set(size.symbol, at.values.at(size.symbol->id));
  for (const index::Symbol& integer : rule.integers)
    values.set(integer, at.values.at(integer->id));
  return values;
}

/// Rationals carry floats, machine integers themselves.
int world_of(ir::ElementType type, int floating) {
  return ir::class_of(type) == ir::ElementClass::floating
             ? floating
             : evaluate::native_world(type);
}

struct Case {
  const ir::Rule& rule;
  const ir::Graph& graph;
  const ir::Rule& instance;
  const ir::Graph& concrete;
  evaluate::IndexValues values;
};

std::string check_output(const Case& c, std::size_t output,
                         const std::vector<evaluate::Tensor>& inputs,
                         const evaluate::Tensor& expected) {
  const ir::Ref ref = c.graph.outputs[output];
  const ir::Shape shape = c.rule.type_of(c.graph, ref).shape;
  const Positions positions(shape);
  if (const auto sizes = positions.sizes(c.values); sizes != expected.shape())
    return "the symbolic shape " + print(shape) + " is wrong";
  if (expected.size() == 0) return "";
  index::Facts facts = c.rule.facts();
  facts.assume(c.rule.well_formed(c.graph));
  positions.declare(facts);
  const ir::Value value =
      ir::meaning(c.rule, c.graph, ref, positions.indices(), facts);
  std::vector<evaluate::AccessedInput> accessed;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    accessed.push_back({&inputs[k], c.rule.inputs[k].type.shape});
  const evaluate::Tensor found =
      interpreted(value, accessed, positions, expected.shape(), c.values,
                  static_cast<int>(expected.storage.index()));
  const auto difference = evaluate::differ(expected, found, {0x1p-200, 64});
  if (!difference) return "";
  return "output " + std::to_string(output) + " at offset " +
         std::to_string(difference->offset) + ": kernel " +
         expected.element_text(difference->offset) + ", meaning " +
         found.element_text(difference->offset);
}

void check_graph(const Case& c, int floating, Random& random) {
  std::vector<evaluate::Tensor> inputs;
  for (const ir::Input& input : c.instance.inputs) {
    const auto type = ir::members(c.instance.type_classes.at(
        static_cast<std::size_t>(input.type.type_class)))[0];
    inputs.push_back(
        random_tensor(input.type.shape, world_of(type, floating), random));
  }
  const evaluate::Carriers carriers{floating, {}};
  const auto results =
      evaluate::evaluate(c.instance, c.concrete, inputs, carriers);
  for (std::size_t k = 0; k < results.size(); ++k)
    CHECK(check_output(c, k, inputs, results[k]) == "");
}

/// Returns whether something was compared.
bool check_side(const Case& c, Random& random) {
  for (const int floating : {evaluate::rational_world, evaluate::real_world}) {
    try {
      check_graph(c, floating, random);
      return true;
    } catch (const evaluate::NotInWorld&) {
      continue;  // exp of a rational
    } catch (const evaluate::Undefined&) {
      return false;
    } catch (const evaluate::Uncertain&) {
      return false;
    }
  }
  return false;
}

int check_rule(const ir::Rule& rule, int trials) {
  Random random(3);
  int compared = 0;
  for (int k = 0; k < trials; ++k) {
    const ir::Assignment at = random_assignment(rule, random);
    const ir::Instance instance = ir::instantiate(rule, at);
    if (!instance.when_holds) continue;
    INFO(rule.name << " at " << ir::describe(rule, at));
    const evaluate::IndexValues values = values_of(rule, at);
    ir::Rule typed = rule;  // what a conversion means depends on the type
    typed.type_classes = instance.rule.type_classes;
    if (instance.lhs_well_formed)
      compared += check_side(
          {typed, typed.lhs, instance.rule, instance.rule.lhs, values}, random);
    if (instance.rhs_well_formed)
      compared += check_side(
          {typed, typed.rhs, instance.rule, instance.rule.rhs, values}, random);
  }
  return compared;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> shipped_rules() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"rewrites", "tests/cases"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".rule" &&
          entry.path().string().find("malformed") == std::string::npos)
        paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST_CASE("operators on axis groups mean what they do at every rank") {
  for (const char* text : rules_with_groups)
    for (const ir::Rule& rule : rules_in("groups.rule", text)) {
      INFO(text);
      CHECK(check_rule(rule, 60) >= 20);
    }
}

TEST_CASE("shipped rules mean what their instances compute") {
  for (const auto& path : shipped_rules())
    for (const ir::Rule& rule : rules_in(path.string(), read(path))) {
      INFO(path.string());
      check_rule(rule, 8);
    }
}

}  // namespace rewright::laws
