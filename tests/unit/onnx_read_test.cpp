// SPDX-License-Identifier: Apache-2.0
//
// Reading models: every way in which a file or a graph can be wrong has one
// line that says so.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/error.h"
#include "catch.h"
#include "onnx/model.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

namespace fs = std::filesystem;

namespace {

/// A folder of its own, removed at the end.
struct Folder {
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const std::string& name) const {
    return (path / name).string();
  }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }
  fs::path path = fs::temp_directory_path() /
                  ("rewright_onnx_" + std::to_string(::getpid()));
};

std::string error_of(const std::string& path) {
  try {
    onnx::read_model(path);
  } catch (const base::InputError& error) {
    CHECK(error.file() == path);
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.message();
  }
  return "no error";
}

std::string error_of(const ModelMaker& maker) {
  try {
    maker.model("m.onnx");
  } catch (const base::InputError& error) {
    CHECK(error.file() == "m.onnx");
    return error.message();
  }
  return "no error";
}

ModelMaker relu() {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Relu", {"x"}, {"y"}).named("r");
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("a model that is in order is read", "[onnx]") {
  const Folder folder;
  relu().save(folder.file("relu.onnx"));
  const onnx::Model model = onnx::read_model(folder.file("relu.onnx"));
  CHECK(model.opset == 13);
  CHECK(model.stem() == "relu");
  CHECK(model.proto->graph().node_size() == 1);
}

TEST_CASE("files that are no models are refused", "[onnx]") {
  const Folder folder;
  CHECK(error_of(folder.file("none.onnx")) == "no such file");
  CHECK(error_of(folder.path.string()) == "is a directory, not an ONNX model");
  CHECK(error_of(folder.write("empty.onnx", "")) == "is empty");
  CHECK(error_of(folder.write("text.onnx", "# rule\nnot a model at all\n")) ==
        "is not an ONNX model, or is cut short");
}

TEST_CASE("a model cut anywhere is refused", "[onnx]") {
  const Folder folder;
  std::string bytes;
  relu().proto.SerializeToString(&bytes);
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    CAPTURE(length);
    const std::string path = folder.write("cut.onnx", bytes.substr(0, length));
    CHECK(error_of(path).find("cut short") != std::string::npos);
  }
}

TEST_CASE("a file above 2 GB is refused without being read", "[onnx]") {
  const Folder folder;
  const std::string path = folder.write("large.onnx", "x");
  std::error_code failure;
  fs::resize_file(path, std::uintmax_t{1} << 31, failure);  // sparse
  if (!failure)
    CHECK(error_of(path) ==
          "is larger than 2 GB, which no ONNX model is; large tensors belong "
          "into files of their own");
}

TEST_CASE("opsets before 9 are refused", "[onnx]") {
  for (const int opset : {7, 8}) {
    ModelMaker m = relu();
    m.proto.mutable_opset_import(0)->set_version(opset);
    CHECK(error_of(m) == "uses opset " + std::to_string(opset) +
                             "; the oldest supported is 9");
  }
  for (const int opset : {9, 17, 21, 99}) {
    ModelMaker m = relu();
    m.proto.mutable_opset_import(0)->set_version(opset);
    CHECK(error_of(m) == "no error");
  }
}

TEST_CASE("a newer IR version is no obstacle", "[onnx]") {
  ModelMaker m = relu();
  m.proto.set_ir_version(99);
  CHECK(error_of(m) == "no error");
}

TEST_CASE("a model without graph, outputs or opset is refused", "[onnx]") {
  ModelMaker m = relu();
  m.proto.clear_opset_import();
  CHECK(error_of(m) ==
        "imports no opset of the standard ONNX operators; it is not an ONNX "
        "model, or is cut short");
  m = relu();
  m.proto.clear_graph();
  CHECK(error_of(m) ==
        "has no graph; it is not an ONNX model, or is cut short");
  m = relu();
  m.proto.mutable_graph()->clear_output();
  CHECK(error_of(m) == "the graph has no outputs");
}

