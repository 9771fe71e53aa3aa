// SPDX-License-Identifier: Apache-2.0
#include "index/linear.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace rewright::index {

namespace {

constexpr std::size_t max_rows = 120;  // inequalities
constexpr int max_pivots = 200;
constexpr int max_scale = 12;  // of multiples that are not whole numbers
constexpr double epsilon = 1e-9;

struct ByFactors {
  std::size_t operator()(const Monomial& m) const {
    std::size_t hash = m.size();
    for (const auto& [atom, exponent] : m)
      hash = hash * 31 + atom->hash + static_cast<std::size_t>(exponent);
    return hash;
  }
  bool operator()(const Monomial& a, const Monomial& b) const {
    return is_same(a, b);
  }
};

template <typename Value>
using ByMonomial = std::unordered_map<Monomial, Value, ByFactors, ByFactors>;

/// The inequalities that can take part: a monomial that has one sign
/// throughout never cancels, and what mentions it has the multiple 0.
std::vector<Expr> without_bystanders(std::vector<Expr> rows) {
  for (;;) {
    ByMonomial<int> signs;  // bit 0: positive, 1: negative
    for (const Expr& e : rows)
      for (const Term& t : e.terms())
        if (!t.monomial.empty()) signs[t.monomial] |= t.coefficient > 0 ? 1 : 2;
    const auto is_bystander = [&](const Expr& e) {
      return std::any_of(e.terms().begin(), e.terms().end(),
                         [&](const Term& t) {
                           return !t.monomial.empty() && signs[t.monomial] != 3;
                         });
    };
    const auto end = std::remove_if(rows.begin(), rows.end(), is_bystander);
    if (end == rows.end()) return rows;
    rows.erase(end, rows.end());
  }
}

/// Columns y >= 0 of A*y = b with b >= 0 by the simplex method, first phase:
/// an artificial variable per row is driven out. Bland's rule never cycles.
class Simplex {
 public:
  Simplex(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), cells_((rows + 1) * (columns + 1)) {}

  /// Row `rows` is that of the cost, column `columns` that of b.
  double& at(std::size_t row, std::size_t column) {
    return cells_[row * (columns_ + 1) + column];
  }

  /// The values of the columns, or nothing when there are none.
  std::vector<double> solve() {
    std::vector<std::size_t> basis(rows_, columns_);  // artificial
    for (std::size_t c = 0; c <= columns_; ++c)
      for (std::size_t r = 0; r < rows_; ++r) at(rows_, c) -= at(r, c);
    for (int pivots = 0; pivots < max_pivots; ++pivots) {
      std::size_t enter = 0;
      while (enter < columns_ && at(rows_, enter) > -epsilon) ++enter;
      if (enter == columns_) break;
      std::size_t leave = rows_;
      double least = 0;
      for (std::size_t r = 0; r < rows_; ++r) {
        if (at(r, enter) <= epsilon) continue;
        const double ratio = at(r, columns_) / at(r, enter);
        const bool better =
            leave == rows_ || ratio < least - epsilon ||
            (ratio < least + epsilon && basis[r] < basis[leave]);
        if (better) leave = r, least = ratio;
      }
      if (leave == rows_) return {};
      pivot(leave, enter);
      basis[leave] = enter;
    }
    if (at(rows_, columns_) < -1e-6) return {};
    std::vector<double> values(columns_);
    for (std::size_t r = 0; r < rows_; ++r)
      if (basis[r] < columns_) values[basis[r]] = at(r, columns_);
    return values;
  }

 private:
  void pivot(std::size_t row, std::size_t column) {
    const double by = at(row, column);
    for (std::size_t c = 0; c <= columns_; ++c) at(row, c) /= by;
    for (std::size_t r = 0; r <= rows_; ++r) {
      const double times = at(r, column);
      if (r == row || times == 0) continue;
      for (std::size_t c = 0; c <= columns_; ++c)
        at(r, c) -= times * at(row, c);
    }
  }

  std::size_t rows_, columns_;
  std::vector<double> cells_;
};

/// Multiples of the inequalities, not negative, whose sum is about -1.
std::vector<double> multiples(const std::vector<Expr>& inequalities) {
  ByMonomial<std::size_t> row_of;
  row_of[{}] = 0;  // the constants, negated
  for (const Expr& e : inequalities)
    for (const Term& t : e.terms()) row_of.emplace(t.monomial, row_of.size());
  Simplex simplex(row_of.size(), inequalities.size());
  simplex.at(0, inequalities.size()) = 1;
  for (std::size_t k = 0; k < inequalities.size(); ++k)
    for (const Term& t : inequalities[k].terms())
      simplex.at(row_of[t.monomial], k) =
          static_cast<double>(t.coefficient) * (t.monomial.empty() ? -1 : 1);
  return simplex.solve();
}

}  // namespace

bool is_same(const Atom& a, const Atom& b) {
  return a == b || (a->hash == b->hash && compare(a, b) == 0);
}

bool is_same(const Monomial& a, const Monomial& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) {
                      return x.second == y.second && is_same(x.first, y.first);
                    });
}

bool is_infeasible(const std::vector<Expr>& nonnegative) {
  const std::vector<Expr> rows = without_bystanders(nonnegative);
  const auto is_negative = [](const Expr& e) {
    return e.is_constant() && e.constant() < 0;
  };
  if (std::any_of(rows.begin(), rows.end(), is_negative)) return true;
  if (rows.size() < 2 || rows.size() > max_rows) return false;
  const std::vector<double> found = multiples(rows);
  double least = 0;
  for (const double y : found)
    if (y > 1e-6 && (least == 0 || y < least)) least = y;
  if (least == 0) return false;
  for (int scale = 1; scale <= max_scale; ++scale) {
    Expr sum;
    bool is_whole = true;
    for (std::size_t k = 0; k < rows.size() && is_whole; ++k) {
      const double y = found[k] / least * scale, whole = std::round(y);
      is_whole = std::abs(y - whole) < 1e-4 && whole < 1e4;
      if (is_whole && whole > 0)
        sum = sum + static_cast<std::int64_t>(whole) * rows[k];
    }
    if (is_whole && is_negative(sum)) return true;
  }
  return false;
}

}  // namespace rewright::index
