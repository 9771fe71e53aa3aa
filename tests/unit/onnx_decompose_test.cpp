// SPDX-License-Identifier: Apache-2.0
//
// Operators that become several of ours: the shape of what comes out, also
// for symbolic sizes, and what is refused. Their values are held against
// ONNX's own node cases in tests/onnx.
#include "base/error.h"
#include "catch.h"
#include "onnx/import.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

using Proto = ::onnx::TensorProto;

namespace {

/// The operators of the graph in order, and the shape of its output.
std::string outline(const ModelMaker& maker) {
  const onnx::Import made = onnx::import_model(maker.model());
  const ir::Graph& graph = made.rule.lhs;
  std::string text;
  for (const ir::Node& node : graph.nodes)
    if (node.op->name != "Const") text += node.op->name + " ";
  return text + ir::print(made.rule.type_of(graph, graph.outputs[0]).shape);
}

std::string error_of(const ModelMaker& maker) {
  try {
    onnx::import_model(maker.model());
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

/// y = op(x)
ModelMaker unary(const std::string& op_type, const std::vector<MadeDim>& dims,
                 int opset = 13) {
  ModelMaker m(opset);
  m.input("x", dims);
  m.node(op_type, {"x"}, {"y"}).named("n");
  m.output("y");
  return m;
}

/// y = op(x, w) with w constant.
ModelMaker binary(const std::string& op_type, const std::vector<MadeDim>& dims,
                  const Proto& w) {
  ModelMaker m;
  m.input("x", dims);
  m.initializer("w", w);
  m.node(op_type, {"x", "w"}, {"y"}).named("n");
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("the parts of a node keep its name and its operator", "[onnx]") {
  const onnx::Import made =
      onnx::import_model(unary("Softsign", {"N"}).model());
  for (const ir::Node& node : made.rule.lhs.nodes) CHECK(node.name == "n");
  CHECK(made.decomposed.at("n") == "Softsign");
}

TEST_CASE("Softmax works along one axis since opset 13", "[onnx]") {
  const auto axes = [](int opset) {
    const onnx::Import made =
        onnx::import_model(unary("Softmax", {"N", 3, 4}, opset).model());
    const ir::Node& maximum = made.rule.lhs.nodes.at(0);
    CHECK(maximum.op->name == "ReduceMax");
    return std::get<ir::Axes>(maximum.attributes.at("axes")).entries;
  };
  CHECK(axes(13) == std::vector<int>{2});
  CHECK(axes(11) == std::vector<int>{1, 2});
  CHECK(outline(unary("Softmax", {"N", 3})) ==
        "ReduceMax Sub Exp ReduceSum Div [N, 3]");
}

TEST_CASE("Pow takes small whole exponents and halves", "[onnx]") {
  const auto power = [](float exponent) {
    return binary("Pow", {"N"}, floats({}, {exponent}));
  };
  CHECK(outline(power(2)) == "Mul [N]");
  CHECK(outline(power(3)) == "Mul Mul [N]");
  CHECK(outline(power(-1)) == "Identity Reciprocal [N]");
  CHECK(outline(power(0.5f)) == "Sqrt [N]");
  CHECK(outline(power(-0.5f)) == "Sqrt Reciprocal [N]");
  CHECK(opaque_of(power(2.5f)) ==
        "node 'n' (Pow): it is not supported with exponent 5/2");
  CHECK(opaque_of(binary("Pow", {"N"}, floats({2}, {1, 2}))) ==
        "node 'n' (Pow): it is supported only with a constant exponent");
}

TEST_CASE("Gather with constant indices is slicing", "[onnx]") {
  CHECK(outline(binary("Gather", {4, "N"}, ints({}, {1}))) ==
        "Slice Squeeze [N]");
  CHECK(outline(binary("Gather", {4, "N"}, ints({}, {-1}))) ==
        "Slice Squeeze [N]");
  CHECK(outline(binary("Gather", {4, "N"}, ints({0, 2}))) == "Slice [2, N]");
  CHECK(outline(binary("Gather", {4, "N"}, ints({3, 2, 1, 0}))) ==
        "Slice [4, N]");
  CHECK(outline(binary("Gather", {4, "N"}, ints({0, 0, 3}))) ==
        "Slice Slice Slice Concat [3, N]");
  CHECK(outline(binary("Gather", {4, "N"}, ints({2, 2}, {0, 1, 2, 3}))) ==
        "Slice Reshape [2, 2, N]");
  CHECK(outline(binary("Gather", {"N", 2}, ints({}, {-1}))) ==
        "Slice Squeeze [2]");
  CHECK(opaque_of(binary("Gather", {"N", 2}, ints({}, {1}))) ==
        "node 'n' (Gather): index 1 may be out of range of an axis of extent "
        "N");
  CHECK(error_of(binary("Gather", {4}, ints({}, {4}))) ==
        "node 'n' (Gather): index 4 is out of range of an axis of extent "
        "4");
}

TEST_CASE("blocks move between depth and space", "[onnx]") {
  ModelMaker m = unary("DepthToSpace", {"N", 8, "H", 3});
  MadeNode(*m.proto.mutable_graph()->mutable_node(0)).with("blocksize", 2);
  CHECK(outline(m) == "Reshape Transpose Reshape [N, 2, 2*H, 6]");
  ModelMaker n = unary("SpaceToDepth", {"N", 2, 6, "W"});
  MadeNode(*n.proto.mutable_graph()->mutable_node(0)).with("blocksize", 2);
  CHECK(opaque_of(n) ==
        "node 'n' (SpaceToDepth): blocks of 2 may not divide an axis of extent "
        "W");
  ModelMaker odd = unary("SpaceToDepth", {"N", 2, 6, 5});
  MadeNode(*odd.proto.mutable_graph()->mutable_node(0)).with("blocksize", 2);
  CHECK(error_of(odd) ==
        "node 'n' (SpaceToDepth): blocks of 2 do not divide an axis of extent "
        "5");
}

TEST_CASE("Tile repeats an axis as a whole", "[onnx]") {
  CHECK(outline(binary("Tile", {"N", 3}, ints({1, 2}))) ==
        "Reshape Expand Reshape [N, 6]");
  CHECK(outline(binary("Tile", {"N", 3}, ints({1, 1}))) == "Identity [N, 3]");
}

TEST_CASE("Resize repeats elements for whole factors only", "[onnx]") {
  const auto resized = [](float factor, const char* mode, const char* place) {
    ModelMaker m;
    m.input("x", {"N", 3});
    m.initializer("scales", floats({2}, {1, factor}));
    m.node("Resize", {"x", "", "scales"}, {"y"})
        .named("n")
        .with("mode", mode)
        .with("coordinate_transformation_mode", place);
    m.output("y");
    return m;
  };
  CHECK(outline(resized(2, "nearest", "half_pixel")) ==
        "Reshape Expand Reshape [N, 6]");
  CHECK(opaque_of(resized(1.5f, "nearest", "half_pixel")) ==
        "node 'n' (Resize): it is supported only with whole factors");
  CHECK(opaque_of(resized(2, "linear", "half_pixel")) ==
        "node 'n' (Resize): mode linear is not supported");
  CHECK(opaque_of(resized(2, "nearest", "align_corners")) ==
        "node 'n' (Resize): coordinate_transformation_mode align_corners with "
        "nearest_mode round_prefer_floor is not supported");
}

TEST_CASE("normalizations take any number of axes", "[onnx]") {
  ModelMaker m(17);
  m.input("x", {"N", 3, 4});
  m.input("scale", {3, 4});
  m.node("LayerNormalization", {"x", "scale"}, {"y"}).with("axis", 1);
  m.output("y");
  CHECK(outline(m) ==
        "ReduceMean Sub Mul ReduceMean Add Sqrt Reciprocal Mul Mul "
        "[N, 3, 4]");
  ModelMaker b;
  b.input("x", {"N", 3, "H", "W"});
  for (const char* name : {"s", "b", "m", "v"}) b.input(name, {3});
  b.node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"});
  b.output("y");
  CHECK(outline(b).ends_with("[N, 3, H, W]"));
}

TEST_CASE("truth values are cast to numbers and back", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N"}, Proto::BOOL);
  m.node("Cast", {"x"}, {"y"}).with("to", Proto::FLOAT);
  m.output("y");
  CHECK(outline(m) == "Where [N]");
  ModelMaker n = unary("Cast", {"N"});
  MadeNode(*n.proto.mutable_graph()->mutable_node(0))
      .with("to", Proto::FLOAT16);
  CHECK(opaque_of(n) ==
        "node 'n' (Cast): casts from float32 to float16 are not supported");
}

TEST_CASE("training is opaque, its mask may stay unread", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N"});
  m.node("Dropout", {"x"}, {"y", "mask"});
  m.output("y");
  CHECK(outline(m) == "Identity [N]");
  ModelMaker b(14);
  b.input("x", {"N", 3});
  for (const char* name : {"s", "b", "m", "v"}) b.input(name, {3});
  b.node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"})
      .named("n")
      .with("training_mode", 1);
  b.output("y");
  CHECK(opaque_of(b) ==
        "node 'n' (BatchNormalization): training_mode is not supported");
}

}  // namespace rewright::tests
