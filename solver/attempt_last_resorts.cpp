// SPDX-License-Identifier: Apache-2.0
//
// What is tried when a proof of the values as they stand has failed.
#include "solver/attempt.h"
#include "solver/last_resorts.h"
#include "solver/unroll.h"

namespace rewright::solver {

using evidence::Axiom;

namespace {

/// So many elements of an output are looked at one by one.
constexpr std::int64_t most_cases = 16;

/// Sums that constants are read in may have so many terms altogether.
constexpr std::int64_t most_terms = 32;

}  // namespace

bool Attempt::prove_by_exponentials(const index::Facts& facts,
                                    const Sides& sides) {
  if (class_ != ir::ElementClass::floating) return false;
  const auto other = by_exponentials({sides.left, sides.right});
  if (!other || !prove_with(facts, {other->first, other->second})) return false;
  axioms_.insert(Axiom::function_law);
  step("sigmoid and tanh by exponentials");
  return true;
}

// One proof for each value of the output variables at which constants are
// read, with the elements as numbers.
bool Attempt::prove_by_elements(const index::Facts& facts, const Sides& sides) {
  if (constants_.empty()) return false;
  const auto read =
      variables_of_constants({sides.left, sides.right}, constants_);
  if (read.empty()) return false;
  const auto terms = unrolled(sides.left, sides.right, read, facts, most_terms);
  if (!terms) return false;
  std::vector<ir::BoundVariable> variables;
  std::int64_t cases = 1;
  for (const index::Symbol& v : output_variables_) {
    if (read.count(v->id) == 0) continue;
    const auto extent = facts.extent(v);
    if (!extent || !extent->is_constant()) return false;
    cases *= extent->constant();
    variables.push_back({v, *extent});
    if (cases > most_cases) return false;
  }
  ++depth_;
  const bool shown = prove_at(facts, {terms->left, terms->right}, variables);
  --depth_;
  if (!shown) return false;
  if (terms->reorders) axioms_.insert(Axiom::associativity);
  uses_constants_ = true;
  step("element by element of the constants");
  return true;
}

bool Attempt::prove_at(const index::Facts& facts, const Sides& sides,
                       const std::vector<ir::BoundVariable>& variables) {
  if (variables.empty())
    return prove_with(facts, {with_elements(sides.left, constants_),
                              with_elements(sides.right, constants_)});
  std::vector<ir::BoundVariable> rest = variables;
  const ir::BoundVariable last = rest.back();
  rest.pop_back();
  for (std::int64_t i = 0; i < last.extent.constant(); ++i) {
    const index::Substitution at = {{last.symbol->id, index::Expr(i)}};
    const Sides here{ir::substitute(sides.left, at),
                     ir::substitute(sides.right, at)};
    if (!prove_at(facts, here, rest)) return false;
  }
  return true;
}

}  // namespace rewright::solver
