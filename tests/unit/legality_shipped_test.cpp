// SPDX-License-Identifier: Apache-2.0
//
// Every shipped rule on every shipped target: all names that the targets use
// exist, and the parts of an answer fit together.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "catch.h"
#include "legality_rules.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;
namespace fs = std::filesystem;

std::vector<fs::path> files(const std::string& folder,
                            const std::string& extension) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

std::vector<ir::Rule> rules_in(const fs::path& path) {
  std::ifstream stream(path);
  const auto source = std::make_shared<base::Source>(
      base::Source{path.string(),
                   {std::istreambuf_iterator<char>(stream),
                    std::istreambuf_iterator<char>()}});
  return ir::resolve(syntax::parse_rules(source), ops::table());
}

bool has_outcome(const evidence::SideLegality& side, const std::string& word) {
  return std::ranges::any_of(
      side.limits, [&](const auto& use) { return use.outcome == word; });
}

void check_side(const evidence::SideLegality& side) {
  switch (side.status) {
    case LegalityStatus::legal:
      CHECK(side.where == "");
      CHECK_FALSE(has_outcome(side, "violated"));
      CHECK_FALSE(has_outcome(side, "restricts"));
      break;
    case LegalityStatus::conditional:
      CHECK(side.where != "");
      CHECK(has_outcome(side, "restricts"));
      break;
    case LegalityStatus::unknown:
      CHECK(has_outcome(side, "not known"));
      CHECK(side.detail.find("not known") != std::string::npos);
      break;
    case LegalityStatus::illegal:
      CHECK(side.where == "");
      CHECK(side.detail != "");
      break;
    case LegalityStatus::not_run:
      FAIL("a side was not judged");
  }
}

TEST_CASE("Every shipped rule can be judged on every shipped target",
          "[legality]") {
  for (const fs::path& target_path : files("targets", ".toml")) {
    const Target target = read_target(target_path.string(), {"targets"});
    for (const fs::path& rule_path : files("rewrites", ".rule")) {
      INFO(rule_path.string() << " on " << target.name);
      for (const ir::Rule& rule : rules_in(rule_path)) {
        Session session;
        const auto legality =
            check_legality(rule, target, Confidence::neighbour, session);
        check_side(legality.lhs);
        check_side(legality.rhs);
        CHECK(legality.claim_holds.value_or(true));
      }
    }
  }
}

}  // namespace
}  // namespace rewright::solver
