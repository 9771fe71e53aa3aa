// SPDX-License-Identifier: Apache-2.0
//
// What a target file means when nothing is wrong with it.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "ops/table.h"
#include "solver/target.h"

namespace rewright::solver {
namespace {

const std::vector<std::string> operators{
    "Add",   "Sub", "Mul",  "Relu",   "Reshape",   "Transpose",
    "Where", "Pad", "Conv", "MatMul", "ReduceSum", "Softmax"};

Target read(const std::string& name) {
  return read_target(name, {"tests/data/targets"}, operators);
}

std::vector<Limit> limits_on(const Target& target, const std::string& op) {
  std::vector<Limit> result;
  for (const Limit& limit : target.limits) {
    if (std::ranges::find(limit.ops, op) != limit.ops.end()) {
      result.push_back(limit);
    }
  }
  return result;
}

TEST_CASE("A target is found by name or by path", "[target]") {
  CHECK(read("tiny").name == "tiny");
  CHECK(read("tests/data/targets/tiny.toml").name == "tiny");
}

TEST_CASE("A limit keeps what was stated and where", "[target]") {
  const Limit limit = limits_on(read("tiny"), "Conv").at(0);
  CHECK(limit.formula_text ==
        "KH <= 3 and KW <= 3 and C <= 16 and (stride == 1 or stride == 2)");
  CHECK(limit.formula->kind == syntax::Expr::Kind::conjunction);
  CHECK(limit.formula->position.column == 20);
  CHECK(limit.types == ir::set_of(ir::ElementType::int8));
  CHECK(limit.covers == std::vector<std::string>{"kernel", "channels"});
  CHECK(limit.known);
  CHECK(limit.confidence == Confidence::published);
  CHECK(limit.source == "the manual of an invented device");
  CHECK(limit.file == "tests/data/targets/tiny.toml");
}

TEST_CASE("Several sources are listed in the order given", "[target]") {
  CHECK(limits_on(read("tiny"), "ReduceSum").at(0).source ==
        "the manual of an invented device; hearsay");
}

TEST_CASE("An extending target inherits limits, sources and description",
          "[target]") {
  const Target target = read("tiny_manual");
  CHECK(target.name == "tiny-manual");
  CHECK(target.description == "an invented device with hard limits");
  CHECK(limits_on(target, "Conv").size() == 1);
  CHECK(limits_on(target, "Conv").at(0).file == "tests/data/targets/tiny.toml");
  CHECK(limits_on(target, "ReduceSum").back().source ==
        "a private manual; hearsay");
}

TEST_CASE("A replacement drops the inherited limits on what it covers",
          "[target]") {
  const std::vector<Limit> limits = limits_on(read("tiny_manual"), "MatMul");
  REQUIRE(limits.size() == 1);
  CHECK(limits[0].formula_text == "M <= 32 and K <= 32 and N <= 32");
}

TEST_CASE("A replacement that covers all leaves other operators alone",
          "[target]") {
  const Target target = read("tiny_manual");
  REQUIRE(limits_on(target, "ReduceSum").size() == 1);
  CHECK(limits_on(target, "ReduceSum")[0].formula_text == "reduced <= 4096");
  REQUIRE(limits_on(target, "Softmax").size() == 1);
  CHECK(limits_on(target, "Softmax")[0].formula_text ==
        "reduced <= 64 and reduced_elements <= 256");
}

TEST_CASE("Confidences are ordered and named both ways", "[target]") {
  CHECK(Confidence::published < Confidence::neighbour);
  for (const std::string& word : confidence_names()) {
    REQUIRE(parse_confidence(word));
    CHECK(name(*parse_confidence(word)) == word);
  }
  CHECK_FALSE(parse_confidence("certain"));
}

TEST_CASE("Every shipped target can be read", "[target]") {
  const Target target = read_target("nash-m", {"targets"});
  CHECK(target.name == "nash-m");
  for (const Limit& limit : target.limits) {
    CHECK((!limit.known || !limit.source.empty()));
  }
}

TEST_CASE("What nash-m does not publish is not known", "[target]") {
  const Target target = read_target("nash-m", {"targets"});
  for (const std::string op : {"Conv", "MatMul"}) {
    const auto limits = limits_on(target, op);
    CHECK(std::ranges::any_of(limits, [](const Limit& l) { return !l.known; }));
  }
  CHECK(limits_on(target, "Where").empty());
}

}  // namespace
}  // namespace rewright::solver
