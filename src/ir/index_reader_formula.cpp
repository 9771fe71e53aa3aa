// SPDX-License-Identifier: Apache-2.0
//
// The formulas of an IndexReader, and how they are closed over axis groups.
#include <algorithm>

#include "ir/index_reader.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;
using index::Formula;

}  // namespace

Formula compare(const std::string& sign, const index::Expr& a,
                const index::Expr& b) {
  if (sign == "==") return index::equal(a, b);
  if (sign == "!=") return index::not_equal(a, b);
  if (sign == "<") return index::less(a, b);
  if (sign == "<=") return index::less_equal(a, b);
  return sign == ">" ? index::less(b, a) : index::less_equal(b, a);
}

Formula IndexReader::formula(const syntax::Expr& e) {
  try {
    return close(e);
  } catch (const index::Overflow&) {
    fail(e.position, "size arithmetic exceeds 64 bits");
  }
}

Formula IndexReader::component(const syntax::Expr& e,
                               const std::string& group) {
  try {
    return truth(e, group);
  } catch (const index::Overflow&) {
    fail(e.position, "size arithmetic exceeds 64 bits");
  }
}

Formula IndexReader::close(const syntax::Expr& e) {
  if (e.kind == Kind::conjunction) {
    Formula result(true);
    for (const syntax::Expr& child : e.children) {
      result = result && close(child);
    }
    return result;
  }
  const std::set<std::string> over = groups(e);
  if (over.empty()) return truth(e, "");
  if (over.size() == 1) {
    return index::all(*over.begin(), truth(e, *over.begin()));
  }
  if (e.kind == Kind::negation) return !close(e.children[0]);
  if (e.kind == Kind::disjunction) {
    Formula result(false);
    for (const syntax::Expr& child : e.children) {
      result = result || close(child);
    }
    return result;
  }
  fail(e.position, "this compares one integer per axis of " + *over.begin() +
                       "... with one per axis of " + *over.rbegin() + "...");
}

Formula IndexReader::truth(const syntax::Expr& e, const std::string& group) {
  switch (e.kind) {
    case Kind::boolean:
      return Formula(e.text == "true");
    case Kind::negation:
      return !truth(e.children[0], group);
    case Kind::comparison:
      return comparison(e, group);
    case Kind::conjunction: {
      Formula result(true);
      for (const syntax::Expr& child : e.children) {
        result = result && truth(child, group);
      }
      return result;
    }
    case Kind::disjunction: {
      Formula result(false);
      for (const syntax::Expr& child : e.children) {
        result = result || truth(child, group);
      }
      return result;
    }
    default:
      fail(e.position,
           "a condition is needed, such as N >= 1, not " + syntax::print(e));
  }
}

Formula IndexReader::comparison(const syntax::Expr& e,
                                const std::string& group) {
  Formula result(true);
  index::Expr left = read(e.children[0], group);
  for (std::size_t k = 1; k < e.children.size(); ++k) {
    const index::Expr right = read(e.children[k], group);
    result = result && compare(e.keys[k - 1].text, left, right);
    left = right;
  }
  return result;
}

}  // namespace rewright::ir
