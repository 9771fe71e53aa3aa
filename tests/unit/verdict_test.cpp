// SPDX-License-Identifier: Apache-2.0
//
// The truth table of evidence/verdict.h, all of it, written down a second
// time as data: a row per answer of the two proofs, a letter per answer of
// the fuzz stage.
#include "evidence/verdict.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "catch.h"

using namespace rewright::evidence;

namespace {

ShapeProof shape(const std::string& answer) {
  ShapeProof s;
  s.status = answer == "proved"    ? Status::proved
             : answer == "refuted" ? Status::refuted
             : answer == "not run" ? Status::not_run
                                   : Status::unknown;
  s.reason = answer == "vacuous"           ? Reason::vacuous
             : s.status == Status::unknown ? Reason::solver_unknown
                                           : Reason::none;
  return s;
}

ValueProof value(const std::string& answer) {
  ValueProof v;
  v.status = answer == "proved" || answer == "bounded" ? Status::proved
             : answer == "refuted"                     ? Status::refuted
             : answer == "unknown"                     ? Status::unknown
                                                       : Status::not_run;
  v.bounded = answer == "bounded";
  v.reason = answer == "unknown" ? Reason::residue : Reason::none;
  v.scope = "ranks 0 to 3";
  return v;
}

FuzzResult fuzz(const std::string& answer) {
  FuzzResult f;
  if (answer == "not run") return f;
  f.status = answer == "differs" ? Status::refuted : Status::unknown;
  f.agreed = answer == "agrees";
  f.cases = answer == "doubtful" ? 0 : 200;
  if (answer == "doubtful") f.reason = Reason::rare_precondition;
  if (answer == "differs") {
    f.counterexample.emplace();
    f.counterexample->sizes = "N = 3";
    f.counterexample->lhs = "1";
    f.counterexample->rhs = "2";
  }
  return f;
}

char letter(Verdict v) { return static_cast<char>(name(v)[0] - 'a' + 'A'); }

struct Row {
  std::string shape, value;
  std::string verdicts;  // for fuzz: differs, agrees, doubtful, not run
};

const std::vector<Row> truth_table = {
    {"proved", "proved", "RPPP"},   {"proved", "bounded", "RBBB"},
    {"proved", "refuted", "RUUU"},  {"proved", "unknown", "RFUU"},
    {"proved", "not run", "RFUU"},  {"refuted", "proved", "RRRR"},
    {"refuted", "bounded", "RRRR"}, {"refuted", "refuted", "RRRR"},
    {"refuted", "unknown", "RRRR"}, {"refuted", "not run", "RRRR"},
    {"unknown", "proved", "RFUU"},  {"unknown", "bounded", "RFUU"},
    {"unknown", "refuted", "RUUU"}, {"unknown", "unknown", "RFUU"},
    {"unknown", "not run", "RFUU"}, {"vacuous", "proved", "RVVV"},
    {"vacuous", "bounded", "RVVV"}, {"vacuous", "refuted", "RVVV"},
    {"vacuous", "unknown", "RVVV"}, {"vacuous", "not run", "RVVV"},
    {"not run", "proved", "RFUU"},  {"not run", "bounded", "RFUU"},
    {"not run", "refuted", "RUUU"}, {"not run", "unknown", "RFUU"},
    {"not run", "not run", "RFUU"},
};

const std::vector<std::string> fuzz_answers = {"differs", "agrees", "doubtful",
                                               "not run"};

Stages stages(const std::string& s, const std::string& v,
              const std::string& f) {
  return {shape(s), value(v), fuzz(f), {}};
}

Legality legality(const std::string& target, LegalityStatus status) {
  Legality l;
  l.target = target;
  l.rhs.status = status;
  return l;
}

Judgement judgement(Verdict verdict,
                    LegalityStatus legality = LegalityStatus::not_run) {
  Judgement j;
  j.verdict = verdict;
  j.legality = legality;
  return j;
}

}  // namespace

TEST_CASE("the verdict follows the whole truth table", "[verdict]") {
  REQUIRE(truth_table.size() == 25);
  for (const Row& row : truth_table)
    for (std::size_t f = 0; f < fuzz_answers.size(); ++f) {
      INFO(row.shape << " / " << row.value << " / " << fuzz_answers[f]);
      const Judgement j = judge(stages(row.shape, row.value, fuzz_answers[f]));
      CHECK(letter(j.verdict) == row.verdicts[f]);
      CHECK_FALSE(j.reason.empty());
      CHECK(j.float_effect.has_value() ==
            (row.verdicts[f] == 'P' || row.verdicts[f] == 'B'));
    }
}

