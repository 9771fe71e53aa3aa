// SPDX-License-Identifier: Apache-2.0
//
// The JSON record against reports/schema.json.
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "report_sample.h"
#include "report_schema.h"
#include "reports/json.h"

using nlohmann::json;
using rewright::tests::Schema;
using rewright::tests::schema;

namespace {

json record(const report_sample::Run& run) {
  return json::parse(rewright::reports::json(run));
}

}  // namespace

TEST_CASE("a record with every kind of result fits the schema", "[json]") {
  CHECK(Schema(schema()).violations(record(report_sample::everything())) ==
        std::vector<std::string>{});
  CHECK(Schema(schema()).violations(record(report_sample::run_of({}))) ==
        std::vector<std::string>{});
}

TEST_CASE("the checker notices what does not fit the schema", "[json]") {
  json broken = record(report_sample::everything());
  broken["results"][0]["verdict"] = "fine";
  broken["results"][0].erase("reason");
  broken["results"][0]["more"] = 1;
  broken["results"][0]["fuzz"]["cases"] = "200";
  broken["results"][1]["counterexample"]["seed"] = 1.5;
  CHECK(Schema(schema()).violations(broken).size() == 5);
}

TEST_CASE("the record has the fields that scripts rely on", "[json]") {
  const json all = record(report_sample::everything());
  CHECK(all["tool"] == "rewright");
  CHECK(all["summary"]["proved"] == 3);
  CHECK(all["summary"]["refuted"] == 1);
  CHECK(all["summary"]["illegal"] == 1);
  CHECK(all["summary"]["internal_errors"] == 1);
  CHECK(all["summary"]["malformed"] == 1);
  CHECK(all["summary"]["exit_code"] == 4);
  const json& first = all["results"][0];
  CHECK(first["kind"] == "rule");
  CHECK(first["verdict"] == "proved");
  CHECK(first["exit_code"] == 0);
  CHECK(first["fuzz"]["status"] == "agreed");
  CHECK(first["value_proof"]["float_effect"] == "bit_exact");
  CHECK(first["value_proof"]["axioms"] == json{"commutativity"});
  CHECK(first["legality"]["status"] == "not_run");
  CHECK(first["counterexample"].is_null());
  CHECK(first["shape_proof"]["obligations"][1]["smtlib"] == "(check-sat)");
  CHECK(all["errors"][0]["line"] == 3);
  CHECK(all["errors"][0]["message"] == "unknown size 'M'");
}

TEST_CASE("a float effect is null unless it is proved", "[json]") {
  const json all = record(report_sample::run_of({report_sample::refuted()}));
  CHECK(all["results"][0]["value_proof"]["float_effect"].is_null());
}

TEST_CASE("the target that decides comes first, the others after it",
          "[json]") {
  const json all = record(report_sample::run_of({report_sample::illegal()}));
  const json& result = all["results"][0];
  CHECK(result["legality"]["target"] == "nash-m");
  CHECK(result["legality"]["status"] == "illegal");
  CHECK(result["legality"]["lhs"]["status"] == "legal");
  CHECK(result["legality"]["limits"].size() == 2);
  REQUIRE(result["other_targets"].size() == 1);
  CHECK(result["other_targets"][0]["target"] == "other");
}

TEST_CASE("formats are written as the schema says", "[json]") {
  const json all = record(report_sample::run_of({report_sample::in_formats()}));
  const json& formats = all["results"][0]["formats"];
  REQUIRE(formats.size() == 2);
  CHECK(formats[0]["format"] == "float16");
  CHECK(formats[0]["special"]["infinity"] == "sign_of_zero");
  CHECK(formats[0]["quantised"].is_null());
  CHECK(formats[1]["special"].is_null());
  CHECK(formats[1]["quantised"]["code_bound"] == 2);
}

TEST_CASE("a seed keeps all of its 64 bits", "[json]") {
  const json all = record(report_sample::run_of({report_sample::refuted()}));
  const json& c = all["results"][0]["counterexample"];
  CHECK(c["seed"] == 18446744073709551615U);
  CHECK(c["replay"] ==
        "rewright check 'rules/sub it.rule' --rule sub_commutes --replay "
        "18446744073709551615");
  CHECK(c["inputs"][0]["elements"] == json{"2"});
}

TEST_CASE("what JSON lacks is replaced, never written wrongly", "[json]") {
  auto odd = report_sample::proved();
  odd.file = "rules/\xff.rule";
  odd.stages.fuzz.worst_error_over_bound =
      std::numeric_limits<double>::infinity();
  const json all = record(report_sample::run_of({odd}));
  CHECK(all["results"][0]["file"] == "rules/\xEF\xBF\xBD.rule");
  CHECK(all["results"][0]["fuzz"]["worst_error_over_bound"].is_null());
}

TEST_CASE("a long tensor is cut and says so", "[json]") {
  auto wide = report_sample::refuted();
  wide.stages.fuzz.counterexample->inputs = {
      {"x",
       rewright::evaluate::Dense<float>{{5000}, std::vector<float>(5000)}}};
  const json all = record(report_sample::run_of({wide}));
  const json& input = all["results"][0]["counterexample"]["inputs"][0];
  CHECK(input["elements"].size() == 1024);
  CHECK(input["complete"] == false);
  CHECK(input["shape"] == json{5000});
}
