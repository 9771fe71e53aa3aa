// SPDX-License-Identifier: Apache-2.0
#include "evaluate/loop_nest.h"

#include <map>

#include "evaluate/tensor.h"

namespace rewright::evaluate {

namespace {

using ir::ValueKind;

class Builder {
 public:
  Builder(const ir::Rule& instance, const ir::Graph& graph)
      : instance_(instance), graph_(graph), facts_(instance.facts()) {}

  std::optional<LoopNest> build(const ir::Ref& output) {
    nest_.shape = ir::concrete(instance_.type_of(graph_, output).shape);
    ir::Indices at;
    const auto steps = strides(nest_.shape);
    for (std::size_t k = 0; k < nest_.shape.size(); ++k)
      at.push_back(index::Expr(loop(nest_.shape[k], -1, steps[k])));
    ir::Value value = ir::meaning(instance_, graph_, output, at, facts_);
    while (value->kind == ValueKind::reduce) {
      if (!facts_.simplify(value->condition).is_true() ||
          value->monoid == ir::Monoid::conjunction ||
          value->monoid == ir::Monoid::disjunction)
        return {};
      const int level = static_cast<int>(nest_.monoids.size());
      nest_.monoids.push_back(value->monoid);
      index::Substitution renamed;
      for (const ir::BoundVariable& b : value->bound) {
        const index::Expr extent = facts_.simplify(b.extent);
        if (!extent.is_constant() || !b.symbol->group.empty()) return {};
        renamed[b.symbol->id] = index::Expr(loop(extent.constant(), level, 0));
      }
      value = ir::substitute(value->args[0], renamed);
    }
    if (nest_.monoids.empty() || !collect(value)) return {};
    for (const auto& [node, k] : constant_of_)
      found_[node] = static_cast<int>(nest_.operands.size()) + k;
    nest_.result = emit(value);
    for (Loop& l : nest_.loops)
      if (l.extent == 0) return {};
    std::erase_if(nest_.loops, [](const Loop& l) { return l.extent == 1; });
    return std::move(nest_);
  }

 private:
  index::Symbol loop(std::int64_t extent, int level, std::int64_t step) {
    const auto symbol =
        index::make_symbol("i", index::SymbolKind::variable, "");
    facts_.add_variable(symbol, extent);
    loop_of_[symbol->id] = nest_.loops.size();
    nest_.loops.push_back({extent, level, step, {}});
    return symbol;
  }

  /// Operands and constants of the body; false when it is of another form.
  bool collect(const ir::Value& value) {
    if (found_.count(value.get())) return true;
    switch (value->kind) {
      case ValueKind::access:
        return add_operand(*value);
      case ValueKind::constant:
        if (value->constant.kind != ir::ConstantNumber::Kind::rational)
          return false;
        found_[value.get()] = -1;
        constant_of_[value.get()] = static_cast<int>(nest_.constants.size());
        nest_.constants.push_back(value->constant.rational);
        return true;
      case ValueKind::apply:
        if (value->function > ir::Function::atan) return false;
        found_[value.get()] = -1;
        return std::all_of(value->args.begin(), value->args.end(),
                           [&](const ir::Value& arg) { return collect(arg); });
      default:
        return false;
    }
  }

  bool add_operand(const ir::ValueNode& value) {
    const auto steps = strides(ir::concrete(
        instance_.inputs.at(static_cast<std::size_t>(value.input)).type.shape));
    index::Expr offset;
    for (std::size_t k = 0; k < value.indices.size(); ++k)
      offset = offset + value.indices[k] * steps[k];
    offset = facts_.simplify(offset);
    std::vector<std::int64_t> moves(nest_.loops.size(), 0);
    std::int64_t start = 0;
    for (const index::Term& t : offset.terms()) {
      if (t.monomial.empty()) {
        start = t.coefficient;
        continue;
      }
      const auto symbol =
          index::Expr(std::vector<index::Term>{{1, t.monomial}}).symbol();
      if (!symbol || !loop_of_.count(symbol->id)) return false;
      moves[loop_of_[symbol->id]] = t.coefficient;
    }
    found_[&value] = static_cast<int>(nest_.operands.size());
    nest_.operands.push_back({value.input, start});
    for (std::size_t k = 0; k < moves.size(); ++k)
      nest_.loops[k].strides.push_back(moves[k]);
    return true;
  }

  /// The register that holds the value.
  int emit(const ir::Value& value) {
    int& known = found_[value.get()];
    if (known >= 0) return known;
    const std::size_t leaves = nest_.operands.size() + nest_.constants.size();
    Step step{value->function, {}};
    for (const ir::Value& arg : value->args) step.args.push_back(emit(arg));
    nest_.steps.push_back(std::move(step));
    return found_[value.get()] =
               static_cast<int>(leaves + nest_.steps.size() - 1);
  }

  const ir::Rule& instance_;
  const ir::Graph& graph_;
  index::Facts facts_;
  LoopNest nest_;
  std::map<std::uint64_t, std::size_t> loop_of_;
  std::map<const ir::ValueNode*, int> found_;  // register; -1: not yet
  std::map<const ir::ValueNode*, int> constant_of_;
};

}  // namespace

std::optional<LoopNest> loop_nest(const ir::Rule& instance,
                                  const ir::Graph& graph,
                                  const ir::Ref& output) {
  return Builder(instance, graph).build(output);
}

}  // namespace rewright::evaluate