TEST_CASE("agreement on no case at all is unknown", "[verdict]") {
  Stages s = stages("proved", "unknown", "agrees");
  s.fuzz.cases = 0;
  CHECK(judge(s).verdict == Verdict::unknown);
}

TEST_CASE("agreement on a doubtful sample is unknown", "[verdict]") {
  Stages s = stages("proved", "unknown", "agrees");
  s.fuzz.reason = Reason::rare_precondition;
  CHECK(judge(s).verdict == Verdict::unknown);
}

TEST_CASE("a proved value contradicted by a counterexample is a defect",
          "[verdict]") {
  const Judgement j = judge(stages("proved", "proved", "differs"));
  CHECK(j.contradictions ==
        std::vector<std::string>{
            "the value proof is contradicted by a counterexample"});
  CHECK(exit_code(j, {}) == ExitCode::internal);
}

TEST_CASE("a proved shape contradicted by an ill-formed right side is a defect",
          "[verdict]") {
  Stages s = stages("proved", "unknown", "differs");
  CHECK(judge(s).contradictions.empty());
  s.fuzz.counterexample->rhs = "ill formed: axis 1 of 1";
  CHECK(judge(s).contradictions ==
        std::vector<std::string>{
            "the shape proof is contradicted by a counterexample"});
}

TEST_CASE("an instance of a rule called vacuous is a defect", "[verdict]") {
  CHECK(judge(stages("vacuous", "not run", "doubtful")).contradictions.empty());
  CHECK(
      judge(stages("vacuous", "not run", "agrees")).contradictions ==
      std::vector<std::string>{"called vacuous, yet fuzzing found instances"});
}

TEST_CASE("a float difference worse than the proved effect is a defect",
          "[verdict]") {
  const FloatEffect effects[] = {FloatEffect::bit_exact,
                                 FloatEffect::sign_of_zero,
                                 FloatEffect::rounding, FloatEffect::special};
  for (const FloatEffect proved : effects)
    for (const FloatEffect observed : effects) {
      INFO(name(proved) << " proved, " << name(observed) << " observed");
      Stages s = stages("proved", "proved", "agrees");
      s.value.float_effect = proved;
      s.fuzz.observed = observed;
      CHECK(judge(s).contradictions.empty() == (observed <= proved));
      s.value.status = Status::unknown;
      CHECK(judge(s).contradictions.empty());
    }
}

TEST_CASE("reasons say what decided", "[verdict]") {
  CHECK(judge(stages("proved", "bounded", "not run")).reason ==
        "equal, but shown only for ranks 0 to 3");
  CHECK(judge(stages("proved", "unknown", "agrees")).reason ==
        "random cases agree, but value proof: a difference between the "
        "two sides remains");
  CHECK(judge(stages("proved", "unknown", "differs")).reason ==
        "the sides differ at N = 3: lhs 1, rhs 2");
  CHECK(judge(stages("unknown", "not run", "not run")).reason ==
        "shape proof: the solver gave up within its budget");
  CHECK(judge(stages("vacuous", "not run", "not run")).reason ==
        "the precondition or the left side can never hold");
}

TEST_CASE("the worst answer of several targets decides, the first of equals",
          "[verdict]") {
  using L = LegalityStatus;
  const L order[] = {L::not_run, L::legal, L::conditional, L::unknown,
                     L::illegal};
  for (const L a : order)
    for (const L b : order) {
      Stages s = stages("proved", "proved", "agrees");
      s.legality = {legality("a", a), legality("b", b)};
      const auto rank = [&](L l) { return std::find(order, order + 5, l); };
      const bool is_second = rank(b) > rank(a);
      CHECK(deciding(s.legality)->target == (is_second ? "b" : "a"));
      CHECK(judge(s).legality == (is_second ? b : a));
    }
  CHECK(deciding({}) == nullptr);
  CHECK(judge(stages("proved", "proved", "agrees")).legality == L::not_run);
}

