// SPDX-License-Identifier: Apache-2.0
#include "match/bind.h"

#include <algorithm>
#include <set>

#include "match/attributes.h"
#include "match/ranks.h"

namespace rewright::match {

using index::Expr;
using index::Symbol;

namespace {

/// Solves equations whose left sides mention unknowns.
class Solver {
 public:
  Solver(const Expanded& at, const index::Facts& facts,
         std::vector<Equation> equations)
      : facts_(facts), open_(std::move(equations)) {
    for (const auto& [id, unknowns] : at.unknowns)
      for (const Symbol& unknown : unknowns) unknowns_.insert(unknown->id);
  }

  std::optional<Obstacle> run() {
    bool is_changed = true;
    while (is_changed && !open_.empty()) {
      is_changed = false;
      std::vector<Equation> left;
      for (const Equation& equation : open_) {
        const Progress progress = step(equation);
        if (progress == Progress::contradiction) return Obstacle::shapes;
        if (progress == Progress::done)
          is_changed = true;
        else
          left.push_back(equation);
      }
      open_ = std::move(left);
    }
    if (!open_.empty() || values.size() != unknowns_.size())
      return Obstacle::unbound;
    return std::nullopt;
  }

  index::Substitution values;

 private:
  enum class Progress { none, done, contradiction };

  Progress step(const Equation& equation) {
    const Expr left = index::substitute(equation.first, values);
    std::map<std::uint64_t, Symbol> mentioned;
    index::collect_symbols(left, mentioned);
    std::vector<Symbol> open;
    for (const auto& [id, symbol] : mentioned)
      if (unknowns_.count(id)) open.push_back(symbol);
    if (open.empty())
      return facts_.proves_equal(left, equation.second)
                 ? Progress::done
                 : Progress::contradiction;
    if (open.size() > 1) return Progress::none;
    return solve(left, open.front(), equation.second);
  }

  /// factor * unknown + rest == value
  Progress solve(const Expr& left, const Symbol& unknown, const Expr& value) {
    const Expr rest = index::substitute(left, {{unknown->id, Expr(0)}});
    const Expr factor =
        index::substitute(left, {{unknown->id, Expr(1)}}) - rest;
    if (factor.is_zero() || factor * Expr(unknown) + rest != left)
      return Progress::none;
    Expr quotient;
    if (!index::divide_exactly(value - rest, factor, quotient))
      return Progress::contradiction;
    values[unknown->id] = facts_.simplify(quotient);
    return Progress::done;
  }

  const index::Facts& facts_;
  std::vector<Equation> open_;
  std::set<std::uint64_t> unknowns_;
};

class Binder {
 public:
  Binder(const Pattern& pattern, const Subject& subject, const Site& site)
      : pattern_(pattern), subject_(subject), site_(site) {}

  std::variant<Binding, Obstacle> run() {
    if (!bind_types()) return Obstacle::types;
    Obstacle nearest = Obstacle::shapes;
    for (const Ranks& ranks : possible_ranks(pattern_, subject_, site_)) {
      const Expanded* at = pattern_.at(ranks);
      if (at == nullptr) continue;
      const auto obstacle = try_at(*at);
      if (!obstacle) return std::move(binding_);
      nearest = std::max(nearest, *obstacle);
    }
    return nearest;
  }

 private:
  bool bind_types() {
    const ir::Rule& rule = pattern_.rule();
    binding_.types.resize(rule.type_classes.size());
    for (std::size_t k = 0; k < site_.inputs.size(); ++k)
      if (site_.inputs[k] && !bind_type(rule.inputs[k].type, *site_.inputs[k]))
        return false;
    for (std::size_t n = 0; n < site_.nodes.size(); ++n) {
      const auto& results = pattern_.graph().nodes[n].results;
      for (std::size_t k = 0; k < results.size() && site_.nodes[n] >= 0; ++k)
        if (!bind_type(results[k], {site_.nodes[n], static_cast<int>(k)}))
          return false;
    }
    return true;
  }

  bool bind_type(const ir::TensorType& pattern, const ir::Ref& value) {
    if (!subject_.has_type(value)) return false;
    const auto number = static_cast<std::size_t>(pattern.type_class);
    const ir::ElementType type = subject_.type(value);
    auto& bound = binding_.types.at(number);
    if (!bound) bound = type;
    return *bound == type &&
           (pattern_.rule().type_classes.at(number) & ir::set_of(type)) != 0;
  }

  std::optional<Obstacle> try_at(const Expanded& at) {
    std::vector<Equation> equations;
    if (!collect(at, equations)) return Obstacle::shapes;
    Solver solver(at, subject_.facts(), std::move(equations));
    try {
      if (const auto obstacle = solver.run()) return obstacle;
      binding_.at = &at;
      binding_.values = std::move(solver.values);
      return is_allowed() ? std::nullopt : std::optional(Obstacle::when);
    } catch (const index::Overflow&) {
      return Obstacle::shapes;
    }
  }

  bool collect(const Expanded& at, std::vector<Equation>& into) const {
    for (std::size_t k = 0; k < site_.inputs.size(); ++k)
      if (site_.inputs[k] &&
          !equate(at.inputs[k], subject_.shape(*site_.inputs[k]), into))
        return false;
    for (std::size_t n = 0; n < site_.nodes.size(); ++n)
      if (site_.nodes[n] >= 0 && !collect(at.nodes[n], site_.nodes[n], into))
        return false;
    return true;
  }

  bool collect(const ExpandedNode& pattern, int n,
               std::vector<Equation>& into) const {
    for (std::size_t k = 0; k < pattern.results.size(); ++k)
      if (!equate(pattern.results[k], subject_.node(n).results.at(k).shape,
                  into))
        return false;
    return equate(pattern.attributes, subject_.attributes(n), into);
  }

  bool is_allowed() const {
    const ir::Rule& rule = pattern_.rule();
    const ir::Expansion expansion(binding_.at->ranks, values_of(binding_));
    index::Formula when = expansion.formula(rule.when);
    for (const ir::SizeDecl& size : rule.sizes) {
      const auto unknowns = binding_.at->unknowns.find(size.symbol->id);
      if (unknowns == binding_.at->unknowns.end()) continue;
      for (const Symbol& unknown : unknowns->second)
        when = when &&
               index::less_equal(size.lower, binding_.values.at(unknown->id));
    }
    return subject_.facts().proves(when);
  }

  const Pattern& pattern_;
  const Subject& subject_;
  const Site& site_;
  Binding binding_;
};

}  // namespace

std::variant<Binding, Obstacle> bind(const Pattern& pattern,
                                     const Subject& subject, const Site& site) {
  return Binder(pattern, subject, site).run();
}

std::map<std::uint64_t, std::vector<Expr>> values_of(const Binding& binding) {
  std::map<std::uint64_t, std::vector<Expr>> values;
  for (const auto& [id, unknowns] : binding.at->unknowns) {
    auto& list = values[id];
    for (const Symbol& unknown : unknowns)
      list.push_back(binding.values.at(unknown->id));
  }
  return values;
}

}  // namespace rewright::match
