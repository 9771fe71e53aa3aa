// SPDX-License-Identifier: Apache-2.0
//
// Expressions in canonical form. Parentheses follow from two questions about
// a node: does it bind more loosely than its place allows, and, for `forall`,
// which swallows all that follows, does anything follow?
#include <cstddef>
#include <string_view>
#include <utility>

#include "syntax/printer.h"

namespace rewright::syntax {
namespace {

using Kind = Expr::Kind;

/// How tightly a node binds, loosest first.
enum Binding {
  loosest,
  junction_or,
  junction_and,
  prefix_not,
  compared,
  added,
  multiplied,
  negated,
  whole
};

Binding binding_of(const Expr& expr) {
  switch (expr.kind) {
    case Kind::disjunction:
      return junction_or;
    case Kind::conjunction:
      return junction_and;
    case Kind::negation:
    case Kind::forall:
      return prefix_not;
    case Kind::comparison:
      return compared;
    case Kind::arithmetic:
      return expr.text == "+" || expr.text == "-" ? added : multiplied;
    case Kind::negate:
      return negated;
    default:
      return whole;
  }
}

bool has_key(const Expr& expr, std::size_t child) {
  return child < expr.keys.size() && expr.keys[child].is_given();
}

/// Where a node stands.
struct Place {
  Binding at_least = loosest;
  bool is_last = true;     // nothing follows that a forall could swallow
  bool is_spaced = false;  // `a * b` rather than `a*b`
};

class ExpressionPrinter {
 public:
  void node(const Expr& expr, Place place) {
    const bool is_open = expr.kind == Kind::forall && !place.is_last;
    if (!is_open && binding_of(expr) >= place.at_least) {
      return bare(expr, place);
    }
    text_ += '(';
    bare(expr, {});
    text_ += ')';
  }

  std::string text_;

 private:
  void bare(const Expr& expr, Place place) {
    switch (expr.kind) {
      case Kind::integer:
      case Kind::decimal:
      case Kind::boolean:
      case Kind::infinity:
      case Kind::name:
        text_ += expr.text;
        return;
      case Kind::group:
        text_ += expr.text + "...";
        return;
      case Kind::string:
        return string(expr.text);
      case Kind::call:
        return call(expr);
      case Kind::element:
      case Kind::list:
        return items(expr);
      case Kind::tuple:
        return tuple(expr);
      case Kind::negate:
        return prefix("-", expr, negated, place);
      case Kind::negation:
        return prefix("not ", expr, prefix_not, place);
      case Kind::arithmetic:
        return arithmetic(expr, place);
      case Kind::comparison:
        return comparison(expr);
      case Kind::conjunction:
        return junction(" and ", expr, place);
      case Kind::disjunction:
        return junction(" or ", expr, place);
      case Kind::forall:
        return forall(expr);
    }
  }

  void string(std::string_view content) {
    text_ += '"';
    for (const char c : content) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (c == '\n' || c == '\t') text_ += '\\';
      text_ += c == '\n' ? 'n' : c == '\t' ? 't' : c;
    }
    text_ += '"';
  }

  void separate(bool is_first) {
    if (!is_first) text_ += ", ";
  }

  void call(const Expr& expr) {
    text_ += expr.text + '(';
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      separate(i == 0);
      const bool is_positional = !has_key(expr, i);
      if (!is_positional) text_ += expr.keys[i].text + '=';
      node(expr.children[i], {.is_spaced = is_positional});
    }
    text_ += ')';
  }

  void items(const Expr& expr) {
    text_ += expr.text + '[';
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      separate(i == 0);
      if (has_key(expr, i)) text_ += expr.keys[i].text + ": ";
      node(expr.children[i], {});
    }
    text_ += ']';
  }

  void tuple(const Expr& expr) {
    text_ += '(';
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      separate(i == 0);
      node(expr.children[i], {});
    }
    text_ += ')';
  }

  void prefix(std::string_view sign, const Expr& expr, Binding binding,
              Place place) {
    text_ += sign;
    node(expr.children.front(),
         {.at_least = binding, .is_last = place.is_last});
  }

  void arithmetic(const Expr& expr, Place place) {
    const Binding binding = binding_of(expr);
    const bool is_spaced = place.is_spaced && binding == multiplied;
    node(expr.children[0],
         {.at_least = binding, .is_last = false, .is_spaced = is_spaced});
    const bool has_blanks = is_spaced || binding == added;
    text_ += has_blanks ? ' ' + expr.text + ' ' : expr.text;
    node(expr.children[1],
         {.at_least = static_cast<Binding>(binding + 1), .is_last = false});
  }

  void comparison(const Expr& expr) {
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      if (i > 0) text_ += ' ' + expr.keys[i - 1].text + ' ';
      node(expr.children[i], {.at_least = added, .is_last = false});
    }
  }

  void junction(std::string_view word, const Expr& expr, Place place) {
    const auto tighter = static_cast<Binding>(binding_of(expr) + 1);
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      if (i > 0) text_ += word;
      const bool is_last = i + 1 == expr.children.size();
      node(expr.children[i],
           {.at_least = tighter, .is_last = is_last && place.is_last});
    }
  }

  void forall(const Expr& expr) {
    text_ += "forall ";
    const std::size_t variables = expr.children.size() - 1;
    for (std::size_t i = 0; i < variables; ++i) {
      separate(i == 0);
      node(expr.children[i], {});
    }
    text_ += ": ";
    node(expr.children.back(), {});
  }
};

}  // namespace

std::string print(const Expr& expression) {
  ExpressionPrinter printer;
  printer.node(expression, {.is_spaced = true});
  return std::move(printer.text_);
}

}  // namespace rewright::syntax
