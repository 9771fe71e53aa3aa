// SPDX-License-Identifier: Apache-2.0
#include "index/cases.h"

#include <algorithm>
#include <optional>

namespace rewright::index {

namespace {

constexpr int max_cases = 96;
constexpr int max_splits = 8;       // on one path
constexpr int efforts[] = {8, 60};  // most proofs need little

using Closed = std::function<bool(const std::vector<Formula>&)>;

/// min(a, b) as a + min(0, b - a), or with a and b exchanged: of two that
/// differ by an offset, the same min remains.
Expr with_offsets_outside(const Expr& e) {
  return map_atoms(e, [](const Atom& a) {
    if (a->kind == AtomKind::symbol) return Expr(a);
    std::vector<Expr> args;
    for (const Expr& arg : a->args) args.push_back(with_offsets_outside(arg));
    if (a->kind != AtomKind::min && a->kind != AtomKind::max)
      return rebuild(a, args, a->condition);
    Expr base = args[0], other = args[1];
    if (!(other - base).is_zero() &&
        (other - base).terms().front().coefficient < 0)
      std::swap(base, other);
    const Expr distance = other - base;
    return base +
           (a->kind == AtomKind::min ? min(0, distance) : max(0, distance));
  });
}

bool is_remainder(const Expr& e) {
  const Atom a = e.atom();
  return a && a->kind == AtomKind::mod;
}

/// x mod b and -x mod b are zero together: of the two the one in which the
/// first term of x is positive.
Expr with_sign_of_first_term(const Expr& remainder) {
  const Atom a = remainder.atom();
  const Expr& x = a->args[0];
  return x.terms().front().coefficient < 0 ? mod(-x, a->args[1]) : remainder;
}

/// A conjunction or disjunction, its parts changed.
template <typename Change>
Formula map_parts(const Formula& f, const Change& change) {
  const bool every = f->kind == FormulaKind::conjunction;
  Formula result(every);
  for (const Formula& part : f->args)
    result = every ? result && change(part) : result || change(part);
  return result;
}

/// Inequalities lose the quotients that products with the divisor can stand
/// for; equations lose the offsets inside min and max.
Formula canonical(const Facts& facts, const Formula& f) {
  switch (f->kind) {
    case FormulaKind::nonnegative:
      return nonnegative(facts.without_quotients(f->expr));
    case FormulaKind::zero: {
      const Expr e = facts.simplify(with_offsets_outside(f->expr));
      return equal(is_remainder(e) ? with_sign_of_first_term(e) : e, 0);
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
      return map_parts(
          f, [&](const Formula& part) { return canonical(facts, part); });
    case FormulaKind::all:
      return all(f->group, canonical(facts, f->args[0]));
    case FormulaKind::not_all:
      return !all(f->group, canonical(facts, f->args[0]));
    default:
      return f;
  }
}

class Tableau {
 public:
  explicit Tableau(const Closed& is_closed) : is_closed_(is_closed) {}

  bool run(const Facts& facts, const std::vector<Formula>& given, int depth) {
    if (--cases_left_ < 0) return false;
    std::vector<Formula> formulas;
    for (const Formula& f : given) formulas.push_back(decided(facts, f));
    if (is_closed_(formulas) || facts.is_contradictory()) return true;
    if (depth >= max_splits) return false;
    auto condition = wanted(facts, formulas);
    if (!condition && is_refuted_at_each_axis(facts)) return true;
    if (!condition) condition = alternative(facts);
    if (!condition && facts.samples().empty())
      condition = assumed_choice(facts);
    if (!condition) return refutes_an_assumption(facts);
    return branch(facts, *condition, formulas, depth) &&
           branch(facts, !*condition, formulas, depth);
  }

 private:
  bool branch(const Facts& facts, const Formula& condition,
              const std::vector<Formula>& given, int depth) {
    std::vector<Formula> formulas;
    for (const Formula& f : given) formulas.push_back(under(condition, f));
    return is_closed_(formulas) ||
           run(facts.under(condition), formulas, depth + 1);
  }

  /// The conjuncts of f, or of its negation where f is a disjunction.
  static std::vector<Formula> parts(const Formula& f) {
    return conjuncts(f->kind == FormulaKind::disjunction ? !f : f);
  }

  static bool are_among(const std::vector<Formula>& wanted,
                        const std::vector<Formula>& known) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const Formula& f) {
      return std::find(known.begin(), known.end(), f) != known.end();
    });
  }

