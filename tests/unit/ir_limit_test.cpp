// SPDX-License-Identifier: Apache-2.0
//
// Formulas of target files over the named dims of one call.
#include "catch.h"
#include "ir/resolve.h"
#include "syntax/parser.h"

namespace rewright::ir {

using index::Expr;
using index::SymbolKind;

namespace {

struct Limit {
  index::Symbol n = index::make_symbol("n", SymbolKind::size, "r");
  index::Symbol h = index::make_symbol("H", SymbolKind::size);
  std::vector<NamedDim> names{
      {"KH", {{.extent = Expr(h)}}},
      {"kernel", {{.extent = Expr(h)}, {.extent = 3}}},
      {"stride", {{.extent = 1}, {.extent = 2}}},
      {"pad", {{.extent = 4}, {.extent = 5}, {.extent = 6}}},
      {"batch", {{.extent = Expr(n), .group = "r"}}},
      {"dilation", {}},
  };

  std::string operator()(const std::string& text) const {
    const auto source =
        std::make_shared<const base::Source>(base::Source{"target.toml", text});
    try {
      return index::print(
          resolve_limit(syntax::parse_formula(source), *source, names));
    } catch (const base::InputError& error) {
      return error.message();
    }
  }
};

}  // namespace

TEST_CASE("a limit on a name holds for each of its values") {
  const Limit limit;
  CHECK(limit("KH <= 31") == "H <= 31");
  CHECK(limit("kernel <= 31") == "H <= 31");
  CHECK(limit("kernel <= 2") == "false");
  CHECK(limit("dilation <= 0") == "true");
  CHECK(limit("1 <= KH and KH*KH <= 9") == "1 <= H and H*H <= 9");
}

TEST_CASE("names with equally many values walk together, others cross") {
  const Limit limit;
  CHECK(limit("stride <= kernel") == "1 <= H");
  CHECK(limit("pad <= KH") == "4 <= H and 5 <= H and 6 <= H");
  CHECK(limit("kernel == 3 or pad >= 5") == "H == 3");
}

TEST_CASE("a limit on a group holds for every axis of it") {
  const Limit limit;
  const auto source = std::make_shared<const base::Source>(
      base::Source{"target.toml", "batch <= 4096"});
  const index::Formula f =
      resolve_limit(syntax::parse_formula(source), *source, limit.names);
  CHECK(f->kind == index::FormulaKind::all);
  CHECK(f->group == "r");
  CHECK(limit("product(batch) <= 4096") == "numel(n) <= 4096");
  CHECK(limit("product(kernel) <= 31") == "H <= 10");
}

TEST_CASE("a division in a limit is by a positive number") {
  CHECK(Limit()("div(64, KH) >= 2") == "2 <= div(64, H) and 1 <= H");
}

TEST_CASE("unknown names in a limit come with a suggestion") {
  const Limit limit;
  CHECK(limit("kernal <= 31") ==
        "unknown name 'kernal' (did you mean 'kernel'?)");
  CHECK(limit("product(3) <= 31") ==
        "'product' takes one name, as in product(kernel)");
  CHECK(limit("KH") == "a condition is needed, such as N >= 1, not KH");
}

}  // namespace rewright::ir
