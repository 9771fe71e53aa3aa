// SPDX-License-Identifier: Apache-2.0
#include "solver/pointwise_machine.h"

#include <algorithm>

namespace rewright::solver {

namespace {

int bits_of(ir::ElementType t) {
  switch (t) {
    case ir::ElementType::int8:
      return 8;
    case ir::ElementType::int16:
      return 16;
    case ir::ElementType::int32:
      return 32;
    default:
      return 64;
  }
}

std::string power_of_two(int exponent) {
  return (base::Integer(1) << exponent).str();
}

z3::expr magnitude(const z3::expr& x) { return z3::ite(x >= 0, x, -x); }

}  // namespace

MachineIntegers::MachineIntegers(const ir::Rule& rule, Encoder& encoder)
    : rule_(rule), encoder_(encoder) {}

bool MachineIntegers::has(int type_class) const {
  const auto at = static_cast<std::size_t>(type_class);
  const ir::TypeSet own = rule_.type_classes.at(at);
  if ((own & ir::integer_types) == 0) return false;
  if ((own & ir::floating_types) == 0) return true;
  for (std::size_t k = 0; k < rule_.type_classes.size(); ++k)
    if (k != at && (rule_.type_classes[k] & ir::integer_types) != 0)
      return false;
  return true;
}

std::optional<int> MachineIntegers::the_class() const {
  std::optional<int> found;
  for (std::size_t k = 0; k < rule_.type_classes.size(); ++k) {
    if ((rule_.type_classes[k] & ir::numeric_types) == 0) continue;
    if (found) return {};
    found = static_cast<int>(k);
  }
  return found;
}

z3::expr MachineIntegers::real(const std::string& number) {
  return encoder_.context().real_val(number.c_str());
}

z3::expr MachineIntegers::half(int type_class) {
  const auto found = halves_.find(type_class);
  if (found != halves_.end()) return found->second;
  std::vector<int> bits;
  const auto at = static_cast<std::size_t>(type_class);
  for (const ir::ElementType t : ir::members(ir::restrict_to(
           rule_.type_classes.at(at), ir::ElementClass::integer)))
    bits.push_back(bits_of(t));
  const auto [least, most] = std::minmax_element(bits.begin(), bits.end());
  const z3::expr narrowest = real(power_of_two(*least - 1));
  const z3::expr widest = real(power_of_two(*most - 1));
  z3::expr half = narrowest;
  if (*least != *most) {
    half = z3::to_real(encoder_.fresh("half", encoder_.context().int_sort()));
    encoder_.add(half >= narrowest && half <= widest);
  }
  halves_.emplace(type_class, half);
  return half;
}

void MachineIntegers::keep_in_range(const z3::expr& value, int type_class) {
  const z3::expr h = half(type_class);
  encoder_.add(value >= -h && value < h);
}

z3::expr MachineIntegers::wrapped(const z3::expr& exact, int windows,
                                  int type_class) {
  for (const Wrapped& w : wrapped_)
    if (w.type_class == type_class && z3::eq(w.exact, exact)) return w.value;
  const z3::expr h = half(type_class);
  const z3::expr value =
      z3::to_real(encoder_.fresh("wrapped", encoder_.context().int_sort()));
  keep_in_range(value, type_class);
  for (int j = -windows; j <= windows; ++j) {
    const z3::expr there = exact - real(std::to_string(2 * j)) * h;
    encoder_.add(z3::implies(there >= -h && there < h, value == there));
  }
  wrapped_.push_back({exact, type_class, value});
  return value;
}

// A multiple of b smaller than b is 0: what two multiples of b differ by is
// k*b as soon as it is nearer to k*b than |b|. That needs no products.
void MachineIntegers::relate(const Division& a, const Division& b) {
  const z3::expr same = a.divisor == b.divisor;
  const z3::expr opposite = a.divisor == -b.divisor;
  encoder_.add(
      z3::implies(same && a.dividend == b.dividend,
                  a.quotient == b.quotient && a.multiple == b.multiple));
  for (int k = -1; k <= 1; ++k) {
    const z3::expr step = real(std::to_string(k)) * a.divisor;
    const z3::expr rest = a.multiple - b.multiple - step;
    encoder_.add(z3::implies(
        (same || opposite) && magnitude(rest) < magnitude(a.divisor),
        rest == 0 && z3::implies(same, a.quotient - b.quotient ==
                                           real(std::to_string(k)))));
  }
}

MachineIntegers::Division MachineIntegers::divided(const z3::expr& a,
                                                   const z3::expr& b) {
  const z3::sort integer = encoder_.context().int_sort();
  const z3::expr quotient = z3::to_real(encoder_.fresh("quotient", integer));
  const z3::expr rest = z3::to_real(encoder_.fresh("remainder", integer));
  const Division made{a, b, quotient, a - rest};
  if (b.is_numeral()) encoder_.add(made.multiple == b * quotient);
  encoder_.add(z3::implies(b != 0, magnitude(rest) < magnitude(b) &&
                                       z3::implies(a >= 0, rest >= 0) &&
                                       z3::implies(a <= 0, rest <= 0)));
  const z3::expr zero = real("0");
  relate(made, {zero, b, zero, zero});
  for (const Division& other : divisions_) relate(made, other);
  divisions_.push_back(made);
  return made;
}

}  // namespace rewright::solver
