// SPDX-License-Identifier: Apache-2.0
//
// The polynomial ring: canonical sums of terms, and multivariate division
// under the graded lexicographic order (Cox, Little, O'Shea, Ideals,
// Varieties, and Algorithms, section 2.3).
#include "index/expr.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>

#include "index/formula.h"

namespace rewright::index {

namespace {

constexpr std::size_t seed = 7;  // the hash of zero

std::size_t mix(std::size_t h, std::size_t value) {
  return h ^ (value + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2));
}

std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r)) throw Overflow();
  return r;
}

std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_mul_overflow(a, b, &r)) throw Overflow();
  return r;
}

int degree(const Monomial& m) {
  int sum = 0;
  for (const auto& factor : m) sum += factor.second;
  return sum;
}

/// Graded lexicographic; the larger monomial is the more significant one.
int compare_monomials(const Monomial& a, const Monomial& b) {
  const int by_degree = degree(a) - degree(b);
  if (by_degree != 0) return by_degree;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const int by_atom = compare(a[i].first, b[i].first);
    if (by_atom != 0) return -by_atom;  // the earlier atom is larger
    if (a[i].second != b[i].second) return a[i].second - b[i].second;
  }
  return static_cast<int>(a.size()) - static_cast<int>(b.size());
}

Monomial multiply(const Monomial& a, const Monomial& b) {
  Monomial r;
  r.reserve(a.size() + b.size());
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const int c = i == a.size()   ? 1
                  : j == b.size() ? -1
                                  : compare(a[i].first, b[j].first);
    if (c < 0) {
      r.push_back(a[i++]);
    } else if (c > 0) {
      r.push_back(b[j++]);
    } else {
      r.emplace_back(a[i].first, a[i].second + b[j].second);
      ++i, ++j;
    }
  }
  return r;
}

bool is_canonical(const std::vector<Term>& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i].coefficient == 0 ||
        (i > 0 &&
         compare_monomials(terms[i - 1].monomial, terms[i].monomial) <= 0))
      return false;
  return true;
}

void canonicalise(std::vector<Term>& terms) {
  if (is_canonical(terms)) return;
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return compare_monomials(a.monomial, b.monomial) > 0;
  });
  std::vector<Term> merged;
  for (Term& t : terms) {
    if (!merged.empty() &&
        compare_monomials(merged.back().monomial, t.monomial) == 0) {
      merged.back().coefficient =
          checked_add(merged.back().coefficient, t.coefficient);
    } else {
      if (!merged.empty() && merged.back().coefficient == 0) merged.pop_back();
      merged.push_back(std::move(t));
    }
  }
  if (!merged.empty() && merged.back().coefficient == 0) merged.pop_back();
  terms = std::move(merged);
}

std::size_t hash_of(const std::vector<Term>& terms) {
  std::size_t hash = seed;
  for (const Term& t : terms) {
    hash = mix(hash, std::hash<std::int64_t>()(t.coefficient));
    for (const auto& [atom, exponent] : t.monomial)
      hash = mix(mix(hash, atom->hash), static_cast<std::size_t>(exponent));
  }
  return hash;
}

/// a + sign*b, both canonical.
std::vector<Term> merged(const std::vector<Term>& a, const std::vector<Term>& b,
                         std::int64_t sign) {
  std::vector<Term> sum;
  sum.reserve(a.size() + b.size());
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const int c = i == a.size() ? -1
                  : j == b.size()
                      ? 1
                      : compare_monomials(a[i].monomial, b[j].monomial);
    if (c > 0) {
      sum.push_back(a[i++]);
      continue;
    }
    std::int64_t coefficient = checked_mul(sign, b[j].coefficient);
    if (c == 0) coefficient = checked_add(a[i++].coefficient, coefficient);
    if (coefficient != 0) sum.push_back({coefficient, b[j].monomial});
    ++j;
  }
  return sum;
}

}  // namespace

struct Expr::Node {
  std::vector<Term> terms;
  std::size_t hash = 0;
};

Symbol make_symbol(std::string name, SymbolKind kind, std::string group) {
  static std::atomic<std::uint64_t> next{1};  // identity only, never meaning
  return std::make_shared<const SymbolNode>(
      SymbolNode{std::move(name), kind, std::move(group), next++});
}

