// SPDX-License-Identifier: Apache-2.0
//
// Instances of a rule from the solver. Small bounds are asked for first, and
// wider ones only where those have no solution; then random symbols are tied
// to random small numbers as long as a solution remains.
#include "properties/sizes.h"

namespace rewright::properties {
namespace {

using index::Expr;
using index::Formula;

constexpr int wanted_models = 16;
constexpr int ties_per_model = 3;

std::vector<index::Symbol> symbols_of(const ir::Rule& rule) {
  std::vector<index::Symbol> symbols = rule.integers;
  for (const auto& size : rule.sizes) symbols.push_back(size.symbol);
  return symbols;
}

Formula of_symbol(const index::Symbol& symbol, const Formula& formula) {
  return symbol->group.empty() ? formula : index::all(symbol->group, formula);
}

/// Every symbol within [-bound, bound].
Formula bounded(const std::vector<index::Symbol>& symbols, std::int64_t bound) {
  Formula result;
  for (const auto& symbol : symbols) {
    const Expr e(symbol);
    result = result && of_symbol(symbol, index::less_equal(e, bound) &&
                                             index::less_equal(-bound, e));
  }
  return result;
}

Formula tie(const index::Symbol& symbol, Stream& stream) {
  return of_symbol(symbol, index::equal(Expr(symbol), stream.between(0, 6)));
}

/// The model as an assignment: the rank of a group is the length of the
/// vectors over it; symbols that the solver left out are at their lower bound.
ir::Assignment assignment_of(const ir::Rule& rule, const solver::Model& model) {
  ir::Assignment at;
  for (const auto& group : rule.groups) at.ranks[group] = 1;
  for (const auto& symbol : symbols_of(rule)) {
    const auto found = model.find(symbol->id);
    if (found != model.end() && !symbol->group.empty())
      at.ranks[symbol->group] = static_cast<int>(found->second.size());
  }
  const auto set = [&](const index::Symbol& symbol, std::int64_t lower) {
    const auto found = model.find(symbol->id);
    auto& values = at.values[symbol->id];
    if (found != model.end()) values = found->second;
    const int rank = symbol->group.empty() ? 1 : at.ranks[symbol->group];
    values.resize(static_cast<std::size_t>(rank), lower);
  };
  for (const auto& size : rule.sizes) set(size.symbol, size.lower);
  for (const auto& integer : rule.integers) set(integer, 0);
  return at;
}

class ModelSearch {
 public:
  explicit ModelSearch(const ir::Rule& rule)
      : rule_(rule), facts_(rule.facts()), symbols_(symbols_of(rule)) {}

  std::vector<ir::Assignment> run() {
    std::vector<ir::Assignment> models;
    const auto base = bounded_requirement();
    for (int m = 0; m < wanted_models && base && !symbols_.empty(); ++m)
      if (const auto model = varied(*base))
        models.push_back(assignment_of(rule_, *model));
    return models;
  }

 private:
  std::optional<solver::Model> model_of(const Formula& formula) {
    solver::Model model;
    if (patience_ <= 0) return {};
    const auto answer = session_.satisfiable(facts_, formula, &model);
    if (answer == solver::Answer::unknown) --patience_;
    if (answer != solver::Answer::yes) return {};
    return model;
  }

  /// The tightest bound of a few under which there is a solution.
  std::optional<Formula> bounded_requirement() {
    for (const std::int64_t bound : {8, 64, 1024}) {
      const Formula formula = required(rule_) && bounded(symbols_, bound);
      if (model_of(formula)) return formula;
    }
    return {};
  }

  std::optional<solver::Model> varied(Formula formula) {
    auto model = model_of(formula);
    for (int k = 0; k < ties_per_model && model; ++k) {
      const Formula tied = formula && tie(stream_.pick(symbols_), stream_);
      auto next = model_of(tied);
      if (!next) continue;
      formula = tied;
      model = std::move(next);
    }
    return model;
  }

  const ir::Rule& rule_;
  const index::Facts facts_;
  const std::vector<index::Symbol> symbols_;
  solver::Session session_;
  Stream stream_{0};
  int patience_ = 8;  // answers of "unknown", each of which takes long
};

}  // namespace

std::vector<ir::Assignment> solver_models(const ir::Rule& rule) {
  return ModelSearch(rule).run();
}

}  // namespace rewright::properties
