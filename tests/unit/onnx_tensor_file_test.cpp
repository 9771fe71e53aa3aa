// SPDX-License-Identifier: Apache-2.0
//
// Tensors in files of their own, written and read.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <unistd.h>

#include "base/error.h"
#include "catch.h"
#include "onnx/tensor_data.h"
#include "onnx/tensor_file.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using evaluate::Dense;
using evaluate::Tensor;

namespace {

namespace fs = std::filesystem;

/// A folder that goes with the test.
struct Folder {
  Folder()
      : path(fs::temp_directory_path() /
             ("rewright_tensor_" + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::string file(const std::string& name) const {
    return (path / name).string();
  }
  fs::path path;
};

template <class E>
Tensor written_and_read(const Dense<E>& tensor, const Folder& folder) {
  onnx::write_tensor(tensor, "x", folder.file("input_0.pb"));
  return onnx::read_tensor(folder.file("input_0.pb"));
}

std::string error_of(const std::string& path) {
  try {
    onnx::read_tensor(path);
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a tensor of every element type comes back from its file",
          "[onnx][export]") {
  const Folder folder;
  const auto check = [&]<class E>(const std::vector<E>& data) {
    const Tensor read = written_and_read(
        Dense<E>{{static_cast<std::int64_t>(data.size())}, data}, folder);
    REQUIRE(read.is<E>());
    CHECK(read.as<E>().data == data);
  };
  check(std::vector<double>{1.5, -2, 1e300});
  check(std::vector<float>{1.5f, -0.0f, std::numeric_limits<float>::max()});
  check(std::vector<evaluate::Half>{evaluate::Half(1.5f)});
  check(std::vector<evaluate::BFloat16>{evaluate::BFloat16(-3.f)});
  check(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
  check(std::vector<std::int32_t>{-1, 7});
  check(std::vector<std::int16_t>{-300, 300});
  check(std::vector<std::int8_t>{-128, 127});
  check(std::vector<evaluate::Boolean>{{true}, {false}});
}

TEST_CASE("the bits of NaN and of negative zero are kept in a file",
          "[onnx][export]") {
  const Folder folder;
  const Tensor read =
      written_and_read(Dense<float>{{2}, {std::nanf(""), -0.0f}}, folder);
  CHECK(std::isnan(read.as<float>().data[0]));
  CHECK(std::signbit(read.as<float>().data[1]));
}

TEST_CASE("a scalar and an empty tensor keep their shapes in a file",
          "[onnx][export]") {
  const Folder folder;
  CHECK(written_and_read(Dense<float>{{}, {2}}, folder).shape().empty());
  CHECK(written_and_read(Dense<float>{{0, 3}, {}}, folder).shape() ==
        Integers{0, 3});
}

TEST_CASE("a tensor file has ONNX's layout and the tensor's name",
          "[onnx][export]") {
  const Folder folder;
  written_and_read(Dense<float>{{1, 2}, {1, 2}}, folder);
  std::ifstream file(folder.file("input_0.pb"), std::ios::binary);
  ::onnx::TensorProto proto;
  REQUIRE(proto.ParseFromIstream(&file));
  CHECK(proto.name() == "x");
  CHECK(proto.data_type() == ::onnx::TensorProto::FLOAT);
  CHECK(proto.dims_size() == 2);
}

TEST_CASE("tensors of exact numbers are not written", "[onnx][export]") {
  const Folder folder;
  const Tensor exact = Dense<base::Rational>{{}, {base::Rational(1, 3)}};
  CHECK_THROWS_AS(onnx::write_tensor(exact, "x", folder.file("x.pb")),
                  std::logic_error);
  CHECK(!fs::exists(folder.file("x.pb")));
}

TEST_CASE("a tensor is not written where there is no folder",
          "[onnx][export]") {
  const Folder folder;
  CHECK_THROWS_AS(
      onnx::write_tensor(Dense<float>{{}, {1}}, "x", folder.file("no/x.pb")),
      base::InputError);
}

TEST_CASE("what is no tensor file is refused by name", "[onnx][export]") {
  const Folder folder;
  CHECK(error_of(folder.file("none.pb")) == "no such file");
  CHECK(error_of(folder.path.string()) == "is a directory, not an ONNX tensor");
  std::ofstream(folder.file("empty.pb"));
  CHECK(error_of(folder.file("empty.pb")) == "is empty");
  std::ofstream(folder.file("text.pb")) << "hello";
  CHECK(error_of(folder.file("text.pb")) ==
        "is not an ONNX tensor, or is cut short");
}

TEST_CASE("a tensor file that is cut short is refused", "[onnx][export]") {
  const Folder folder;
  const std::string path = folder.file("x.pb");
  onnx::write_tensor(Dense<float>{{4}, {1, 2, 3, 4}}, "x", path);
  fs::resize_file(path, fs::file_size(path) - 3);
  CHECK(error_of(path) == "is not an ONNX tensor, or is cut short");
}

}  // namespace rewright::tests
