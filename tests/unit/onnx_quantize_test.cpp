// SPDX-License-Identifier: Apache-2.0
//
// QuantizeLinear and DequantizeLinear of ONNX models, and two quantised models
// compared.
#include "catch.h"
#include "onnx/import.h"
#include "onnx/pair.h"
#include "solver/value_proof.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using Proto = ::onnx::TensorProto;

namespace {

Proto codes(const Integers& dims, const Integers& values, int type) {
  Proto tensor;
  tensor.set_data_type(type);
  for (const auto dim : dims) tensor.add_dims(dim);
  for (const auto value : values)
    tensor.add_int32_data(static_cast<std::int32_t>(value));
  return tensor;
}

std::string imported(const ModelMaker& maker) {
  const onnx::Import made = onnx::import_model(maker.model());
  return text(made.rule, made.rule.lhs);
}

/// y = QuantizeLinear(x, scale, zero), the zero point of `type`.
ModelMaker quantizing(int type, int opset = 13) {
  ModelMaker m(opset);
  m.input("x", {2, 3});
  m.initializer("scale", floats({}, {0.5F}));
  m.initializer("zero", codes({}, {3}, type));
  m.node("QuantizeLinear", {"x", "scale", "zero"}, {"y"});
  m.output("y", type);
  return m;
}

}  // namespace

TEST_CASE("the zero point says what the codes are", "[onnx][quantize]") {
  for (const int opset : {10, 13, 19, 21}) {
    CAPTURE(opset);
    CHECK(imported(quantizing(Proto::INT8, opset)) ==
          "0 = Const(shape=[], value=1/2) float32[]\n"
          "1 = Const(shape=[], value=3) int8[]\n"
          "2 = QuantizeLinear(x, 0, 1) int8[2, 3]\n-> 2");
  }
  CHECK(imported(quantizing(Proto::INT16, 21)).find("int16[2, 3]") !=
        std::string::npos);
  CHECK(opaque_of(quantizing(Proto::UINT8)) ==
        "node 1 (QuantizeLinear): the type or rank of its input 'zero' is not "
        "known");
}

TEST_CASE("codes without a zero point are unsigned unless it is said",
          "[onnx][quantize]") {
  const auto made = [](int output_dtype, int block_size = 0) {
    ModelMaker m(21);
    m.input("x", {2, 3});
    m.initializer("scale", floats({}, {0.5F}));
    MadeNode node = m.node("QuantizeLinear", {"x", "scale"}, {"y"}).named("q");
    if (output_dtype != 0) node.with("output_dtype", output_dtype);
    if (block_size != 0) node.with("block_size", block_size);
    m.output("y", Proto::INT8);
    return m;
  };
  CHECK(imported(made(Proto::INT8)).find("int8[2, 3]") != std::string::npos);
  CHECK(imported(made(Proto::INT16)).find("int16[2, 3]") != std::string::npos);
  const std::string refusal =
      "node 'q' (QuantizeLinear): its codes are of a type that is not "
      "supported, say uint8: int8 and int16 are";
  CHECK(opaque_of(made(0)) == refusal);
  CHECK(opaque_of(made(Proto::UINT8)) == refusal);
  CHECK(opaque_of(made(Proto::INT8, 2)) ==
        "node 'q' (QuantizeLinear): blocked quantisation is not supported");
}

TEST_CASE("scales of channels have an axis", "[onnx][quantize]") {
  ModelMaker m(13);
  m.input("q", {2, 3, 4}, Proto::INT8);
  m.initializer("scale", floats({3}, {1, 2, 4}));
  m.node("DequantizeLinear", {"q", "scale"}, {"y"}).with("axis", -2);
  m.output("y");
  CHECK(imported(m) ==
        "0 = DequantizeLinear(q, scale; axis=[1]) float32[2, 3, 4]\n-> 0");
}

TEST_CASE("quantised models are compared", "[onnx][quantize]") {
  const auto model = [](bool transposes_first, std::int64_t zero) {
    ModelMaker m(13);
    m.input("x", {2, 3});
    m.initializer("scale", floats({}, {0.25F}));
    m.initializer("zero", codes({}, {zero}, Proto::INT8));
    const Integers perm = {1, 0};
    if (transposes_first) {
      m.node("Transpose", {"x"}, {"t"}).with("perm", perm);
      m.node("QuantizeLinear", {"t", "scale", "zero"}, {"q"});
      m.node("DequantizeLinear", {"q", "scale", "zero"}, {"y"});
    } else {
      m.node("QuantizeLinear", {"x", "scale", "zero"}, {"q"});
      m.node("DequantizeLinear", {"q", "scale", "zero"}, {"d"});
      m.node("Transpose", {"d"}, {"y"}).with("perm", perm);
    }
    m.output("y");
    return m.model();
  };
  solver::Session session;
  const auto status = [&](bool lhs, bool rhs, std::int64_t zero) {
    return solver::prove_value(onnx::pair(model(lhs, 0), model(rhs, zero)).rule,
                               session)
        .status;
  };
  CHECK(status(true, false, 0) == evidence::Status::proved);
  CHECK(status(false, false, 1) == evidence::Status::unknown);
}

}  // namespace rewright::tests
