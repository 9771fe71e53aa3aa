// SPDX-License-Identifier: Apache-2.0
//
// The laws every operator file is held to, on random concrete calls.
#include "catch.h"
#include "laws/law_call.h"
#include "ops/table.h"

namespace rewright::laws {

namespace {

constexpr int wanted = 150;

/// `check(call)` for `wanted` well-formed random calls of every operator.
template <class Check>
void for_random_calls(Check check) {
  const Generators generators = all_calls();
  for (const ir::Operator* op : ops::all()) {
    const auto generator = generators.find(op->name);
    if (generator == generators.end()) continue;
    Random random(1);
    int discarded = 0;
    for (int kept = 0; kept < wanted;) {
      const LawCall call = concrete_call(*op, generator->second(random));
      const auto inferred = call.infer();
      if (!inferred || !holds(inferred->conditions)) {
        INFO(op->name << " discards too many calls");
        REQUIRE(++discarded <= wanted / 10);
        continue;
      }
      ++kept;
      INFO(call.text());
      check(call, *inferred, random);
    }
  }
}

}  // namespace

TEST_CASE("every operator has random calls") {
  const Generators generators = all_calls();
  for (const ir::Operator* op : ops::all()) {
    INFO(op->name);
    CHECK(generators.count(op->name) == 1);
  }
}

TEST_CASE("every operator states all that proofs and fuzzing need") {
  for (const ir::Operator* op : ops::all()) {
    INFO(op->name);
    CHECK(op->infer != nullptr);
    CHECK(op->meaning != nullptr);
    CHECK(op->kernel != nullptr);
    CHECK(!op->signature.results.empty());
    CHECK((op->from_onnx != nullptr) == !op->onnx_names.empty());
  }
}

TEST_CASE("the kernel's result has the shape that the shape rule says") {
  for_random_calls(
      [](const LawCall& call, const ir::Inferred& inferred, Random& random) {
        const Typing typing = with_reals(typings(call.op).at(0));
        const auto results =
            by_kernel(call, typing, random_operands(call, typing, random));
        if (!results) return;
        REQUIRE(results->size() == inferred.results.size());
        for (std::size_t k = 0; k < results->size(); ++k) {
          CHECK((*results)[k].shape() == ir::concrete(inferred.results[k]));
          CHECK(std::visit(
              [](const auto& dense) {
                return static_cast<std::int64_t>(dense.data.size()) ==
                       evaluate::count(dense.shape);
              },
              (*results)[k].storage));
        }
      });
}

TEST_CASE("the kernel computes what the meaning says, element by element") {
  for_random_calls(
      [](const LawCall& call, const ir::Inferred&, Random& random) {
        CHECK(disagreement(call, call, {}, random) == "");
      });
}

}  // namespace rewright::laws
