// SPDX-License-Identifier: Apache-2.0
//
// Facts about scalars and two axis groups of ranks 0 to 2, held against plain
// arithmetic: whatever is assumed is true of some numbers, so nothing that is
// false of them may follow, and nothing may contradict itself.
#include <random>

#include "catch.h"
#include "evaluate/index_values.h"
#include "index/cases.h"

namespace rewright::index {

namespace {

class World {
 public:
  explicit World(unsigned seed) : random_(seed) {
    for (const char* group : {"r", "s"}) {
      const int rank = draw(0, 2);
      values_.set_rank(group, rank);
      declare(make_symbol("n", SymbolKind::size, group), rank);
      declare(make_symbol("w", SymbolKind::integer, group), rank);
    }
    for (const char* name : {"A", "B"})
      declare(make_symbol(name, SymbolKind::size), -1);
    declare(make_symbol("k", SymbolKind::integer), -1);
  }

  int draw(int lo, int hi) {
    return std::uniform_int_distribution<int>(lo, hi)(random_);
  }

  /// Of scalars, and of the components of `group` unless it is "".
  Expr expression(const std::string& group, int depth = 0) {
    const auto part = [&] { return expression(group, depth + 1); };
    Expr sum = draw(-3, 3);
    for (const Symbol& s : symbols_)
      if (s->group.empty() || s->group == group)
        sum = sum + Expr(s) * draw(-1, draw(0, 1));
    if (depth > 1) return sum;
    switch (draw(0, 9)) {
      case 0:
        return sum + mod(part(), divisor(group));
      case 1:
        return sum + div(part(), divisor(group));
      case 2:
        return min(sum, part());
      case 3:
        return max(sum, part());
      case 4:
        return sum * Expr(symbols_.at(4));
      case 5:
        return ite(nonnegative(part()), sum, part());
      case 6: {
        const std::string other = draw(0, 1) ? "r" : "s";
        return sum + numel(other, Expr(symbols_.at(other == "r" ? 0 : 2)));
      }
      default:
        return sum;
    }
  }

  Formula formula() {
    const std::string group = draw(0, 2) == 0 ? "" : draw(0, 1) ? "r" : "s";
    const auto atom = [&]() -> Formula {
      switch (draw(0, 4)) {
        case 0:
          return equal(mod(expression(group), divisor(group)), 0);
        case 1:
          return equal(expression(group), expression(group));
        case 2:
          return not_equal(expression(group), 0);
        default:
          return less_equal(expression(group), expression(group));
      }
    };
    Formula f = atom();
    if (draw(0, 3) == 0) f = draw(0, 1) ? f || atom() : f && atom();
    if (group.empty()) return f;
    return draw(0, 5) ? all(group, f) : !all(group, f);
  }

  bool holds(const Formula& f) const { return values_.holds(f); }

  Facts facts;

 private:
  Expr divisor(const std::string& group) {
    if (draw(0, 2) == 0) return draw(1, 4);
    if (!group.empty() && draw(0, 1))
      return Expr(symbols_.at(group == "r" ? 0 : 2));
    return Expr(symbols_.at(4));
  }

  void declare(const Symbol& s, int rank) {
    std::vector<std::int64_t> numbers;
    const bool is_size = s->kind == SymbolKind::size;
    for (int k = 0; k < std::max(rank, rank < 0 ? 1 : 0); ++k)
      numbers.push_back(is_size ? draw(1, 4) : draw(-3, 4));
    values_.set(s, numbers);
    is_size ? facts.add_size(s) : facts.add_integer(s);
    symbols_.push_back(s);
  }

  std::mt19937 random_;
  evaluate::IndexValues values_;
  std::vector<Symbol> symbols_;  // n, w of r; n, w of s; A, B; k
};

}  // namespace

TEST_CASE("what follows of several groups holds at every rank", "[cases]") {
  int proved = 0, refuted = 0;
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    World world(seed);
    for (int k = world.draw(1, 4); k > 0; --k)
      if (const Formula f = world.formula(); world.holds(f))
        world.facts.assume(f);
    INFO("seed " << seed);
    REQUIRE_FALSE(world.facts.is_contradictory());
    for (int k = 0; k < 4; ++k) {
      const Formula f = world.formula();
      INFO(print(f));
      if (world.holds(f)) {
        REQUIRE_FALSE(world.facts.under(f).is_contradictory());
        continue;
      }
      ++refuted;
      REQUIRE_FALSE(world.facts.proves(f));
      REQUIRE_FALSE(proves_by_cases(world.facts, f));
      REQUIRE_FALSE(world.facts.simplify(f).is_true());
      REQUIRE_FALSE(world.facts.under(!f).is_contradictory());
    }
    const Formula goal = world.formula();
    if (!world.facts.proves(goal)) continue;
    INFO(print(goal));
    ++proved;
    REQUIRE(world.holds(goal));
  }
  CHECK(proved > 100);
  CHECK(refuted > 3000);
}

}  // namespace rewright::index
