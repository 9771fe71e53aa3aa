// SPDX-License-Identifier: Apache-2.0
//
// A substitution whose wiring is checked: the values of both sides in one
// numbering, first the inputs, then the results of source and target.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "taso/catalogue.h"

namespace rewright::taso {

enum class Activation { none, sigmoid, relu, tanh };

/// Sizes and steps of a convolution's window, as far as they are given.
struct Window {
  std::optional<std::int64_t> kernel[2];  // height, width
  std::int64_t stride[2] = {1, 1};
  bool is_padded = true;  // so that stride 1 keeps the size
  std::optional<std::int64_t> group;
};

/// One operator. What is not its own stays at its default.
struct Step {
  int code = 0;
  std::string place;  // "rule 7, source operator 2 (OP_MATMUL)"
  std::vector<int> operands;
  std::vector<int> results;
  Activation activation = Activation::none;
  std::optional<std::size_t> axis;  // of Concat and Split
  std::optional<std::size_t> rank;  // of Concat
  Window window;
};

struct Pattern {
  std::int64_t id = 0;
  std::vector<std::int64_t> inputs;  // the names they have: -1, -4
  std::vector<Step> steps;           // the source's, then the target's
  std::size_t source_steps = 0;
  int values = 0;
  std::vector<int> source_outputs;
  std::vector<int> target_outputs;  // paired with the source's
};

/// Checks ids, arities, parameters and outputs. Throws base::InputError, about
/// the file `name`, for the first thing that is wrong.
Pattern read_pattern(const Substitution& substitution, const std::string& name);

}  // namespace rewright::taso
