// SPDX-License-Identifier: Apache-2.0
//
// Integer expressions. Functions fold at once (index/expr.h), so an expression
// is canonical as soon as it is read. A `/` must divide exactly, since neither
// direction of rounding would be what everybody expects.
#include "ir/index_reader.h"

#include <algorithm>
#include <cassert>

#include "ir/literal.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;
using index::Expr;

constexpr const char* too_large = "size arithmetic exceeds 64 bits";

}  // namespace

const std::vector<std::string>& index_functions() {
  static const std::vector<std::string> names{"div", "ceildiv", "mod", "min",
                                              "max", "numel",   "abs"};
  return names;
}

void IndexReader::fail(base::Position position,
                       const std::string& message) const {
  throw base::InputError(source_, position, message);
}

Expr IndexReader::expression(const syntax::Expr& e, const std::string& group) {
  try {
    return read(e, group);
  } catch (const index::Overflow&) {
    fail(e.position, too_large);
  }
}

Expr IndexReader::read(const syntax::Expr& e, const std::string& group) {
  switch (e.kind) {
    case Kind::integer:
      if (const auto value = parse_integer(e.text)) return *value;
      fail(e.position, "the number " + e.text + " does not fit in 64 bits");
    case Kind::name:
      return name(e, group);
    case Kind::negate:
      return -read(e.children[0], group);
    case Kind::arithmetic:
      return arithmetic(e, group);
    case Kind::call:
      return call(e, group);
    case Kind::element:
      fail(e.position, "the element " + syntax::print(e) +
                           " of a tensor cannot stand here: an integer "
                           "expression over sizes and ints is needed");
    case Kind::group:
      fail(e.position, "the axis group " + e.text +
                           "... is no integer: numel(" + e.text +
                           ") is its number of elements");
    default:
      fail(e.position,
           "an integer expression is needed, not " + syntax::print(e));
  }
}

Expr IndexReader::name(const syntax::Expr& e, const std::string& group) {
  const Component component = vocabulary_.value(e);
  if (component.group.empty() || component.group == group) {
    return component.value;
  }
  const std::string vector =
      "'" + e.text + "' is one integer per axis of " + component.group + "...";
  if (group.empty()) {
    fail(e.position, vector + ": here a single integer is needed");
  }
  fail(e.position, vector + ", and cannot stand with integers per axis of " +
                       group + "...");
}

Expr IndexReader::arithmetic(const syntax::Expr& e, const std::string& group) {
  if (e.text == "/") return exact_quotient(e, group);
  const Expr a = read(e.children[0], group);
  const Expr b = read(e.children[1], group);
  if (e.text == "+") return a + b;
  return e.text == "-" ? a - b : a * b;
}

Expr IndexReader::exact_quotient(const syntax::Expr& e,
                                 const std::string& group) {
  const Expr a = read(e.children[0], group);
  const Expr b = read(e.children[1], group);
  Expr quotient;
  if (index::divide_exactly(a, b, quotient)) return quotient;
  fail(e.position, "'" + syntax::print(e) +
                       "' is not an integer for all sizes: div rounds down, "
                       "ceildiv up");
}

void IndexReader::require_arguments(const syntax::Expr& call,
                                    std::size_t count) const {
  for (const syntax::Name& key : call.keys) {
    if (key.is_given()) {
      fail(key.position, "'" + call.text + "' takes no named arguments");
    }
  }
  if (call.children.size() == count) return;
  fail(call.position, "'" + call.text + "' takes " + std::to_string(count) +
                          (count == 1 ? " argument" : " arguments") +
                          ", given " + std::to_string(call.children.size()));
}

Expr IndexReader::call(const syntax::Expr& e, const std::string& group) {
  if (vocabulary_.call) {
    if (const auto value = vocabulary_.call(e)) return *value;
  }
  const auto& known = index_functions();
  if (std::ranges::find(known, e.text) == known.end()) {
    fail(e.position, "'" + e.text + "' is no function of sizes" +
                         base::suggestion(e.text, known));
  }
  if (e.text == "numel") return number_of_elements(e);
  if (e.text == "min" || e.text == "max") return extremum(e, group);
  if (e.text != "abs") return division(e, group);
  require_arguments(e, 1);
  const Expr a = read(e.children[0], group);
  return index::max(a, -a);
}

Expr IndexReader::division(const syntax::Expr& e, const std::string& group) {
  require_arguments(e, 2);
  const Expr a = read(e.children[0], group);
  const Expr b = read(e.children[1], group);
  if (b.is_constant() && b.constant() < 1) {
    fail(e.children[1].position,
         "'" + e.text + "' by " + index::print(b) + " is not defined");
  }
  if (!b.is_constant()) {
    const index::Formula positive = index::less_equal(1, b);
    divisors_.push_back(
        groups(e.children[1]).empty() ? positive : index::all(group, positive));
  }
  if (e.text == "div") return index::div(a, b);
  return e.text == "mod" ? index::mod(a, b) : index::ceildiv(a, b);
}

Expr IndexReader::extremum(const syntax::Expr& e, const std::string& group) {
  if (e.children.size() < 2) require_arguments(e, 2);
  require_arguments(e, e.children.size());
  Expr result = read(e.children[0], group);
  for (std::size_t k = 1; k < e.children.size(); ++k) {
    const Expr next = read(e.children[k], group);
    result =
        e.text == "min" ? index::min(result, next) : index::max(result, next);
  }
  return result;
}

Expr IndexReader::number_of_elements(const syntax::Expr& e) {
  require_arguments(e, 1);
  const syntax::Expr& argument = e.children[0];
  if (argument.kind == Kind::name || argument.kind == Kind::group) {
    const auto sizes = vocabulary_.sizes(argument.text);
    if (sizes) return index::numel(sizes->group, sizes->value);
  }
  if (argument.kind == Kind::group) {
    fail(argument.position, "there is no axis group '" + argument.text + "'");
  }
  const std::set<std::string> over = groups(argument);
  if (over.size() == 1) {
    return index::numel(*over.begin(), read(argument, *over.begin()));
  }
  fail(argument.position,
       "'numel' takes an axis group or the sizes of one, not " +
           syntax::print(argument));
}

std::set<std::string> IndexReader::groups(const syntax::Expr& e) {
  if (e.kind == Kind::forall) {
    fail(e.position,
         "'forall' cannot stand here: it begins a condition of "
         "'when'");
  }
  if (e.kind == Kind::name) {
    const std::string group = vocabulary_.value(e).group;
    return group.empty() ? std::set<std::string>() : std::set{group};
  }
  std::set<std::string> result;
  if (e.kind == Kind::call && e.text == "numel") return result;
  for (const syntax::Expr& child : e.children) {
    result.merge(groups(child));
  }
  return result;
}

std::vector<index::Formula> IndexReader::take_divisors() {
  return std::exchange(divisors_, {});
}

}  // namespace rewright::ir
