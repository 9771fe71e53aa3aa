// SPDX-License-Identifier: Apache-2.0
//
// Depth first: the first failing sample that is not excluded yet must break
// the next column. A branch ends when it keeps fewer samples than the worst
// of the list does.
#include "suggest/search.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rewright::suggest {
namespace {

constexpr double another = 0.9;   // the weight of a column more
constexpr std::size_t alike = 3;  // columns that part the samples alike
constexpr std::size_t most_visits = 400'000;

/// Words of 64 samples.
using Words = std::vector<std::uint64_t>;

Words packed(const Bits& bits) {
  Words words((bits.size() + 63) / 64, 0);
  for (std::size_t k = 0; k < bits.size(); ++k)
    if (bits[k]) words[k / 64] |= std::uint64_t{1} << (k % 64);
  return words;
}

Words both(Words a, const Words& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] &= b[k];
  return a;
}

std::size_t count(const Words& words) {
  std::size_t sum = 0;
  for (const std::uint64_t word : words)
    sum += static_cast<std::size_t>(__builtin_popcountll(word));
  return sum;
}

bool is_empty(const Words& words) {
  return std::all_of(words.begin(), words.end(),
                     [](std::uint64_t word) { return word == 0; });
}

std::size_t first_of(const Words& words) {
  std::size_t k = 0;
  while (words[k] == 0) ++k;
  return 64 * k + static_cast<std::size_t>(__builtin_ctzll(words[k]));
}

bool is_better(const Conjunction& a, const Conjunction& b) {
  const auto key = [](const Conjunction& c) {
    return std::tuple(-c.score, c.strength, c.columns.size(), c.columns);
  };
  return key(a) < key(b);
}

class Search {
 public:
  Search(const std::vector<Column>& columns, std::size_t most,
         std::size_t limit)
      : columns_(columns), most_(most), limit_(limit) {
    for (const Column& column : columns) {
      failing_.push_back(packed(column.failing));
      passing_.push_back(packed(column.passing));
    }
    choose_order();
  }

  std::vector<Conjunction> run() {
    if (columns_.empty()) return {};
    const Bits none(columns_[0].failing.size(), true);
    const Bits all(columns_[0].passing.size(), true);
    extend({}, packed(none), packed(all), 1 / another);
    std::vector<Conjunction> found(found_.begin(), found_.end());
    return found;
  }

 private:
  struct ByRank {
    bool operator()(const Conjunction& a, const Conjunction& b) const {
      return is_better(a, b);
    }
  };

  /// Of columns that part the samples alike only the weakest few; those that
  /// keep most come first.
  void choose_order() {
    std::map<std::pair<Words, Words>, std::vector<std::size_t>> classes;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      classes[{failing_[k], passing_[k]}].push_back(k);
    const auto rank = [&](std::size_t k) {
      return std::tuple(
          -columns_[k].weight * static_cast<double>(count(passing_[k])),
          columns_[k].strength, k);
    };
    for (auto& [unused, members] : classes) {
      std::sort(members.begin(), members.end(),
                [&](auto a, auto b) { return rank(a) < rank(b); });
      members.resize(std::min(members.size(), alike));
      order_.insert(order_.end(), members.begin(), members.end());
    }
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return rank(a) < rank(b); });
  }

  void extend(const std::vector<std::size_t>& chosen, const Words& failing,
              const Words& passing, double weight) {
    if (++visits_ > most_visits) return;
    if (is_empty(failing)) return found(chosen, passing, weight);
    if (chosen.size() == most_) return;
    const std::size_t sample = first_of(failing);
    const std::uint64_t bit = std::uint64_t{1} << (sample % 64);
    for (const std::size_t k : order_) {
      if ((failing_[k][sample / 64] & bit) != 0) continue;
      const Words kept = both(passing, passing_[k]);
      const double less = weight * another * columns_[k].weight;
      if (found_.size() == limit_ &&
          less * static_cast<double>(count(kept)) < found_.rbegin()->score)
        continue;
      std::vector<std::size_t> more = chosen;
      more.push_back(k);
      extend(more, both(failing, failing_[k]), kept, less);
    }
  }

  void found(const std::vector<std::size_t>& chosen, const Words& passing,
             double weight) {
    if (!is_minimal(chosen)) return;
    Conjunction conjunction{chosen, count(passing), 0, 0};
    conjunction.score = weight * static_cast<double>(conjunction.kept);
    std::sort(conjunction.columns.begin(), conjunction.columns.end());
    for (const std::size_t k : chosen)
      conjunction.strength += columns_[k].strength;
    found_.insert(std::move(conjunction));
    if (found_.size() > limit_) found_.erase(std::prev(found_.end()));
  }

  bool is_minimal(const std::vector<std::size_t>& chosen) const {
    for (const std::size_t without : chosen) {
      Words failing = packed(Bits(columns_[0].failing.size(), true));
      for (const std::size_t k : chosen)
        if (k != without) failing = both(std::move(failing), failing_[k]);
      if (is_empty(failing)) return false;
    }
    return true;
  }

  const std::vector<Column>& columns_;
  std::size_t most_, limit_;
  std::vector<Words> failing_, passing_;
  std::vector<std::size_t> order_;
  std::set<Conjunction, ByRank> found_;
  std::size_t visits_ = 0;
};

}  // namespace

std::vector<Conjunction> separating(const std::vector<Column>& columns,
                                    std::size_t most, std::size_t limit) {
  return Search(columns, most, limit).run();
}

Bits kept(const std::vector<Column>& columns,
          const std::vector<std::size_t>& which) {
  Bits all(columns.at(0).passing.size(), true);
  for (const std::size_t column : which)
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = all[k] && columns[column].passing[k];
  return all;
}

bool is_subset(const Bits& a, const Bits& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k] && !b[k]) return false;
  return true;
}

}  // namespace rewright::suggest