TEST_CASE("names must be defined, once", "[onnx]") {
  ModelMaker m = relu();
  m.node("Add", {"y", "w"}, {"z"}).named("a");
  CHECK(error_of(m) == "node 'a' (Add) reads 'w', which nothing defines");
  m = relu();
  m.node("Neg", {"x"}, {"y"});
  CHECK(error_of(m) ==
        "node 2 (Neg) defines 'y', which node 'r' (Relu) defines too");
  m = relu();
  m.node("Neg", {"y"}, {"x"});
  CHECK(error_of(m) ==
        "node 2 (Neg) defines 'x', which is an input or initializer");
  m = relu();
  m.input("x", {1});
  CHECK(error_of(m) == "two inputs are called 'x'");
  m = relu();
  m.initializer("w", ints({1}));
  m.initializer("w", ints({2}));
  CHECK(error_of(m) == "two initializers are called 'w'");
  m = relu();
  m.output("z");
  CHECK(error_of(m) == "output 'z' is defined by no node");
}

TEST_CASE("cycles are told from nodes out of order", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Add", {"x", "c"}, {"b"}).named("first");
  m.node("Neg", {"b"}, {"c"}).named("second");
  m.output("c");
  CHECK(error_of(m) ==
        "the graph has a cycle through node 'first' (Add), which reads 'c'");
  ModelMaker n;
  n.input("x", {2});
  n.node("Neg", {"b"}, {"c"}).named("late");
  n.node("Abs", {"x"}, {"b"}).named("early");
  n.output("c");
  CHECK(error_of(n) ==
        "nodes are not in order of use: node 'late' (Neg) reads 'b', which "
        "node 'early' (Abs) defines only later");
}

TEST_CASE("sparse initializers are refused", "[onnx]") {
  ModelMaker m = relu();
  m.proto.mutable_graph()->add_sparse_initializer();
  CHECK(error_of(m) == "sparse initializers are not supported");
}

// --- Data beside the model ---------------------------------------------------

namespace {

::onnx::TensorProto outside(const std::string& location, int offset,
                            int length) {
  ::onnx::TensorProto tensor;
  tensor.set_data_type(::onnx::TensorProto::FLOAT);
  tensor.add_dims(2);
  tensor.set_data_location(::onnx::TensorProto::EXTERNAL);
  const auto set = [&](const std::string& key, const std::string& value) {
    auto& entry = *tensor.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  };
  set("location", location);
  set("offset", std::to_string(offset));
  set("length", std::to_string(length));
  return tensor;
}

ModelMaker with_weights(const ::onnx::TensorProto& tensor) {
  ModelMaker m;
  m.input("x", {2});
  m.initializer("w", tensor);
  m.node("Add", {"x", "w"}, {"y"});
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("data beside the model must be there", "[onnx]") {
  const Folder folder;
  folder.write("w.bin", std::string(12, '\0'));
  const std::string bin = folder.file("w.bin");
  const auto error = [&](const ::onnx::TensorProto& tensor) {
    const std::string path = folder.file("m.onnx");
    with_weights(tensor).save(path);
    return error_of(path);
  };
  CHECK(error(outside("w.bin", 4, 8)) == "no error");
  CHECK(error(outside("v.bin", 0, 8)) == "tensor 'w' keeps its data in '" +
                                             folder.file("v.bin") +
                                             "', which is missing");
  CHECK(error(outside("w.bin", 8, 8)) ==
        "tensor 'w' has its data past the end of '" + bin + "'");
  CHECK(error(outside("../w.bin", 0, 8)) ==
        "tensor 'w' keeps its data in '../w.bin', outside the folder of the "
        "model");
  CHECK(error(outside("sub/../../w.bin", 0, 8)) ==
        "tensor 'w' keeps its data in '../w.bin', outside the folder of the "
        "model");
  CHECK(error(outside("/etc/passwd", 0, 8)) ==
        "tensor 'w' keeps its data in '/etc/passwd', outside the folder of "
        "the model");
  fs::create_symlink("/etc/passwd", folder.file("link"));
  CHECK(error(outside("link", 0, 8)) ==
        "tensor 'w' keeps its data in '" + folder.file("link") +
            "', a link out of the folder of the model");
  CHECK(error(outside("", 0, 8)) ==
        "tensor 'w' does not say in which file its data are");
  auto malformed = outside("w.bin", 0, 8);
  malformed.mutable_external_data(1)->set_value("eight");
  CHECK(error(malformed) == "tensor 'w' has the malformed offset 'eight'");
}

}  // namespace rewright::tests
