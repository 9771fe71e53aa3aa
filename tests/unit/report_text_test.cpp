// SPDX-License-Identifier: Apache-2.0
//
// The report for people and the story of one rule, from hand-made records.
#include <sstream>
#include <string>

#include "catch.h"
#include "report_sample.h"
#include "reports/explain.h"
#include "reports/layout.h"
#include "reports/text.h"

using namespace rewright::reports;
using report_sample::run_of;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t widest_line(const std::string& text, const std::string& except) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!contains(line, except)) widest = std::max(widest, line.size());
  return widest;
}

}  // namespace

TEST_CASE("what is as required is one line of the table", "[text]") {
  CHECK(text(run_of({report_sample::proved()}), {}) ==
        "rule          verdict  shape  value  fuzz  legality  float      ms\n"
        "add_commutes  proved       2      0   200  -         bit_exact  13\n"
        "\n"
        "1 rule: 1 proved; 0.50 s; exit code 0\n");
}

TEST_CASE("formats are a table of their own", "[text]") {
  const std::string report = text(run_of({report_sample::in_formats()}), {});
  CHECK(contains(
      report,
      "rule          format   fuzz  error/bound  NaN   infinity   -0    "
      "subnormal  bound\n"
      "add_commutes  float16   200         0.50  same  sign of 0  same  same   "
      "    gamma(1) * lhs(|x|)\n"
      "add_commutes  int8        -            -  -     -          -     -      "
      "    codes: seen 1 apart, at most 2; requantisations 2 -> 1\n"));
  CHECK(contains(report,
                 "10 elements held against their error bounds, the largest "
                 "error 0.500 of its bound; 3"));
}

TEST_CASE("a refuted rule is shown with its counterexample", "[text]") {
  CHECK(text(run_of({report_sample::refuted()}), {}) ==
        "rule          verdict  shape    value     fuzz  legality  float  ms\n"
        "sub_commutes  refuted      2  unknown  differs  -         -      13\n"
        "\n"
        "rules/sub it.rule: sub_commutes: refuted\n"
        "  the sides differ at N = 1: lhs 2, rhs -2\n"
        "  value proof: unknown: a difference between the two sides remains, "
        "0 obligations\n"
        "    2*x[i] - 2*y[i]\n"
        "  sizes    N = 1\n"
        "  element  [0] of output 0, of type float32\n"
        "  lhs      2\n"
        "  rhs      -2\n"
        "  input    x = float32[1]: 2\n"
        "  input    y = float32[1]: 0\n"
        "  seed     18446744073709551615\n"
        "  replay   rewright check 'rules/sub it.rule' --rule sub_commutes "
        "--replay 18446744073709551615\n"
        "\n"
        "1 rule: 1 refuted; 0.50 s; exit code 1\n");
}

TEST_CASE("an illegal rule is shown with what is violated, not what holds",
          "[text]") {
  const std::string report = text(run_of({report_sample::illegal()}), {});
  CHECK(contains(report,
                 "  nash-m   illegal (published)\n"
                 "    violated: Conv (4:7): KH <= 31, published, T1\n"
                 "    left side: legal\n"
                 "    this rewrite takes the graph off the accelerator\n"));
  CHECK_FALSE(contains(report, "Reshape"));
  CHECK(contains(report, "legality: 1 illegal; 0.50 s; exit code 1"));
}

TEST_CASE("a legality short of legal is told of rules that are as required",
          "[text]") {
  auto r = report_sample::proved();
  rewright::evidence::Legality l;
  l.target = "nash-m";
  l.rhs.status = rewright::evidence::LegalityStatus::conditional;
  l.rhs.where = "H <= 31";
  l.rhs.confidence = "vendor";
  r.stages.legality = {l};
  auto other = r;
  other.name = "other";
  auto open = r;
  open.name = "open";
  open.stages.legality[0].rhs.status =
      rewright::evidence::LegalityStatus::unknown;
  open.stages.legality[0].rhs.limits = {
      {"Conv", "", "", "", "", "not known", ""},
      {"Add", "", "", "vendor", "", "restricts", ""}};
  const std::string report = text(run_of({r, open, other}), {});
  CHECK(contains(report,
                 "\n\nlegality on nash-m: conditional where H <= 31 (vendor)\n"
                 "    add_commutes, other\n"
                 "legality on nash-m: unknown, not all limits are known: Conv\n"
                 "    open\n\n3 rules"));
  CHECK(contains(report, "exit code 0"));
}

