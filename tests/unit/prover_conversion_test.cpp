// SPDX-License-Identifier: Apache-2.0
//
// Conversions between codes and numbers are opaque to the prover, which here
// has no fuzzing to catch it.
#include <regex>

#include "catch.h"
#include "fuzz_rule.h"
#include "solver/value_proof.h"

namespace rewright::solver {

namespace {

bool proved(const std::string& text) {
  Session session;
  const ir::Rule rule = properties::rule_of("rule t\n" + text);
  return prove_value(rule, session).status == evidence::Status::proved;
}

/// Whether lhs => rhs is proved, of elements a, b, c of int8, numbers x, y and
/// scales s, t, as far as they occur.
bool proved(const std::string& lhs, const std::string& rhs,
            const std::string& when = "") {
  std::string text = "axes r...\n" + when;
  for (const std::string name : {"a", "b", "c", "x", "y", "s", "t"}) {
    const std::regex word("\\b" + name + "\\b");
    if (!std::regex_search(lhs + " " + rhs, word)) continue;
    const bool is_scale = name == "s" || name == "t";
    const bool is_code = name < "d";
    text += is_scale  ? "scalar " + name + " : float\n"
            : is_code ? "input " + name + " : int8[r...]\n"
                      : "input " + name + " : float[r...]\n";
  }
  return proved(text + "lhs " + lhs + "\nrhs " + rhs);
}

}  // namespace

TEST_CASE("a conversion is no homomorphism", "[conversion]") {
  CHECK(proved("DequantizeLinear(a + b, s)", "DequantizeLinear(b + a, s)"));
  CHECK_FALSE(proved("DequantizeLinear(a + b, s)",
                     "DequantizeLinear(a, s) + DequantizeLinear(b, s)"));
  CHECK_FALSE(proved("DequantizeLinear(-a, s)", "-DequantizeLinear(a, s)"));
  CHECK_FALSE(proved("DequantizeLinear(a + a, s)", "2*DequantizeLinear(a, s)"));
  CHECK_FALSE(proved("DequantizeLinear(Max(a, b), s)",
                     "Max(DequantizeLinear(a, s), "
                     "DequantizeLinear(b, s))"));  // s may be negative
}

TEST_CASE("inside a conversion integers wrap around", "[conversion]") {
  const auto dequantized = [](const std::string& lhs, const std::string& rhs) {
    return proved("DequantizeLinear(" + lhs + ", s)",
                  "DequantizeLinear(" + rhs + ", s)");
  };
  CHECK(dequantized("(a + b)*c", "a*c + c*b"));
  CHECK(dequantized("Max(a, b)", "Max(b, a)"));
  CHECK_FALSE(dequantized("Max(a + c, b + c)", "Max(a, b) + c"));
  CHECK_FALSE(dequantized("(a + a)/2", "a"));
  CHECK_FALSE(dequantized("a/b*b", "a"));
  CHECK_FALSE(dequantized("Abs(a*a)", "a*a"));
}

TEST_CASE("the type of codes is part of a conversion", "[conversion]") {
  const std::string inputs =
      "scalar x, s : float\nscalar a : int8\nscalar b : int16\n";
  const auto quantized = [](const std::string& type) {
    return "DequantizeLinear(QuantizeLinear(x, s, type=" + type + "), s)";
  };
  CHECK(proved("scalar x, s : float\nlhs " + quantized("int8") + "\nrhs " +
               quantized("int8")));
  CHECK_FALSE(proved("scalar x, s : float\nlhs " + quantized("int8") +
                     "\nrhs " + quantized("int16")));
  CHECK_FALSE(
      proved("scalar x, s : float\n"
             "lhs DequantizeLinear(QuantizeLinear(x, s), s)\n"
             "rhs DequantizeLinear(QuantizeLinear(x, s), s)"));
  CHECK_FALSE(proved(inputs +
                     "lhs DequantizeLinear(a - a + 100 + 100, s) + x\n"
                     "rhs DequantizeLinear(b - b + 100 + 100, s) + x"));
}

TEST_CASE("codes are no numbers", "[conversion]") {
  CHECK_FALSE(proved("DequantizeLinear(QuantizeLinear(x, s, type=int8), s)",
                     "x", "when s > 0\n"));
  CHECK_FALSE(proved("QuantizeLinear(x + y, s, type=int8)",
                     "QuantizeLinear(x, s, type=int8) + "
                     "QuantizeLinear(y, s, type=int8)"));
  CHECK_FALSE(proved("QuantizeLinear(x, s, type=int8)",
                     "QuantizeLinear(x, t, type=int8)"));
  CHECK_FALSE(proved("QuantizeLinear(-x, s, type=int8)",
                     "-QuantizeLinear(x, s, type=int8)"));
  CHECK_FALSE(proved("Round(Round(x) + y)", "Round(x) + Round(y)"));
  CHECK_FALSE(proved("Round(x + y)", "Round(x) + Round(y)"));
}

}  // namespace rewright::solver
