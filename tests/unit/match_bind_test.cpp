// SPDX-License-Identifier: Apache-2.0
//
// Binding: ranks of groups, sizes and integers from extents and attributes,
// conditions decided by the numbers.
#include "catch.h"
#include "unit/match_find.h"

namespace rewright::match {
namespace {

const std::string merged_sums = R"(
  axes n..., p..., m..., q..., t...
  input x : float[n..., p..., m..., q..., t...]
  lhs ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], keepdims=0)
  rhs ReduceSum(x, axes=[p..., q...], keepdims=0)
)";

const ir::Node& only_node(const ir::Graph& graph) { return graph.nodes.at(0); }

TEST_CASE("groups are bound so that the axes are those of the model",
          "[match]") {
  const Search search(merged_sums, R"(
  input x : float32[2, 3, 4, 5]
  lhs ReduceSum(ReduceSum(x, axes=[2], keepdims=0), axes=[1], keepdims=0)
  rhs ReduceSum(x, axes=[1, 2], keepdims=0)
)");
  REQUIRE(search.is_match());
  const ir::Node& made = only_node(search.instance().rule.rhs);
  CHECK(std::get<ir::Axes>(made.attributes.at("axes")).entries ==
        std::vector<int>{1, 2});
}

TEST_CASE("axes in an order that no binding gives are no match", "[match]") {
  CHECK(Search(merged_sums, R"(
  input x : float32[2, 3, 4, 5]
  lhs ReduceSum(ReduceSum(x, axes=[0], keepdims=0), axes=[2], keepdims=0)
  rhs x
)")
            .refusal() == Refusal::shapes);
}

TEST_CASE("a flag that differs from the rule's is no match", "[match]") {
  CHECK(Search(merged_sums, R"(
  input x : float32[2, 3, 4]
  lhs ReduceSum(ReduceSum(x, axes=[2]), axes=[1], keepdims=0)
  rhs x
)")
            .refusal() == Refusal::shapes);
}

TEST_CASE("axes of a sum may be written in any order", "[match]") {
  CHECK(Search(R"(
  axes r...
  input x : float[r...]
  lhs ReduceSum(Relu(x), axes=[r...], keepdims=0)
  rhs ReduceSum(Relu(x), axes=[r...], keepdims=0)
)",
               R"(
  input x : float32[2, 3]
  lhs ReduceSum(Relu(x), axes=[1, 0], keepdims=0)
  rhs x
)")
            .is_match());
}

TEST_CASE("the order of axes of a transpose is kept", "[match]") {
  const std::string rule = R"(
  sizes A, B, C
  input x : float[A, B, C]
  lhs Transpose(x, perm=[1, 2, 0])
  rhs Transpose(x, perm=[1, 2, 0])
)";
  const auto model = [](const std::string& perm) {
    return "\n  input x : float32[2, 2, 2]\n  lhs Transpose(x, perm=" + perm +
           ")\n  rhs x\n";
  };
  CHECK(Search(rule, model("[1, 2, 0]")).is_match());
  CHECK(Search(rule, model("[2, 0, 1]")).refusal() == Refusal::shapes);
}

TEST_CASE("a default that is left out is the default that is written",
          "[match]") {
  const std::string rule = R"(
  sizes A, B
  input x : float[A, B]
  lhs Transpose(x, perm=[1, 0])
  rhs Transpose(x, perm=[1, 0])
)";
  CHECK(Search(rule, R"(
  input x : float32[2, 3]
  lhs Transpose(x)
  rhs x
)")
            .is_match());
}

const std::string merged_pads = R"(
  axes r... : n
  ints l0, l1 on r...
  input x : float[r...]
  scalar v : float
  when l0 >= 0 and l1 >= 0
  lhs Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])
  rhs Pad(x, v, low=[r: l0 + l1])
)";

