// SPDX-License-Identifier: Apache-2.0
#include "rounding/node_roundings.h"

#include <algorithm>

namespace rewright::rounding {

using index::Expr;
using ir::Function;
using ir::ValueKind;

namespace {

Roundings operator+(const Roundings& a, const Roundings& b) {
  return {a.in_sums + b.in_sums, a.in_format + b.in_format};
}

Roundings times(const Expr& n, const Roundings& r) {
  return {n * r.in_sums, n * r.in_format};
}

/// |c| is a power of two, or 0.
bool is_power_of_two(const base::Rational& c) {
  const base::Integer n = abs(numerator(c)), d = denominator(c);
  return (n & (n - 1)) == 0 && (d & (d - 1)) == 0;
}

/// Whether so many bits hold c, exponents aside.
bool fits(const base::Rational& c, int bits) {
  const base::Integer n = abs(numerator(c)), d = denominator(c);
  if (n == 0) return true;
  return (d & (d - 1)) == 0 && static_cast<int>(msb(n) - lsb(n)) < bits;
}

bool scales_exactly(const Cost& factor) {
  return factor.constant && is_power_of_two(*factor.constant);
}

bool is_zero(const Cost& term) { return term.constant && *term.constant == 0; }

bool has_variable(const Expr& e) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(e, symbols);
  return std::any_of(symbols.begin(), symbols.end(), [](const auto& s) {
    return s.second->kind == index::SymbolKind::variable;
  });
}

}  // namespace

NodeCounter::NodeCounter(ir::Rounding rounding, ir::ElementType format,
                         const std::vector<Cost>& operands,
                         const index::Facts& facts)
    : rounding_(rounding),
      format_(format),
      in_sums_(rounding == ir::Rounding::reduction && is_short(format)),
      operands_(operands),
      facts_(facts) {}

Cost NodeCounter::stored(const ir::Value& meaning) {
  Cost result = cost(meaning);
  if (in_sums_ && is_computed_)
    result.roundings.in_format = result.roundings.in_format + 1;
  return result;
}

Cost NodeCounter::cost(const ir::Value& v) {
  const auto found = known_.find(v.get());
  if (found != known_.end()) return found->second;
  const Cost result = computed(*v);
  return known_[v.get()] = result;
}

Cost NodeCounter::computed(const ir::ValueNode& v) {
  switch (v.kind) {
    case ValueKind::access:
      return operands_.at(static_cast<std::size_t>(v.input));
    case ValueKind::constant:
      return number(v.constant);
    case ValueKind::size:
      return size(v.size);
    case ValueKind::apply:
      return apply(v);
    case ValueKind::select:
      return choice(cost(v.args.at(0)), cost(v.args.at(1)));
    case ValueKind::reduce:
      return reduction(v);
  }
  throw std::logic_error("unknown kind of value");
}

// An infinity costs nothing: only max and min may meet it, see absolute.h.
Cost NodeCounter::number(const ir::ConstantNumber& number) {
  if (number.kind != ir::ConstantNumber::Kind::rational) return {};
  const base::Rational& c = number.rational;
  return {.roundings = conversion(fits(c, precision(format_)),
                                  fits(c, precision(ir::ElementType::float32))),
          .constant = c};
}

Cost NodeCounter::size(const Expr& size) {
  const Expr known = facts_.simplify(size);
  if (known.is_constant()) return number({.rational = known.constant()});
  const auto is_within = [&](int bits) {
    const Expr bound(std::int64_t{1} << bits);
    return facts_.proves(index::less_equal(known, bound)) &&
           facts_.proves(index::less_equal(-known, bound));
  };
  return {.roundings =
              conversion(is_within(precision(format_)),
                         is_within(precision(ir::ElementType::float32)))};
}

Cost NodeCounter::apply(const ir::ValueNode& v) {
  const auto arg = [&](std::size_t k) { return cost(v.args.at(k)); };
  switch (v.function) {
    case Function::add:
      return sum(arg(0), arg(1));
    case Function::mul:
      return product(arg(0), arg(1));
    case Function::div:
      return quotient(v);
    case Function::min:
    case Function::max:
      return choice(arg(0), arg(1));
    case Function::neg:
    case Function::abs: {
      Cost same = arg(0);
      if (same.constant && (v.function == Function::neg || *same.constant < 0))
        same.constant = -*same.constant;
      return same;
    }
    case Function::where:
      cost(v.args.at(0));  // truth values that have a cost are exact
      return choice(arg(1), arg(2));
    case Function::equal:
    case Function::less:
    case Function::less_or_equal:
      return comparison(v);
    case Function::logical_not:
    case Function::logical_and:
    case Function::logical_or:
      for (const ir::Value& part : v.args) cost(part);
      return {};
    case Function::round:
    case Function::to_integer:
    case Function::to_real:
      throw NoCount("codes are no sum, product or quotient");
    case Function::exp:
    case Function::log:
    case Function::sqrt:
    case Function::sigmoid:
    case Function::tanh:
    case Function::erf:
    case Function::sin:
    case Function::cos:
    case Function::atan:
      break;
  }
  throw NoCount(std::string(ir::name(v.function)) +
                " is no sum, product or quotient");
}