  /// What all formulas that are not decided have in common: without it each
  /// of them is decided, and it is assumed as a whole.
  static std::optional<Formula> common_part(
      const Facts& facts, const std::vector<Formula>& formulas) {
    std::vector<Formula> common;
    int open = 0;
    for (const Formula& f : formulas) {
      if (f.is_true() || f.is_false()) continue;
      const std::vector<Formula> these = parts(f);
      if (open++ == 0) common = these;
      const auto is_missing = [&](const Formula& part) {
        return !are_among({part}, these);
      };
      common.erase(std::remove_if(common.begin(), common.end(), is_missing),
                   common.end());
    }
    Formula whole = true;
    for (const Formula& part : common)
      if (may_assume(facts, part)) whole = whole && part;
    if (open < 2 || whole->kind != FormulaKind::conjunction) return {};
    return whole;
  }

  /// `f` where the formula `condition` is known to hold.
  static Formula under(const Formula& condition, const Formula& f) {
    if (f == condition) return true;
    if (f == !condition) return false;
    if (condition->kind == FormulaKind::conjunction) {
      Formula left = f;
      for (const Formula& part : condition->args) left = under(part, left);
      return left;
    }
    if (condition->kind == FormulaKind::disjunction &&
        are_among(parts(condition), parts(f)))
      return f->kind == FormulaKind::disjunction;
    if (f->kind != FormulaKind::conjunction &&
        f->kind != FormulaKind::disjunction)
      return f;
    return map_parts(
        f, [&](const Formula& part) { return under(condition, part); });
  }

  /// Simplified, quantified parts decided by what is assumed.
  static Formula decided(const Facts& facts, const Formula& f) {
    const Formula g = canonical(facts, facts.simplify(f));
    return with_parts_decided(facts, g);
  }

  static Formula with_parts_decided(const Facts& facts, const Formula& f) {
    if (f.is_true() || f.is_false()) return f;
    if (f->kind != FormulaKind::conjunction &&
        f->kind != FormulaKind::disjunction) {
      return facts.proves(f)    ? Formula(true)
             : facts.proves(!f) ? Formula(false)
                                : f;
    }
    return map_parts(f, [&](const Formula& part) {
      return with_parts_decided(facts, part);
    });
  }

  /// Whether some axis is assumed to fail a condition that every axis meets,
  /// by the cases of one axis where there are any to distinguish.
  static bool is_refuted_at_each_axis(const Facts& facts) {
    if (facts.is_of_one_axis()) return false;  // those cases are here
    const auto& known = facts.assumptions();
    return std::any_of(known.begin(), known.end(), [&](const Formula& f) {
      if (f->kind != FormulaKind::not_all) return false;
      if (facts.proves(canonical(facts, facts.simplify(!f)))) return true;
      const auto leaves_cases = [&](const Formula& a) {
        return a->kind == FormulaKind::all && a->group == f->group &&
               (a->args[0]->kind == FormulaKind::disjunction ||
                has_choice(a->args[0]));
      };
      return (has_choice(f->args[0]) ||
              std::any_of(known.begin(), known.end(), leaves_cases)) &&
             proves_by_cases(facts, !f);
    });
  }

  static bool refutes_an_assumption(const Facts& facts) {
    const auto& known = facts.assumptions();
    return std::any_of(known.begin(), known.end(), [&](const Formula& a) {
      const Formula f = facts.at_one_axis(a);
      return f->kind == FormulaKind::nonnegative && may_assume(facts, f) &&
             facts.proves(!f);
    });
  }

  static bool has_choice(const Formula& f) {
    return index::has_choice(f->expr) ||
           std::any_of(f->args.begin(), f->args.end(),
                       [](const Formula& arg) { return has_choice(arg); });
  }

  std::optional<Formula> wanted(const Facts& facts,
                                const std::vector<Formula>& formulas) {
    std::optional<Formula> choice, order, part;
    for (const Formula& f : formulas) look(facts, f, choice, order);
    if (choice) return choice;
    std::map<std::uint64_t, Symbol> symbols;
    for (const Formula& f : formulas) collect_symbols(f, symbols);
    for (const auto& [id, symbol] : symbols)
      if (const auto extent = facts.extent(symbol))
        look(facts, *extent, choice, order);
    if (choice) return choice;
    if (order) return order;
    if (const auto common = common_part(facts, formulas)) return common;
    for (const Formula& f : formulas) atomic_part(facts, f, part);
    return part;
  }

  /// Of an assumed disjunction none of whose parts is known to hold.
  static std::optional<Formula> alternative(const Facts& facts) {
    std::optional<Formula> found;
    for (const Formula& a : facts.assumptions()) {
      const Formula f = facts.at_one_axis(a);
      if (f->kind != FormulaKind::disjunction) continue;
      if (std::none_of(f->args.begin(), f->args.end(),
                       [&](const Formula& part) { return facts.proves(part); }))
        atomic_part(facts, facts.simplify(f), found);
      if (found) break;
    }
    return found;
  }

