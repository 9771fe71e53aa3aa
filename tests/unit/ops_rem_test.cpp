// SPDX-License-Identifier: Apache-2.0
//
// Rem: the remainder of truncating division, and the Mod of ONNX that it is.
#include "catch.h"
#include "evaluate/arithmetic_base.h"
#include "unit/ops_call.h"

namespace rewright::ops {

using Bytes = std::vector<std::int8_t>;

TEST_CASE("A remainder has the sign of the dividend", "[ops]") {
  const auto y = apply<std::int8_t>(
      "Rem", {{{5}, {7, -7, 7, -7, -128}}, {{5}, {3, 3, -3, -3, -1}}});
  CHECK(y.data == Bytes{1, -1, 1, -1, 0});
}

TEST_CASE("A remainder by zero is undefined", "[ops]") {
  CHECK_THROWS_AS(apply<std::int8_t>("Rem", {{{1}, {7}}, {{1}, {0}}}),
                  evaluate::Undefined);
}

TEST_CASE("Rem is ONNX's Mod with fmod=1 only", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Mod";
  node.operands = {{.shape = ir::shape_of({2})}, {.shape = ir::shape_of({2})}};
  CHECK_THROWS_WITH(find("Rem")->from_onnx(node),
                    "Mod without fmod=1 has the sign of the divisor");
  node.attributes["fmod"] = std::int64_t{1};
  CHECK(find("Rem")->from_onnx(node).operands == std::vector<int>{0, 1});
}

}  // namespace rewright::ops