TEST_CASE("integers are bound for every axis, defaults included", "[match]") {
  const Search search(merged_pads, R"(
  input x : float32[2, 3]
  lhs Pad(Pad(x, 0, low=[1, 0]), 0, low=[0, 2])
  rhs Pad(x, 0, low=[1, 2])
)");
  REQUIRE(search.is_match());
  const auto& low = std::get<ir::PerAxis>(
      search.instance().rule.rhs.nodes.back().attributes.at("low"));
  CHECK(low.values.at(0)->is(1));
  CHECK(low.values.at(1)->is(2));
}

TEST_CASE("a condition that the numbers do not meet is said", "[match]") {
  CHECK(Search(merged_pads, R"(
  input x : float32[2, 3]
  lhs Pad(Pad(x, 0, low=[1, -1]), 0, low=[0, 2])
  rhs Pad(x, 0, low=[1, 1])
)")
            .refusal() == Refusal::when);
}

TEST_CASE("attributes that the rule does not have are no match", "[match]") {
  CHECK(Search(merged_pads, R"(
  input x : float32[2, 3]
  lhs Pad(Pad(x, 0, low=[1, 0], high=[1, 0]), 0, low=[0, 2])
  rhs x
)")
            .refusal() == Refusal::shapes);
}

TEST_CASE("products of sizes are divided", "[match]") {
  const std::string rule = R"(
  sizes A, B
  input x : float[A*B]
  lhs Reshape(x, [A, B])
  rhs Reshape(x, [A, B])
)";
  CHECK(Search(rule, R"(
  input x : float32[6]
  lhs Reshape(x, [2, 3])
  rhs x
)")
            .is_match());
}

TEST_CASE("a size that nothing tells is not guessed", "[match]") {
  CHECK(Search(R"(
  sizes A, B
  input x : float[A*B]
  lhs Relu(x)
  rhs Reshape(Reshape(Relu(x), [A, B]), [A*B])
)",
               R"(
  input x : float32[6]
  lhs Relu(x)
  rhs x
)")
            .refusal() == Refusal::unbound);
}

TEST_CASE("extents that must be equal are", "[match]") {
  const std::string rule = R"(
  sizes A
  input x : float[A, A]
  lhs Transpose(x)
  rhs Transpose(x)
)";
  CHECK(Search(rule, "  input x : float32[2, 2]\n  lhs Transpose(x)\n  rhs x")
            .is_match());
  CHECK(Search(rule,
               "  input x : float32[2, 3]\n  lhs Transpose(x)\n"
               "  rhs Transpose(x)")
            .refusal() == Refusal::shapes);
}

TEST_CASE("another element type is no match", "[match]") {
  CHECK(Search("  axes r...\n  input x : float[r...]\n  lhs Neg(x)\n"
               "  rhs Neg(x)",
               "  input x : int8[2]\n  lhs Neg(x)\n  rhs Neg(x)")
            .refusal() == Refusal::types);
}

TEST_CASE("symbolic sizes of a model are bound as they are", "[match]") {
  const Search search(merged_sums, R"(
  sizes N
  input x : float32[N, 3, 4]
  lhs ReduceSum(ReduceSum(x, axes=[2], keepdims=0), axes=[1], keepdims=0)
  rhs ReduceSum(x, axes=[1, 2], keepdims=0)
)");
  REQUIRE(search.is_match());
  const ir::Rule& made = search.instance().rule;
  CHECK(ir::print(made.type_of(made.rhs, made.rhs.outputs[0]).shape) == "[N]");
}

TEST_CASE("operands that are one value are one input of the instance",
          "[match]") {
  const Search search(R"(
  axes r...
  input x, y : float[r...]
  lhs x * y
  rhs y * x
)",
                      R"(
  input a : float32[2]
  lhs a * a
  rhs a
)");
  REQUIRE(search.is_match());
  CHECK(search.instance().rule.inputs.size() == 1);
}

}  // namespace
}  // namespace rewright::match
