// SPDX-License-Identifier: Apache-2.0
#include "solver/normal_form.h"

#include <algorithm>

namespace rewright::solver {

namespace {

template <class T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

template <class T, class F>
int lexicographic(const std::vector<T>& a, const std::vector<T>& b, F cmp) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const int c = cmp(a[i], b[i]); c != 0) return c;
  return 0;
}

int compare_bound(const ir::BoundVariable& a, const ir::BoundVariable& b) {
  return three_way(a.symbol->id, b.symbol->id);
}

int compare(const Entry& a, const Entry& b) {
  if (const int c = lexicographic(a.bound, b.bound, compare_bound)) return c;
  if (const int c = index::compare(a.guard, b.guard)) return c;
  return compare(a.body, b.body);
}

int compare(const Term& a, const Term& b) {
  const auto factor = [](const auto& x, const auto& y) {
    const int c = compare(*x.first, *y.first);
    return c ? c : three_way(x.second, y.second);
  };
  if (const int c = lexicographic(a.factors, b.factors, factor)) return c;
  if (const int c = lexicographic(a.bound, b.bound, compare_bound)) return c;
  if (const int c = index::compare(a.guard, b.guard)) return c;
  return a.coefficient.compare(b.coefficient);
}

int compare(const ir::ConstantNumber& a, const ir::ConstantNumber& b) {
  if (a.kind != b.kind) return three_way(a.kind, b.kind);
  if (a.truth != b.truth) return three_way(a.truth, b.truth);
  return a.rational.compare(b.rational);
}

std::vector<ir::BoundVariable> substitute(std::vector<ir::BoundVariable> bound,
                                          const index::Substitution& by) {
  for (auto& b : bound) b.extent = index::substitute(b.extent, by);
  return bound;
}

}  // namespace

int compare(const Factor& a, const Factor& b) {
  if (&a == &b) return 0;
  if (a.kind != b.kind) return three_way(a.kind, b.kind);
  switch (a.kind) {
    case FactorKind::access:
      if (a.input != b.input) return three_way(a.input, b.input);
      return lexicographic(
          a.indices, b.indices,
          [](const auto& x, const auto& y) { return index::compare(x, y); });
    case FactorKind::index:
      return index::compare(a.index, b.index);
    case FactorKind::function:
      if (a.function != b.function) return three_way(a.function, b.function);
      [[fallthrough]];
    case FactorKind::inverse:
    case FactorKind::nested:
      return lexicographic(a.args, b.args, [](const Sum& x, const Sum& y) {
        return compare(x, y);
      });
    case FactorKind::monoid:
      if (a.monoid != b.monoid) return three_way(a.monoid, b.monoid);
      return lexicographic(
          a.entries, b.entries,
          [](const Entry& x, const Entry& y) { return compare(x, y); });
    case FactorKind::constant:
      return compare(a.constant, b.constant);
  }
  return 0;
}

int compare(const Sum& a, const Sum& b) {
  return lexicographic(a.terms, b.terms, [](const Term& x, const Term& y) {
    return compare(x, y);
  });
}

void sort_factors(Term& t) {
  std::sort(t.factors.begin(), t.factors.end(),
            [](const auto& a, const auto& b) {
              return compare(*a.first, *b.first) < 0;
            });
  std::vector<std::pair<FactorPtr, int>> merged;
  for (auto& f : t.factors) {
    if (!merged.empty() && compare(*merged.back().first, *f.first) == 0)
      merged.back().second += f.second;
    else
      merged.push_back(std::move(f));
    if (merged.back().second == 0) merged.pop_back();
  }
  t.factors = std::move(merged);
}

Factor substitute(const Factor& f, const index::Substitution& by) {
  Factor r = f;
  for (auto& i : r.indices) i = index::substitute(i, by);
  r.index = index::substitute(r.index, by);
  for (Sum& arg : r.args) arg = substitute(arg, by);
  for (Entry& e : r.entries) {
    e.bound = substitute(e.bound, by);
    e.guard = index::substitute(e.guard, by);
    e.body = substitute(e.body, by);
  }
  return r;
}

