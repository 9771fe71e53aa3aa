// SPDX-License-Identifier: Apache-2.0
#include "evaluate/arithmetic_exact.h"

#include <boost/math/special_functions/erf.hpp>

#include "base/exact.h"

namespace rewright::evaluate {

using base::Real;

namespace {

/// Throws Uncertain when rounding may have decided how a and b compare.
void require_decided(const Real& a, const Real& b) {
  if (a == b || isinf(a) || isinf(b)) return;
  const Real size = std::max<Real>(fabs(a), fabs(b));
  if (fabs(a - b) < ldexp(size, -200))
    throw Uncertain("two reals are too close to compare");
}

}  // namespace

Real Arithmetic<Real>::defined(const Real& x) {
  if (isnan(x)) throw Undefined("infinities cancel");
  return x;
}

bool Arithmetic<Real>::equal(const Real& a, const Real& b) {
  require_decided(a, b);
  return a == b;
}

bool Arithmetic<Real>::less(const Real& a, const Real& b) {
  require_decided(a, b);
  return a < b;
}

bool Arithmetic<Real>::less_or_equal(const Real& a, const Real& b) {
  require_decided(a, b);
  return a <= b;
}

Real Arithmetic<Real>::exp(const Real& a) {
  return boost::multiprecision::exp(a);
}

Real Arithmetic<Real>::log(const Real& a) {
  if (a <= 0) throw Undefined("log of a number that is not positive");
  return boost::multiprecision::log(a);
}

Real Arithmetic<Real>::sqrt(const Real& a) {
  if (a < 0) throw Undefined("sqrt of a negative number");
  return boost::multiprecision::sqrt(a);
}

Real Arithmetic<Real>::sigmoid(const Real& a) {
  return 1 / (1 + boost::multiprecision::exp(Real(-a)));
}

Real Arithmetic<Real>::tanh(const Real& a) {
  return boost::multiprecision::tanh(a);
}

Real Arithmetic<Real>::erf(const Real& a) { return boost::math::erf(a); }

Real Arithmetic<Real>::sin(const Real& a) {
  return boost::multiprecision::sin(a);
}

Real Arithmetic<Real>::cos(const Real& a) {
  return boost::multiprecision::cos(a);
}

Real Arithmetic<Real>::atan(const Real& a) {
  return boost::multiprecision::atan(a);
}

}  // namespace rewright::evaluate
