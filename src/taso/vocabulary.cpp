// SPDX-License-Identifier: Apache-2.0
#include "taso/vocabulary.h"

#include <algorithm>

namespace rewright::taso {
namespace {

std::string name_of(const std::vector<std::string>& names, int code,
                    const char* what) {
  const auto at = static_cast<std::size_t>(code);
  return code >= 0 && at < names.size()
             ? names[at]
             : std::string(what) + ' ' + std::to_string(code);
}

std::optional<int> code_of(const std::vector<std::string>& names,
                           std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

}  // namespace

const std::vector<std::string>& operator_names() {
  static const std::vector<std::string> names = {
      "OP_INPUT",        "OP_WEIGHT",       "OP_ANY",
      "OP_CONV2D",       "OP_DROPOUT",      "OP_LINEAR",
      "OP_POOL2D_MAX",   "OP_POOL2D_AVG",   "OP_RELU",
      "OP_SIGMOID",      "OP_TANH",         "OP_BATCHNORM",
      "OP_CONCAT",       "OP_SPLIT",        "OP_RESHAPE",
      "OP_TRANSPOSE",    "OP_EW_ADD",       "OP_EW_MUL",
      "OP_MATMUL",       "OP_MUL",          "OP_ENLARGE",
      "OP_MERGE_GCONV",  "OP_CONSTANT_IMM", "OP_CONSTANT_ICONV",
      "OP_CONSTANT_ONE", "OP_CONSTANT_POOL"};
  return names;
}

const std::vector<std::string>& parameter_names() {
  static const std::vector<std::string> names = {
      "PM_OP_TYPE",  "PM_NUM_INPUTS", "PM_NUM_OUTPUTS",      "PM_GROUP",
      "PM_KERNEL_H", "PM_KERNEL_W",   "PM_STRIDE_H",         "PM_STRIDE_W",
      "PM_PAD",      "PM_ACTI",       "PM_NUMDIM",           "PM_AXIS",
      "PM_PERM",     "PM_OUTSHUFFLE", "PM_MERGE_GCONV_COUNT"};
  return names;
}

std::string operator_name(int code) {
  return name_of(operator_names(), code, "operator");
}

std::string parameter_name(int code) {
  return name_of(parameter_names(), code, "parameter");
}

std::optional<int> operator_code(std::string_view name) {
  return code_of(operator_names(), name);
}

std::optional<int> parameter_code(std::string_view name) {
  return code_of(parameter_names(), name);
}

}  // namespace rewright::taso
