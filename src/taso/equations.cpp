// SPDX-License-Identifier: Apache-2.0
#include "taso/equations.h"

#include <algorithm>
#include <numeric>

namespace rewright::taso {
namespace {

using index::Expr;
using index::Substitution;
using index::Symbol;
using index::Term;

bool has_one_sign(const Expr& e) {
  const auto is_positive = [](const Term& t) { return t.coefficient > 0; };
  return std::all_of(e.terms().begin(), e.terms().end(), is_positive) ||
         std::none_of(e.terms().begin(), e.terms().end(), is_positive);
}

bool has_sizes_only(const Expr& e) {
  for (const Term& t : e.terms())
    for (const auto& [atom, power] : t.monomial)
      if (atom->kind != index::AtomKind::symbol) return false;
  return true;
}

/// Sizes are at least 1; a quotient of sizes may be 0.
bool is_never_zero(const Expr& e) {
  return !e.is_zero() && has_one_sign(e) && has_sizes_only(e);
}

bool is_positive(const Expr& e) {
  return is_never_zero(e) && e.terms()[0].coefficient > 0;
}

std::size_t sizes_in(const Expr& e) {
  std::map<std::uint64_t, Symbol> found;
  collect_symbols(e, found);
  return found.size();
}

/// The size that a term is, but for its sign.
Symbol size_of(const Term& t) {
  if (t.coefficient != 1 && t.coefficient != -1) return nullptr;
  return Expr(std::vector<Term>{{1, t.monomial}}).symbol();
}

struct Solution {
  Symbol symbol;
  Expr value;
};

/// Numbers before sizes before products and sums; of two sizes that are equal
/// the older one stays.
bool is_better(const Solution& a, const Solution& b) {
  const auto rank = [](const Solution& s) {
    return std::pair(s.value.terms().size(), sizes_in(s.value));
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return a.symbol->id > b.symbol->id;
}

/// `zero` == 0 solved for one size; only where the value is positive if asked.
std::optional<Solution> solve(const Expr& zero, bool is_to_be_positive) {
  std::optional<Solution> best;
  for (const Term& t : zero.terms()) {
    const Symbol symbol = size_of(t);
    if (!symbol) continue;
    const Expr rest = zero - Expr(std::vector<Term>{t});
    if (mentions(rest, symbol)) continue;
    const Solution found{symbol, t.coefficient == 1 ? -rest : rest};
    if (is_to_be_positive && !is_positive(found.value)) continue;
    if (!best || is_better(found, *best)) best = found;
  }
  return best;
}

void substitute_into(Substitution& map, const Substitution& by) {
  for (auto& [id, value] : map) value = substitute(value, by);
}

/// The sizes that both monomials share.
index::Monomial common(const index::Monomial& a, const index::Monomial& b) {
  index::Monomial shared;
  for (const auto& [atom, power] : a)
    for (const auto& [other, limit] : b)
      if (atom->kind == index::AtomKind::symbol &&
          index::compare(atom, other) == 0)
        shared.emplace_back(atom, std::min(power, limit));
  return shared;
}

Expr positive_part(const Expr& e, int sign) {
  std::vector<Term> terms;
  for (const Term& t : e.terms())
    if ((t.coefficient > 0) == (sign > 0))
      terms.push_back({sign * t.coefficient, t.monomial});
  return Expr(terms);
}

}  // namespace

Expr primitive(const Expr& e) {
  if (e.is_zero()) return e;
  std::int64_t content = 0;
  index::Monomial shared = e.terms()[0].monomial;
  for (const Term& t : e.terms()) {
    content = std::gcd(content, t.coefficient);
    shared = common(shared, t.monomial);
  }
  if (e.terms()[0].coefficient < 0) content = -content;
  Expr quotient;
  divide_exactly(e, Expr(std::vector<Term>{{content, shared}}), quotient);
  return quotient;
}

Equations::Answer Equations::assume(const Expr& e) {
  const Expr zero = primitive(solved(e));
  if (zero.is_zero()) return Answer::possible;
  if (is_never_zero(zero)) return Answer::impossible;
  left_.push_back(zero);
  settle();
  return std::any_of(left_.begin(), left_.end(), is_never_zero)
             ? Answer::impossible
             : Answer::possible;
}

void Equations::assume_multiple(const Expr& e, const Expr& divisor,
                                const std::string& quotient) {
  const Symbol symbol = solved(e).symbol();
  if (symbol && !mentions(solved(divisor), symbol) && !solved(divisor).is(1)) {
    const Symbol q = index::make_symbol(quotient, index::SymbolKind::size);
    bind(symbol, solved(divisor) * Expr(q));
  }
  multiples_.emplace_back(e, divisor);
}

void Equations::assume_at_least(const Expr& e, const Expr& bound) {
  nonnegative_.push_back(e - bound);
}

Expr Equations::solved(const Expr& e) const { return substitute(e, bound_); }

void Equations::bind(const Symbol& symbol, const Expr& value) {
  const Substitution step = {{symbol->id, value}};
  substitute_into(bound_, step);
  bound_[symbol->id] = value;
  for (Expr& e : left_) e = primitive(substitute(e, step));
  std::erase_if(left_, [](const Expr& e) { return e.is_zero(); });
}

void Equations::settle() {
  for (std::size_t i = 0; i < left_.size();) {
    const auto solution = solve(left_[i], true);
    if (solution) bind(solution->symbol, solution->value);
    i = solution ? 0 : i + 1;
  }
}

void Equations::conclude() {
  if (is_concluded_) return;
  is_concluded_ = true;
  for (const Expr& e : left_) learn(e);
}

/// Returns the equations that products of sizes came down to.
std::vector<Expr> Equations::learn(const Expr& zero) {
  std::vector<Expr> consequences;
  facts_.push_back(zero);
  const auto remove = [&](std::size_t i) {
    facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (std::size_t i = 0; i < facts_.size();) {
    const Expr fact = primitive(substitute(facts_[i], known_));
    const auto solution = solve(fact, false);
    if (!solution && !fact.is_zero()) {
      ++i;
      continue;
    }
    if (solution && facts_[i] != zero) consequences.push_back(fact);
    remove(i);
    if (!solution) continue;
    const Substitution step = {{solution->symbol->id, solution->value}};
    substitute_into(known_, step);
    known_[solution->symbol->id] = solution->value;
    i = 0;
  }
  return consequences;
}

Expr Equations::reduced(const Expr& e) {
  conclude();
  return substitute(solved(e), known_);
}

Equations::Answer Equations::need(const Expr& e) {
  const Expr zero = primitive(reduced(e));
  if (zero.is_zero()) return Answer::possible;
  if (is_never_zero(zero)) return Answer::impossible;
  for (const Expr& fact : facts_) {
    const Expr known = primitive(substitute(fact, known_));
    if (known == zero || known == -zero) return Answer::possible;
  }
  demand(zero);
  for (const Expr& consequence : learn(zero)) demand(consequence);
  return Answer::possible;
}

void Equations::demand(const Expr& zero) {
  add_condition(
      {.left = positive_part(zero, 1), .right = positive_part(zero, -1)});
}

void Equations::need_multiple(const Expr& e, const Expr& divisor) {
  const Expr by = reduced(divisor);
  Expr rest = reduced(e), quotient;
  // Sums of multiples are multiples.
  for (const auto& [multiple, of] : multiples_) {
    const Expr less = rest - reduced(multiple);
    if (reduced(of) == by && less.terms().size() < rest.terms().size())
      rest = less;
  }
  if (divide_exactly(rest, by, quotient)) return;
  add_condition({Condition::Kind::multiple, reduced(e), by});
}

void Equations::need_at_least(const Expr& e, const Expr& bound) {
  const Expr value = reduced(e - bound);
  for (const Expr& known : nonnegative_)
    if (reduced(known) == value) return;
  add_condition({Condition::Kind::at_least, reduced(e), reduced(bound)});
}

void Equations::add_condition(const Condition& condition) {
  if (std::find(conditions_.begin(), conditions_.end(), condition) ==
      conditions_.end())
    conditions_.push_back(condition);
}

}  // namespace rewright::taso
