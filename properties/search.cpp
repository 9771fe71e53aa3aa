// SPDX-License-Identifier: Apache-2.0
//
// Depth-first search with forward solving. A constraint is linear in its last
// unknown when probing says so; a wrong guess only loses candidates, since
// every constraint is evaluated in the end.
#include "properties/search.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace rewright::properties {
namespace {

using index::FormulaKind;

struct Line {
  std::int64_t slope, at_zero;  // slope * v + at_zero
};

struct Interval {
  std::int64_t first = std::numeric_limits<std::int64_t>::min() / 4;
  std::int64_t last = std::numeric_limits<std::int64_t>::max() / 4;
  bool contains(std::int64_t v) const { return first <= v && v <= last; }
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

class Search {
 public:
  Search(const Problem& problem, const Proposals& proposals, Stream& stream,
         int budget)
      : problem_(problem),
        proposals_(proposals),
        budget_(budget),
        at_(problem.start),
        values_(index_values(problem, problem.start)),
        known_(problem.unknowns.size(), false),
        using_(problem.unknowns.size()) {
    for (std::size_t c = 0; c < problem.constraints.size(); ++c) {
      const auto& unknowns = problem.constraints[c].unknowns;
      missing_.push_back(static_cast<int>(unknowns.size()));
      for (const int u : unknowns) using_[u].push_back(static_cast<int>(c));
    }
    for (std::size_t u = 0; u < known_.size(); ++u)
      order_.push_back(static_cast<int>(u));
    stream.shuffle(order_);
  }

  std::optional<ir::Assignment> run() {
    for (const auto& constraint : problem_.constraints)
      if (constraint.unknowns.empty() && !holds(constraint, values_)) return {};
    if (!extend()) return {};
    return at_;
  }

 private:
  /// Gives numbers to all unknowns that have none yet.
  bool extend() {
    const int u = next_unknown();
    if (u < 0) return true;
    for (const std::int64_t candidate : candidates(u)) {
      if (budget_-- <= 0) return false;
      set(problem_.unknowns[u], candidate);
      mark(u, true);
      if (consistent(u) && extend()) return true;
      mark(u, false);
    }
    return false;
  }

  void set(const Unknown& unknown, std::int64_t value) {
    value_of(at_, unknown) = value;
    values_.set(unknown.symbol, at_.values.at(unknown.symbol->id));
  }

  void mark(int u, bool known) {
    known_[u] = known;
    for (const int c : using_[u]) missing_[c] += known ? -1 : 1;
  }

  bool consistent(int u) const {
    return std::all_of(using_[u].begin(), using_[u].end(), [&](int c) {
      return missing_[c] != 0 || holds(problem_.constraints[c], values_);
    });
  }

  /// One that an equation determines, else the next in order.
  int next_unknown() const {
    for (std::size_t c = 0; c < missing_.size(); ++c) {
      if (missing_[c] != 1) continue;
      const auto& constraint = problem_.constraints[c];
      if (constraint.formula->kind == FormulaKind::zero)
        return last_unknown(constraint);
    }
    const auto found = std::find_if(order_.begin(), order_.end(),
                                    [&](int u) { return !known_[u]; });
    return found == order_.end() ? -1 : *found;
  }

  int last_unknown(const Constraint& constraint) const {
    return *std::find_if(constraint.unknowns.begin(), constraint.unknowns.end(),
                         [&](int u) { return !known_[u]; });
  }

  std::vector<std::int64_t> candidates(int u) {
    const auto& unknown = problem_.unknowns[u];
    Interval interval;
    if (unknown.is_size) interval.first = unknown.lower;
    std::vector<std::int64_t> wanted = proposals_[u];
    for (const int c : using_[u]) {
      if (missing_[c] != 1) continue;
      narrow(problem_.constraints[c], unknown, interval);
      add_echoes(problem_.constraints[c], u, wanted);
    }
    return within(interval, wanted);
  }

  static std::vector<std::int64_t> within(
      const Interval& interval, const std::vector<std::int64_t>& wanted) {
    std::vector<std::int64_t> result;
    const auto add = [&](std::int64_t v) {
      if (interval.contains(v) &&
          std::find(result.begin(), result.end(), v) == result.end())
        result.push_back(v);
    };
    for (const auto v : wanted) add(v);
    if (!result.empty()) return result;
    for (int k = 0; k < 3; ++k) {  // what is nearest to the proposals
      if (interval.first > 0) add(interval.first + k);
      if (interval.last < 1000) add(interval.last - k);
    }
    return result;
  }

  /// Numbers that constraints other than linear ones often ask for: those of
  /// the other unknowns and small multiples of them.
  void add_echoes(const Constraint& constraint, int u,
                  std::vector<std::int64_t>& wanted) const {
    for (const int other : constraint.unknowns) {
      if (other == u) continue;
      const auto v = value_of(at_, problem_.unknowns[other]);
      if (v > -1000 && v < 1000)
        wanted.insert(wanted.end(), {v, 2 * v, 3 * v, -v, v - 1, v + 1});
    }
  }

  void narrow(const Constraint& constraint, const Unknown& unknown,
              Interval& interval) {
    const auto kind = constraint.formula->kind;
    if (kind != FormulaKind::zero && kind != FormulaKind::nonnegative) return;
    const auto line = line_of(constraint, unknown);
    if (!line || line->slope == 0) return;
    // slope * v + at_zero >= 0, and <= 0 as well for an equation.
    const auto bound = floor_div(-line->at_zero, line->slope);
    const bool whole = bound * line->slope == -line->at_zero;
    if (line->slope > 0 || kind == FormulaKind::zero)
      interval.first = std::max(interval.first, whole ? bound : bound + 1);
    if (line->slope < 0 || kind == FormulaKind::zero)
      interval.last = std::min(interval.last, bound);
  }

  std::optional<Line> line_of(const Constraint& constraint,
                              const Unknown& unknown) {
    const auto& e = constraint.formula->expr;
    const std::int64_t base =
        unknown.is_size ? std::max<std::int64_t>(unknown.lower, 1) : 0;
    const auto probe = [&](std::int64_t offset) {
      set(unknown, base + offset);
      return values_.number(e, constraint.axis);
    };
    try {
      const auto f0 = probe(0), slope = probe(1) - f0;
      if (probe(2) != f0 + 2 * slope || probe(11) != f0 + 11 * slope) return {};
      return Line{slope, f0 - slope * base};
    } catch (const std::overflow_error&) {
      return {};
    } catch (const std::logic_error&) {
      return {};
    }
  }

  const Problem& problem_;
  const Proposals& proposals_;
  int budget_;
  ir::Assignment at_;
  evaluate::IndexValues values_;  // the same
  std::vector<bool> known_;
  std::vector<std::vector<int>> using_;  // constraints by unknown
  std::vector<int> missing_;             // unknowns without numbers
  std::vector<int> order_;
};

}  // namespace

std::optional<ir::Assignment> search(const Problem& problem,
                                     const Proposals& proposals, Stream& stream,
                                     int budget) {
  return Search(problem, proposals, stream, budget).run();
}

}  // namespace rewright::properties
