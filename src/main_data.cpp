// SPDX-License-Identifier: Apache-2.0
#include "main_data.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace rewright {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

}  // namespace

std::string data_folder(const std::string& given) {
  if (!given.empty()) {
    if (!is_folder(given)) throw base::InputError(given, "no such folder");
    return given;
  }
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  const fs::path installed =
      program.parent_path().parent_path() / "share" / "rewright";
  if (!failure && is_folder(installed)) return installed.string();
  return REWRIGHT_DATA_DIR;
}

std::string rules_folder(const std::string& data) {
  return (fs::path(data) / "rewrites").string();
}

std::string targets_folder(const std::string& data) {
  return (fs::path(data) / "targets").string();
}

}  // namespace rewright
