// SPDX-License-Identifier: Apache-2.0
//
// Random trees: parsing what was printed gives the tree back.
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "catch.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace rewright::syntax {
namespace {

using Kind = Expr::Kind;

std::shared_ptr<const base::Source> source(std::string text) {
  return std::make_shared<const base::Source>(
      base::Source{"random.rule", std::move(text)});
}

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  Expr expr(int depth) {
    const int kind = below(depth == 0 ? 7 : 18);
    Expr result;
    result.kind = static_cast<Kind>(kind);
    switch (result.kind) {
      case Kind::integer:
        result.text = pick({"0", "7", "1234567890123"});
        break;
      case Kind::decimal:
        result.text = pick({"0.5", "1e-5", "2.5E+10"});
        break;
      case Kind::string:
        result.text = pick({"", "a \"b\"", "\\\n\t, #"});
        break;
      case Kind::boolean:
        result.text = pick({"true", "false"});
        break;
      case Kind::infinity:
        result.text = "inf";
        break;
      case Kind::name:
      case Kind::group:
        result.text = word();
        break;
      case Kind::call:
        call(result, depth);
        break;
      case Kind::element:
        result.text = word();
        [[fallthrough]];
      case Kind::list:
        items(result, depth);
        break;
      case Kind::tuple:
      case Kind::conjunction:
      case Kind::disjunction:
        fill(result, 2 + below(2), depth);
        break;
      case Kind::negate:
      case Kind::negation:
        fill(result, 1, depth);
        break;
      case Kind::arithmetic:
        result.text = pick({"+", "-", "*", "/"});
        fill(result, 2, depth);
        break;
      case Kind::comparison:
        comparison(result, depth);
        break;
      case Kind::forall:
        for (int n = 1 + below(2); n > 0; --n) {
          result.children.push_back({pick_kind(), word(), {}, {}, {}});
        }
        result.children.push_back(expr(depth - 1));
        break;
    }
    return result;
  }

  Rule rule() {
    Rule rule;
    comment(rule);
    rule.name = name();
    some(rule.axes, [this](AxesClause& c) {
      some(
          c.groups,
          [this](AxisGroup& g) {
            g = {name(), below(2) ? name() : Name{}, below(2) == 0};
          },
          1);
    });
    some(rule.sizes, [this](SizesClause& c) {
      some(
          c.sizes,
          [this](Size& s) {
            s = {name(), pick({"0", "1", "12"})};
          },
          1);
      if (below(2)) c.group = name();
    });
    some(rule.ints, [this](IntsClause& c) {
      c.names = names();
      if (below(2)) c.group = name();
    });
    some(rule.types, [this](TypesClause& c) {
      c.variable = name();
      c.types = names();
    });
    some(rule.inputs, [this](InputClause& c) {
      c.names = names();
      c.type = name();
      items(c.shape, 2);
    });
    some(rule.scalars, [this](ScalarClause& c) {
      c.names = names();
      c.type = name();
    });
    some(rule.whens, [this](WhenClause& c) { c.formula = expr(5); });
    side(rule.lhs);
    some(
        rule.rhs, [this](Side& s) { side(s); }, 1);
    some(rule.legal, [this](LegalClause& c) {
      c.target = {"nash-m", {}};
      if (below(2)) c.condition = expr(4);
    });
    if (below(2)) expect(rule);
    return rule;
  }

 private:
  int below(int bound) {
    return static_cast<int>(random_() % static_cast<unsigned>(bound));
  }

  std::string pick(std::vector<std::string> choices) {
    return choices[static_cast<std::size_t>(
        below(static_cast<int>(choices.size())))];
  }

  Kind pick_kind() { return below(2) ? Kind::name : Kind::group; }
  std::string word() { return pick({"x", "y_1", "ReduceSum", "long_name"}); }
  Name name() { return {word(), {}}; }

  std::vector<Name> names() {
    std::vector<Name> result;
    for (int n = 1 + below(3); n > 0; --n) result.push_back(name());
    return result;
  }

  void fill(Expr& owner, int count, int depth) {
    for (; count > 0; --count) owner.children.push_back(expr(depth - 1));
  }