TEST_CASE("a contradiction and an internal error are called defects",
          "[text]") {
  auto r = report_sample::proved();
  r.stages.fuzz.status = rewright::evidence::Status::refuted;
  const std::string report = text(run_of({r}), {});
  CHECK(contains(report, "add_commutes  contradicted"));
  CHECK(contains(report,
                 "  contradiction, a defect of Rewright: the value proof is "
                 "contradicted by a counterexample\n"));
  CHECK(contains(report, "1 internal error; 0.50 s; exit code 4"));
  CHECK(contains(text(report_sample::everything(), {}),
                 "rules/broken.rule: broken: internal error\n"
                 "  std::bad_alloc\n"));
}

TEST_CASE("no line but a command to copy is wider than 100 columns", "[text]") {
  auto r = report_sample::refuted();
  r.name = std::string(80, 'n');
  r.stages.value.detail.clear();
  for (int i = 0; i < 100; ++i) r.stages.value.detail += "a long remainder ";
  auto run = run_of({r, report_sample::illegal()});
  CHECK(widest_line(text(run, {}), "replay ") <= 100);
  run.results[0].name = "n";
  CHECK(widest_line(explain(run.results[0], {}), "replay ") <= 100);
}

TEST_CASE("escape sequences come with colour only", "[text]") {
  const auto run = report_sample::everything();
  CHECK_FALSE(contains(text(run, {}), "\033"));
  const std::string coloured = text(run, {100, true});
  CHECK(contains(coloured, "\033[31mrefuted\033[0m"));
  std::string plain = coloured;
  for (std::size_t at; (at = plain.find('\033')) != std::string::npos;)
    plain.erase(at, plain.find('m', at) - at + 1);
  CHECK(plain == text(run, {}));
}

TEST_CASE("mistakes in files are listed as compilers show them", "[text]") {
  CHECK(errors(report_sample::everything()) ==
        "rules/bad.rule:3:10: unknown size 'M'\n  x : T[M]\n        ^\n");
}

TEST_CASE("an expectation that is not met is told", "[text]") {
  auto run = run_of({report_sample::refuted()});
  run.expectations = true;
  run.results[0].unmet = "expected proved, found refuted";
  run.errors.push_back({});
  run.errors[0].file = "bad.rule";
  run.errors[0].unmet = "expected malformed, found nothing wrong";
  run.errors[0].code = rewright::evidence::ExitCode::refuted;
  const std::string report = text(run, {});
  CHECK(contains(report, "  expected proved, found refuted\n"));
  CHECK(contains(report, "\nbad.rule\n  expected malformed, found nothing"));
  CHECK(contains(report, "; 2 expectations not met;"));
  CHECK(errors(run).empty());
}

TEST_CASE("the story of a proved rule names laws, structures and floats",
          "[explain]") {
  const auto run = run_of({report_sample::proved()});
  CHECK(explain(run.results[0], {}) ==
        "add_commutes  rules/add.rule\n"
        "\n"
        "  rule add_commutes\n"
        "    sizes  N\n"
        "\n"
        "Verdict\n"
        "  proved\n"
        "  equal for all sizes\n"
        "\n"
        "Shape proof\n"
        "  proved, 2 obligations\n"
        "    rhs dim 0 equals lhs dim 0: algebra\n"
        "    equal rank: unsat\n"
        "\n"
        "Value proof\n"
        "  proved for all sizes, 0 obligations\n"
        "  - both sides become x[i] + y[i]\n"
        "\n"
        "Laws used\n"
        "  commutativity: a + b = b + a, a*b = b*a\n"
        "\n"
        "Holds over\n"
        "  every commutative ring\n"
        "\n"
        "In floating point\n"
        "  bit_exact: nothing changes, the results are equal bit by bit\n"
        "\n"
        "Fuzz\n"
        "  agrees, 200 cases, 0 discarded, seed 7\n");
}

TEST_CASE("folding keeps indentation and breaks at spaces", "[layout]") {
  CHECK(fold("one two three", 2, 9) == "  one two\n  three\n");
  CHECK(fold("  code a b", 1, 9) == "   code a\n   b\n");
  CHECK(fold("unbreakable", 0, 4) == "unbreakable\n");
  CHECK(fold("a\n\nb", 1, 9) == " a\n\n b\n");
  CHECK(fold("", 2, 9) == "");
}

TEST_CASE("a table shortens its first column to fit", "[layout]") {
  const std::string t =
      table({{"name"}, {"n", true}},
            {{{std::string(40, 'a')}, {"1"}}, {{"b"}, {"23"}}}, {20, false});
  CHECK(t ==
        "name               n\n"
        "aaaaaaa...aaaaaa   1\n"
        "b                 23\n");
}
