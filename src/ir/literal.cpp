// SPDX-License-Identifier: Apache-2.0
//
// Literals are read by exact arithmetic: `0.1` is one tenth and `1/3` one
// third, whatever the element type will be. Exponents are limited, so that a
// short text cannot ask for a number of a million digits.
#include "ir/literal.h"

#include <algorithm>
#include <charconv>

namespace rewright::ir {

namespace {

using base::Integer;
using base::Rational;
using Kind = syntax::Expr::Kind;

constexpr int largest_exponent = 5000;

template <class I>
std::optional<I> parse(const std::string& text) {
  I value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// Digits as an integer; a leading zero would make Boost read octal.
Integer digits_of(const std::string& digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string::npos ? Integer(0)
                                    : Integer(digits.substr(first));
}

}  // namespace

std::optional<std::int64_t> parse_integer(const std::string& digits) {
  return parse<std::int64_t>(digits);
}

std::optional<Rational> parse_decimal(const std::string& text) {
  const std::size_t e = text.find_first_of("eE");
  std::string mantissa = text.substr(0, e);
  int exponent = 0;
  if (e != std::string::npos) {
    std::string written = text.substr(e + 1);
    if (written.starts_with('+')) written.erase(0, 1);
    const auto parsed = parse<int>(written);
    if (!parsed || std::abs(*parsed) > largest_exponent) return std::nullopt;
    exponent = *parsed;
  }
  if (const auto point = mantissa.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(mantissa.size() - point - 1);
    mantissa.erase(point, 1);
  }
  const Integer scale = pow(Integer(10), std::abs(exponent));
  const Integer digits = digits_of(mantissa);
  return exponent < 0 ? Rational(digits, scale) : Rational(digits * scale);
}

namespace {

using Number = std::optional<ConstantNumber>;

Number rational(const std::optional<Rational>& value) {
  if (!value) return std::nullopt;
  return ConstantNumber{.rational = *value};
}

Number negated(const Number& number) {
  using NumberKind = ConstantNumber::Kind;
  if (!number) return std::nullopt;
  switch (number->kind) {
    case NumberKind::rational:
      return rational(Rational(-number->rational));
    case NumberKind::plus_infinity:
      return ConstantNumber{.kind = NumberKind::minus_infinity};
    case NumberKind::minus_infinity:
      return ConstantNumber{.kind = NumberKind::plus_infinity};
    case NumberKind::truth:
      break;
  }
  return std::nullopt;
}

Number arithmetic(const std::string& sign, const Number& a, const Number& b) {
  const auto is_rational = [](const Number& n) {
    return n && n->kind == ConstantNumber::Kind::rational;
  };
  if (!is_rational(a) || !is_rational(b)) return std::nullopt;
  if (sign == "+") return rational(Rational(a->rational + b->rational));
  if (sign == "-") return rational(Rational(a->rational - b->rational));
  if (sign == "*") return rational(Rational(a->rational * b->rational));
  if (b->rational == 0) return std::nullopt;
  return rational(Rational(a->rational / b->rational));
}

}  // namespace

std::optional<ConstantNumber> literal(const syntax::Expr& e) {
  switch (e.kind) {
    case Kind::integer:
    case Kind::decimal:
      return rational(parse_decimal(e.text));
    case Kind::boolean:
      return ConstantNumber{.kind = ConstantNumber::Kind::truth,
                            .truth = e.text == "true"};
    case Kind::infinity:
      return ConstantNumber{.kind = ConstantNumber::Kind::plus_infinity};
    case Kind::negate:
      return negated(literal(e.children[0]));
    case Kind::arithmetic:
      return arithmetic(e.text, literal(e.children[0]), literal(e.children[1]));
    default:
      return std::nullopt;
  }
}

}  // namespace rewright::ir
