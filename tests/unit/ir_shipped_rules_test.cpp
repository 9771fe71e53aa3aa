// SPDX-License-Identifier: Apache-2.0
//
// Every shipped rule and test case at random sizes: the shapes that were
// inferred from symbols and then made numbers are those inferred from the
// numbers. The two meet only here; an operator that treats a group other than
// the axes it stands for is caught.
#include <algorithm>
#include <filesystem>
#include <random>

#include "catch.h"
#include "ir/expansion.h"
#include "ir_rules.h"
#include "shipped_rules.h"

namespace rewright::ir {

namespace {

constexpr int draws = 400;
constexpr int instances_wanted = 12;

Assignment draw(const Rule& rule, std::mt19937& random) {
  const auto number = [&random](int from, int to) {
    return from +
           static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
  };
  Assignment at;
  for (const std::string& group : rule.groups) {
    at.ranks[group] = number(0, 2);
  }
  const auto fill = [&](const index::Symbol& symbol, int from, int to) {
    const int count = symbol->group.empty() ? 1 : at.ranks[symbol->group];
    auto& values = at.values[symbol->id];
    for (int k = 0; k < count; ++k) values.push_back(number(from, to));
  };
  for (const SizeDecl& size : rule.sizes) {
    fill(size.symbol, static_cast<int>(size.lower), 5);
  }
  for (const auto& integer : rule.integers) fill(integer, -2, 4);
  for (const TypeSet types : rule.type_classes) {
    at.types.push_back(members(types).at(0));
  }
  return at;
}

void compare(const Rule& rule, const Graph& symbolic, const Graph& concrete,
             const Assignment& at) {
  const Expansion expansion(rule, at);
  for (std::size_t k = 0; k < symbolic.nodes.size(); ++k) {
    const Node& node = symbolic.nodes[k];
    for (std::size_t slot = 0; slot < node.results.size(); ++slot) {
      INFO(rule.source->name
           << ", " << node.op->name << " at " << node.position.line << ":"
           << node.position.column << ", " << describe(rule, at));
      CHECK(print(expansion.shape(node.results[slot].shape)) ==
            print(concrete.nodes[k].results[slot].shape));
    }
  }
}

/// Conditions inferred from symbols hold where those from numbers do.
void compare_conditions(const Rule& rule, const Graph& symbolic,
                        bool is_well_formed, const Assignment& at) {
  const index::Formula formula =
      Expansion(rule, at).formula(rule.well_formed(symbolic));
  INFO(rule.source->name << ", " << describe(rule, at) << ", "
                         << index::print(formula));
  CHECK((is_well_formed ? formula.is_true() : formula.is_false()));
}

/// How many well-formed instances were compared.
int compare_instances(const Rule& rule, std::mt19937& random) {
  int compared = 0;
  for (int k = 0; k < draws && compared < instances_wanted; ++k) {
    const Assignment at = draw(rule, random);
    const Instance instance = instantiate(rule, at);
    if (!instance.when_holds) continue;
    compare_conditions(rule, rule.lhs, instance.lhs_well_formed, at);
    compare_conditions(rule, rule.rhs, instance.rhs_well_formed, at);
    if (!instance.lhs_well_formed || !instance.rhs_well_formed) continue;
    compare(rule, rule.lhs, instance.rule.lhs, at);
    compare(rule, rule.rhs, instance.rule.rhs, at);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("shapes from symbols and shapes from numbers agree") {
  const auto* const folder =
      GENERATE("rewrites", "tests/cases/proved", "tests/cases/refuted",
               "tests/cases/illegal", "tests/cases/unknown");
  std::mt19937 random(1);
  const std::vector<Rule> rules = rules_in(folder);
  std::size_t missed = 0;
  for (const Rule& rule : rules) {
    if (rule.expect && rule.expect->verdict == "vacuous") continue;
    if (compare_instances(rule, random) == 0) ++missed;
  }
  CHECK(missed * 10 <= rules.size());
}

}  // namespace rewright::ir
