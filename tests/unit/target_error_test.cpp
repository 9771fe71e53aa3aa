// SPDX-License-Identifier: Apache-2.0
//
// Everything that can be wrong with a target file, each with its whole
// message. The files are in tests/data/targets/malformed.
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catch.h"
#include "solver/target.h"

namespace rewright::solver {
namespace {

const std::string folder = "tests/data/targets/malformed/";

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const base::InputError& error) {
    return error.rendered();
  }
  return "no error";
}

Target read(const std::string& name_or_path) {
  return read_target(name_or_path, {"tests/data/targets"},
                     {"Conv", "ReduceSum", "MatMul"});
}

/// The message for a file of the folder, which begins with its path.
std::string message(const std::string& file) {
  const std::string path = folder + file + ".toml";
  const std::string text = message_of([&] { read(path); });
  INFO(text);
  REQUIRE(text.starts_with(path + ":"));
  return text.substr(path.size() + 1);
}

TEST_CASE("A target that does not exist suggests the nearest name",
          "[target]") {
  CHECK(message_of([] { read("tinny"); }) ==
        "tinny: no target of this name in tests/data/targets "
        "(did you mean 'tiny'?)");
  CHECK(message_of([] { read("no/such.toml"); }) ==
        "no/such.toml: there is no such file");
}

TEST_CASE("A target file that is not TOML points at the place", "[target]") {
  // The sentence in between is toml++'s own and changes with its version.
  const std::string text = message("not_toml");
  CHECK(text.starts_with("2:10: not TOML: "));
  CHECK(text.ends_with("\nname = \"x\n         ^"));
}

TEST_CASE("A target needs a name", "[target]") {
  CHECK(message("no_name") == " the target has no 'name'");
}

TEST_CASE("Unknown fields suggest the nearest field", "[target]") {
  CHECK(message("unknown_field") ==
        "8:1: unknown field 'requires' of a limit (did you mean 'require'?)\n"
        "requires = \"KH <= 31\"\n"
        "^");
  CHECK(message("unknown_target_field") ==
        "3:1: unknown field 'extend' of a target (did you mean 'extends'?)\n"
        "extend = \"tiny\"\n"
        "^");
}

TEST_CASE("Unknown words suggest the nearest known word", "[target]") {
  CHECK(message("unknown_operator") ==
        "7:17: unknown operator 'RedcueSum' (did you mean 'ReduceSum'?)\n"
        "ops = [\"Conv\", \"RedcueSum\"]\n"
        "                ^");
  CHECK(message("unknown_confidence") ==
        "9:15: unknown confidence 'publishd' (did you mean 'published'?)\n"
        "confidence = \"publishd\"\n"
        "              ^");
  CHECK(message("unknown_source") ==
        "10:11: unknown source 'Manul' (did you mean 'Manual'?)\n"
        "source = \"Manul\"\n"
        "          ^");
  CHECK(message("unknown_type") ==
        "8:19: unknown element type 'int61' (did you mean 'int64'?)\n"
        "types = [\"int8\", \"int61\"]\n"
        "                  ^");
}

TEST_CASE("A bad formula is shown in its place in the TOML file", "[target]") {
  CHECK(message("bad_formula") ==
        "9:30: expected an expression after '<=', found end of formula\n"
        "require = \"KH <= 31 and KW <=\"\n"
        "                             ^");
  CHECK(message("bad_formula_below_quotes") ==
        "10:8: illegal character '!': write 'not'\n"
        "and KW ! 31\"\"\"\n"
        "       ^");
  CHECK(message("bad_guard") ==
        "8:20: expected an expression after '==', found ')'\n"
        "applies = \"rank == )\"\n"
        "                   ^");
}

TEST_CASE("A limit needs operators, confidence, source and a statement",
          "[target]") {
  CHECK(message("no_ops") ==
        "4:1: the limit has no 'ops': say which operators it is about\n"
        "[[limit]]\n"
        "^");
  CHECK(message("no_confidence") ==
        "4:1: the limit has no 'confidence': say how well it is known\n"
        "[[limit]]\n"
        "^");
  CHECK(message("no_source") ==
        "4:1: the limit has no 'source': say where it is from\n"
        "[[limit]]\n"
        "^");
  CHECK(message("nothing_said") ==
        "6:1: the limit has no 'note': without 'require' and 'types' only a "
        "note says anything\n"
        "[[limit]]\n"
        "^");
}

TEST_CASE("What is not known cannot be stated", "[target]") {
  CHECK(message("unknown_but_stated") ==
        "7:1: 'require' states what the limit is, but 'known' is false\n"
        "require = \"KH <= 31\"\n"
        "^");
}

TEST_CASE("Values of the wrong kind are refused", "[target]") {
  CHECK(message("not_a_flag") ==
        "6:9: 'known' takes true or false, not a string\n"
        "known = \"no\"\n"
        "        ^");
  CHECK(message("not_a_string") ==
        "5:16: 'ops' takes a string, not a number\n"
        "ops = [\"Conv\", 3]\n"
        "               ^");
  CHECK(message("limit_is_a_table") ==
        "4:2: 'limit' is written [[limit]], once for each entry\n"
        "[limit]\n"
        " ^");
}

TEST_CASE("A target cannot extend itself or what is not there", "[target]") {
  CHECK(message_of([] { read(folder + "extends_itself_a.toml"); }) ==
        "tests/data/targets/malformed/extends_itself_b.toml:3:12: the target "
        "extends itself by way of 'extends_itself_a'\n"
        "extends = \"extends_itself_a\"\n"
        "           ^");
  CHECK(message("extends_missing") ==
        "3:12: cannot extend 'extends_itself_c': no target of this name in "
        "tests/data/targets/malformed, tests/data/targets (did you mean "
        "'extends_itself_a'?)\n"
        "extends = \"extends_itself_c\"\n"
        "           ^");
  CHECK(message("extends_missing_path") ==
        "3:12: cannot extend '../nowhere.toml': there is no such file\n"
        "extends = \"../nowhere.toml\"\n"
        "           ^");
}

TEST_CASE("Only an extending file can replace limits", "[target]") {
  CHECK(message("replaces_nothing") ==
        "8:1: 'replaces' is for inherited limits, but the file extends no "
        "other\n"
        "replaces = true\n"
        "^");
}

}  // namespace
}  // namespace rewright::solver