TEST_CASE("a verdict is good enough from the required one on", "[verdict]") {
  using V = Verdict;
  struct Case {
    V least;
    std::map<V, int> codes;
  };
  const std::vector<Case> cases = {
      {V::proved,
       {{V::proved, 0},
        {V::bounded, 2},
        {V::fuzzed, 2},
        {V::refuted, 1},
        {V::unknown, 2},
        {V::vacuous, 2}}},
      {V::bounded,
       {{V::proved, 0},
        {V::bounded, 0},
        {V::fuzzed, 2},
        {V::refuted, 1},
        {V::unknown, 2},
        {V::vacuous, 2}}},
      {V::fuzzed,
       {{V::proved, 0},
        {V::bounded, 0},
        {V::fuzzed, 0},
        {V::refuted, 1},
        {V::unknown, 2},
        {V::vacuous, 2}}},
  };
  for (const Case& c : cases)
    for (const auto& [verdict, code] : c.codes) {
      INFO(name(verdict) << " where " << name(c.least) << " is required");
      const Requirement required{c.least, false};
      CHECK(static_cast<int>(exit_code(judgement(verdict), required)) == code);
    }
}

TEST_CASE("illegal always fails, less than legal only where required",
          "[verdict]") {
  using L = LegalityStatus;
  const auto code = [](L legality, bool required, Verdict v = Verdict::proved) {
    return static_cast<int>(
        exit_code(judgement(v, legality), {Verdict::proved, required}));
  };
  CHECK(code(L::illegal, false) == 1);
  CHECK(code(L::illegal, true) == 1);
  CHECK(code(L::illegal, false, Verdict::unknown) == 1);
  CHECK(code(L::conditional, false) == 0);
  CHECK(code(L::unknown, false) == 0);
  CHECK(code(L::not_run, false) == 0);
  CHECK(code(L::conditional, true) == 2);
  CHECK(code(L::unknown, true) == 2);
  CHECK(code(L::not_run, true) == 2);
  CHECK(code(L::legal, true) == 0);
  CHECK(code(L::legal, true, Verdict::unknown) == 2);
}

TEST_CASE("a legal clause that is not shown counts as unproved", "[verdict]") {
  Stages s = stages("proved", "proved", "agrees");
  s.legality = {legality("a", LegalityStatus::conditional)};
  CHECK(exit_code(judge(s), {}) == ExitCode::as_required);
  s.legality[0].claim_holds = true;
  CHECK(exit_code(judge(s), {}) == ExitCode::as_required);
  s.legality[0].claim_holds = false;
  CHECK(exit_code(judge(s), {}) == ExitCode::unproved);
}

TEST_CASE("an error above its bound is a defect", "[verdict]") {
  Stages s;
  s.shape = shape("proved");
  s.value = value("proved");
  s.fuzz = fuzz("agrees");
  s.fuzz.worst_error_over_bound = 1;
  CHECK(judge(s).contradictions.empty());
  s.formats.emplace_back();
  s.formats[0].format = rewright::ir::ElementType::bfloat16;
  s.formats[0].fuzz.worst_error_over_bound = 1.5;
  CHECK(judge(s).contradictions ==
        std::vector<std::string>{
            "a rounding error is larger than its bound in bfloat16"});
  CHECK(exit_code(judge(s), {}) == ExitCode::internal);
}

TEST_CASE("codes further apart than their bound are a defect", "[verdict]") {
  Stages s;
  s.shape = shape("proved");
  s.value = value("proved");
  s.formats.emplace_back();
  s.formats[0].format = rewright::ir::ElementType::int8;
  auto& codes = s.formats[0].quantised.emplace();
  codes.worst_code_difference = 3;
  CHECK(judge(s).contradictions.empty());  // no bound is known
  codes.code_bound = 2;
  CHECK(judge(s).contradictions ==
        std::vector<std::string>{"codes are further apart than their bound in "
                                 "int8"});
}

TEST_CASE("of two exit codes 4 wins before 3, 1, 2 and 0", "[verdict]") {
  const std::vector<int> order = {0, 2, 1, 3, 4};
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = 0; b < order.size(); ++b)
      CHECK(
          static_cast<int>(stricter(ExitCode{order[a]}, ExitCode{order[b]})) ==
          order[std::max(a, b)]);
}
