// SPDX-License-Identifier: Apache-2.0
//
// What a rule file says, before anyone asks what it means. Names are not
// looked up, types and shapes are not checked; that is the work of
// `ir/resolve`. Numbers stay the text they were, so that no digit is lost.
//
// Clauses are kept by kind, each kind in source order. Every clause carries
// the comments that belong to it, so that `fmt` loses none. Equality, here,
// ignores positions and nothing else.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/position.h"

namespace rewright::syntax {

/// A word, and where it stands. The empty text means "none given".
struct Name {
  std::string text{};
  base::Position position{};

  bool is_given() const { return !text.empty(); }
  friend bool operator==(const Name& a, const Name& b) {
    return a.text == b.text;
  }
};

/// One node of an expression or formula. `position` is the first character
/// of the node, but the operator sign for the infix kinds.
struct Expr {
  enum class Kind {
    integer,      // text: decimal digits, any number of them, no sign
    decimal,      // text: as written, `1.5` or `1e-5`, no sign
    string,       // text: the content, escapes resolved
    boolean,      // text: `true` or `false`
    infinity,     // text: `inf`
    name,         // text: `x`
    group,        // text: `r` for `r...`
    call,         // text: callee; children: arguments; keys: see below
    element,      // text: tensor; children: its indices; keys: see below
    list,         // children: items of `[...]`; keys: see below
    tuple,        // children: two or more parts of `(a, b)`
    negate,       // children: one operand of `-`
    arithmetic,   // text: `+` `-` `*` `/`; children: left, right
    comparison,   // children: n >= 2 operands; keys: n-1 signs between them
    negation,     // children: one operand of `not`
    conjunction,  // children: n >= 2 operands of `and`
    disjunction,  // children: n >= 2 operands of `or`
    forall,       // children: variables (name or group), then the formula
  };

  Kind kind = Kind::name;
  std::string text{};
  std::vector<Expr> children{};

  /// For call, element and list: as long as `children`. The keyword of each
  /// argument (`axes` in `axes=[0]`) or the key of each item (`r` in
  /// `[r: l0]`, `2` in `[2: n]`); empty for a positional one.
  /// (Where a tree is built to be printed only, they may be missing.)
  std::vector<Name> keys{};

  base::Position position{};

  friend bool operator==(const Expr& a, const Expr& b);
};

/// What all clauses share. `comments` stand on lines of their own above the
/// clause, `trailing` behind it; both with their `#`. An empty entry among
/// the comments is a blank line.
struct Clause {
  base::Position position;
  std::vector<std::string> comments;
  std::string trailing;

  friend bool operator==(const Clause& a, const Clause& b) {
    return a.comments == b.comments && a.trailing == b.trailing;
  }
};

/// `r... : n >= 0`
struct AxisGroup {
  Name name;
  Name sizes;                // the vector of sizes, `n`
  bool may_be_zero = false;  // `>= 0`: its axes may have size 0
  friend bool operator==(const AxisGroup&, const AxisGroup&) = default;
};

struct AxesClause : Clause {
  std::vector<AxisGroup> groups;
  friend bool operator==(const AxesClause&, const AxesClause&) = default;
};

/// `N >= 0`
struct Size {
  Name name;
  std::string minimum = "1";
  friend bool operator==(const Size&, const Size&) = default;
};

struct SizesClause : Clause {
  std::vector<Size> sizes;
  Name group;  // `on r...`: one of each per axis of r
  friend bool operator==(const SizesClause&, const SizesClause&) = default;
};

struct IntsClause : Clause {
  std::vector<Name> names;
  Name group;  // `on r...`
  friend bool operator==(const IntsClause&, const IntsClause&) = default;
};

/// `types T : float32, int8`
struct TypesClause : Clause {
  Name variable;
  std::vector<Name> types;
  friend bool operator==(const TypesClause&, const TypesClause&) = default;
};

/// `input a, b : T[B, C]`; no brackets and `[]` both mean rank 0.
struct InputClause : Clause {
  std::vector<Name> names;
  Name type;
  Expr shape{Expr::Kind::list};  // always a list
  friend bool operator==(const InputClause&, const InputClause&) = default;
};

struct ScalarClause : Clause {
  std::vector<Name> names;
  Name type;
  friend bool operator==(const ScalarClause&, const ScalarClause&) = default;
};

/// One of possibly several preconditions, which hold together.
struct WhenClause : Clause {
  Expr formula;
  friend bool operator==(const WhenClause&, const WhenClause&) = default;
};

/// `let k = e` or `let (v, i) = e`
struct Let : Clause {
  std::vector<Name> names;
  Expr value;
  friend bool operator==(const Let&, const Let&) = default;
};

/// `lhs` or one `rhs`: shared nodes, then one output or several.
struct Side : Clause {
  std::vector<Let> lets;
  std::vector<Expr> outputs;
  friend bool operator==(const Side&, const Side&) = default;
};

/// `legal nash-m when H <= 31`
struct LegalClause : Clause {
  Name target;
  std::optional<Expr> condition;
  friend bool operator==(const LegalClause&, const LegalClause&) = default;
};

/// `expect illegal(nash-m) because "H is 500"`
struct ExpectClause : Clause {
  Name verdict;
  Name target;
  std::optional<std::string> reason;
  friend bool operator==(const ExpectClause&, const ExpectClause&) = default;
};

/// A rule; as a Clause it is its own first line, `rule NAME`.
struct Rule : Clause {
  Name name;
  std::optional<ExpectClause> expect;
  std::vector<AxesClause> axes;
  std::vector<SizesClause> sizes;
  std::vector<IntsClause> ints;
  std::vector<TypesClause> types;
  std::vector<InputClause> inputs;
  std::vector<ScalarClause> scalars;
  std::vector<WhenClause> whens;
  Side lhs;
  std::vector<Side> rhs;  // one or more alternatives
  std::vector<LegalClause> legal;
  friend bool operator==(const Rule&, const Rule&) = default;
};

struct RuleFile {
  std::shared_ptr<const base::Source> source;
  std::vector<Rule> rules;
  std::vector<std::string> closing_comments;  // after the last rule

  friend bool operator==(const RuleFile& a, const RuleFile& b) {
    return a.rules == b.rules && a.closing_comments == b.closing_comments;
  }
};

}  // namespace rewright::syntax
