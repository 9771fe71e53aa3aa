// SPDX-License-Identifier: Apache-2.0
//
// Expectations of test cases, and the exit code of a whole run.
#include "catch.h"
#include "evidence/record.h"

using namespace rewright::evidence;

namespace {

Result result(Verdict verdict) {
  Result r;
  r.judgement.verdict = verdict;
  r.judgement.reason = "axis 1 is not axis 2";
  return r;
}

Result on_target(Verdict verdict, LegalityStatus status) {
  Result r = result(verdict);
  Legality l;
  l.target = "nash-m";
  l.rhs.status = status;
  l.rhs.detail = "Conv: KH is 500";
  r.stages.legality = {l};
  r.judgement.legality = status;
  return r;
}

Expected expect(const std::string& verdict, const std::string& because = "") {
  return {verdict, "", because};
}

}  // namespace

TEST_CASE("an expected verdict is met by that verdict only", "[record]") {
  const Verdict all[] = {Verdict::proved,  Verdict::bounded, Verdict::fuzzed,
                         Verdict::refuted, Verdict::unknown, Verdict::vacuous};
  for (const Verdict expected : all)
    for (const Verdict found : all) {
      INFO(name(expected) << " expected, " << name(found) << " found");
      const bool is_open =
          expected == Verdict::unknown && found == Verdict::fuzzed;
      const std::string wrong =
          mismatch(expect(std::string(name(expected))), result(found));
      CHECK(wrong.empty() == (expected == found || is_open));
    }
  CHECK(mismatch(expect("proved"), result(Verdict::refuted)) ==
        "expected proved, found refuted");
}

TEST_CASE("illegal is met when that target refuses and the rule is not wrong",
          "[record]") {
  const Expected expected{"illegal", "nash-m", ""};
  using L = LegalityStatus;
  CHECK(mismatch(expected, on_target(Verdict::proved, L::illegal)).empty());
  CHECK(mismatch(expected, on_target(Verdict::fuzzed, L::illegal)).empty());
  CHECK(mismatch(expected, on_target(Verdict::refuted, L::illegal)) ==
        "expected illegal(nash-m), found refuted");
  CHECK(mismatch(expected, on_target(Verdict::proved, L::unknown)) ==
        "expected illegal(nash-m), but the target does not refuse it");
  CHECK(mismatch(expected, result(Verdict::proved)) ==
        "expected illegal(nash-m), but this target was not checked");
}

TEST_CASE("a reason must occur in what the stages said", "[record]") {
  CHECK(mismatch(expect("refuted", "axis 2"), result(Verdict::refuted)) == "");
  CHECK(mismatch(expect("refuted", "axis 3"), result(Verdict::refuted)) ==
        "expected the reason to mention \"axis 3\"");
  CHECK(mismatch({"illegal", "nash-m", "KH is 500"},
                 on_target(Verdict::proved, LegalityStatus::illegal)) == "");
}

TEST_CASE("with expectations the code says whether they were met", "[record]") {
  Result r = result(Verdict::refuted);
  r.expected = expect("refuted");
  CHECK(exit_code(r, {}, true) == ExitCode::as_required);
  CHECK(exit_code(r, {}, false) == ExitCode::refuted);
  r.unmet = "expected something else";
  CHECK(exit_code(r, {}, true) == ExitCode::refuted);
  r.unmet = "";
  r.judgement.contradictions = {"a"};
  CHECK(exit_code(r, {}, true) == ExitCode::internal);
  r.judgement.contradictions = {};
  r.internal_error = "std::bad_alloc";
  CHECK(exit_code(r, {}, true) == ExitCode::internal);
}

TEST_CASE("with expectations a rule without one must be proved", "[record]") {
  CHECK(exit_code(result(Verdict::proved), {}, true) == ExitCode::as_required);
  CHECK(exit_code(result(Verdict::fuzzed), {}, true) == ExitCode::unproved);
  CHECK(exit_code(result(Verdict::refuted), {}, true) == ExitCode::refuted);
}

TEST_CASE("a malformed file must be refused with the whole message",
          "[record]") {
  CHECK(mismatch("3:10: unknown size 'M'", {3, 10}, "unknown size 'M'") == "");
  CHECK(mismatch("unknown", {}, "unknown") == "");
  CHECK(mismatch("3:10: unknown size", {3, 10}, "unknown size 'M'") ==
        "expected malformed: 3:10: unknown size\n"
        "   found malformed: 3:10: unknown size 'M'");
  CHECK_FALSE(
      mismatch("3:1: unknown size 'M'", {3, 10}, "unknown size 'M'").empty());
  CHECK(mismatch("3:10: unknown size 'M'", {}, "") ==
        "expected malformed, found nothing wrong");
}

TEST_CASE("the strictest code of all results and files wins", "[record]") {
  Run run;
  CHECK(exit_code(run) == ExitCode::as_required);
  const auto add = [&](ExitCode code) {
    Result r;
    r.code = code;
    run.results.push_back(r);
    return exit_code(run);
  };
  CHECK(add(ExitCode::unproved) == ExitCode::unproved);
  CHECK(add(ExitCode::refuted) == ExitCode::refuted);
  CHECK(add(ExitCode::unproved) == ExitCode::refuted);
  run.errors.push_back({});
  CHECK(exit_code(run) == ExitCode::bad_input);
  CHECK(add(ExitCode::internal) == ExitCode::internal);
}
