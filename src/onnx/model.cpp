// SPDX-License-Identifier: Apache-2.0
#include "onnx/model.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <utility>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/opset.h"
#include "onnx/proto_file.h"
#include "onnx/structure.h"

namespace rewright::onnx {

namespace {

namespace fs = std::filesystem;

::onnx::ModelProto parse(const std::string& path) {
  ::onnx::ModelProto proto;
  parse_file(path, "ONNX model", proto);
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
