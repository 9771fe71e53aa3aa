// SPDX-License-Identifier: Apache-2.0
//
// Tensors as models store them, and what is known of their elements.
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "catch.h"
#include "onnx/known.h"
#include "onnx/tensor_data.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using evaluate::Dense;
using evaluate::Tensor;
using Proto = ::onnx::TensorProto;

namespace {

Proto raw(int type, const Integers& dims, const std::string& bytes) {
  Proto proto;
  proto.set_name("t");
  proto.set_data_type(type);
  proto.mutable_dims()->Add(dims.begin(), dims.end());
  proto.set_raw_data(bytes);
  return proto;
}

template <class E>
std::string bytes_of(const std::vector<E>& values) {
  std::string bytes(values.size() * sizeof(E), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string error_of(const Proto& proto) {
  try {
    onnx::decode(proto, "m.onnx");
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("raw and typed data give the same tensor", "[onnx]") {
  const std::vector<float> values = {1.5f, -2, 0};
  const Tensor from_raw =
      onnx::decode(raw(Proto::FLOAT, {3}, bytes_of(values)), "m.onnx");
  const Tensor typed = onnx::decode(floats({3}, values), "m.onnx");
  CHECK(from_raw.as<float>().data == values);
  CHECK(typed.as<float>().data == values);
  CHECK(typed.shape() == Integers{3});
}

TEST_CASE("every element type is decoded", "[onnx]") {
  const auto decoded = [](int type, const std::string& bytes) {
    return onnx::decode(raw(type, {1}, bytes), "m.onnx");
  };
  CHECK(decoded(Proto::DOUBLE, bytes_of<double>({0.1})).as<double>().data[0] ==
        0.1);
  CHECK(static_cast<float>(decoded(Proto::FLOAT16, bytes_of<short>({0x3e00}))
                               .as<evaluate::Half>()
                               .data[0]) == 1.5f);
  CHECK(static_cast<float>(decoded(Proto::BFLOAT16, bytes_of<short>({0x3fc0}))
                               .as<evaluate::BFloat16>()
                               .data[0]) == 1.5f);
  CHECK(decoded(Proto::INT64, bytes_of<std::int64_t>({-5}))
            .as<std::int64_t>()
            .data[0] == -5);
  CHECK(decoded(Proto::INT32, bytes_of<std::int32_t>({-5}))
            .as<std::int32_t>()
            .data[0] == -5);
  CHECK(decoded(Proto::INT16, bytes_of<std::int16_t>({-5}))
            .as<std::int16_t>()
            .data[0] == -5);
  CHECK(decoded(Proto::INT8, bytes_of<std::int8_t>({-5}))
            .as<std::int8_t>()
            .data[0] == -5);
  CHECK(decoded(Proto::BOOL, "\x01").as<evaluate::Boolean>().data[0].value);
}

TEST_CASE("half floats in int32_data are bit patterns", "[onnx]") {
  Proto proto;
  proto.set_data_type(Proto::FLOAT16);
  proto.add_dims(1);
  proto.add_int32_data(0x3e00);
  const Tensor tensor = onnx::decode(proto, "m.onnx");
  CHECK(static_cast<float>(tensor.as<evaluate::Half>().data[0]) == 1.5f);
}

TEST_CASE("tensors that contradict themselves are refused", "[onnx]") {
  CHECK(error_of(raw(Proto::FLOAT, {2}, "1234")) ==
        "tensor 't' holds 1 elements, but its shape has 2");
  CHECK(error_of(raw(Proto::FLOAT, {1}, "12345")) ==
        "tensor 't' ends in the middle of an element");
  CHECK(error_of(raw(Proto::FLOAT, {-1}, "")) ==
        "tensor 't' has a negative size");
  CHECK(error_of(raw(Proto::FLOAT, {1 << 30, 1 << 30}, "")) ==
        "tensor 't' is too large");
  CHECK(error_of(raw(Proto::UINT8, {1}, "1")) ==
        "tensor 't' has the element type uint8, which is not supported");
  CHECK(error_of(raw(Proto::STRING, {0}, "")) ==
        "tensor 't' has the element type string, which is not supported");
  CHECK(error_of(raw(77, {0}, "")) ==
        "tensor 't' has the element type number 77, which is not supported");
  CHECK(error_of(floats({3}, {1, 2})) ==
        "a constant holds 2 elements, but its shape has 3");
}

TEST_CASE("a tensor without elements is known", "[onnx]") {
  const onnx::Known known =
      onnx::known_tensor(onnx::decode(floats({0, 3}, {}), "m.onnx"));
  CHECK(known.uniform);
  CHECK(ir::print(known.shape) == "[0, 3]");
}

TEST_CASE("a uniform tensor is known exactly", "[onnx]") {
  const onnx::Known tenth = onnx::known_tensor(Dense<float>{{2}, {0.1f, 0.1f}});
  REQUIRE(tenth.uniform);
  // The float32 nearest to 1/10.
  CHECK(tenth.uniform->rational == base::Rational("13421773/134217728"));
  CHECK_FALSE(onnx::known_tensor(Dense<float>{{2}, {0.1f, 0.2f}}).uniform);
  const float infinity = std::numeric_limits<float>::infinity();
  const onnx::Known low = onnx::known_tensor(Dense<float>{{}, {-infinity}});
  REQUIRE(low.uniform);
  CHECK(low.uniform->kind == ir::ConstantNumber::Kind::minus_infinity);
}

TEST_CASE("NaN and minus zero are no exact numbers", "[onnx]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(onnx::known_tensor(Dense<float>{{2}, {nan, nan}}).uniform);
  CHECK_FALSE(onnx::known_tensor(Dense<double>{{}, {-0.0}}).uniform);
  CHECK(onnx::known_tensor(Dense<double>{{}, {0.0}}).uniform);
}

TEST_CASE("integers are known one by one, floats are not", "[onnx]") {
  const onnx::Known list =
      onnx::known_tensor(Dense<std::int64_t>{{3}, {4, -1, 7}});
  CHECK(onnx::integers(list) == Integers{4, -1, 7});
  CHECK_FALSE(list.uniform);
  const onnx::Known reals = onnx::known_tensor(Dense<float>{{2}, {4, 5}});
  CHECK_FALSE(reals.elements);
  CHECK(onnx::reals(reals) == std::vector<double>{4, 5});
}

}  // namespace rewright::tests
