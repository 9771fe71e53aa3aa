// SPDX-License-Identifier: Apache-2.0
//
// Models with wrong bytes: whatever is wrong, the answer is an input error or
// an import, never an exception of another kind, a crash or a line printed.
#include <filesystem>
#include <fstream>
#include <random>

#include "base/error.h"
#include "catch.h"
#include "index/expr.h"
#include "onnx/import.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Overwrites, inserts or removes a few bytes.
std::string corrupted(std::string bytes, std::mt19937& engine) {
  const auto below = [&](std::size_t bound) { return engine() % bound; };
  for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
    const std::size_t at = below(bytes.size());
    const auto value = static_cast<char>(below(256));
    switch (below(4)) {
      case 0:
        bytes.insert(at, 1, value);
        break;
      case 1:
        bytes.erase(at, 1);
        break;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      default:
        bytes[at] = value;
    }
  }
  return bytes;
}

/// Whether a model comes out.
bool is_imported(const std::string& bytes) {
  ::onnx::ModelProto proto;
  if (!proto.ParseFromString(bytes)) return false;
  try {
    onnx::import_model(onnx::make_model("corrupt.onnx", proto));
  } catch (const base::InputError&) {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("corrupted models are refused or imported, never worse", "[onnx]") {
  std::mt19937 engine(7);
  int imported = 0, refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("tests/data/seed_onnx")) {
    if (entry.path().extension() != ".onnx") continue;
    const std::string bytes = bytes_of(entry.path());
    for (int round = 0; round < 100; ++round) {
      CAPTURE(entry.path().string(), round);
      const std::string wrong = corrupted(bytes, engine);
      bool is_model = false;
      REQUIRE_NOTHROW(is_model = is_imported(wrong));
      ++(is_model ? imported : refused);
    }
  }
  CHECK(imported > 100);
  CHECK(refused > 100);
}

}  // namespace rewright::tests
