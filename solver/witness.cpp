// SPDX-License-Identifier: Apache-2.0
#include "solver/witness.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "evaluate/index_values.h"

namespace rewright::solver {

namespace {

constexpr int tries = 64;

/// The same small numbers on every machine; the first tries are the plainest.
class Guesses {
 public:
  explicit Guesses(int attempt)
      : attempt_(attempt), state_(static_cast<std::uint64_t>(attempt) + 1) {}

  std::int64_t size(std::int64_t lower) {
    constexpr std::array<std::int64_t, 8> sizes = {1, 2, 3, 4, 6, 8, 12, 5};
    return std::max(lower, sizes[attempt_ < 4 ? attempt_ : next() % 8]);
  }
  std::int64_t integer() {
    constexpr std::array<std::int64_t, 8> integers = {1, 0, 2, 3, -1, 1, 4, 0};
    return integers[attempt_ < 4 ? attempt_ % 2 : next() % 8];
  }

 private:
  std::uint64_t next() {  // a linear congruential generator (Knuth, MMIX)
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

  int attempt_;
  std::uint64_t state_;
};

}  // namespace

bool has_small_witness(const ir::Rule& rule) {
  const index::Formula wanted = rule.when && rule.well_formed(rule.lhs);
  if (wanted.is_true()) return true;
  for (int attempt = 0; attempt < tries; ++attempt) {
    Guesses guess(attempt);
    evaluate::IndexValues values;
    for (const std::string& group : rule.groups) values.set_rank(group, 1);
    for (const auto& s : rule.sizes) values.set(s.symbol, guess.size(s.lower));
    for (const auto& i : rule.integers) values.set(i, guess.integer());
    try {
      if (values.holds(wanted)) return true;
    } catch (const std::domain_error&) {  // a divisor that is not positive
    } catch (const index::Overflow&) {
    }
  }
  return false;
}

}  // namespace rewright::solver
