// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace rewright::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path) {
  throw InputError(path, std::string("cannot write: ") + std::strerror(errno));
}

void write_all(int file, const std::string& text, const std::string& path) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(file, text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(path);
    at += static_cast<std::size_t>(n);
  }
}

void write_directly(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(path);
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !is_written) fail(path);
}

/// The mode of the file that is replaced, else what the umask leaves.
mode_t mode_for(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// A temporary file that is removed unless it is kept.
class Temporary {
 public:
  explicit Temporary(const std::string& target)
      : target_(target), name_(target + ".XXXXXX") {
    file_ = ::mkstemp(name_.data());
    if (file_ < 0) fail(target);
  }
  ~Temporary() {
    if (file_ >= 0) ::close(file_);
    if (!is_kept_) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(const std::string& text) { write_all(file_, text, target_); }
  void keep() {
    if (::fchmod(file_, mode_for(target_)) != 0) fail(target_);
    if (::fsync(file_) != 0) fail(target_);
    const int file = std::exchange(file_, -1);
    if (::close(file) != 0) fail(target_);
    if (std::rename(name_.c_str(), target_.c_str()) != 0) fail(target_);
    is_kept_ = true;
  }

 private:
  std::string target_;
  std::string name_;
  int file_ = -1;
  bool is_kept_ = false;
};

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return write_directly(path, text);
  // A link stays a link: its file is replaced.
  const fs::path real = fs::weakly_canonical(path, failure);
  Temporary temporary(failure ? path : real.string());
  temporary.write(text);
  temporary.keep();
}

}  // namespace rewright::base
