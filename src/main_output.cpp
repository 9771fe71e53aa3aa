// SPDX-License-Identifier: Apache-2.0
#include "main_output.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"

namespace rewright {

namespace fs = std::filesystem;

void require_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code failure;
  if (!folder.empty() && !fs::is_directory(folder, failure))
    throw base::InputError(path, "cannot write: no such folder");
}

reports::Style standard_output_style() {
  reports::Style style;
  if (::isatty(STDOUT_FILENO) == 0) return style;
  const char* no_color = std::getenv("NO_COLOR");
  style.colour = no_color == nullptr || *no_color == '\0';
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<std::size_t>(size.ws_col, 60, style.width);
  return style;
}

Progress::Progress()
    : start_(std::chrono::steady_clock::now()),
      is_terminal_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (is_shown_) std::cerr << "\r\033[K" << std::flush;
}

void Progress::operator()(std::size_t done, std::size_t total) {
  if (!is_terminal_) return;
  if (std::chrono::steady_clock::now() - start_ < std::chrono::seconds(2))
    return;
  is_shown_ = true;
  std::cerr << "\r\033[K" << done << '/' << total << " checked" << std::flush;
}

}  // namespace rewright