Expr::Expr() {
  static const auto zero = std::make_shared<const Node>(Node{{}, seed});
  node_ = zero;
}

Expr::Expr(std::int64_t constant) : Expr() {
  if (constant != 0) *this = Expr(std::vector<Term>{{constant, {}}});
}

Expr::Expr(const Atom& atom)
    : Expr(std::vector<Term>{{1, Monomial{{atom, 1}}}}) {}

Expr::Expr(const Symbol& symbol)
    : Expr(std::make_shared<const AtomNode>(
          AtomNode{AtomKind::symbol,
                   symbol,
                   "",
                   {},
                   nullptr,
                   mix(17, std::hash<std::uint64_t>()(symbol->id))})) {}

Expr::Expr(std::vector<Term> terms) {
  if (terms.size() > 1) canonicalise(terms);
  if (terms.size() == 1 && terms[0].coefficient == 0) terms.clear();
  // Without the least number, negation and division by -1 stay in 64 bits.
  for (const Term& t : terms)
    if (t.coefficient == std::numeric_limits<std::int64_t>::min())
      throw Overflow();
  const std::size_t hash = hash_of(terms);
  node_ = std::make_shared<const Node>(Node{std::move(terms), hash});
}

const std::vector<Term>& Expr::terms() const { return node_->terms; }
std::size_t Expr::hash() const { return node_->hash; }

bool Expr::is_constant() const {
  return terms().empty() ||
         (terms().size() == 1 && terms()[0].monomial.empty());
}

bool Expr::is(std::int64_t c) const { return is_constant() && constant() == c; }

std::int64_t Expr::constant() const {
  assert(is_constant());
  return terms().empty() ? 0 : terms()[0].coefficient;
}

Atom Expr::atom() const {
  const auto& t = terms();
  if (t.size() != 1 || t[0].coefficient != 1 || t[0].monomial.size() != 1 ||
      t[0].monomial[0].second != 1)
    return nullptr;
  return t[0].monomial[0].first;
}

Symbol Expr::symbol() const {
  const Atom a = atom();
  return a && a->kind == AtomKind::symbol ? a->symbol : nullptr;
}

Expr operator+(const Expr& a, const Expr& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  Expr sum;
  std::vector<Term> terms = merged(a.terms(), b.terms(), 1);
  const std::size_t hash = hash_of(terms);
  sum.node_ =
      std::make_shared<const Expr::Node>(Expr::Node{std::move(terms), hash});
  return sum;
}

Expr operator-(const Expr& a) { return Expr() - a; }

Expr operator-(const Expr& a, const Expr& b) {
  if (b.is_zero()) return a;
  Expr difference;
  if (a == b) return difference;
  std::vector<Term> terms = merged(a.terms(), b.terms(), -1);
  const std::size_t hash = hash_of(terms);
  difference.node_ =
      std::make_shared<const Expr::Node>(Expr::Node{std::move(terms), hash});
  return difference;
}

Expr operator*(const Expr& a, const Expr& b) {
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  std::vector<Term> terms;
  terms.reserve(a.terms().size() * b.terms().size());
  for (const Term& x : a.terms())
    for (const Term& y : b.terms())
      terms.push_back({checked_mul(x.coefficient, y.coefficient),
                       multiply(x.monomial, y.monomial)});
  return Expr(std::move(terms));
}

bool operator==(const Expr& a, const Expr& b) {
  return a.node_ == b.node_ || (a.hash() == b.hash() && compare(a, b) == 0);
}

Expr power(const Expr& a, int exponent) {
  Expr r(1);
  for (int i = 0; i < exponent; ++i) r = r * a;
  return r;
}

int compare(const Expr& a, const Expr& b) {
  const auto &x = a.terms(), &y = b.terms();
  if (&x == &y) return 0;
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int c = compare_monomials(x[i].monomial, y[i].monomial);
    if (c != 0) return c;
    if (x[i].coefficient != y[i].coefficient)
      return x[i].coefficient < y[i].coefficient ? -1 : 1;
  }
  return 0;
}

