// SPDX-License-Identifier: Apache-2.0
#include "suggest/variant.h"

#include <utility>

#include "ir/resolve.h"
#include "ops/table.h"
#include "syntax/parser.h"

namespace rewright::suggest {
namespace {

using syntax::Expr;
using Kind = syntax::Expr::Kind;

void collect_names(const syntax::Rule& rule, std::set<std::string>& into) {
  for (const auto& clause : rule.axes)
    for (const auto& group : clause.groups)
      into.insert({group.name.text, group.sizes.text});
  for (const auto& clause : rule.sizes)
    for (const auto& size : clause.sizes) into.insert(size.name.text);
  const auto add = [&](const std::vector<syntax::Name>& names) {
    for (const auto& name : names) into.insert(name.text);
  };
  for (const auto& clause : rule.ints) add(clause.names);
  for (const auto& clause : rule.inputs) add(clause.names);
  for (const auto& clause : rule.scalars) add(clause.names);
  for (const auto& let : rule.lhs.lets) add(let.names);
  for (const auto& side : rule.rhs)
    for (const auto& let : side.lets) add(let.names);
}

void split(const Expr& e, std::vector<Expr>& into) {
  if (e.kind == Kind::conjunction) {
    for (const Expr& child : e.children) split(child, into);
  } else if (e.kind == Kind::comparison && e.children.size() > 2) {
    for (std::size_t k = 0; k + 1 < e.children.size(); ++k) {
      Expr link = e;
      link.children = {e.children[k], e.children[k + 1]};
      link.keys = {e.keys[k]};
      into.push_back(std::move(link));
    }
  } else if (e.kind == Kind::forall) {
    std::vector<Expr> bodies;
    split(e.children.back(), bodies);
    for (Expr& body : bodies) {
      Expr part = e;
      part.children.back() = std::move(body);
      into.push_back(std::move(part));
    }
  } else {
    into.push_back(e);
  }
}

}  // namespace

Template::Template(const ir::Rule& rule)
    : source_(std::make_shared<base::Source>(
          base::Source{rule.name, rule.canonical_text})),
      rule_(syntax::parse_rules(source_).rules.at(0)) {
  rule_.expect.reset();
  rule_.legal.clear();
  collect_names(rule_, names_);
  for (auto& clause : rule_.axes)
    for (auto& group : clause.groups) {
      if (group.sizes.is_given()) continue;
      group.sizes.text = fresh_name({"n", "m", "k", "d"});
      names_.insert(group.sizes.text);
      named_[group.sizes.text] = group.name.text;
    }
}

std::string Template::fresh_name(const std::vector<std::string>& wanted) const {
  for (const std::string& name : wanted)
    if (!names_.contains(name)) return name;
  for (int k = 1;; ++k) {
    const std::string name = wanted.at(0) + std::to_string(k);
    if (!names_.contains(name)) return name;
  }
}

std::optional<ir::Rule> Template::resolve(const syntax::Rule& changed) const {
  syntax::RuleFile file;
  file.source = source_;
  file.rules = {changed};
  try {
    return ir::resolve(file, ops::table()).at(0);
  } catch (const base::InputError&) {
    return std::nullopt;
  } catch (const index::Overflow&) {
    return std::nullopt;
  }
}

std::vector<Expr> conjuncts(const syntax::Rule& rule) {
  std::vector<Expr> all;
  for (const syntax::WhenClause& clause : rule.whens)
    split(clause.formula, all);
  return all;
}

syntax::Rule with_conjuncts(syntax::Rule rule,
                            const std::vector<Expr>& conjuncts) {
  rule.whens.clear();
  for (const Expr& conjunct : conjuncts) {
    syntax::WhenClause clause;
    clause.formula = conjunct;
    rule.whens.push_back(std::move(clause));
  }
  return rule;
}

Expr formula(const std::string& text) {
  return syntax::parse_formula(
      std::make_shared<base::Source>(base::Source{"suggestion", text}));
}

void restrict_types(syntax::Rule& rule, const std::string& variable,
                    const std::string& types) {
  syntax::TypesClause clause;
  clause.variable.text = variable;
  clause.types.push_back({types, {}});
  rule.types.push_back(std::move(clause));
}

}  // namespace rewright::suggest
