// SPDX-License-Identifier: Apache-2.0
//
// DynamicSlice and DynamicUpdateSlice: windows in range, clamped windows, and
// what makes a call ill formed.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {

namespace {

using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

Floats window(std::int64_t start, std::int64_t size, bool clamp) {
  return apply<float>("DynamicSlice", {counting({5})},
                      {{"starts", each({start})},
                       {"slice_sizes", each({size})},
                       {"clamp", Expr(clamp ? 1 : 0)}})
      .data;
}

Floats updated(std::int64_t start, bool clamp) {
  return apply<float>(
             "DynamicUpdateSlice", {counting({4}), {{2}, {10, 20}}},
             {{"starts", each({start})}, {"clamp", Expr(clamp ? 1 : 0)}})
      .data;
}

}  // namespace

TEST_CASE("DynamicSlice takes a window from its start on", "[ops]") {
  const Floats all = counting({5}).data;
  CHECK(window(0, 5, false) == all);
  CHECK(window(2, 2, false) == Floats{all[2], all[3]});
  CHECK(window(5, 0, false).empty());
}

TEST_CASE("DynamicSlice moves a clamped window into range", "[ops]") {
  const Floats all = counting({5}).data;
  CHECK(window(-3, 2, true) == Floats{all[0], all[1]});
  CHECK(window(4, 2, true) == Floats{all[3], all[4]});
  CHECK(window(9, 5, true) == all);
}

TEST_CASE("DynamicSlice keeps axes that have no size whole", "[ops]") {
  const auto y = apply<float>(
      "DynamicSlice", {counting({2, 3})},
      {{"starts", each({1, 0})}, {"slice_sizes", ir::PerAxis{{Expr(1)}}}});
  CHECK(y.shape == Sizes{1, 3});
}

TEST_CASE("A window must fit, and lie inside unless it is clamped", "[ops]") {
  const auto slice = [](std::int64_t start, std::int64_t size, int clamp) {
    return OperatorCall("DynamicSlice", {ir::shape_of({5})},
                        {{"starts", each({start})},
                         {"slice_sizes", each({size})},
                         {"clamp", Expr(clamp)}})
        .defect();
  };
  CHECK(slice(4, 2, 1) == "");
  CHECK(slice(4, 2, 0) ==
        "have windows in range, but one of 2 elements starts at 4 of 5");
  CHECK(slice(-1, 2, 0) ==
        "have windows in range, but one of 2 elements starts at -1 of 5");
  CHECK(slice(0, 6, 1) ==
        "have windows that fit, but 6 exceeds 5 or is negative");
  CHECK(slice(0, -1, 1) ==
        "have windows that fit, but -1 exceeds 5 or is negative");
}

TEST_CASE("DynamicUpdateSlice replaces a window", "[ops]") {
  const Floats x = counting({4}).data;
  CHECK(updated(1, false) == Floats{x[0], 10, 20, x[3]});
  CHECK(updated(-1, true) == Floats{10, 20, x[2], x[3]});
  CHECK(updated(3, true) == Floats{x[0], x[1], 10, 20});
}

TEST_CASE("An update has the axes of what it updates", "[ops]") {
  CHECK(OperatorCall("DynamicUpdateSlice",
                     {ir::shape_of({2, 3}), ir::shape_of({2})})
            .rejection() == "axes do not line up: [2, 3] faces [2]");
  CHECK(
      OperatorCall("DynamicUpdateSlice", {ir::shape_of({2}), ir::shape_of({3})})
          .defect() == "have windows that fit, but 3 exceeds 2 or is negative");
}

}  // namespace rewright::ops
