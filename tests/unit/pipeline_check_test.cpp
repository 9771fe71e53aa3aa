// SPDX-License-Identifier: Apache-2.0
//
// The whole way of rules through all stages, on small rules whose answers are
// known.
#include <string>

#include "base/error.h"
#include "catch.h"
#include "pipeline.h"
#include "pipeline_folder.h"
#include "reports/json.h"

using namespace rewright;
using evidence::ExitCode;
using evidence::Reason;
using evidence::Status;
using evidence::Verdict;

namespace {

const std::string commutes =
    "rule commutes\n  sizes N\n  input a, b : float[N]\n"
    "  lhs a + b\n  rhs b + a\n";
const std::string negated =
    "rule negated\n  sizes N\n  input a, b : float[N]\n"
    "  lhs a - b\n  rhs b - a\n";
const std::string malformed =
    "rule malformed\n  sizes N\n  input a : float[M]\n  lhs a\n  rhs a\n";

pipeline::Options options(int cases = 20) {
  pipeline::Options o;
  o.fuzz.cases = cases;
  return o;
}

evidence::Run check(const std::string& text,
                    const pipeline::Options& how = options()) {
  const Folder folder;
  folder.write("a.rule", text);
  return pipeline::check({folder.path("a.rule")}, how);
}

/// The record without what depends on the machine.
std::string timeless(evidence::Run run) {
  run.seconds = 0;
  for (evidence::Result& r : run.results) r.seconds = {};
  return reports::json(run);
}

}  // namespace

TEST_CASE("a right rule is proved and fuzzing agrees", "[pipeline]") {
  const evidence::Run run = check(commutes);
  REQUIRE(run.results.size() == 1);
  const evidence::Result& r = run.results[0];
  CHECK(r.name == "commutes");
  CHECK(r.judgement.verdict == Verdict::proved);
  CHECK(r.judgement.contradictions.empty());
  CHECK(r.stages.fuzz.agreed);
  CHECK(r.stages.fuzz.cases == 20);
  CHECK(run.code == ExitCode::as_required);
}

TEST_CASE("a wrong rule is refuted by a counterexample that replays",
          "[pipeline]") {
  const evidence::Run run = check(negated);
  REQUIRE(run.results.size() == 1);
  CHECK(run.results[0].judgement.verdict == Verdict::refuted);
  CHECK(run.code == ExitCode::refuted);
  REQUIRE(run.results[0].stages.fuzz.counterexample);
  pipeline::Options again = options();
  again.replay = run.results[0].stages.fuzz.counterexample->seed;
  const evidence::Run replayed = check(negated, again);
  REQUIRE(replayed.results[0].stages.fuzz.counterexample);
  const auto& before = *run.results[0].stages.fuzz.counterexample;
  const auto& after = *replayed.results[0].stages.fuzz.counterexample;
  CHECK(after.sizes == before.sizes);
  CHECK(after.lhs == before.lhs);
  CHECK(after.rhs == before.rhs);
}

TEST_CASE("without fuzzing a wrong rule is unknown, never proved",
          "[pipeline]") {
  const evidence::Run run = check(negated, options(0));
  CHECK(run.results[0].judgement.verdict == Verdict::unknown);
  CHECK(run.results[0].stages.fuzz.status == Status::not_run);
  CHECK(run.results[0].stages.fuzz.reason == Reason::switched_off);
  CHECK(run.code == ExitCode::unproved);
}

TEST_CASE("a precondition that never holds makes a rule vacuous",
          "[pipeline]") {
  const evidence::Run run = check(
      "rule never\n  sizes N\n  input a, b : float[N]\n  when N < 1\n"
      "  lhs a - b\n  rhs b - a\n");
  CHECK(run.results[0].judgement.verdict == Verdict::vacuous);
  CHECK(run.results[0].stages.value.reason == Reason::earlier_stage);
  CHECK(run.code == ExitCode::unproved);
}

TEST_CASE("malformed files are recorded and the others still checked",
          "[pipeline]") {
  const Folder folder;
  folder.write("a.rule", malformed);
  folder.write("b.rule", commutes);
  folder.write("c.rule", "");
  const evidence::Run run =
      pipeline::check({folder.path(), folder.path("gone")}, options());
  REQUIRE(run.results.size() == 1);
  CHECK(run.results[0].judgement.verdict == Verdict::proved);
  REQUIRE(run.errors.size() == 3);
  CHECK(run.errors[0].file == folder.path("a.rule"));
  CHECK(run.errors[0].position == base::Position{3, 19});
  CHECK(run.errors[1].file == folder.path("c.rule"));
  CHECK(run.errors[2].message == "no such file or folder");
  CHECK(run.code == ExitCode::bad_input);
}

