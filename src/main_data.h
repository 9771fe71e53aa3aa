// SPDX-License-Identifier: Apache-2.0
//
// Where the shipped rules and targets are.
#pragma once

#include <string>
#include <vector>

namespace rewright {

/// The folder that holds rewrites/ and targets/: the one given, else the one
/// installed beside the program, else the source tree it was built from.
/// Throws base::InputError when the folder given does not exist.
std::string data_folder(const std::string& given);

std::string rules_folder(const std::string& data);
std::string targets_folder(const std::string& data);

}  // namespace rewright