Sum substitute(const Sum& s, const index::Substitution& by) {
  Sum r;
  for (const Term& t : s.terms) {
    Term n{t.coefficient,
           substitute(t.bound, by),
           index::substitute(t.guard, by),
           {}};
    for (const auto& [factor, exponent] : t.factors)
      n.factors.emplace_back(
          std::make_shared<const Factor>(substitute(*factor, by)), exponent);
    sort_factors(n);
    r.terms.push_back(std::move(n));
  }
  return r;
}

index::Formula close(const index::Symbol& v, const index::Formula& f) {
  return v->group.empty() ? f : index::all(v->group, f);
}

index::Formula domain(const std::vector<ir::BoundVariable>& bound,
                      const index::Formula& guard) {
  index::Formula f = true;
  for (const auto& b : bound)
    f = f && close(b.symbol, index::in_range(index::Expr(b.symbol), b.extent));
  return f && guard;
}

Sum single(Factor f, int exponent) {
  Term t;
  t.factors.emplace_back(std::make_shared<const Factor>(std::move(f)),
                         exponent);
  return Sum{{std::move(t)}};
}

Sum rational(const base::Rational& value) {
  if (value == 0) return {};
  return Sum{{Term{value}}};
}

bool is_zero(const Sum& s) { return s.terms.empty(); }

const Term* plain_term(const Sum& s) {
  if (s.terms.size() != 1) return nullptr;
  const Term& t = s.terms[0];
  return t.bound.empty() && t.guard.is_true() ? &t : nullptr;
}

bool mentions(const Factor& f, const index::Symbol& v) {
  for (const auto& i : f.indices)
    if (index::mentions(i, v)) return true;
  if (index::mentions(f.index, v)) return true;
  for (const Sum& arg : f.args)
    if (mentions(arg, v)) return true;
  for (const Entry& e : f.entries) {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(e.guard, symbols);
    for (const auto& b : e.bound) index::collect_symbols(b.extent, symbols);
    if (symbols.count(v->id) || mentions(e.body, v)) return true;
  }
  return false;
}

bool may_be_infinite(const Factor& f) {
  if (f.kind == FactorKind::constant)
    return f.constant.kind != ir::ConstantNumber::Kind::truth;
  return std::any_of(f.args.begin(), f.args.end(),
                     [](const Sum& arg) { return may_be_infinite(arg); }) ||
         std::any_of(f.entries.begin(), f.entries.end(),
                     [](const Entry& e) { return may_be_infinite(e.body); });
}

bool may_be_infinite(const Sum& s) {
  return std::any_of(s.terms.begin(), s.terms.end(), [](const Term& t) {
    return std::any_of(
        t.factors.begin(), t.factors.end(),
        [](const auto& factor) { return may_be_infinite(*factor.first); });
  });
}

bool mentions(const Sum& s, const index::Symbol& v) {
  for (const Term& t : s.terms) {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(t.guard, symbols);
    for (const auto& b : t.bound) index::collect_symbols(b.extent, symbols);
    if (symbols.count(v->id)) return true;
    for (const auto& factor : t.factors)
      if (mentions(*factor.first, v)) return true;
  }
  return false;
}

void collect_accesses(const Factor& f, std::vector<const Factor*>& into) {
  if (f.kind == FactorKind::access) into.push_back(&f);
  for (const Sum& arg : f.args) collect_accesses(arg, into);
  for (const Entry& e : f.entries) collect_accesses(e.body, into);
}

void collect_accesses(const Sum& s, std::vector<const Factor*>& into) {
  for (const Term& t : s.terms)
    for (const auto& factor : t.factors) collect_accesses(*factor.first, into);
}

}  // namespace rewright::solver
