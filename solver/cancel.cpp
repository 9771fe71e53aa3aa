// SPDX-License-Identifier: Apache-2.0
//
// The last step of a class: for all values of the common bound variables and
// of the free symbols, the coefficients of the guards that hold add up to
// zero (or, for idempotent monoids, some guard of the left holds exactly when
// some guard of the right does).
#include <algorithm>

#include "solver/context.h"
#include "solver/match.h"

namespace rewright::solver {

using index::Formula;

namespace {

std::vector<Formula> minus(const std::vector<Formula>& a,
                           const std::vector<Formula>& b) {
  std::vector<Formula> r;
  for (const Formula& f : a)
    if (std::none_of(b.begin(), b.end(),
                     [&](const Formula& g) { return f == g; }))
      r.push_back(f);
  return r;
}

}  // namespace

// By algebra: the conjuncts that differ follow from the others, the variables
// whose boxes both guards contain being in range.
bool Comparer::same_guards(const TermClass& c, const Formula& a,
                           const Formula& b, const index::Facts& facts) {
  if (a == b) return true;
  const auto in_a = index::conjuncts(a), in_b = index::conjuncts(b);
  const auto only_a = minus(in_a, in_b), only_b = minus(in_b, in_a);
  const auto common = minus(in_a, only_a);
  index::Facts known = facts;
  for (const auto& v : c.shape.bound) {
    const Formula box = domain({v}, true);
    if (minus(index::conjuncts(box), common).empty())
      known.add_variable(v.symbol, v.extent);
  }
  for (const Formula& f : common) known.assume(f);
  const auto follows = [&](const std::vector<Formula>& goals,
                           const std::vector<Formula>& premises) {
    index::Facts f = known;
    for (const Formula& p : premises) f.assume(p);
    return std::all_of(goals.begin(), goals.end(),
                       [&](const Formula& g) { return f.proves(g); });
  };
  return follows(only_b, only_a) && follows(only_a, only_b);
}

bool Comparer::cancels(const TermClass& c, bool idempotent,
                       const index::Facts& facts) {
  base::Rational total = 0;
  for (const auto& item : c.items) total += item.first;
  if (c.items.size() == 2 && (total == 0 || idempotent) &&
      (c.items[0].first > 0) != (c.items[1].first > 0) &&
      same_guards(c, c.items[0].second, c.items[1].second, facts))
    return true;
  if (!idempotent && total == 0 &&
      std::all_of(c.items.begin(), c.items.end(), [&](const auto& item) {
        return item.second == c.items[0].second;
      }))
    return true;
  bool left = false, right = false;
  for (const auto& item : c.items) (item.first > 0 ? left : right) = true;
  if (!left || !right) return false;
  evidence::Obligation obligation;
  obligation.what = idempotent ? "reduction domains have the same union"
                               : "reduction domains cancel";
  const Answer counter = session_.context().satisfiable(
      facts,
      [&](Encoder& e) {
        auto& z3 = e.context();
        if (idempotent) {
          z3::expr l = z3.bool_val(false), r = z3.bool_val(false);
          for (const auto& [coefficient, guard] : c.items) {
            z3::expr& side = coefficient > 0 ? l : r;
            side = side || e.formula(guard);
          }
          e.add(l != r);
          return;
        }
        z3::expr sum = z3.real_val(0);
        for (const auto& [coefficient, guard] : c.items)
          sum = sum + z3::ite(e.formula(guard),
                              z3.real_val(coefficient.str().c_str()),
                              z3.real_val(0));
        e.add(sum != 0);
      },
      nullptr, &obligation);
  log_.push_back(std::move(obligation));
  return counter == Answer::no;
}

}  // namespace rewright::solver
