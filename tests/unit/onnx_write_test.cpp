// SPDX-License-Identifier: Apache-2.0
//
// Models written to files: whole or not at all, with their data.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/error.h"
#include "catch.h"
#include "onnx/import.h"
#include "onnx/write_model.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

namespace {

namespace fs = std::filesystem;

/// Two folders that go with the test.
struct Folders {
  Folders() {
    fs::create_directories(path / "a");
    fs::create_directories(path / "b");
  }
  ~Folders() { fs::remove_all(path); }
  std::string file(const std::string& name) const {
    return (path / name).string();
  }
  fs::path path = fs::temp_directory_path() /
                  ("rewright_write_" + std::to_string(::getpid()));
};

ModelMaker small() {
  ModelMaker m(13);
  m.input("x", {"N", 2});
  m.initializer("w", floats({2, 2}, {1, 2, 3, 4}));
  m.node("MatMul", {"x", "w"}, {"out"});
  m.output("out");
  return m;
}

/// The same with its data in a/weights.bin.
onnx::Model with_data_outside(const Folders& folders) {
  ModelMaker m = small();
  auto& tensor = *m.proto.mutable_graph()->mutable_initializer(0);
  const std::vector<float> values = {1, 2, 3, 4};
  std::ofstream(folders.file("a/weights.bin"), std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), 16);
  tensor.clear_float_data();
  tensor.clear_raw_data();
  tensor.set_data_location(::onnx::TensorProto::EXTERNAL);
  auto& location = *tensor.add_external_data();
  location.set_key("location");
  location.set_value("weights.bin");
  m.save(folders.file("a/m.onnx"));
  return onnx::read_model(folders.file("a/m.onnx"));
}

std::string error_of(const onnx::Model& model, const std::string& path) {
  try {
    onnx::write_model(model, path);
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "none";
}

std::string graph_of(const std::string& path) {
  const onnx::Import imported = onnx::import_model(onnx::read_model(path));
  return text(imported.rule, imported.rule.lhs);
}

}  // namespace

TEST_CASE("a written model is read as the same", "[onnx][export]") {
  const Folders folders;
  const onnx::Model model = small().model();
  onnx::write_model(model, folders.file("m.onnx"));
  const onnx::Model read = onnx::read_model(folders.file("m.onnx"));
  CHECK(read.proto->SerializeAsString() == model.proto->SerializeAsString());
}

TEST_CASE("a model may replace the file it was read from", "[onnx][export]") {
  const Folders folders;
  const std::string path = folders.file("m.onnx");
  small().save(path);
  const std::string before = graph_of(path);
  onnx::write_model(onnx::read_model(path), path);
  CHECK(graph_of(path) == before);
  CHECK(std::distance(fs::directory_iterator(folders.path), {}) == 3);
}

TEST_CASE("data outside stay there for a model beside them", "[onnx][export]") {
  const Folders folders;
  const onnx::Model model = with_data_outside(folders);
  onnx::write_model(model, folders.file("a/copy.onnx"));
  const onnx::Model read = onnx::read_model(folders.file("a/copy.onnx"));
  CHECK(read.proto->graph().initializer(0).data_location() ==
        ::onnx::TensorProto::EXTERNAL);
}

TEST_CASE("data outside come along into another folder", "[onnx][export]") {
  const Folders folders;
  const onnx::Model model = with_data_outside(folders);
  onnx::write_model(model, folders.file("b/copy.onnx"));
  fs::remove_all(folders.path / "a");
  const onnx::Import read =
      onnx::import_model(onnx::read_model(folders.file("b/copy.onnx")));
  REQUIRE(read.constants.size() == 1);
  CHECK(read.constants.begin()->second->as<float>().data ==
        std::vector<float>{1, 2, 3, 4});
}

TEST_CASE("a model is not written over its own data", "[onnx][export]") {
  const Folders folders;
  const onnx::Model model = with_data_outside(folders);
  CHECK(error_of(model, folders.file("a/weights.bin"))
            .find("it holds data of tensor 'w'") != std::string::npos);
  CHECK(fs::file_size(folders.file("a/weights.bin")) == 16);
}

TEST_CASE("a model that the checker refuses is not written", "[onnx][export]") {
  const Folders folders;
  ModelMaker m = small();
  m.proto.mutable_graph()->mutable_node(0)->set_op_type("NoSuchOperator");
  CHECK(error_of(m.model(), folders.file("m.onnx"))
            .find("checker refuses the model") != std::string::npos);
  CHECK(!fs::exists(folders.file("m.onnx")));
}

TEST_CASE("operators of other domains are written", "[onnx][export]") {
  const Folders folders;
  ModelMaker m = small();
  m.proto.mutable_graph()->mutable_node(0)->set_domain("com.example");
  auto& import = *m.proto.add_opset_import();
  import.set_domain("com.example");
  import.set_version(1);
  CHECK(error_of(m.model(), folders.file("m.onnx")) == "none");
}

TEST_CASE("a model newer than the checker is written", "[onnx][export]") {
  const Folders folders;
  ModelMaker m = small();
  m.proto.set_ir_version(10);
  m.proto.mutable_opset_import(0)->set_version(21);
  CHECK(error_of(m.model(), folders.file("m.onnx")) == "none");
}

TEST_CASE("a model is not written where there is no folder", "[onnx][export]") {
  const Folders folders;
  CHECK(error_of(small().model(), folders.file("none/m.onnx"))
            .find("cannot write") != std::string::npos);
}

}  // namespace rewright::tests