  void call(Expr& result, int depth) {
    result.text = word();
    fill(result, below(4), depth);
    const std::size_t positional = static_cast<std::size_t>(below(4));
    for (std::size_t i = 0; i < result.children.size(); ++i) {
      const std::string keyword = i % 2 == 0 ? "axes" : "when";
      const bool is_named = i >= positional;
      result.keys.push_back(
          {is_named ? keyword + std::to_string(i) : std::string(), {}});
    }
  }

  void items(Expr& result, int depth) {
    fill(result, below(4), depth);
    for (std::size_t i = 0; i < result.children.size(); ++i) {
      const std::string key = std::to_string(i);
      result.keys.push_back({pick({"", key, "k" + key}), {}});
    }
  }

  void comparison(Expr& result, int depth) {
    fill(result, 2 + below(2), depth);
    for (std::size_t i = 1; i < result.children.size(); ++i) {
      result.keys.push_back({pick({"==", "!=", "<", "<=", ">", ">="}), {}});
    }
  }

  void comment(Clause& clause) {
    if (below(3) == 0) clause.comments = {"# one", "", "# ≥ two"};
    if (below(3) == 0) clause.trailing = "# behind";
  }

  void side(Side& side) {
    comment(side);
    for (int n = below(3); n > 0; --n) {
      Let let;
      comment(let);
      if (side.lets.empty()) let.comments.clear();
      let.names = names();
      let.value = expr(4);
      side.lets.push_back(std::move(let));
    }
    for (int n = 1 + below(2); n > 0; --n) side.outputs.push_back(expr(4));
    if (side.outputs.front().kind == Kind::tuple && side.outputs.size() == 1) {
      side.outputs = std::move(side.outputs.front().children);
    }
  }

  void expect(Rule& rule) {
    rule.expect.emplace();
    comment(*rule.expect);
    rule.expect->verdict = name();
    if (below(2)) rule.expect->target = {"x-2-y", {}};
    if (below(2)) rule.expect->reason = "it, and \"that\"";
  }

  template <class T, class Fill>
  void some(std::vector<T>& all, Fill one, int least = 0) {
    for (int n = least + below(2); n > 0; --n) {
      T& last = all.emplace_back();
      if constexpr (std::is_base_of_v<Clause, T>) {
        if (!std::is_same_v<Side, T>) comment(last);
      }
      one(last);
    }
  }

  std::mt19937 random_;
};

TEST_CASE("Random expressions survive printing and parsing") {
  RandomTree tree(20240);
  for (int i = 0; i < 5000; ++i) {
    const Expr expr = tree.expr(1 + i % 6);
    const std::string text = print(expr);
    INFO(text);
    const Expr again = parse_formula(source(text));
    REQUIRE(again == expr);
    REQUIRE(print(again) == text);
  }
}

TEST_CASE("Random rule files survive printing and parsing") {
  RandomTree tree(7);
  for (int i = 0; i < 1000; ++i) {
    RuleFile file;
    for (int n = 1 + i % 3; n > 0; --n) file.rules.push_back(tree.rule());
    if (i % 2 == 0) file.closing_comments = {"# a", "", "# b"};
    const std::string text = print(file);
    INFO(text);
    const RuleFile again = parse_rules(source(text));
    REQUIRE(again == file);
    REQUIRE(print(again) == text);
  }
}

TEST_CASE("Damaged rule files are errors and never crashes") {
  RandomTree tree(11);
  std::mt19937 random(12);
  for (int i = 0; i < 2000; ++i) {
    std::string text = print(tree.rule());
    const std::string noise = "()[]\"#=,.-:\n\\1a\xc3";
    text[random() % text.size()] = noise[random() % noise.size()];
    text.resize(text.size() - random() % (text.size() / 2));
    try {
      const RuleFile file = parse_rules(source(text));
      CHECK(parse_rules(source(print(file))) == file);
    } catch (const base::InputError& error) {
      CHECK_FALSE(error.message().empty());
    }
  }
}

}  // namespace
}  // namespace rewright::syntax
