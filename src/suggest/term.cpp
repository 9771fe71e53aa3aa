// SPDX-License-Identifier: Apache-2.0
#include "suggest/term.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <set>

namespace rewright::suggest {
namespace {

using index::Expr;

constexpr std::size_t most_expressions = 10;
constexpr std::int64_t largest_step = 16;

using Visit = std::function<void(const Expr&)>;

void visit(const ir::Attribute& attribute, const Visit& f) {
  if (const auto* e = std::get_if<Expr>(&attribute)) f(*e);
  if (const auto* list = std::get_if<ir::IntList>(&attribute))
    for (const Expr& e : list->values) f(e);
  if (const auto* list = std::get_if<ir::PerAxis>(&attribute))
    for (const auto& e : list->values)
      if (e) f(*e);
  if (const auto* shape = std::get_if<ir::Shape>(&attribute))
    for (const ir::Dim& dim : *shape) f(dim.extent);
}

/// Every expression that is written in the rule.
void visit(const ir::Rule& rule, const Visit& f) {
  for (const ir::Input& input : rule.inputs)
    for (const ir::Dim& dim : input.type.shape) f(dim.extent);
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs})
    for (const ir::Node& node : graph->nodes)
      for (const auto& [name, attribute] : node.attributes) visit(attribute, f);
}

/// The one group it speaks of, "" when none; nothing when there are several.
std::optional<std::string> only_group_of(const Expr& e) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(e, symbols);
  std::string group;
  for (const auto& [id, symbol] : symbols) {
    if (symbol->group.empty()) continue;
    if (!group.empty() && symbol->group != group) return std::nullopt;
    group = symbol->group;
  }
  return group;
}

/// Whether it reads the same in the rule language as it is printed.
bool is_plain(const Expr& e) {
  for (const index::Term& term : e.terms())
    for (const auto& [atom, exponent] : term.monomial) {
      using index::AtomKind;
      const AtomKind kind = atom->kind;
      if (kind == AtomKind::ite || kind == AtomKind::numel ||
          kind == AtomKind::flat || kind == AtomKind::unflat)
        return false;
      if (!std::ranges::all_of(atom->args, is_plain)) return false;
    }
  return true;
}

void add_expressions(const ir::Rule& rule, std::vector<Term>& terms) {
  const std::size_t limit = terms.size() + most_expressions;
  std::set<std::string> known;
  visit(rule, [&](const Expr& e) {
    if (e.is_constant() || e.symbol() || !is_plain(e)) return;
    const auto group = only_group_of(e);
    const std::string text = index::print(e);
    if (group && terms.size() < limit && known.insert(text).second)
      terms.push_back({e, *group, text, -1, true});
  });
}

const Expr* at_entry(const ir::Node& node, const std::string& name,
                     std::size_t k) {
  const auto found = node.attributes.find(name);
  if (found == node.attributes.end()) return nullptr;
  const auto* list = std::get_if<ir::PerAxis>(&found->second);
  if (!list || k >= list->values.size() || !list->values[k]) return nullptr;
  return &*list->values[k];
}

void add_windows(const ir::Rule& rule, const ir::Graph& graph,
                 const ir::Node& node, std::vector<Window>& windows) {
  const bool is_slice = node.op->name == "Slice";
  const bool is_update = node.op->name == "DynamicUpdateSlice";
  if (!is_slice && !is_update && node.op->name != "DynamicSlice") return;
  const ir::Shape& shape = rule.type_of(graph, *node.operands.at(0)).shape;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const Expr* start = at_entry(node, "starts", k);
    const Expr* last = at_entry(node, is_slice ? "ends" : "slice_sizes", k);
    const Expr& extent = shape[k].extent;
    if (!start || (!last && is_slice)) continue;
    Expr end = last ? *last : extent;
    if (is_update)
      end = rule.type_of(graph, *node.operands.at(1)).shape.at(k).extent;
    if (!is_slice) end = *start + end;
    windows.push_back({*start, end, extent, shape[k].group, is_slice});
  }
}

bool is_type_variable(const std::string& name) {
  return !name.empty() && std::isupper(static_cast<unsigned char>(name[0]));
}

}  // namespace

std::vector<Term> terms_of(const ir::Rule& rule) {
  std::vector<Term> terms;
  for (const ir::SizeDecl& size : rule.sizes)
    terms.push_back({Expr(size.symbol), size.symbol->group, size.symbol->name,
                     static_cast<int>(std::min<std::int64_t>(size.lower, 1)),
                     false});
  for (const index::Symbol& symbol : rule.integers)
    terms.push_back({Expr(symbol), symbol->group, symbol->name, -1, false});
  add_expressions(rule, terms);
  return terms;
}

std::vector<Window> windows_of(const ir::Rule& rule) {
  std::vector<Window> windows;
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs})
    for (const ir::Node& node : graph->nodes)
      add_windows(rule, *graph, node, windows);
  std::erase_if(windows, [](const Window& w) {
    return !is_plain(w.start) || !is_plain(w.end) || !is_plain(w.extent);
  });
  return windows;
}

std::vector<std::int64_t> steps_of(const ir::Rule& rule) {
  std::set<std::int64_t> steps;
  visit(rule, [&](const Expr& e) {
    if (e.is_constant() && e.constant() > 1 && e.constant() <= largest_step)
      steps.insert(e.constant());
  });
  return {steps.begin(), steps.end()};
}

std::map<std::string, int> type_variables(const Template& source,
                                          const ir::Rule& rule) {
  std::map<std::string, int> variables;
  std::map<std::string, std::string> type_of;  // of each input
  const auto note = [&](const auto& clause) {
    for (const syntax::Name& name : clause.names)
      type_of[name.text] = clause.type.text;
  };
  for (const auto& clause : source.rule().inputs) note(clause);
  for (const auto& clause : source.rule().scalars) note(clause);
  for (const ir::Input& input : rule.inputs) {
    const std::string& type = type_of[input.name];
    const int type_class = input.type.type_class;
    const ir::TypeSet set =
        rule.type_classes.at(static_cast<std::size_t>(type_class));
    const bool is_mixed =
        (set & ir::floating_types) != 0 && (set & ~ir::floating_types) != 0;
    if (is_type_variable(type) && is_mixed) variables[type] = type_class;
  }
  for (const auto& clause : source.rule().types)
    variables.erase(clause.variable.text);
  return variables;
}

}  // namespace rewright::suggest
