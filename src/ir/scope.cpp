// SPDX-License-Identifier: Apache-2.0
//
// Declared names, and index expressions in terms of them. Names of a rule are
// one flat space: a size cannot be called like an input, nor anything like an
// operator.
#include "ir/scope.h"

#include <algorithm>
#include <utility>

namespace rewright::ir {

namespace {

std::string place(base::Position p) {
  return std::to_string(p.line) + ":" + std::to_string(p.column);
}

}  // namespace

Scope::Scope(std::shared_ptr<const base::Source> source,
             const OperatorTable& operators)
    : operators_(&operators) {
  rule.source = std::move(source);
}

void Scope::fail(base::Position position, const std::string& message) const {
  throw base::InputError(*rule.source, position, message);
}

void Scope::require_free(const syntax::Name& name) const {
  const auto found = names_.find(name.text);
  if (found != names_.end()) {
    fail(name.position, "second '" + name.text + "': the first, " +
                            found->second.what + ", is at " +
                            place(found->second.position));
  }
  if (operators_->find(name.text) != nullptr) {
    fail(name.position,
         "'" + name.text + "' is the name of an operator: choose another");
  }
  const auto& functions = index_functions();
  if (std::ranges::find(functions, name.text) != functions.end()) {
    fail(name.position,
         "'" + name.text + "' is a function of sizes: choose another name");
  }
}

void Scope::declare(const syntax::Name& name, Named named) {
  require_free(name);
  named.position = name.position;
  names_.emplace(name.text, std::move(named));
}

void Scope::forget(const std::vector<syntax::Name>& names) {
  for (const syntax::Name& name : names) {
    const auto found = names_.find(name.text);
    if (found == names_.end()) continue;
    if (!*found->second.used && !found->second.may_be_unused) {
      fail(name.position,
           found->second.what + " '" + name.text + "' is never used");
    }
    names_.erase(found);
  }
}

const Named* Scope::find(const std::string& name) const {
  const auto found = names_.find(name);
  if (found == names_.end()) return nullptr;
  *found->second.used = true;
  return &found->second;
}

const Named* Scope::tensor(const std::string& name) const {
  const Named* named = find(name);
  const bool is_tensor = named != nullptr && named->kind == Named::Kind::tensor;
  return is_tensor ? named : nullptr;
}

bool Scope::is_group(const std::string& name) const {
  const Named* named = find(name);
  return named != nullptr && named->kind == Named::Kind::group;
}

std::string Scope::suggestion(const std::string& name) const {
  std::vector<std::string> known;
  for (const auto& [text, named] : names_) known.push_back(text);
  return base::suggestion(name, known);
}

void Scope::fail_unknown(const syntax::Expr& name) const {
  fail(name.position,
       "unknown name '" + name.text + "'" + suggestion(name.text));
}

void Scope::require_all_used() const {
  const std::pair<const std::string, Named>* first = nullptr;
  for (const auto& entry : names_) {
    const Named& named = entry.second;
    if (*named.used || named.may_be_unused) continue;
    const auto order = [](const Named& n) {
      return std::pair(n.position.line, n.position.column);
    };
    if (first == nullptr || order(named) < order(first->second)) {
      first = &entry;
    }
  }
  if (first == nullptr) return;
  fail(first->second.position,
       first->second.what + " '" + first->first + "' is never used");
}

Component Scope::number(const syntax::Expr& name) const {
  const Named* named = find(name.text);
  if (named == nullptr) fail_unknown(name);
  switch (named->kind) {
    case Named::Kind::number:
    case Named::Kind::variable:
      return {index::Expr(named->symbol), named->symbol->group};
    case Named::Kind::group:
      fail(name.position, "'" + name.text +
                              "' is an axis group, not an integer: numel(" +
                              name.text + ") is its number of elements");
    case Named::Kind::tensor:
      break;
  }
  fail(name.position, "'" + name.text +
                          "' is a tensor: an integer expression over sizes "
                          "and ints is needed");
}

std::optional<Component> Scope::sizes(const std::string& group) const {
  const auto found = names_.find(group);
  if (found == names_.end()) return std::nullopt;
  const Named& named = found->second;
  if (named.kind != Named::Kind::group) return std::nullopt;
  *named.used = true;
  return Component{index::Expr(named.symbol), group};
}

IndexReader Scope::reader() const {
  return IndexReader(*rule.source,
                     {[this](const syntax::Expr& name) { return number(name); },
                      [this](const std::string& name) { return sizes(name); },
                      {}});
}

index::Expr Scope::integer(const syntax::Expr& e, const std::string& group) {
  IndexReader r = reader();
  const index::Expr result = r.expression(e, group);
  assume_divisors(r, e.position);
  return result;
}

index::Formula Scope::formula(const syntax::Expr& e) {
  IndexReader r = reader();
  const index::Formula result = r.formula(e);
  assume_divisors(r, e.position);
  return result;
}

index::Formula Scope::component(const syntax::Expr& e,
                                const std::string& group) {
  IndexReader r = reader();
  const index::Formula result = r.component(e, group);
  assume_divisors(r, e.position);
  return result;
}

std::set<std::string> Scope::groups(const syntax::Expr& e) {
  return reader().groups(e);
}

void Scope::assume_divisors(IndexReader& reader, base::Position position) {
  for (const index::Formula& positive : reader.take_divisors()) {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(positive, symbols);
    for (const auto& [id, symbol] : symbols) {
      if (symbol->kind == index::SymbolKind::variable) {
        fail(position, "a divisor cannot depend on '" + symbol->name +
                           "', a variable of 'forall'");
      }
    }
    assume(positive);
  }
}

void Scope::assume(const index::Formula& formula) {
  if (facts.proves(formula)) return;
  rule.when = rule.when && formula;
  facts.assume(formula);
}

}  // namespace rewright::ir