  /// The condition of a choice, or the order that a min or a max needs, in
  /// what is assumed.
  std::optional<Formula> assumed_choice(const Facts& facts) {
    std::optional<Formula> choice, order;
    for (const Formula& a : facts.assumptions())
      look(facts, facts.simplify(facts.at_one_axis(a)), choice, order);
    return choice ? choice : order;
  }

  static bool may_assume(const Facts& facts, const Formula& f) {
    return !is_open(f) || facts.is_of_one_axis(f);
  }

  static bool is_open(const Formula& f) {
    if (f->kind == FormulaKind::all || f->kind == FormulaKind::not_all)
      return false;
    return is_component(f->expr) ||
           std::any_of(f->args.begin(), f->args.end(), is_open);
  }

  void look(const Facts& facts, const Formula& f,
            std::optional<Formula>& choice, std::optional<Formula>& order) {
    if (f->kind == FormulaKind::all || f->kind == FormulaKind::not_all) return;
    look(facts, f->expr, choice, order);
    for (const Formula& arg : f->args) look(facts, arg, choice, order);
  }

  void look(const Facts& facts, const Expr& e, std::optional<Formula>& choice,
            std::optional<Formula>& order) {
    for (const Term& t : e.terms())
      for (const auto& [a, exponent] : t.monomial) {
        if (a->kind == AtomKind::numel || a->kind == AtomKind::flat ||
            a->kind == AtomKind::unflat)
          continue;
        for (const Expr& arg : a->args) look(facts, arg, choice, order);
        if (a->kind == AtomKind::ite && !choice)
          atomic_part(facts, *a->condition, choice);
        if ((a->kind == AtomKind::min || a->kind == AtomKind::max) && !order) {
          const Formula ordered = less_equal(a->args[0], a->args[1]);
          if (may_assume(facts, ordered)) order = ordered;
        }
      }
  }

  static void atomic_part(const Facts& facts, const Formula& f,
                          std::optional<Formula>& found) {
    if (found || f.is_true() || f.is_false()) return;
    if (f->kind == FormulaKind::conjunction ||
        f->kind == FormulaKind::disjunction) {
      for (const Formula& arg : f->args) atomic_part(facts, arg, found);
    } else if (may_assume(facts, f)) {
      found = f;
    }
  }

  const Closed& is_closed_;
  int cases_left_ = max_cases;
};

/// Whether the formulas, decided by some sample of the facts, are not closed.
bool is_open_somewhere(const Facts& facts, const std::vector<Formula>& formulas,
                       const Closed& is_closed) {
  const auto& samples = facts.samples();
  return std::any_of(samples.begin(), samples.end(), [&](const Sample& s) {
    std::vector<Formula> decided;
    for (const Formula& f : formulas)
      if (const auto holds = s.holds(f)) decided.push_back(*holds);
    return decided.size() == formulas.size() && !is_closed(decided);
  });
}

/// The facts and `f`, the symbols that only f speaks of being integers.
Facts where_it_holds(const Facts& facts, const Formula& f) {
  Facts where = facts;
  std::map<std::uint64_t, Symbol> symbols;
  collect_symbols(f, symbols);
  for (const auto& [id, symbol] : symbols)
    if (!facts.ranges().count(id)) where.add_integer(symbol);
  where.assume(f);
  return where;
}

}  // namespace

bool closes_by_cases(const Facts& facts, const std::vector<Formula>& formulas,
                     const Closed& is_closed) {
  if (is_open_somewhere(facts, formulas, is_closed)) return false;
  Facts plain = facts;
  plain.set_oracle(nullptr);
  for (const Formula& f : formulas)
    if (is_open_somewhere(where_it_holds(plain, f), formulas, is_closed))
      return false;
  for (const int effort : efforts) {
    plain.set_effort(effort);
    if (Tableau(is_closed).run(plain, formulas, 0)) return true;
  }
  return false;
}

bool proves_by_cases(const Facts& facts, const Formula& goal) {
  const Closed is_true = [](const std::vector<Formula>& formulas) {
    return formulas[0].is_true();
  };
  if (goal->kind == FormulaKind::conjunction)
    return std::all_of(
        goal->args.begin(), goal->args.end(),
        [&](const Formula& part) { return proves_by_cases(facts, part); });
  if (goal->kind == FormulaKind::all && facts.is_of_one_axis()) return false;
  if (goal->kind == FormulaKind::all)
    return closes_by_cases(facts.of_one_axis(goal->group), {goal->args[0]},
                           is_true);
  return closes_by_cases(facts, {goal}, is_true);
}

}  // namespace rewright::index
