// SPDX-License-Identifier: Apache-2.0
//
// Rules at concrete sizes and ranks.
#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

using Nodes = std::vector<std::string>;

const char* const merge =
    "rule reduce_sum_merge\n"
    "axes n..., p..., m..., q...\n"
    "input x : T[n..., p..., m..., q...]\n"
    "lhs ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], "
    "keepdims=0)\n"
    "rhs ReduceSum(x, axes=[p..., q...], keepdims=0)\n";

const char* const pads =
    "rule low_pad_of_low_pad\n"
    "axes r... : n\n"
    "ints l0, l1 on r...\n"
    "input x : T[r...]   scalar v : T\n"
    "when l0 >= 0 and l1 >= 0\n"
    "lhs Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])\n"
    "rhs Pad(x, v, low=[r: l0 + l1])\n";

bool is_well_formed(const Instance& instance) {
  return instance.when_holds && instance.lhs_well_formed &&
         instance.rhs_well_formed && instance.defect.empty();
}

std::vector<int> axes_of(const Node& node) {
  return std::get<Axes>(node.attributes.at("axes")).entries;
}

}  // namespace

TEST_CASE("a group of rank k becomes k axes, in shapes and in lists of axes") {
  const Rule rule = rule_of(merge);
  const Assignment at =
      assign(rule, {{"n", 1}, {"p", 2}, {"m", 0}, {"q", 1}},
             {{"n", {2}}, {"p", {3, 4}}, {"m", {}}, {"q", {5}}});
  const Instance instance = instantiate(rule, at);
  CHECK(is_well_formed(instance));
  CHECK(print(instance.rule.inputs[0].type.shape) == "[2, 3, 4, 5]");
  CHECK(nodes_of(instance.rule.lhs) ==
        Nodes{"ReduceSum [2, 3, 4]", "ReduceSum [2]"});
  CHECK(axes_of(instance.rule.lhs.nodes[1]) == std::vector<int>{1, 2});
  CHECK(axes_of(instance.rule.rhs.nodes[0]) == std::vector<int>{1, 2, 3});
  CHECK(instance.rule.groups.empty());
  CHECK(instance.rule.sizes.empty());
  CHECK(instance.rule.type_classes ==
        std::vector<TypeSet>{set_of(ElementType::float64)});
  CHECK(describe(rule, at) ==
        "n has rank 1: n... = (2); p has rank 2: p... = (3, 4); m has rank 0; "
        "q has rank 1: q... = (5)");
}

TEST_CASE("a sum over a group of rank 0 does not become one over all axes") {
  const Rule rule = rule_of(merge);
  const Instance instance =
      instantiate(rule, assign(rule, {{"n", 1}, {"p", 0}, {"m", 0}, {"q", 1}},
                               {{"n", {2}}, {"p", {}}, {"m", {}}, {"q", {5}}}));
  CHECK(is_well_formed(instance));
  CHECK(nodes_of(instance.rule.lhs) == Nodes{"ReduceSum [2]", "ReduceSum [2]"});
  CHECK(nodes_of(instance.rule.rhs) == Nodes{"ReduceSum [2]"});
}

TEST_CASE("vectors become one number per axis") {
  const Rule rule = rule_of(pads);
  const Instance instance = instantiate(
      rule, assign(rule, {{"r", 2}},
                   {{"n", {3, 4}}, {"l0", {0, 1}}, {"l1", {2, 0}}}));
  CHECK(is_well_formed(instance));
  CHECK(nodes_of(instance.rule.lhs) == Nodes{"Pad [3, 5]", "Pad [5, 5]"});
  CHECK(nodes_of(instance.rule.rhs) == Nodes{"Pad [5, 5]"});
}

TEST_CASE("a vector condition must hold for every axis, so it holds for none") {
  const Rule rule = rule_of(pads);
  const Instance no = instantiate(
      rule, assign(rule, {{"r", 2}},
                   {{"n", {3, 4}}, {"l0", {0, -1}}, {"l1", {2, 0}}}));
  CHECK_FALSE(no.when_holds);
  CHECK(no.defect == "the precondition does not hold");
  const Instance scalar = instantiate(
      rule, assign(rule, {{"r", 0}}, {{"n", {}}, {"l0", {}}, {"l1", {}}}));
  CHECK(is_well_formed(scalar));
  CHECK(nodes_of(scalar.rule.lhs) == Nodes{"Pad []", "Pad []"});
}

TEST_CASE("numel is the product of the sizes of a group") {
  const Rule rule = rule_of(
      "rule t\naxes r... : n\nsizes N\ninput x : T[r..., N]\n"
      "when numel(r) <= N + 2\n"
      "lhs Reshape(x, [numel(r)*N])\nrhs Reshape(x, [N*numel(n)])\n");
  const Instance yes =
      instantiate(rule, assign(rule, {{"r", 2}}, {{"n", {2, 3}}, {"N", {4}}}));
  CHECK(is_well_formed(yes));
  CHECK(nodes_of(yes.rule.lhs) == Nodes{"Reshape [24]"});
  const Instance no =
      instantiate(rule, assign(rule, {{"r", 2}}, {{"n", {2, 4}}, {"N", {4}}}));
  CHECK_FALSE(no.when_holds);
}

