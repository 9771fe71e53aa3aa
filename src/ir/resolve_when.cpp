// SPDX-License-Identifier: Apache-2.0
//
// Preconditions. A conjunct about sizes alone becomes part of `Rule::when`;
// one that mentions tensor elements becomes an ElementCondition: its value is
// true for all its bound variables, each of which ranges over the axis that
// it indexes.
#include <algorithm>

#include "ir/resolver.h"
#include "ir/unify.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

void flatten(const syntax::Expr& e, std::vector<const syntax::Expr*>& into) {
  if (e.kind != Kind::conjunction) {
    into.push_back(&e);
    return;
  }
  for (const syntax::Expr& child : e.children) flatten(child, into);
}

}  // namespace

bool mentions_elements(const Scope& scope, const syntax::Expr& e) {
  if (e.kind == Kind::element || e.kind == Kind::forall) return true;
  if (e.kind == Kind::name && scope.tensor(e.text) != nullptr) return true;
  return std::ranges::any_of(e.children, [&](const syntax::Expr& child) {
    return mentions_elements(scope, child);
  });
}

void read_when(Scope& scope, const syntax::Rule& rule) {
  std::vector<const syntax::Expr*> conjuncts;
  for (const syntax::WhenClause& clause : rule.whens) {
    flatten(clause.formula, conjuncts);
  }
  const auto elements = std::stable_partition(
      conjuncts.begin(), conjuncts.end(),
      [&](const syntax::Expr* e) { return !mentions_elements(scope, *e); });
  IndexReader reader = scope.reader();
  for (auto e = conjuncts.begin(); e != elements; ++e) {
    const index::Formula formula = reader.formula(**e);
    scope.rule.when = scope.rule.when && formula;
    scope.facts.assume(formula);
  }
  for (const index::Formula& positive : reader.take_divisors()) {
    scope.assume(positive);
  }
  for (auto e = elements; e != conjuncts.end(); ++e) {
    scope.rule.element_when.push_back(read_element_condition(scope, **e));
  }
}

}  // namespace rewright::ir
