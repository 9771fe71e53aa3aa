// SPDX-License-Identifier: Apache-2.0
//
// Which files paths stand for, and which files are refused as rule files.
#include "pipeline_files.h"

#include <filesystem>
#include <string>

#include "catch.h"
#include "pipeline_folder.h"

using namespace rewright::pipeline;
using rewright::base::InputError;

namespace {

namespace fs = std::filesystem;

std::string refusal(const std::string& path) {
  try {
    read_source(path);
  } catch (const InputError& e) {
    return e.message();
  }
  return "";
}

}  // namespace

TEST_CASE("a folder stands for all rule files below it, sorted", "[files]") {
  const Folder folder;
  folder.write("b/two.rule");
  folder.write("b/a/one.rule");
  folder.write("a.rule");
  folder.write("notes.txt");
  folder.write("b/rule");
  const RuleFiles found = find_rule_files({folder.path()});
  CHECK(found.files == std::vector<std::string>{folder.path("a.rule"),
                                                folder.path("b/a/one.rule"),
                                                folder.path("b/two.rule")});
  CHECK(found.errors.empty());
}

TEST_CASE("a file stands for itself whatever its name", "[files]") {
  const Folder folder;
  folder.write("rules.txt");
  CHECK(find_rule_files({folder.path("rules.txt"), "-"}).files ==
        std::vector<std::string>{folder.path("rules.txt"), "-"});
}

TEST_CASE("a file named in several ways is taken once", "[files]") {
  const Folder folder;
  folder.write("a.rule");
  const RuleFiles found =
      find_rule_files({folder.path("a.rule"), folder.path(),
                       folder.path("./a.rule"), folder.path("a.rule")});
  CHECK(found.files == std::vector<std::string>{folder.path("a.rule")});
}

TEST_CASE("links to folders are not followed, links to files are", "[files]") {
  const Folder folder;
  folder.write("a/one.rule");
  fs::create_directory_symlink(folder.path(), folder.path("a/loop"));
  fs::create_symlink(folder.path("elsewhere"), folder.path("b.rule"));
  folder.write("elsewhere");
  CHECK(find_rule_files({folder.path()}).files ==
        std::vector<std::string>{folder.path("a/one.rule"),
                                 folder.path("b.rule")});
}

TEST_CASE("missing paths and folders without rules are errors", "[files]") {
  const Folder folder;
  folder.write("a.rule");
  folder.write("empty/notes.txt");
  const RuleFiles found = find_rule_files(
      {folder.path("gone"), folder.path("empty"), folder.path("a.rule")});
  CHECK(found.files == std::vector<std::string>{folder.path("a.rule")});
  REQUIRE(found.errors.size() == 2);
  CHECK(found.errors[0].rendered() ==
        folder.path("gone") + ": no such file or folder");
  CHECK(found.errors[1].rendered() ==
        folder.path("empty") + ": no .rule files below this folder");
}

TEST_CASE("a text is read as it is", "[files]") {
  const Folder folder;
  const std::string text = "# caf\xC3\xA9 \xE2\x86\x92 \xF0\x9F\x8E\x89\r\n";
  folder.write("a.rule", text);
  const auto source = read_source(folder.path("a.rule"));
  CHECK(source->text == text);
  CHECK(source->name == folder.path("a.rule"));
}

TEST_CASE("a file is refused beyond one megabyte", "[files]") {
  const Folder folder;
  folder.write("fits.rule", std::string(largest_file, ' '));
  folder.write("large.rule", std::string(largest_file + 1, ' '));
  CHECK(refusal(folder.path("fits.rule")).empty());
  CHECK(refusal(folder.path("large.rule")) ==
        "too large for a rule file (over 1 MB)");
  CHECK(refusal("/dev/zero") == "too large for a rule file (over 1 MB)");
}

TEST_CASE("what is not UTF-8 text is refused", "[files]") {
  const Folder folder;
  const auto refused = [&](const std::string& bytes) {
    folder.write("a.rule", "#\n" + bytes);
    return refusal(folder.path("a.rule"));
  };
  CHECK(refused("\xFF") ==
        "not a text file: byte 0xFF in line 2 is not UTF-8 text");
  CHECK(refused(std::string(1, '\0')) ==
        "not a text file: byte 0x00 in line 2 is not UTF-8 text");
  CHECK_FALSE(refused("\xC3").empty());              // cut off
  CHECK_FALSE(refused("\x80").empty());              // a tail alone
  CHECK_FALSE(refused("\xC0\x80").empty());          // overlong
  CHECK_FALSE(refused("\xE0\x80\x80").empty());      // overlong
  CHECK_FALSE(refused("\xED\xA0\x80").empty());      // surrogate
  CHECK_FALSE(refused("\xF4\x90\x80\x80").empty());  // past U+10FFFF
  CHECK(refused("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF").empty());
}

TEST_CASE("a folder or a missing file cannot be read as a text", "[files]") {
  const Folder folder;
  CHECK(refusal(folder.path("gone.rule")) == "no such file or folder");
  CHECK(refusal(folder.path()).starts_with("cannot read: "));
}
