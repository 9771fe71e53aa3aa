// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of requantisation: a real factor is an integer of 31 bits and
// a shift, a code is what is left after the shift, rounded half to even and
// saturated (B. Jacob et al., Quantization and training of neural networks for
// efficient integer-arithmetic-only inference, CVPR 2018, section 2.2, but for
// the rounding).
#pragma once

#include <cstdint>

namespace rewright::properties {

/// factor * 2^-shift.
struct Multiplier {
  std::int64_t factor = 0;
  int shift = 0;
};

/// The nearest to x > 0 with 2^30 <= factor < 2^31: off by 2^-31 of x at most.
Multiplier multiplier_of(double x);
/// The factor of x for a shift given; of 31 bits when that is the shift of
/// multiplier_of(y) for some y >= |x|.
std::int64_t factor_of(double x, int shift);

/// x * m, rounded half to even; at most 2^40 in size.
std::int64_t requantised(std::int64_t x, const Multiplier& m);

/// The largest code: 127 of 8 bits. The least is one below its negative.
std::int64_t largest_code(int bits);
std::int64_t saturated(std::int64_t code, int bits);

}  // namespace rewright::properties
