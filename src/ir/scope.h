// SPDX-License-Identifier: Apache-2.0
//
// The rule being resolved and the names it has declared so far. Every lookup
// counts as a use; a name that nobody used is a slip of the author and an
// error at the end.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "ir/index_reader.h"
#include "syntax/ast.h"

namespace rewright::ir {

/// What a declared name stands for.
struct Named {
  enum class Kind { group, number, variable, tensor };
  Kind kind = Kind::number;
  std::string what;           // for messages: "size", "input", "let", ...
  index::Symbol symbol = {};  // of a group: its own sizes; null for tensors
  Ref ref = {};               // tensor
  bool may_be_unused = false;
  base::Position position = {};
  std::shared_ptr<bool> used = std::make_shared<bool>(false);
};

/// Copies share the used marks of the names they have in common.
class Scope {
 public:
  Scope(std::shared_ptr<const base::Source> source,
        const OperatorTable& operators);

  Rule rule;
  index::Facts facts;

  const OperatorTable& operators() const { return *operators_; }

  [[noreturn]] void fail(base::Position position,
                         const std::string& message) const;

  /// Declares a name; it must be new and no operator or index function.
  void declare(const syntax::Name& name, Named named);
  /// Ends the life of names, all used or else an error.
  void forget(const std::vector<syntax::Name>& names);
  /// Null when there is none of this name.
  const Named* find(const std::string& name) const;
  /// A name of kind tensor, or null.
  const Named* tensor(const std::string& name) const;
  bool is_group(const std::string& name) const;
  /// " (did you mean ...?)" among all declared names.
  std::string suggestion(const std::string& name) const;
  [[noreturn]] void fail_unknown(const syntax::Expr& name) const;
  void require_all_used() const;

  /// An integer expression about sizes and ints; vectors of `group` stand
  /// for one component. Its divisors are assumed positive.
  index::Expr integer(const syntax::Expr& e, const std::string& group = "");
  /// A closed formula (see IndexReader); its divisors are assumed positive.
  index::Formula formula(const syntax::Expr& e);
  /// The same about the generic component of `group`.
  index::Formula component(const syntax::Expr& e, const std::string& group);
  /// The groups whose vectors `e` mentions.
  std::set<std::string> groups(const syntax::Expr& e);
  IndexReader reader() const;

  /// Adds a formula to `when` and to the facts, unless it is known already.
  void assume(const index::Formula& formula);

 private:
  Component number(const syntax::Expr& name) const;
  std::optional<Component> sizes(const std::string& group) const;
  void assume_divisors(IndexReader& reader, base::Position position);
  void require_free(const syntax::Name& name) const;

  const OperatorTable* operators_;
  std::map<std::string, Named> names_;
};

}  // namespace rewright::ir
