// SPDX-License-Identifier: Apache-2.0
#include "index/sample.h"

#include <algorithm>
#include <array>
#include <map>

namespace rewright::index {

namespace {

constexpr int draws = 12;     // of all numbers anew
constexpr int mendings = 16;  // of one draw
constexpr std::int64_t most_missing = std::int64_t{1} << 40;

/// The same numbers on every machine.
class Random {
 public:
  std::uint64_t below(std::uint64_t end) {  // Knuth's MMIX generator
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % end;
  }

  std::int64_t number(SymbolKind kind) {
    constexpr std::array<std::int64_t, 8> sizes = {2, 3, 1, 4, 5, 2, 7, 3};
    constexpr std::array<std::int64_t, 8> integers = {0, 1, -1, 2, 3, -2, 1, 4};
    constexpr std::array<std::int64_t, 8> variables = {0, 0, 1, 0, 2, 1, 3, 0};
    const auto k = static_cast<std::size_t>(below(8));
    return kind == SymbolKind::size      ? sizes[k]
           : kind == SymbolKind::integer ? integers[k]
                                         : variables[k];
  }

 private:
  std::uint64_t state_ = 1;
};

bool set_solved(Sample& sample, const Wanted& wanted) {
  for (const Symbol& s : wanted.symbols) {
    const auto value = wanted.solved.find(s->id);
    if (value == wanted.solved.end()) continue;
    const auto number = sample.number(value->second);
    if (!number) return false;
    sample.set(s, *number);
  }
  return true;
}

/// One inequality and the symbols that may be changed for it.
struct Row {
  Expr e;
  std::vector<Symbol> free;
};

std::vector<Row> rows_of(const Wanted& wanted) {
  std::vector<Row> rows;
  for (const Expr& e : wanted.nonnegative) {
    std::map<std::uint64_t, Symbol> symbols;
    collect_symbols(e, symbols);
    Row row{e, {}};
    for (const auto& [id, s] : symbols)
      if (!wanted.solved.count(id)) row.free.push_back(s);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Changes one symbol so that the row, whose value is negative, comes nearer
/// to 0; false when no symbol does that.
bool mend(Sample& sample, const Row& row, std::int64_t value, Random& random) {
  if (row.free.empty() || value < -most_missing) return false;
  const std::size_t first = random.below(row.free.size());
  for (std::size_t k = 0; k < row.free.size(); ++k) {
    const Symbol& s = row.free[(first + k) % row.free.size()];
    const auto now = sample.number(Expr(s));
    if (!now) return false;
    for (const std::int64_t step : {1, -1}) {
      sample.set(s, *now + step);
      const auto then = sample.number(row.e);
      if (!then || *then <= value) continue;
      const std::int64_t gain = *then - value;
      sample.set(s, *now + step * ((-value + gain - 1) / gain));
      return true;
    }
    sample.set(s, *now);
  }
  return false;
}

bool mend_all(Sample& sample, const Wanted& wanted,
              const std::vector<Row>& rows, Random& random) {
  for (int mending = 0; mending < mendings; ++mending) {
    if (!set_solved(sample, wanted)) return false;
    const Row* broken = nullptr;
    std::int64_t value = 0;
    for (const Row& row : rows) {
      const auto number = sample.number(row.e);
      if (!number) return false;
      if (*number >= 0) continue;
      broken = &row;
      value = *number;
      break;
    }
    if (!broken) return true;
    if (!mend(sample, *broken, value, random)) return false;
  }
  return false;
}

}  // namespace

void Sample::set(const Symbol& symbol, std::int64_t number) {
  const auto at = std::lower_bound(
      numbers_.begin(), numbers_.end(), symbol->id,
      [](const auto& entry, std::uint64_t id) { return entry.first < id; });
  if (at != numbers_.end() && at->first == symbol->id)
    at->second = number;
  else
    numbers_.insert(at, {symbol->id, number});
}

const std::int64_t* Sample::find(std::uint64_t id) const {
  const auto at = std::lower_bound(
      numbers_.begin(), numbers_.end(), id,
      [](const auto& entry, std::uint64_t key) { return entry.first < key; });
  return at != numbers_.end() && at->first == id ? &at->second : nullptr;
}

bool Sample::has(const Symbol& symbol) const { return find(symbol->id); }

std::optional<std::int64_t> Sample::number(const Expr& e) const {
  std::int64_t sum = 0;
  for (const Term& t : e.terms()) {
    std::int64_t product = t.coefficient;
    for (const auto& [factor, exponent] : t.monomial) {
      std::int64_t value = 0;
      if (!atom(*factor, value)) return {};
      for (int k = 0; k < exponent; ++k)
        if (__builtin_mul_overflow(product, value, &product)) return {};
    }
    if (__builtin_add_overflow(sum, product, &sum)) return {};
  }
  return sum;
}

bool Sample::atom(const AtomNode& a, std::int64_t& value) const {
  if (a.kind == AtomKind::symbol) {
    const std::int64_t* found = find(a.symbol->id);
    if (found) value = *found;
    return found != nullptr;
  }
  if (a.kind == AtomKind::ite) {
    const auto chosen = holds(*a.condition);
    if (!chosen) return false;
    const auto x = number(a.args[*chosen ? 0 : 1]);
    if (x) value = *x;
    return x.has_value();
  }
  const auto x = number(a.args[0]);
  if (!x) return false;
  value = *x;
  switch (a.kind) {
    case AtomKind::numel:  // of the one axis
    case AtomKind::flat:
    case AtomKind::unflat:
      return true;
    default:
      break;
  }
  const auto y = number(a.args[1]);
  if (!y) return false;
  switch (a.kind) {
    case AtomKind::min:
      value = std::min(*x, *y);
      return true;
    case AtomKind::max:
      value = std::max(*x, *y);
      return true;
    case AtomKind::div:
    case AtomKind::mod: {
      if (*y <= 0) return false;
      const std::int64_t rest = *x % *y + (*x % *y < 0 ? *y : 0);
      value = a.kind == AtomKind::mod ? rest : *x / *y - (*x % *y < 0 ? 1 : 0);
      return true;
    }
    default:
      return false;
  }
}

std::optional<bool> Sample::holds(const Formula& f) const {
  const auto compared = [&](auto accepts) -> std::optional<bool> {
    const auto value = number(f->expr);
    if (!value) return {};
    return accepts(*value);
  };
  switch (f->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::falsehood:
      return false;
    case FormulaKind::nonnegative:
      return compared([](std::int64_t v) { return v >= 0; });
    case FormulaKind::zero:
      return compared([](std::int64_t v) { return v == 0; });
    case FormulaKind::nonzero:
      return compared([](std::int64_t v) { return v != 0; });
    case FormulaKind::all:
      return holds(f->args[0]);
    case FormulaKind::not_all: {
      const auto component = holds(f->args[0]);
      if (!component) return {};
      return !*component;
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
      break;
  }
  const bool every = f->kind == FormulaKind::conjunction;
  bool is_known = true;
  for (const Formula& arg : f->args) {
    const auto part = holds(arg);
    if (part && *part != every) return !every;
    is_known = is_known && part;
  }
  if (!is_known) return {};
  return every;
}

bool satisfies(const Sample& sample, const Wanted& wanted) {
  return std::all_of(wanted.nonnegative.begin(), wanted.nonnegative.end(),
                     [&](const Expr& e) {
                       const auto value = sample.number(e);
                       return value && *value >= 0;
                     }) &&
         std::all_of(
             wanted.formulas.begin(), wanted.formulas.end(),
             [&](const Formula& f) { return sample.holds(f).value_or(false); });
}

std::vector<Sample> find_samples(const Wanted& wanted,
                                 const std::vector<Sample>& starts, int count) {
  Random random;
  const std::vector<Row> rows = rows_of(wanted);
  std::vector<Sample> found;
  const auto attempt = [&](Sample sample) {
    for (const Symbol& s : wanted.symbols)
      if (!sample.has(s)) sample.set(s, random.number(s->kind));
    if (mend_all(sample, wanted, rows, random) && satisfies(sample, wanted))
      found.push_back(std::move(sample));
    return static_cast<int>(found.size()) < count;
  };
  for (const Sample& start : starts)
    if (!attempt(start)) return found;
  for (int k = 0; k < draws; ++k)
    if (!attempt({})) return found;
  return found;
}

}  // namespace rewright::index
