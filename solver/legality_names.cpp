// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rewright::solver {
namespace {

std::map<std::uint64_t, index::Symbol> symbols_of(const index::Expr& e) {
  std::map<std::uint64_t, index::Symbol> result;
  index::collect_symbols(e, result);
  return result;
}

bool same_symbols(const index::Expr& a, const index::Expr& b) {
  const auto keys_equal = [](const auto& x, const auto& y) {
    return x.first == y.first;
  };
  return std::ranges::equal(symbols_of(a), symbols_of(b), keys_equal);
}

const ir::TensorType& type_of(const NodeView& view, const ir::Ref& ref) {
  return view.rule.type_of(view.graph, ref);
}

/// The shapes of the given operands, then of the results.
std::vector<ir::Shape> shapes_at(const NodeView& view) {
  std::vector<ir::Shape> shapes;
  for (const auto& operand : view.node.operands) {
    if (operand) shapes.push_back(type_of(view, *operand).shape);
  }
  for (const ir::TensorType& result : view.node.results) {
    shapes.push_back(result.shape);
  }
  return shapes;
}

void add_activations(const NodeView& view, std::vector<ir::NamedDim>& names) {
  const auto& operands = view.node.operands;
  const std::size_t count =
      std::max(operands.size(), view.node.op->signature.operands.size());
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_one =
        k < operands.size() && view.activations.contains(operands[k]);
    names.push_back({"activation" + std::to_string(k), {{is_one ? 1 : 0}}});
  }
}

void collect_names(const syntax::Expr& e, std::vector<std::string>& into) {
  using Kind = syntax::Expr::Kind;
  const bool is_name = e.kind == Kind::name || e.kind == Kind::group;
  if (is_name && std::ranges::find(into, e.text) == into.end()) {
    into.push_back(e.text);
  }
  for (const syntax::Expr& child : e.children) collect_names(child, into);
}

/// Bytes of one element of the narrowest type in `set`.
std::int64_t least_width(ir::TypeSet set) {
  const auto has = [&](ir::ElementType t) { return set & ir::set_of(t); };
  using enum ir::ElementType;
  if (has(boolean) || has(int8)) return 1;
  if (has(float16) || has(bfloat16) || has(int16)) return 2;
  if (has(float32) || has(int32)) return 4;
  return 8;
}

std::string distinct_values(const ir::NamedDim& name) {
  std::vector<std::string> values;
  for (const ir::Dim& dim : name.values) {
    const std::string value = index::print(dim.extent);
    if (std::ranges::find(values, value) == values.end()) {
      values.push_back(value);
    }
  }
  std::string result;
  for (const std::string& value : values) {
    result += (result.empty() ? "" : " and ") + value;
  }
  return result;
}

}  // namespace

Ranks::Ranks(const ir::Rule& rule) {
  using index::SymbolKind;
  for (const std::string& group : rule.groups) {
    groups_[group] =
        index::make_symbol("rank(" + group + ")", SymbolKind::size);
  }
  for (const ir::Input& input : rule.inputs) {
    if (!ir::has_groups(input.type.shape)) continue;
    inputs_.push_back(
        {of(input.type.shape),
         index::make_symbol("rank(" + input.name + ")", SymbolKind::size)});
  }
}

index::Expr Ranks::of(const ir::Shape& shape) const {
  index::Expr rank;
  for (const ir::Dim& dim : shape) {
    rank = rank + (ir::is_group(dim) ? index::Expr(groups_.at(dim.group)) : 1);
  }
  return rank;
}

void Ranks::declare(index::Facts& facts) const {
  for (const auto& [group, symbol] : groups_) facts.add_size(symbol, 0);
}

index::Expr Ranks::readable(const index::Expr& e) const {
  for (const InputRank& input : inputs_) {
    if (!same_symbols(e, input.rank)) continue;
    const index::Expr symbol(input.symbol);
    const index::Expr sum = e + input.rank, difference = e - input.rank;
    if (sum.is_constant()) return sum - symbol;
    if (difference.is_constant()) return difference + symbol;
  }
  return e;
}

