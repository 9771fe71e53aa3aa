// SPDX-License-Identifier: Apache-2.0
//
// Rules with random tokens exchanged: each is resolved, or refused with a
// place in the text. Nothing else may happen, no other exception above all.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

/// Words, numbers and single other characters; blanks are tokens too.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (const char c : text) {
    const bool goes_on =
        !tokens.empty() && is_word(c) && is_word(tokens.back().back());
    if (goes_on) {
      tokens.back() += c;
    } else {
      tokens.emplace_back(1, c);
    }
  }
  return tokens;
}

bool is_blank(const std::string& token) {
  return token == " " || token == "\n";
}

std::vector<std::vector<std::string>> shipped_rules() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator("rewrites")) {
    if (entry.path().extension() == ".rule") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::vector<std::string>> texts;
  for (const auto& path : paths) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    texts.push_back(tokens_of(text.str()));
  }
  return texts;
}

/// One to three tokens exchanged for others, mostly of the same rule.
std::string edited(std::vector<std::string> tokens,
                   const std::vector<std::string>& pool, std::mt19937& random) {
  const auto pick = [&random](std::size_t size) { return random() % size; };
  for (std::size_t edits = 1 + pick(3); edits > 0; --edits) {
    std::size_t at = pick(tokens.size());
    while (is_blank(tokens[at])) at = pick(tokens.size());
    const auto& from = pick(4) == 0 ? pool : tokens;
    std::string with = from[pick(from.size())];
    while (is_blank(with)) with = from[pick(from.size())];
    tokens[at] = with;
  }
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

/// Whether the text was resolved; false when it was refused with a place.
bool is_resolved(const std::string& text) {
  INFO(text);
  try {
    resolve_text(text);
    return true;
  } catch (const base::InputError& error) {
    CHECK(base::is_known(error.position()));
    CHECK_FALSE(error.message().empty());
  } catch (const std::exception& error) {
    FAIL("not an InputError: " << error.what());
  }
  return false;
}

}  // namespace

TEST_CASE("any text is resolved or refused with a place") {
  const auto rules = shipped_rules();
  REQUIRE_FALSE(rules.empty());
  std::mt19937 random(7);
  int resolved = 0;
  constexpr int cases = 4000;
  for (int k = 0; k < cases; ++k) {
    const auto& rule = rules[random() % rules.size()];
    const auto& pool = rules[random() % rules.size()];
    if (is_resolved(edited(rule, pool, random))) ++resolved;
  }
  CHECK(resolved > cases / 20);  // the edits are not all nonsense
  CHECK(resolved < cases);
}

}  // namespace rewright::ir
