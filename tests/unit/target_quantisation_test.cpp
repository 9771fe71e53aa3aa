// SPDX-License-Identifier: Apache-2.0
//
// The table [quantisation] of target files.
#include <string>

#include "base/error.h"
#include "catch.h"
#include "solver/target.h"

namespace rewright::solver {
namespace {

/// The first line of what is wrong with a file, after its path.
std::string message(const std::string& file) {
  const std::string path = "tests/data/targets/malformed/" + file + ".toml";
  try {
    read_target(path, {"targets"});
  } catch (const base::InputError& error) {
    const std::string text = error.rendered();
    REQUIRE(text.starts_with(path + ":"));
    const std::string rest = text.substr(path.size() + 1);
    return rest.substr(0, rest.find('\n'));
  }
  return "no error";
}

TEST_CASE("How nash-m quantises is known", "[target][quantised]") {
  const auto quantisation = read_target("nash-m", {"targets"}).quantisation;
  REQUIRE(quantisation);
  CHECK(quantisation->code_bits == std::vector<int>{8, 16});
  CHECK(quantisation->per_channel_weights);
  CHECK(quantisation->accumulator_bits == 32);
  CHECK(quantisation->confidence == "article");
  CHECK(quantisation->source.starts_with("HorizonRobotics OE-Skills"));
  CHECK(quantisation->note.find("-128..127") != std::string::npos);
}

TEST_CASE("Quantisation is inherited, or replaced as a whole",
          "[target][quantised]") {
  const auto own =
      read_target("tests/data/targets/wide.toml", {"targets"}).quantisation;
  REQUIRE(own);
  CHECK(own->code_bits == std::vector<int>{16});
  CHECK_FALSE(own->per_channel_weights);
  CHECK(own->accumulator_bits == 64);
  CHECK(own->source == "manual");
  CHECK(own->note.empty());
  CHECK_FALSE(
      read_target("tests/data/targets/tiny.toml", {"targets"}).quantisation);
}

TEST_CASE("A wrong quantisation points at the place", "[target][quantised]") {
  CHECK(message("quantisation_codes") ==
        "7:19: codes are int8 or int16, not 'uint8'");
  CHECK(message("quantisation_rounding") ==
        "11:13: 'rounding' cannot be 'half_to_evn' (did you mean "
        "'half_to_even'?)");
  CHECK(message("quantisation_incomplete") ==
        "6:1: the quantisation has no 'weights'");
  CHECK(message("quantisation_source") == "13:11: unknown source 'N'");
  CHECK(message("quantisation_without_source") ==
        "6:1: the quantisation has no 'source': say where it is from");
  CHECK(message("quantisation_field") ==
        "7:1: unknown field 'code' of the quantisation (did you mean "
        "'codes'?)");
  CHECK(message("quantisation_no_table") ==
        "3:1: 'quantisation' takes a table, not a string");
}

}  // namespace
}  // namespace rewright::solver