index::Formula Ranks::readable(const index::Formula& f) const {
  return index::map_exprs(f,
                          [this](const index::Expr& e) { return readable(e); });
}

bool Ranks::are_all_of(const index::Formula& f) const {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(f, symbols);
  return std::ranges::all_of(symbols, [&](const auto& symbol) {
    return std::ranges::any_of(groups_, [&](const auto& group) {
      return group.second->id == symbol.first;
    });
  });
}

Activations::Activations(const ir::Graph& graph, std::set<int> constants)
    : constants_(std::move(constants)) {
  for (const ir::Node& node : graph.nodes) {
    nodes_.push_back(std::ranges::any_of(
        node.operands, [&](const auto& ref) { return contains(ref); }));
  }
}

bool Activations::contains(const std::optional<ir::Ref>& ref) const {
  if (!ref) return false;
  if (ref->node < 0) return constants_.count(ref->slot) == 0;
  return nodes_[static_cast<std::size_t>(ref->node)];
}

std::vector<ir::NamedDim> names_at(const NodeView& view) {
  std::vector<ir::NamedDim> names;
  if (view.node.op->named_dims != nullptr) {
    const ir::Call call =
        ir::call_of(view.rule, view.graph, view.node, view.facts);
    ir::Inferred inferred{{}, view.node.conditions};
    for (const auto& result : view.node.results) {
      inferred.results.push_back(result.shape);
    }
    names = view.node.op->named_dims(call, inferred);
  }
  ir::NamedDim rank{"rank", {}}, elements{"elements", {}};
  for (const ir::Shape& shape : shapes_at(view)) {
    rank.values.push_back({view.ranks.of(shape)});
    elements.values.push_back({ir::elements(shape)});
  }
  names.push_back(std::move(rank));
  names.push_back(std::move(elements));
  add_activations(view, names);
  return names;
}

namespace {

/// How many sizes the inputs of a model leave open. Those that opaque nodes
/// have besides may be numbers that we only do not know.
std::size_t sizes_of_inputs(const ir::Rule& rule) {
  std::set<std::uint64_t> ids;
  for (const ir::Input& input : rule.inputs)
    for (const ir::Dim& dim : input.type.shape)
      if (const index::Symbol symbol = dim.extent.symbol())
        ids.insert(symbol->id);
  return ids.size();
}

}  // namespace

std::vector<ir::NamedDim> names_of_model(const ir::Rule& rule,
                                         const ir::Graph& graph,
                                         const Activations& activations) {
  ir::NamedDim bytes{"bytes", {}};
  const auto add = [&](const ir::TensorType& type) {
    const auto type_class = static_cast<std::size_t>(type.type_class);
    bytes.values.push_back({ir::elements(type.shape) *
                            least_width(rule.type_classes[type_class])});
  };
  std::size_t inputs = 0;
  for (std::size_t i = 0; i < rule.inputs.size(); ++i) {
    if (!activations.contains(ir::Ref{-1, static_cast<int>(i)})) continue;
    ++inputs;
    add(rule.inputs[i].type);
  }
  for (const ir::Ref& output : graph.outputs) add(rule.type_of(graph, output));
  const auto count = [](std::size_t n) {
    return ir::Dim{index::Expr(static_cast<std::int64_t>(n))};
  };
  return {{"inputs", {count(inputs)}},
          {"outputs", {count(graph.outputs.size())}},
          {"dynamic_sizes", {count(sizes_of_inputs(rule))}},
          std::move(bytes)};
}

std::string print_values(const syntax::Expr& formula,
                         const std::vector<ir::NamedDim>& names) {
  std::vector<std::string> used;
  collect_names(formula, used);
  std::string result;
  for (const std::string& word : used) {
    const auto found = std::ranges::find(names, word, &ir::NamedDim::name);
    if (found == names.end() || found->values.empty()) continue;
    result +=
        (result.empty() ? "" : ", ") + word + " = " + distinct_values(*found);
  }
  return result;
}

}  // namespace rewright::solver
