// SPDX-License-Identifier: Apache-2.0
#include "onnx/external_data.h"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <onnx/onnx_pb.h>

#include "base/error.h"

namespace rewright::onnx {

namespace {

namespace fs = std::filesystem;
using Proto = ::onnx::TensorProto;

struct Extract {
  fs::path path;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// Finds where the data of one tensor are.
class Locator {
 public:
  Locator(const Proto& tensor, const std::string& model_path)
      : tensor_(tensor), model_path_(model_path) {}

  Extract locate() const {
    const fs::path path = file();
    std::error_code failure;
    require_inside(path);
    if (!fs::is_regular_file(path, failure))
      fail("keeps its data in '" + path.string() + "', which is missing");
    const std::uintmax_t size = fs::file_size(path, failure);
    if (failure) unreadable(path);
    const std::uint64_t offset = number("offset", 0);
    const std::uint64_t rest = offset > size ? 0 : size - offset;
    const std::uint64_t length = number("length", rest);
    if (offset > size || length > rest)
      fail("has its data past the end of '" + path.string() + "'");
    return {path, offset, length};
  }

  [[noreturn]] void unreadable(const fs::path& path) const {
    fail("keeps its data in '" + path.string() + "', which cannot be read");
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(model_path_, describe(tensor_) + " " + message);
  }

  std::string entry(const std::string& key) const {
    for (const auto& pair : tensor_.external_data())
      if (pair.key() == key) return pair.value();
    return {};
  }

  std::uint64_t number(const std::string& key, std::uint64_t fallback) const {
    const std::string text = entry(key);
    if (text.empty()) return fallback;
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
      fail("has the malformed " + key + " '" + text + "'");
    return value;
  }

  fs::path file() const {
    const fs::path location = fs::path(entry("location")).lexically_normal();
    if (location.empty()) fail("does not say in which file its data are");
    if (location.is_absolute() || *location.begin() == "..")
      fail("keeps its data in '" + location.string() +
           "', outside the folder of the model");
    return fs::path(model_path_).parent_path() / location;
  }

  /// Links may lead out of the folder, too.
  void require_inside(const fs::path& path) const {
    std::error_code failure;
    const fs::path parent = fs::path(model_path_).parent_path();
    const fs::path folder =
        fs::weakly_canonical(parent.empty() ? "." : parent, failure);
    const fs::path real = fs::weakly_canonical(path, failure);
    const fs::path from_folder = real.lexically_relative(folder);
    if (failure || from_folder.empty() || *from_folder.begin() == "..")
      fail("keeps its data in '" + path.string() +
           "', a link out of the folder of the model");
  }

  const Proto& tensor_;
  const std::string& model_path_;
};

}  // namespace

std::string describe(const Proto& tensor) {
  return tensor.name().empty() ? "a constant"
                               : "tensor '" + tensor.name() + "'";
}

bool is_external(const Proto& tensor) {
  return tensor.data_location() == Proto::EXTERNAL;
}

std::string read_external_data(const Proto& tensor,
                               const std::string& model_path) {
  const Locator locator(tensor, model_path);
  const Extract extract = locator.locate();
  std::ifstream file(extract.path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(extract.offset));
  std::string bytes(extract.length, '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(extract.length)))
    locator.unreadable(extract.path);
  return bytes;
}

std::uint64_t external_size(const Proto& tensor,
                            const std::string& model_path) {
  return Locator(tensor, model_path).locate().length;
}

void check_external_data(const Proto& tensor, const std::string& model_path) {
  if (is_external(tensor)) Locator(tensor, model_path).locate();
}

}  // namespace rewright::onnx