TEST_CASE("an ill formed right side is an outcome and says what is wrong") {
  const Rule rule = rule_of(
      "rule t\nsizes N, M\ninput x : T[N, M]\n"
      "lhs Identity(x)\nrhs Reshape(x, [N, 4])\n");
  const Instance good =
      instantiate(rule, assign(rule, {}, {{"N", {2}}, {"M", {4}}}));
  CHECK(is_well_formed(good));
  const Instance bad =
      instantiate(rule, assign(rule, {}, {{"N", {2}}, {"M", {3}}}));
  CHECK(bad.when_holds);
  CHECK(bad.lhs_well_formed);
  CHECK_FALSE(bad.rhs_well_formed);
  CHECK(bad.defect ==
        "rhs: Reshape of [2, 3] must keep the number of elements, but 6 "
        "become 8");
  CHECK(bad.rule.well_formed(bad.rule.rhs).is_false());
}

TEST_CASE("sizes that leave 64 bits show nothing") {
  const Rule rule = rule_of(
      "rule t\nsizes N\ninput x : T[N]\n"
      "lhs Reshape(x, [N, 1])\nrhs Reshape(x, [div(N*N*N + 1, N*N), 1])\n");
  const Instance instance =
      instantiate(rule, assign(rule, {}, {{"N", {std::int64_t{1} << 40}}}));
  CHECK_FALSE(instance.when_holds);
  CHECK_FALSE(instance.rhs_well_formed);
  CHECK(instance.defect == "size arithmetic exceeds 64 bits");
}

TEST_CASE("a division by what is not positive makes the precondition false") {
  const Rule rule = rule_of(
      "rule t\nsizes N\nints p\ninput x : T[N]\n"
      "lhs Reshape(x, [N, 1])\nrhs Reshape(x, [div(N*p, p), 1])\n");
  CHECK_FALSE(
      instantiate(rule, assign(rule, {}, {{"N", {3}}, {"p", {0}}})).when_holds);
  CHECK_FALSE(instantiate(rule, assign(rule, {}, {{"N", {3}}, {"p", {-2}}}))
                  .when_holds);
  CHECK(is_well_formed(
      instantiate(rule, assign(rule, {}, {{"N", {3}}, {"p", {2}}}))));
}

TEST_CASE("conditions on elements get a variable per axis of a group") {
  const Rule rule = rule_of(
      "rule t\naxes r... : n\nsizes N\ninput x : float[r..., N]\n"
      "when forall g..., j: x[g..., j] != 0 or g < n - 1\n"
      "lhs x / x\nrhs Const(1, shape=[r..., N])\n");
  const Instance instance =
      instantiate(rule, assign(rule, {{"r", 2}}, {{"n", {2, 3}}, {"N", {4}}}));
  CHECK(is_well_formed(instance));
  const ElementCondition& condition = instance.rule.element_when.at(0);
  REQUIRE(condition.bound.size() == 3);
  CHECK(condition.bound[0].extent.is(2));
  CHECK(condition.bound[1].extent.is(3));
  CHECK(condition.bound[2].extent.is(4));
  CHECK(print(condition.value, {"x"}) ==
        "not x[g0, g1, j] == 0 or if(g0 <= 0 and g1 <= 1, true, false)");
}

TEST_CASE("a letter of Einsum that stands for a group becomes several") {
  const Rule rule = rule_of(
      "rule t\naxes r...\nsizes I, K, J\n"
      "input a : float[r..., I, K]\ninput b : float[r..., K, J]\n"
      "lhs MatMul(a, b)\nrhs Einsum(a, b, \"rik,rkj->rij\")\n");
  for (const int rank : {0, 1, 2}) {
    std::vector<std::int64_t> sizes{2, 3};
    sizes.resize(static_cast<std::size_t>(rank));
    const Instance instance = instantiate(
        rule, assign(rule, {{"r", rank}},
                     {{"r", sizes}, {"I", {4}}, {"J", {5}}, {"K", {6}}}));
    INFO(instance.defect);
    CHECK(is_well_formed(instance));
    CHECK(nodes_of(instance.rule.rhs)[0].substr(7) ==
          nodes_of(instance.rule.lhs)[0].substr(7));
  }
}

TEST_CASE("numbers are described by name") {
  const Rule rule = rule_of(
      "rule t\nsizes N, M\naxes r... : n\nints l on r...\n"
      "input x : T[N, M, r...]\nwhen l >= 0\nlhs x\nrhs Pad(x, low=[r: l])\n");
  const Assignment at = assign(
      rule, {{"r", 2}}, {{"N", {3}}, {"M", {1}}, {"n", {2, 3}}, {"l", {0, 1}}});
  CHECK(describe(rule, at) ==
        "N = 3, M = 1; r has rank 2: n = (2, 3), l = (0, 1)");
}

}  // namespace rewright::ir