TEST_CASE("the record is the same for every number of jobs", "[pipeline]") {
  const Folder folder;
  for (int i = 0; i < 4; ++i) {
    folder.write("c" + std::to_string(i) + ".rule", commutes);
    folder.write("n" + std::to_string(i) + ".rule", negated);
    folder.write("m" + std::to_string(i) + ".rule", malformed);
  }
  pipeline::Options how = options();
  const std::string alone = timeless(pipeline::check({folder.path()}, how));
  how.jobs = 3;
  CHECK(timeless(pipeline::check({folder.path()}, how)) == alone);
}

TEST_CASE("progress counts every rule once", "[pipeline]") {
  const Folder folder;
  for (int i = 0; i < 5; ++i)
    folder.write(std::to_string(i) + ".rule", commutes);
  pipeline::Options how = options(0);
  how.jobs = 2;
  std::vector<std::size_t> seen;
  how.progress = [&](std::size_t done, std::size_t total) {
    CHECK(total == 5);
    seen.push_back(done);
  };
  pipeline::check({folder.path()}, how);
  CHECK(seen == std::vector<std::size_t>{1, 2, 3, 4, 5});
}

TEST_CASE("only the rules that are named are checked", "[pipeline]") {
  pipeline::Options how = options(0);
  how.rules = {"negated"};
  const evidence::Run run = check(commutes + "\n" + negated, how);
  REQUIRE(run.results.size() == 1);
  CHECK(run.results[0].name == "negated");
  how.rules = {"negate"};
  CHECK_THROWS_WITH(check(commutes + "\n" + negated, how),
                    "--rule: there is no rule 'negate' (did you mean "
                    "'negated'?)");
}

TEST_CASE("a replay needs one rule", "[pipeline]") {
  pipeline::Options how = options();
  how.replay = 1;
  CHECK_THROWS_WITH(check(commutes + "\n" + negated, how),
                    "--replay: needs one rule and found 2; choose one with "
                    "--rule");
}

TEST_CASE("with expectations a refuted rule may be as expected", "[pipeline]") {
  pipeline::Options how = options();
  how.expectations = true;
  const auto expecting = [&](const std::string& what) {
    return check("rule negated\n  expect " + what + "\n" +
                     negated.substr(negated.find('\n') + 1),
                 how);
  };
  CHECK(expecting("refuted").code == ExitCode::as_required);
  const evidence::Run wrong = expecting("proved");
  CHECK(wrong.code == ExitCode::refuted);
  CHECK(wrong.results[0].unmet == "expected proved, found refuted");
  CHECK(expecting("refuted because \"the sides differ\"").code ==
        ExitCode::as_required);
  CHECK(expecting("refuted because \"another reason\"").code ==
        ExitCode::refuted);
}

TEST_CASE("with expectations a malformed file is refused as expected",
          "[pipeline]") {
  const std::string message = check(malformed).errors.at(0).message;
  pipeline::Options how = options(0);
  how.expectations = true;
  const auto expecting = [&](const std::string& what, const std::string& rule) {
    return check("# expect malformed: " + what + "\n" + rule, how);
  };
  const evidence::Run met = expecting("4:19: " + message, malformed);
  CHECK(met.code == ExitCode::as_required);
  CHECK(met.errors.at(0).unmet.empty());
  CHECK(expecting("4:18: " + message, malformed).code == ExitCode::refuted);
  const evidence::Run fine = expecting("4:19: " + message, commutes);
  CHECK(fine.code == ExitCode::refuted);
  CHECK(fine.results.empty());
  CHECK(fine.errors.at(0).unmet == "expected malformed, found nothing wrong");
  CHECK(check(malformed, how).code == ExitCode::bad_input);
}

TEST_CASE("models that cannot be read are recorded", "[pipeline]") {
  const Folder folder;
  folder.write("a.onnx", "no model");
  const evidence::Run run =
      pipeline::equiv(folder.path("a.onnx"), folder.path("b.onnx"), options());
  CHECK(run.results.empty());
  REQUIRE(run.errors.size() == 1);
  CHECK(run.errors[0].file == folder.path("a.onnx"));
  CHECK(run.code == ExitCode::bad_input);
}

TEST_CASE("a model equals itself", "[pipeline]") {
  const std::string model =
      REWRIGHT_DATA_DIR "/tests/data/seed_onnx/merged_op13.onnx";
  const evidence::Run run = pipeline::equiv(model, model, options(2));
  REQUIRE(run.results.size() == 1);
  CHECK(run.results[0].kind == evidence::ResultKind::model);
  CHECK(run.results[0].file == model);
  CHECK(run.results[0].against == model);
  CHECK(run.code == ExitCode::as_required);
}
