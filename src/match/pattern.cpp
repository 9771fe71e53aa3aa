// SPDX-License-Identifier: Apache-2.0
#include "match/pattern.h"

#include <stdexcept>
#include <utility>

#include "match/attributes.h"

namespace rewright::match {

using index::Expr;
using index::Symbol;

bool Pattern::is_constant(int node) const {
  return rule_.lhs.nodes.at(static_cast<std::size_t>(node)).op->name == "Const";
}

namespace {

/// Collects the symbols of everything that a rule says.
class Mentions {
 public:
  explicit Mentions(const ir::Rule& rule) {
    for (const ir::Input& input : rule.inputs) add(input.type.shape);
    add(rule.lhs);
    add(rule.rhs);
    index::collect_symbols(rule.when, symbols);
  }

  std::map<std::uint64_t, Symbol> symbols;

 private:
  void add(const Expr& e) { index::collect_symbols(e, symbols); }

  void add(const ir::Shape& shape) {
    for (const ir::Dim& dim : shape) add(dim.extent);
  }

  void add(const ir::Graph& graph) {
    for (const ir::Node& node : graph.nodes) {
      for (const ir::TensorType& result : node.results) add(result.shape);
      for (const auto& [name, value] : node.attributes)
        std::visit([&](const auto& given) { add_value(given); }, value);
    }
  }

  void add_value(const Expr& e) { add(e); }
  void add_value(const ir::Shape& shape) { add(shape); }
  void add_value(const ir::PerAxis& list) {
    for (const auto& e : list.values)
      if (e) add(*e);
  }
  void add_value(const ir::IntList& list) {
    for (const Expr& e : list.values) add(e);
  }
  template <class Other>
  void add_value(const Other&) {}
};

}  // namespace

Pattern::Pattern(ir::Rule rule) : rule_(std::move(rule)) {
  const Mentions mentions(rule_);
  for (const ir::SizeDecl& size : rule_.sizes)
    if (mentions.symbols.count(size.symbol->id))
      symbols_.push_back(size.symbol);
  for (const Symbol& integer : rule_.integers)
    if (mentions.symbols.count(integer->id)) symbols_.push_back(integer);
}

Expanded Pattern::expand(const Ranks& ranks) const {
  Expanded made{.ranks = ranks, .unknowns = {}, .inputs = {}, .nodes = {}};
  std::map<std::uint64_t, std::vector<Expr>> values;
  for (const Symbol& symbol : symbols_) {
    const int count = symbol->group.empty() ? 1 : ranks.at(symbol->group);
    auto& unknowns = made.unknowns[symbol->id];
    for (int k = 0; k < count; ++k) {
      unknowns.push_back(index::make_symbol(symbol->name, symbol->kind));
      values[symbol->id].emplace_back(unknowns.back());
    }
    values[symbol->id];
  }
  const ir::Expansion expansion(ranks, values);
  for (const ir::Input& input : rule_.inputs)
    made.inputs.push_back(expansion.shape(input.type.shape));
  for (const ir::Node& node : rule_.lhs.nodes) {
    ir::Node expanded;
    expanded.op = node.op;
    expanded.attributes = expansion.attributes(rule_, rule_.lhs, node);
    std::vector<ir::Shape> operands;
    for (const ir::Shape& shape : operand_shapes(rule_, rule_.lhs, node))
      operands.push_back(expansion.shape(shape));
    ExpandedNode& result = made.nodes.emplace_back();
    for (const ir::TensorType& type : node.results) {
      result.results.push_back(expansion.shape(type.shape));
      expanded.results.push_back({type.type_class, result.results.back()});
    }
    result.attributes = normalised(expanded, operands);
  }
  return made;
}

const Expanded* Pattern::at(const Ranks& ranks) const {
  const auto [at, is_new] = known_.try_emplace(ranks);
  if (!is_new) return at->second.get();
  try {
    at->second = std::make_unique<const Expanded>(expand(ranks));
  } catch (const ir::IllFormed&) {
  } catch (const index::Overflow&) {
  } catch (const std::out_of_range&) {  // an axis of a group that has none
  }
  return at->second.get();
}

}  // namespace rewright::match
