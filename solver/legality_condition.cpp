// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_condition.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rewright::solver {
namespace {

using index::AtomKind;
using index::Expr;
using index::Formula;
using index::FormulaKind;
using index::Symbol;

/// The facts as one axis of a group sees them: the sizes of that axis are
/// scalars, and the other axes appear only as the rest of a product.
class OneAxis {
 public:
  OneAxis(const index::Facts& facts, std::string group)
      : group_(std::move(group)) {
    for (const auto& [id, entry] : facts.ranges()) {
      declare(entry.first, entry.second);
    }
    for (const Formula& assumption : facts.assumptions()) {
      if (const auto here = at_axis(assumption)) facts_.assume(*here);
    }
  }

  const index::Facts& facts() const { return facts_; }

  /// A formula on the generic component, at this axis.
  Formula component(const Formula& f) {
    return index::map_exprs(f, [this](const Expr& e) { return at_axis(e); });
  }

 private:
  void declare(const Symbol& symbol, const index::Range& range) {
    Symbol here = symbol;
    if (symbol->group == group_) {
      here = index::make_symbol(symbol->name, symbol->kind);
      scalars_[symbol->id] = Expr(here);
    }
    if (symbol->kind == index::SymbolKind::size) {
      facts_.add_size(here, range.lower->constant());
    } else {
      facts_.add_integer(here);
    }
  }

  /// What `f` says of this axis; nothing when it speaks of another one.
  std::optional<Formula> at_axis(const Formula& f) {
    if (f->kind == FormulaKind::not_all && f->group == group_) return {};
    if (f->kind == FormulaKind::all && f->group == group_) {
      return component(f->args[0]);
    }
    if (f->kind != FormulaKind::conjunction &&
        f->kind != FormulaKind::disjunction) {
      return component(f);
    }
    const bool is_or = f->kind == FormulaKind::disjunction;
    Formula result(!is_or);
    for (const Formula& arg : f->args) {
      const auto here = at_axis(arg);
      if (!here && is_or) return {};
      if (here) result = is_or ? result || *here : result && *here;
    }
    return result;
  }

  Expr at_axis(const Expr& e) {
    return index::map_atoms(
        e, [this](const index::Atom& atom) { return at_axis(atom); });
  }

  Expr at_axis(const index::Atom& atom) {
    if (atom->kind == AtomKind::symbol) {
      const auto found = scalars_.find(atom->symbol->id);
      return found == scalars_.end() ? Expr(atom) : found->second;
    }
    if (atom->kind == AtomKind::numel && atom->group == group_) {
      return product(atom);
    }
    const bool is_vector = !atom->group.empty();
    if (is_vector) return Expr(atom);  // opaque, the same wherever it occurs
    std::vector<Expr> args;
    for (const Expr& arg : atom->args) args.push_back(at_axis(arg));
    auto condition = atom->condition;
    if (condition) condition = std::make_shared<Formula>(component(*condition));
    return index::rebuild(atom, args, condition);
  }

  /// numel(e) = e * (the product over the other axes). The latter is >= 1
  /// when every extent is; else the product stays opaque.
  Expr product(const index::Atom& atom) {
    const Expr extent = index::substitute(atom->args[0], scalars_);
    if (!facts_.proves_nonnegative(extent - 1)) return Expr(atom);
    auto& rest = rests_[extent];
    if (!rest) {
      rest = index::make_symbol("rest", index::SymbolKind::size);
      facts_.add_size(rest, 1);
    }
    return extent * Expr(rest);
  }

  std::string group_;
  index::Facts facts_;
  index::Substitution scalars_;
  std::map<Expr, Symbol> rests_;
};

/// e >= 0 because f >= 0 is assumed and e - f >= 0 for all sizes: the way
/// `a*b <= 9` implies `a <= 9`.
bool follows_from_one(const index::Facts& facts, const Formula& goal) {
  if (goal->kind != FormulaKind::nonnegative) return false;
  return std::ranges::any_of(facts.assumptions(), [&](const Formula& f) {
    return f->kind == FormulaKind::nonnegative &&
           facts.proves_nonnegative(goal->expr - f->expr);
  });
}

bool implied_as_written(const index::Facts& facts, const Formula& goal,
                        Session& session) {
  return facts.proves(goal) || follows_from_one(facts, goal) ||
         session.implies(facts, goal, nullptr, "") == Answer::yes;
}

bool implied_on_one_axis(const index::Facts& facts, const Formula& goal,
                         Session& session) {
  OneAxis axis(facts, goal->group);
  const Formula here = axis.component(goal->args[0]);
  return implied_as_written(axis.facts(), here, session);
}

/// Reading effort: atoms with their powers, over the whole formula.
int complexity(const Formula& f) {
  int result = 0;
  for (const index::Term& term : f->expr.terms()) {
    for (const auto& [atom, power] : term.monomial) {
      const int within = atom->kind == AtomKind::symbol ? 1 : 3;
      result += power * within;
    }
    result += term.monomial.size() > 1 ? 2 : 0;
  }
  for (const Formula& arg : f->args) result += 1 + complexity(arg);
  return f->kind == FormulaKind::all ? result - 1 : result;
}

/// `facts` and every formula but number `except`.
index::Facts given(index::Facts facts, const std::vector<Formula>& formulas,
                   std::size_t except) {
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (i != except) facts.assume(formulas[i]);
  }
  return facts;
}

}  // namespace

bool implied(const index::Facts& facts, const Formula& goal, Session& session) {
  if (goal.is_true()) return true;
  if (goal.is_false()) return false;
  const bool is_vector = goal->kind == FormulaKind::all;
  return (is_vector && implied_on_one_axis(facts, goal, session)) ||
         implied_as_written(facts, goal, session);
}

Formula shortest(const index::Facts& facts, const Formula& f,
                 Session& session) {
  std::vector<Formula> kept;
  for (const Formula& conjunct : index::conjuncts(facts.simplify(f))) {
    if (!implied(facts, conjunct, session)) kept.push_back(conjunct);
  }
  std::ranges::stable_sort(kept, {}, complexity);
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (!implied(given(facts, kept, i), kept[i], session)) continue;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
  }
  Formula result(true);
  for (const Formula& conjunct : kept) result = result && conjunct;
  return result;
}

}  // namespace rewright::solver