int compare(const Atom& a, const Atom& b) {
  if (a == b) return 0;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->kind == AtomKind::symbol) {
    if (a->symbol->id == b->symbol->id) return 0;
    const int c = a->symbol->name.compare(b->symbol->name);
    if (c != 0) return c;
    return a->symbol->id < b->symbol->id ? -1 : 1;
  }
  if (const int c = a->group.compare(b->group); c != 0) return c;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (const int c = compare(a->args[i], b->args[i]); c != 0) return c;
  return a->condition ? compare(*a->condition, *b->condition) : 0;
}

bool divide_term(const Term& a, const Term& by, Term& quotient) {
  if (by.coefficient == 0 || a.coefficient % by.coefficient != 0) return false;
  Monomial rest;
  std::size_t j = 0;
  for (const auto& factor : a.monomial) {
    int exponent = factor.second;
    if (j < by.monomial.size() &&
        compare(factor.first, by.monomial[j].first) == 0)
      exponent -= by.monomial[j++].second;
    if (exponent < 0) return false;
    if (exponent > 0) rest.emplace_back(factor.first, exponent);
  }
  if (j != by.monomial.size()) return false;
  quotient = {a.coefficient / by.coefficient, std::move(rest)};
  return true;
}

void divide(const Expr& a, const Expr& b, Expr& quotient, Expr& remainder) {
  assert(!b.is_zero());
  const Term lead = b.terms().front();
  Expr rest = a;
  std::vector<Term> q, r;
  while (!rest.is_zero()) {
    const Term top = rest.terms().front();
    Term t;
    if (divide_term(top, lead, t)) {
      q.push_back(t);
      rest = rest - Expr(std::vector<Term>{t}) * b;
    } else {
      r.push_back(top);
      rest = rest - Expr(std::vector<Term>{top});
    }
  }
  quotient = Expr(std::move(q));
  remainder = Expr(std::move(r));
}

bool divide_exactly(const Expr& a, const Expr& b, Expr& quotient) {
  if (b.is_zero()) return false;
  if (b.terms().size() == 1) {
    std::vector<Term> terms;
    for (const Term& t : a.terms()) {
      Term q;
      if (!divide_term(t, b.terms()[0], q)) return false;
      terms.push_back(std::move(q));
    }
    quotient = Expr(std::move(terms));
    return true;
  }
  Expr q, r;
  divide(a, b, q, r);
  if (!r.is_zero()) return false;
  quotient = q;
  return true;
}

Expr map_atoms(const Expr& e, const std::function<Expr(const Atom&)>& change) {
  std::vector<Term> same;
  Expr changed;
  for (const Term& t : e.terms()) {
    Expr product(std::vector<Term>{{t.coefficient, {}}});
    bool touched = false;
    for (const auto& [atom, exponent] : t.monomial) {
      const Expr to = change(atom);
      touched = touched || to.atom() != atom;
      product = product * power(to, exponent);
    }
    if (touched)
      changed = changed + product;
    else
      same.push_back(t);
  }
  return Expr(std::move(same)) + changed;
}

Expr substitute(const Expr& e, const Substitution& by) {
  if (by.empty() || e.is_constant()) return e;
  return map_atoms(e, [&](const Atom& atom) {
    if (atom->kind == AtomKind::symbol) {
      const auto found = by.find(atom->symbol->id);
      return found == by.end() ? Expr(atom) : found->second;
    }
    std::vector<Expr> args;
    for (const Expr& arg : atom->args) args.push_back(substitute(arg, by));
    std::shared_ptr<const Formula> condition;
    if (atom->condition)
      condition =
          std::make_shared<const Formula>(substitute(*atom->condition, by));
    return rebuild(atom, args, condition);
  });
}

void collect_symbols(const Expr& e, std::map<std::uint64_t, Symbol>& into) {
  for (const Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      if (atom->kind == AtomKind::symbol)
        into.emplace(atom->symbol->id, atom->symbol);
      for (const Expr& arg : atom->args) collect_symbols(arg, into);
      if (atom->condition) collect_symbols(*atom->condition, into);
    }
}

bool mentions(const Expr& e, const Symbol& symbol) {
  std::map<std::uint64_t, Symbol> symbols;
  collect_symbols(e, symbols);
  return symbols.count(symbol->id) != 0;
}

}  // namespace rewright::index
