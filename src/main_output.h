// SPDX-License-Identifier: Apache-2.0
//
// Where the program meets terminals and files.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/file.h"
#include "reports/layout.h"

namespace rewright {

using base::write_file;

/// Throws base::InputError when the folder of `path` does not exist, before
/// any work is done for it.
void require_folder_of(const std::string& path);

/// Colour and width of standard output: colour only on a terminal and unless
/// NO_COLOR is set; never wider than 100 columns.
reports::Style standard_output_style();

/// A line on standard error that counts, on a terminal only and only once the
/// run has lasted two seconds. It is gone afterwards.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::size_t done, std::size_t total);

 private:
  std::chrono::steady_clock::time_point start_;
  bool is_terminal_ = false;
  bool is_shown_ = false;
};

}  // namespace rewright
