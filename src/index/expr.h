// SPDX-License-Identifier: Apache-2.0
//
// Integer index expressions: polynomials with integer coefficients over
// atoms. Sizes, attributes and element indices are all of this one type, so a
// shape computed from symbols and a shape computed from numbers take the same
// path. An Expr is always canonical: monomials are sorted and distinct, no
// coefficient is zero, hence two equal polynomials compare equal.
//
// An expression may stand for the *generic component* of an axis group: it
// then mentions symbols of that group, and whatever it says holds for every
// axis of the group. `numel`, `flat` and `unflat` tie a group to one integer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rewright::index {

/// Thrown when a coefficient leaves 64 bits; callers answer "unknown".
struct Overflow : std::overflow_error {
  Overflow() : std::overflow_error("size arithmetic exceeds 64 bits") {}
};

/// What a symbol stands for: a size (>= its declared lower bound, 1 unless
/// said otherwise), any integer, or an index variable.
enum class SymbolKind { size, integer, variable };

/// A named unknown. Two symbols are the same when their ids are.
struct SymbolNode {
  std::string name;
  SymbolKind kind;
  std::string group;  // "" for a scalar; else the axis group it runs over
  std::uint64_t id;   // unique in the process
};
using Symbol = std::shared_ptr<const SymbolNode>;

/// A fresh symbol, different from every other one.
Symbol make_symbol(std::string name, SymbolKind kind, std::string group = "");

enum class AtomKind {
  symbol,
  div,     // floor(args[0] / args[1]); all that is said of it takes args[1]
           // to be positive, for which whoever states a rule provides
  mod,     // args[0] - args[1] * div
  min,     // of two
  max,     // of two
  ite,     // condition ? args[0] : args[1]
  numel,   // product over `group` of args[0] (a component expression)
  flat,    // row-major offset of the index args[0] in extents args[1]
  unflat,  // component of the index at offset args[0] in extents args[1]
};

struct AtomNode;
using Atom = std::shared_ptr<const AtomNode>;
class Formula;

/// A power product of atoms, sorted; the empty one is 1.
using Monomial = std::vector<std::pair<Atom, int>>;

struct Term {
  std::int64_t coefficient;
  Monomial monomial;
};

/// An immutable canonical polynomial; copying is cheap.
class Expr {
 public:
  Expr();                       // 0
  Expr(std::int64_t constant);  // NOLINT: implicit by design
  Expr(int constant) : Expr(static_cast<std::int64_t>(constant)) {}
  explicit Expr(const Symbol& symbol);
  explicit Expr(const Atom& atom);
  explicit Expr(std::vector<Term> terms);  // canonicalises

  const std::vector<Term>& terms() const;
  std::size_t hash() const;

  bool is_constant() const;
  bool is_zero() const { return terms().empty(); }
  bool is(std::int64_t constant) const;
  /// The value of a constant expression; asserts otherwise.
  std::int64_t constant() const;
  /// The single atom this is, with coefficient and power 1, else null.
  Atom atom() const;
  /// The single symbol this is, else null.
  Symbol symbol() const;

  friend Expr operator+(const Expr& a, const Expr& b);
  friend Expr operator-(const Expr& a, const Expr& b);
  friend Expr operator-(const Expr& a);
  friend Expr operator*(const Expr& a, const Expr& b);
  friend bool operator==(const Expr& a, const Expr& b);
  friend bool operator!=(const Expr& a, const Expr& b) { return !(a == b); }

 private:
  struct Node;
  std::shared_ptr<const Node> node_;
};

/// One atom; which fields are used depends on the kind (see AtomKind).
struct AtomNode {
  AtomKind kind;
  Symbol symbol;      // of kind symbol
  std::string group;  // numel, flat, unflat
  std::vector<Expr> args;
  std::shared_ptr<const Formula> condition;  // ite
  std::size_t hash;
};

/// A deterministic total order (by structure and symbol id).
int compare(const Expr& a, const Expr& b);
int compare(const Atom& a, const Atom& b);
inline bool operator<(const Expr& a, const Expr& b) {
  return compare(a, b) < 0;
}

Expr div(const Expr& a, const Expr& b);      // floor division
Expr ceildiv(const Expr& a, const Expr& b);  // ceiling division
Expr mod(const Expr& a, const Expr& b);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr ite(const Formula& condition, const Expr& a, const Expr& b);
/// Number of elements spanned by a group whose generic extent is `extent`.
Expr numel(const std::string& group, const Expr& extent);
/// Row-major offset of a group index `component` in generic extents `extent`,
/// 0 <= component < extent on every axis.
Expr flat(const std::string& group, const Expr& component, const Expr& extent);
/// The generic component of the index at row-major `offset`.
Expr unflat(const std::string& group, const Expr& offset, const Expr& extent);
Expr power(const Expr& a, int exponent);

/// The atom rebuilt over other arguments, through the functions above.
Expr rebuild(const Atom& atom, const std::vector<Expr>& args,
             const std::shared_ptr<const Formula>& condition);
/// `e` with every atom at top level (not those inside other atoms) replaced.
Expr map_atoms(const Expr& e, const std::function<Expr(const Atom&)>& change);
/// a / by, when coefficient and exponents divide; else false.
bool divide_term(const Term& a, const Term& by, Term& quotient);
/// a == quotient * b + remainder, no term of the remainder divisible by the
/// leading term of b.
void divide(const Expr& a, const Expr& b, Expr& quotient, Expr& remainder);

/// a / b when b divides a as a polynomial, by multivariate division.
bool divide_exactly(const Expr& a, const Expr& b, Expr& quotient);

using Substitution = std::map<std::uint64_t, Expr>;  // symbol id -> value
Expr substitute(const Expr& e, const Substitution& by);

/// Every symbol in `e`, each once, those inside atoms included.
void collect_symbols(const Expr& e, std::map<std::uint64_t, Symbol>& into);
bool mentions(const Expr& e, const Symbol& symbol);

/// In the notation of the rule language.
std::string print(const Expr& e);

}  // namespace rewright::index
