// SPDX-License-Identifier: Apache-2.0
//
// A float32 value together with a rigorous bound on its distance from the
// exact value of the same expression (running error analysis; N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.3). As
// an element type it gives every kernel its error bound for free.
#pragma once

#include <limits>

namespace rewright::evaluate {

struct Bounded {
  float value = 0;
  double error = 0;  // |value - exact| <= error; infinity when nothing is known

  Bounded() = default;
  Bounded(float v) : value(v) {}  // NOLINT: an exact leaf
  Bounded(float v, double e) : value(v), error(e) {}
};

}  // namespace rewright::evaluate
