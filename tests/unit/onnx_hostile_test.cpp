// SPDX-License-Identifier: Apache-2.0
//
// Models made to do harm: sizes beyond every memory, nesting, long chains.
// Each is refused with one line, or imported, at once.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "base/error.h"
#include "catch.h"
#include "onnx/import.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using Proto = ::onnx::TensorProto;

namespace {

std::string error_of(const ModelMaker& maker) {
  try {
    onnx::import_model(maker.model("m.onnx"));
  } catch (const base::InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.message();
  }
  return "no error";
}

/// x of 2^62 rows.
ModelMaker with_rows() {
  ModelMaker m;
  m.input("x", {1, 4});
  auto& type = *m.proto.mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_value(
      std::int64_t{1} << 62);
  return m;
}

/// The bytes of a protobuf field that holds a message.
std::string field(int number, const std::string& message) {
  std::string bytes(1, static_cast<char>(number << 3 | 2));
  for (std::size_t rest = message.size();; rest >>= 7) {
    const bool is_last = rest < 128;
    bytes += static_cast<char>((rest & 127) | (is_last ? 0 : 128));
    if (is_last) return bytes + message;
  }
}

/// A model of a node with a sub-graph with a node with a sub-graph ...
std::string nested(int depth) {
  std::string graph;
  for (int k = 0; k < depth; ++k)
    graph = field(1, field(5, field(6, graph)));  // node, attribute, g
  return field(7, graph);
}

}  // namespace

TEST_CASE("shapes beyond 64 bits are refused", "[onnx][hostile]") {
  ModelMaker m = with_rows();
  m.node("Flatten", {"x"}, {"y"}).with("axis", 0);
  m.output("y");
  CHECK(error_of(m) == "node 1 (Flatten): size arithmetic exceeds 64 bits");
  ModelMaker n = with_rows();
  n.node("Relu", {"x"}, {"y"});
  n.output("y");
  CHECK(error_of(n) == "no error");  // nothing of that size is made
}

TEST_CASE("tensors have a bounded number of dims", "[onnx][hostile]") {
  ModelMaker m;
  m.input("x", std::vector<MadeDim>(1'000'000, MadeDim(1)));
  m.node("Relu", {"x"}, {"y"});
  m.output("y");
  CHECK(error_of(m) == "input 'x' has 1000000 dims, more than 256");
  ModelMaker n;
  n.input("x", {1});
  n.initializer("w", floats(Integers(1'000'000, 1), {1}));
  n.node("Add", {"x", "w"}, {"y"});
  n.output("y");
  CHECK(error_of(n) == "tensor 'w' has 1000000 dims, more than 256");
}

TEST_CASE("a constant larger than its data is refused unallocated",
          "[onnx][hostile]") {
  ModelMaker m;
  m.input("x", {1});
  m.initializer("w", floats({1 << 30, 1 << 30, 4}, {1}));
  m.node("Add", {"x", "w"}, {"y"});
  m.output("y");
  CHECK(error_of(m) == "tensor 'w' is too large");
  ModelMaker n;
  n.input("x", {1});
  n.initializer("w", floats({1 << 30}, {1}));
  n.node("Add", {"x", "w"}, {"y"});
  n.output("y");
  CHECK(error_of(n) ==
        "tensor 'w' holds 1 elements, but its shape has 1073741824");
}

TEST_CASE("constants of many elements that are shapes are not made",
          "[onnx][hostile]") {
  ModelMaker m;
  m.input("x", {1});
  m.initializer("n", ints({std::int64_t{1} << 60}));
  m.node("ConstantOfShape", {"n"}, {"y"});
  m.output("y");
  CHECK(error_of(m) == "no error");
  ModelMaker r;
  r.input("x", {1});
  r.initializer("zero", ints({}, {0}));
  r.initializer("one", ints({}, {1}));
  r.initializer("n", ints({}, {std::int64_t{1} << 60}));
  r.node("Range", {"zero", "n", "one"}, {"y"});
  r.output("y", Proto::INT64);
  CHECK(opaque_of(r).find("node 1 (Range): ") == 0);
  ModelMaker s(18);
  s.input("x", {4});
  s.node("Split", {"x"}, {"y"}).with("num_outputs", std::int64_t{1} << 40);
  s.output("y");
  CHECK(error_of(s) ==
        "node 1 (Split): Split of [4]: num_outputs must be at most 65536");
}

TEST_CASE("sub-graphs nested without end are refused", "[onnx][hostile]") {
  const std::string path =
      (std::filesystem::temp_directory_path() /
       ("rewright_nested_" + std::to_string(::getpid()) + ".onnx"))
          .string();
  std::ofstream(path, std::ios::binary) << nested(2000);
  CHECK_THROWS_WITH(onnx::read_model(path),
                    Catch::Contains("is not an ONNX model, or is cut short"));
  std::filesystem::remove(path);
}

TEST_CASE("a sub-graph that reads what nothing defines is refused",
          "[onnx][hostile]") {
  ModelMaker m;
  m.input("c", {}, Proto::BOOL);
  m.node("If", {"c"}, {"y"});
  auto& attribute = *m.proto.mutable_graph()->mutable_node(0)->add_attribute();
  attribute.set_name("then_branch");
  attribute.set_type(::onnx::AttributeProto::GRAPH);
  auto& node = *attribute.mutable_g()->add_node();
  node.set_op_type("Relu");
  node.add_input("gone");
  node.add_output("z");
  attribute.mutable_g()->add_output()->set_name("z");
  m.output("y");
  CHECK(error_of(m) ==
        "node 1 (If): its sub-graph reads 'gone', which nothing before it "
        "defines");
}

TEST_CASE("text is no tensor of ours", "[onnx][hostile]") {
  ModelMaker m;
  m.input("x", {1});
  Proto words;
  words.set_data_type(Proto::STRING);
  words.add_dims(1);
  words.add_string_data("word");
  m.initializer("w", words);
  m.node("Add", {"x", "w"}, {"y"});
  m.output("y");
  CHECK(error_of(m) ==
        "tensor 'w' has the element type string, which is not supported");
}

TEST_CASE("a chain of a hundred thousand nodes is imported",
          "[onnx][hostile]") {
  ModelMaker m;
  m.input("x", {"N", 4});
  std::string last = "x";
  for (int k = 0; k < 100'000; ++k) {
    const std::string next = "v" + std::to_string(k);
    m.node(k % 10 == 0 ? "Selu" : "Neg", {last}, {next});
    last = next;
  }
  m.output(last);
  CHECK(onnx::import_model(m.model()).rule.lhs.nodes.size() > 100'000);
}

}  // namespace rewright::tests
