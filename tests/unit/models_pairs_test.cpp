// SPDX-License-Identifier: Apache-2.0
//
// Hand edits of models, decided rightly each.
#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "pipeline.h"

namespace rewright {

namespace {

using evidence::Verdict;

nlohmann::json index_of_pairs() {
  std::ifstream in("tests/data/pairs/index.json");
  return nlohmann::json::parse(in);
}

}  // namespace

TEST_CASE("pairs of models are decided rightly", "[pairs]") {
  const nlohmann::json pairs = index_of_pairs();
  REQUIRE(pairs.size() == 35);
  for (const auto& pair : pairs) {
    const std::string folder = "tests/data/pairs/";
    const std::string name = pair["name"];
    CAPTURE(name);
    const evidence::Run run = pipeline::equiv(
        folder + std::string(pair["a"]), folder + std::string(pair["b"]), {});
    REQUIRE(run.errors.empty());
    const Verdict found = run.results.at(0).judgement.verdict;
    CHECK(run.results[0].judgement.contradictions.empty());
    const bool is_equal = pair["equal"], is_rounded = pair["rounding"];
    CHECK(found == (!is_equal    ? Verdict::refuted
                    : is_rounded ? Verdict::close
                                 : Verdict::proved));
  }
}

TEST_CASE("inputs known to tell pairs apart do so", "[pairs]") {
  int tried = 0;
  for (const auto& pair : index_of_pairs()) {
    if (!pair.contains("witness")) continue;
    const std::string folder = "tests/data/pairs/";
    const std::string name = pair["name"];
    CAPTURE(name);
    pipeline::Options options;
    options.inputs = folder + std::string(pair["witness"]);
    const evidence::Run run =
        pipeline::equiv(folder + std::string(pair["a"]),
                        folder + std::string(pair["b"]), options);
    REQUIRE(run.errors.empty());
    const evidence::FuzzResult& found = run.results.at(0).stages.fuzz;
    CHECK(found.status == evidence::Status::refuted);
    REQUIRE(found.counterexample);
    CHECK(found.counterexample->folder == options.inputs);
    ++tried;
  }
  CHECK(tried == 13);
}

}  // namespace rewright
