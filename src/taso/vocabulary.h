// SPDX-License-Identifier: Apache-2.0
//
// Names and codes of the operators and parameters that a catalogue may speak
// of. The codes are those of the protocol-buffer form.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rewright::taso {

namespace code {
constexpr int conv = 3, relu = 8, sigmoid = 9, tanh = 10, concat = 12,
              split = 13, add = 16, mul = 17, matmul = 18;
}  // namespace code

namespace parameter {
constexpr int op_type = 0, num_inputs = 1, num_outputs = 2, group = 3,
              kernel_h = 4, kernel_w = 5, stride_h = 6, stride_w = 7, pad = 8,
              acti = 9, numdim = 10, axis = 11;
}  // namespace parameter

/// In the order of their codes, from 0.
const std::vector<std::string>& operator_names();
const std::vector<std::string>& parameter_names();

/// The name, or "operator 77" for a code that has none.
std::string operator_name(int code);
std::string parameter_name(int code);

std::optional<int> operator_code(std::string_view name);
std::optional<int> parameter_code(std::string_view name);

}  // namespace rewright::taso
