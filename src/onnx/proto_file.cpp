// SPDX-License-Identifier: Apache-2.0
#include "onnx/proto_file.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <google/protobuf/message_lite.h>
#include <google/protobuf/stubs/logging.h>

#include "base/error.h"

namespace rewright::onnx {

namespace {

namespace fs = std::filesystem;

std::string read_bytes(const std::string& path, const std::string& kind) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) throw base::InputError(path, "no such file");
  if (fs::is_directory(status))
    throw base::InputError(path, "is a directory, not an " + kind);
  const std::uintmax_t size = fs::file_size(path, failure);
  if (!failure && size > largest_message)
    throw base::InputError(path, "is larger than 2 GB, which no " + kind +
                                     " is; large tensors belong into "
                                     "files of their own");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw base::InputError(path, "cannot be read");
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw base::InputError(path, "cannot be read");
  if (bytes.empty()) throw base::InputError(path, "is empty");
  return bytes;
}

}  // namespace

void parse_file(const std::string& path, const std::string& kind,
                google::protobuf::MessageLite& message) {
  const std::string bytes = read_bytes(path, kind);
  const google::protobuf::LogSilencer silence;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    throw base::InputError(path, "is not an " + kind + ", or is cut short");
}

std::string serialised(const google::protobuf::MessageLite& message,
                       const std::string& path) {
  if (message.ByteSizeLong() > largest_message)
    throw base::InputError(path,
                           "cannot write: more than 2 GB do not fit into one "
                           "protocol buffer");
  return message.SerializeAsString();
}

}  // namespace rewright::onnx
