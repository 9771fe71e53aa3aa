// SPDX-License-Identifier: Apache-2.0
//
// Limits that matter only in some places: for some ranks, for operands that
// are activations, for whole models.
#include <memory>
#include <string>

#include "base/error.h"
#include "catch.h"
#include "legality_rules.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

std::string relu_of(const std::string& declarations, const std::string& shape) {
  return "rule relu_twice\n" + declarations + "  input  x : float" + shape +
         "\n  lhs    Relu(Relu(x))\n  rhs    Relu(x)\n";
}

TEST_CASE("A limit that applies is asked for", "[legality]") {
  const auto legality =
      legality_of(relu_of("  sizes  N, M\n", "[N, M]"), "guarded");
  CHECK(legality.rhs.status == LegalityStatus::conditional);
  CHECK(legality.rhs.where == "M*N <= 100");
}

TEST_CASE("An operator whose limits do not apply here is not known",
          "[legality]") {
  const auto legality = legality_of(relu_of("  sizes  N\n", "[N]"), "guarded");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.detail ==
        "Relu: not known: no limit of the target is about it");
}

TEST_CASE("An operator whose limits apply for some ranks only is not known",
          "[legality]") {
  const auto legality = legality_of(
      relu_of("  axes   r...\n  sizes  N\n", "[r..., N, 200]"), "guarded");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.where == "rank(x) != 2");
}

TEST_CASE("What is asked where a limit applies is told with its condition",
          "[legality]") {
  const auto legality = legality_of(
      relu_of("  axes   r...\n  sizes  N, M\n", "[r..., N, M]"), "guarded");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.where == "rank(x) != 2 or M*N*numel(r) <= 100");
}

TEST_CASE("The note of a guarded limit is told where it applies",
          "[legality]") {
  const auto legality = legality_of(R"(
rule add_commutes
  sizes  N
  input  x, y : int8[N, 2, 3]
  lhs    x + y
  rhs    y + x
)",
                                    "guarded");
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.detail == "Add: slower than in two dimensions");
}

const std::string conv = R"(
rule conv_of_itself
  input  x : int8[1, 2, 4, 4]
  input  w : int8[2, 2, 3, 3]
  lhs    Conv(x, w)
  rhs    Conv(x, w)
)";

TEST_CASE("Operands that are constants of a model are no activations",
          "[legality]") {
  Session session;
  const ir::Rule rule = rule_of(conv);
  const Target target = target_of("guarded");
  const auto dynamic =
      check_legality(rule, target, Confidence::inferred, session);
  CHECK(dynamic.rhs.status == LegalityStatus::unknown);
  CHECK(dynamic.rhs.detail == "Conv: not known: weights that are not constant");
  const auto constant = check_legality(rule, target, Confidence::inferred,
                                       session, {{1, nullptr}});
  CHECK(constant.rhs.status == LegalityStatus::legal);
}

TEST_CASE("What depends on constants only is computed at compile time",
          "[legality]") {
  Session session;
  const auto legality =
      check_legality(rule_of(conv), target_of("guarded"), Confidence::inferred,
                     session, {{0, nullptr}, {1, nullptr}});
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(outcome_of(legality.rhs, "computed at compile time") == "holds");
}

/// The rule as if both sides were whole models.
evidence::Legality models(const std::string& text) {
  ir::Rule rule = rule_of(text);
  rule.canonical_text.clear();
  Session session;
  return check_legality(rule, target_of("guarded"), Confidence::inferred,
                        session);
}

TEST_CASE("Limits on models are asked of models and not of rules",
          "[legality]") {
  const std::string small = R"(
rule add_commutes
  input  x, y : int8[1, 2, 3]
  lhs    x + y
  rhs    y + x
)";
  CHECK(models(small).rhs.status == LegalityStatus::legal);
  const std::string dynamic = R"(
rule add_commutes
  sizes  N
  input  x, y : int8[N, 2, 3]
  lhs    x + y
  rhs    y + x
)";
  CHECK(models(dynamic).rhs.status == LegalityStatus::illegal);
  CHECK(outcome_of(models(dynamic).rhs,
                   "dynamic_sizes == 0 violated: dynamic_sizes = 1") ==
        "violated");
  CHECK(legality_of(dynamic, "guarded").rhs.status == LegalityStatus::legal);
}

TEST_CASE("Models are measured in bytes of their element type", "[legality]") {
  const std::string large = R"(
rule add_commutes
  input  x, y : float32[1, 2, 200]
  lhs    x + y
  rhs    y + x
)";
  CHECK(outcome_of(models(large).rhs, "bytes <= 1024 violated: bytes = 1600") ==
        "violated");
}

TEST_CASE("A name that the operator does not have is the target's mistake",
          "[legality]") {
  std::string message = "no error";
  try {
    legality_of(relu_of("  sizes  N\n", "[N]"), "unknown_name");
  } catch (const base::InputError& error) {
    message = error.rendered();
  }
  CHECK(message ==
        "tests/data/targets/unknown_name.toml:9:12: unknown name 'ranks' (did "
        "you mean 'rank'?)\n"
        "require = \"ranks <= 3\"\n"
        "           ^");
}

}  // namespace
}  // namespace rewright::solver
