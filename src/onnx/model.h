// SPDX-License-Identifier: Apache-2.0
//
// An ONNX model as it is in its file: read, and checked to be a graph. Every
// value has one producer that stands before its readers, every name a reader
// uses is defined, data kept outside the file is there. Whether the operators
// are known is asked when the graph is imported (onnx/import.h), so that a
// model with operators of its own can still be read, searched and rewritten.
//
// Opsets from 9 on are read. Beyond 17 an operator is taken only up to the
// opset until which we know its meaning (onnx/opset.h).
#pragma once

#include <memory>
#include <string>

namespace onnx {
class ModelProto;
}

namespace rewright::onnx {

struct Model {
  std::string path;
  std::shared_ptr<const ::onnx::ModelProto> proto;
  int opset = 0;  // of the default domain

  /// The file's name without folder and extension.
  std::string stem() const;
};

/// Reads and checks a file. Throws base::InputError naming the file and, where
/// there is one, the node or value that is wrong.
Model read_model(const std::string& path);

/// Checks a model made in memory; `path` names it in messages, and data kept
/// outside is looked for beside it.
Model make_model(const std::string& path, ::onnx::ModelProto proto);

}  // namespace rewright::onnx
