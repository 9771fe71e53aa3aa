// SPDX-License-Identifier: Apache-2.0
//
// Rules with one condition more or less. They are made of the syntax tree and
// resolved anew, so that shapes are inferred under the precondition at hand.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "syntax/ast.h"

namespace rewright::suggest {

/// A rule as a syntax tree that can be changed: what its canonical form says,
/// without claims and expectations, the sizes of every axis group named.
class Template {
 public:
  /// `rule` is no pair of models.
  explicit Template(const ir::Rule& rule);

  const syntax::Rule& rule() const { return rule_; }
  /// The groups whose sizes had no name, by the name they now have.
  const std::map<std::string, std::string>& named() const { return named_; }
  /// A name that the rule does not have, the same at every call.
  std::string fresh_name(const std::vector<std::string>& wanted) const;

  /// The rule with other clauses; nothing when the result is malformed.
  std::optional<ir::Rule> resolve(const syntax::Rule& changed) const;

 private:
  std::shared_ptr<const base::Source> source_;
  syntax::Rule rule_;
  std::set<std::string> names_;
  std::map<std::string, std::string> named_;
};

/// The conjuncts of all `when` clauses, as fine as they can be told apart: a
/// chain `a <= b < c` is two, and so is `forall i: p and q`.
std::vector<syntax::Expr> conjuncts(const syntax::Rule& rule);

/// The rule with these conjuncts as its whole precondition.
syntax::Rule with_conjuncts(syntax::Rule rule,
                            const std::vector<syntax::Expr>& conjuncts);

/// A formula in the rule language, which it is known to be.
syntax::Expr formula(const std::string& text);

/// Restricts a type variable to some types.
void restrict_types(syntax::Rule& rule, const std::string& variable,
                    const std::string& types);

}  // namespace rewright::suggest
