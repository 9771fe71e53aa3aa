// SPDX-License-Identifier: Apache-2.0
//
// How a device computes with numbers of floating type: as integer codes times
// a constant scale (the table [quantisation] of a target file). Codes are
// symmetric (zero point 0) and saturate; activations have one scale a tensor;
// requantisation is a multiplication by an integer and a shift, rounded half
// to even. A file that says anything else is refused.
#pragma once

#include <string>
#include <vector>

namespace rewright::solver {

/// The defaults are those of nash-m.
struct Quantisation {
  std::vector<int> code_bits = {8, 16};  // 8: codes -128 .. 127
  bool per_channel_weights = true;       // one scale an output channel
  int accumulator_bits = 32;
  std::string confidence = {};  // a name of solver::Confidence
  std::string source = {};
  std::string note = {};
};

}  // namespace rewright::solver