Cost NodeCounter::sum(const Cost& a, const Cost& b) {
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  return {.roundings = larger(a.roundings, b.roundings) + rounded(1),
          .is_relative = false};
}

Cost NodeCounter::product(const Cost& a, const Cost& b) {
  Cost result{.roundings = a.roundings + b.roundings,
              .is_relative = a.is_relative && b.is_relative};
  if (!scales_exactly(a) && !scales_exactly(b))
    result.roundings = result.roundings + rounded(1);
  return result;
}

// A divisor that is a size S is itself rounded when S > 1/u. Where there are
// S roundings anyway, as in a mean of S elements, gamma of their number is
// then infinite and claims nothing, so that rounding need not be counted.
Cost NodeCounter::quotient(const ir::ValueNode& v) {
  const Cost dividend = cost(v.args.at(0)), divisor = cost(v.args.at(1));
  if (!divisor.is_relative)
    throw NoCount("the relative error of a divisor that is a sum has no bound");
  Cost result{.roundings = dividend.roundings + divisor.roundings,
              .is_relative = dividend.is_relative};
  if (scales_exactly(divisor) || is_zero(dividend)) return result;
  const Expr& size = v.args[1]->size;
  const Roundings without = dividend.roundings + rounded(1);
  const bool is_covered =
      v.args[1]->kind == ValueKind::size &&
      facts_.proves(index::less_equal(size, where_computed(without)));
  result.roundings = is_covered ? without : result.roundings + rounded(1);
  return result;
}

// |max(a', b') - max(a, b)| <= max(|a' - a|, |b' - b|), and where both have
// their signs and relative errors, so has the one that is chosen.
Cost NodeCounter::choice(const Cost& a, const Cost& b) const {
  return {.roundings = larger(a.roundings, b.roundings),
          .is_relative = a.is_relative && b.is_relative};
}

Cost NodeCounter::comparison(const ir::ValueNode& v) {
  for (const ir::Value& arg : v.args)
    if (!cost(arg).is_exact())
      throw NoCount("a comparison of rounded values may fall either way");
  return {};
}

// The sum of no terms counts -1. It and all products with it are exactly 0,
// which is within (1 + gamma(k) - 1) * 0 of itself for any k.
Cost NodeCounter::reduction(const ir::ValueNode& v) {
  const Cost body = cost(v.args.at(0));
  if (v.monoid != ir::Monoid::sum && v.monoid != ir::Monoid::product)
    return {.roundings = body.roundings, .is_relative = body.is_relative};
  const Expr n = terms(v);
  if (v.monoid == ir::Monoid::sum)
    return {.roundings = body.roundings + rounded(n - 1),
            .is_relative = body.is_relative && n.is(1)};
  return {.roundings = times(n, body.roundings) +
                       rounded(facts_.simplify(index::max(n - 1, 0))),
          .is_relative = body.is_relative};
}

/// How many elements a reduction runs over, at most: those of its whole
/// domain, guards aside.
Expr NodeCounter::terms(const ir::ValueNode& reduction) const {
  Expr n = 1;
  for (const ir::BoundVariable& variable : reduction.bound)
    n = n * ir::elements(ir::Dim{.extent = facts_.simplify(variable.extent),
                                 .group = variable.symbol->group});
  if (has_variable(n))
    throw NoCount("the number of terms differs from element to element");
  return n;
}

Roundings NodeCounter::rounded(const Expr& times) {
  const bool is_never = times.is_constant() && times.constant() <= 0;
  if (rounding_ == ir::Rounding::exact || is_never) return {};
  is_computed_ = true;
  return in_sums_ ? Roundings{times, {}} : Roundings{{}, times};
}

/// Of a number that is no element of any operand. Short formats take theirs
/// from float32.
Roundings NodeCounter::conversion(bool fits_format, bool fits_sums) {
  if (in_sums_ && !fits_sums) is_computed_ = true;
  const Expr to_sums = is_short(format_) && !fits_sums ? 1 : 0;
  if (in_sums_) return {to_sums, {}};
  return fits_format ? Roundings{} : Roundings{to_sums, 1};
}

Roundings NodeCounter::larger(const Roundings& a, const Roundings& b) const {
  const auto of = [&](const Expr& x, const Expr& y) {
    return facts_.simplify(index::max(x, y));
  };
  return {of(a.in_sums, b.in_sums), of(a.in_format, b.in_format)};
}

const Expr& NodeCounter::where_computed(const Roundings& r) const {
  return in_sums_ ? r.in_sums : r.in_format;
}

}  // namespace rewright::rounding
