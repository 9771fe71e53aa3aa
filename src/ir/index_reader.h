// SPDX-License-Identifier: Apache-2.0
//
// Syntax to index expressions and formulas. What names mean is asked of a
// Vocabulary, so that rules (names of sizes) and target files (names of dims)
// share one reader. Every mistake is a base::InputError at its place.
//
// A name may stand for a vector, one number per axis of a group. An
// expression then is about the generic component, and a formula is *closed*:
// it says that all axes satisfy it. In a Boolean combination `all` goes
// around the smallest parts whose vectors are of one group:
//
//     l0 >= 0 and N >= 1        all(r, l0 >= 0) and N >= 1
//     l0 >= 0 or l1 >= 0        all(r, l0 >= 0 or l1 >= 0)
//     not l0 >= 0               all(r, not l0 >= 0)
//     l0 >= 0 or m0 >= 0        all(r, l0 >= 0) or all(q, m0 >= 0)
//
// so a disjunction or negation that mentions one group is closed as a whole,
// one that mentions two is taken apart. A single comparison of vectors of two
// groups is an error.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "index/formula.h"
#include "syntax/ast.h"

namespace rewright::ir {

/// An integer, or one integer per axis of `group` when that is set.
struct Component {
  index::Expr value;
  std::string group = {};
};

struct Vocabulary {
  /// What a name stands for; throws base::InputError when it is no number.
  std::function<Component(const syntax::Expr& name)> value;
  /// The sizes of an axis group, or nothing when there is no such group.
  std::function<std::optional<Component>(const std::string& name)> sizes;
  /// Functions beyond the usual ones, or nothing; may be empty.
  std::function<std::optional<index::Expr>(const syntax::Expr& call)> call = {};
};

class IndexReader {
 public:
  IndexReader(const base::Source& source, Vocabulary vocabulary)
      : source_(source), vocabulary_(std::move(vocabulary)) {}

  /// An integer expression; vectors of `group` stand for one component.
  index::Expr expression(const syntax::Expr& e, const std::string& group);

  /// A closed formula.
  index::Formula formula(const syntax::Expr& e);

  /// A formula about the generic component of `group`.
  index::Formula component(const syntax::Expr& e, const std::string& group);

  /// The groups of the vectors that `e` mentions outside numel().
  std::set<std::string> groups(const syntax::Expr& e);

  /// Divisors that are not constants are positive: a rule says nothing of
  /// numbers for which a division of its own is not defined. Returns this for
  /// all divisors met since the last call, closed, one by one.
  std::vector<index::Formula> take_divisors();

 private:
  [[noreturn]] void fail(base::Position position,
                         const std::string& message) const;
  index::Expr read(const syntax::Expr& e, const std::string& group);
  index::Expr name(const syntax::Expr& e, const std::string& group);
  index::Expr arithmetic(const syntax::Expr& e, const std::string& group);
  index::Expr exact_quotient(const syntax::Expr& e, const std::string& group);
  index::Expr call(const syntax::Expr& e, const std::string& group);
  index::Expr division(const syntax::Expr& e, const std::string& group);
  index::Expr extremum(const syntax::Expr& e, const std::string& group);
  index::Expr number_of_elements(const syntax::Expr& e);
  void require_arguments(const syntax::Expr& call, std::size_t count) const;
  index::Formula close(const syntax::Expr& e);
  index::Formula truth(const syntax::Expr& e, const std::string& group);
  index::Formula comparison(const syntax::Expr& e, const std::string& group);

  const base::Source& source_;
  Vocabulary vocabulary_;
  std::vector<index::Formula> divisors_;
};

/// The functions of index expressions: div, ceildiv, mod, min, max, numel,
/// abs.
const std::vector<std::string>& index_functions();

/// Whether `sign`, one of `== != < <= > >=`, holds between `a` and `b`.
index::Formula compare(const std::string& sign, const index::Expr& a,
                       const index::Expr& b);

}  // namespace rewright::ir
