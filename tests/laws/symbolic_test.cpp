// SPDX-License-Identifier: Apache-2.0
//
// The symbolic case and the concrete case are one code path; these laws hold
// the two against each other. A symbolic call may be refused where a concrete
// one is not, but not always.
#include <stdexcept>

#include "catch.h"
#include "laws/abstraction.h"
#include "ops/table.h"

namespace rewright::laws {

namespace {

/// An index divided by zero, which only false conditions may let through.
bool holds_safely(const std::vector<ir::Condition>& conditions,
                  const evaluate::IndexValues& values) {
  try {
    return holds(conditions, values);
  } catch (const std::domain_error&) {
    return false;
  }
}

std::vector<std::vector<std::int64_t>> sizes_at(
    const ir::Inferred& inferred, const evaluate::IndexValues& values) {
  std::vector<std::vector<std::int64_t>> list;
  for (const ir::Shape& shape : inferred.results) {
    list.emplace_back();
    for (const ir::Dim& dim : shape)
      list.back().push_back(values.number(dim.extent));
  }
  return list;
}

std::vector<std::vector<std::int64_t>> sizes_of(const ir::Inferred& inferred) {
  return sizes_at(inferred, {});
}

/// Whether the symbolic call was accepted.
bool check(const LawCall& concrete, Random& random) {
  const Abstraction abstraction(concrete, random);
  const LawCall& symbolic = abstraction.call();
  INFO(concrete.text());
  INFO(symbolic.text());
  const auto numbers = concrete.infer(), symbols = symbolic.infer();
  if (!symbols) return false;
  const bool is_well_formed = numbers && holds(numbers->conditions);
  REQUIRE(holds_safely(symbols->conditions, abstraction.values()) ==
          is_well_formed);
  if (!is_well_formed) return false;
  REQUIRE(sizes_at(*symbols, abstraction.values()) == sizes_of(*numbers));
  CHECK(disagreement(concrete, symbolic, abstraction.values(), random) == "");
  return true;
}

}  // namespace

TEST_CASE("symbols mean what the numbers in their place mean") {
  const Generators generators = all_calls();
  for (const ir::Operator* op : ops::all()) {
    const auto generator = generators.find(op->name);
    if (generator == generators.end()) continue;
    Random random(2);
    int accepted = 0;
    for (int k = 0; k < 200; ++k)
      accepted += check(concrete_call(*op, generator->second(random)), random);
    INFO(op->name);
    CHECK(accepted >= 50);
  }
}

}  // namespace rewright::laws
