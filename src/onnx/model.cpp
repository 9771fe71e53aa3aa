// SPDX-License-Identifier: Apache-2.0
#include "onnx/model.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/opset.h"
#include "onnx/structure.h"

namespace rewright::onnx {

namespace {

namespace fs = std::filesystem;

/// Protocol buffers end at 2 GB.
constexpr std::uintmax_t largest_file = std::numeric_limits<int>::max();

std::string read_bytes(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) throw base::InputError(path, "no such file");
  if (fs::is_directory(status))
    throw base::InputError(path, "is a directory, not an ONNX model");
  const std::uintmax_t size = fs::file_size(path, failure);
  if (!failure && size > largest_file)
    throw base::InputError(path,
                           "is larger than 2 GB, which no ONNX model is; "
                           "large tensors belong into files of their own");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw base::InputError(path, "cannot be read");
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw base::InputError(path, "cannot be read");
  if (bytes.empty()) throw base::InputError(path, "is empty");
  return bytes;
}

::onnx::ModelProto parse(const std::string& path) {
  const std::string bytes = read_bytes(path);
  const google::protobuf::LogSilencer silence;
  ::onnx::ModelProto proto;
  if (!proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    throw base::InputError(path, "is not an ONNX model, or is cut short");
  return proto;
}

int default_opset(const std::string& path, const ::onnx::ModelProto& proto) {
  std::int64_t version = 0;
  for (const auto& import : proto.opset_import())
    if (is_default_domain(import.domain()))
      version = std::max<std::int64_t>(version, import.version());
  if (version == 0)
    throw base::InputError(
        path,
        "imports no opset of the standard ONNX operators; it is not an "
        "ONNX model, or is cut short");
  if (version < oldest_opset || version > std::numeric_limits<int>::max())
    throw base::InputError(path, "uses opset " + std::to_string(version) +
                                     "; the oldest supported is " +
                                     std::to_string(oldest_opset));
  return static_cast<int>(version);
}

}  // namespace

std::string Model::stem() const { return fs::path(path).stem().string(); }

Model make_model(const std::string& path, ::onnx::ModelProto proto) {
  if (!proto.has_graph())
    throw base::InputError(path,
                           "has no graph; it is not an ONNX model, or is cut "
                           "short");
  Model model{path, nullptr, default_opset(path, proto)};
  model.proto = std::make_shared<const ::onnx::ModelProto>(std::move(proto));
  check_structure(model);
  return model;
}

Model read_model(const std::string& path) {
  return make_model(path, parse(path));
}

}  // namespace rewright::onnx
