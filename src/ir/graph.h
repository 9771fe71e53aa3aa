// SPDX-License-Identifier: Apache-2.0
//
// Graphs and rules. A rule is two graphs over shared inputs, with what is
// known of its sizes; two models to be compared are one too.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/position.h"
#include "index/facts.h"
#include "ir/operator.h"

namespace rewright::ir {

/// An input (node < 0: input `slot`) or a node's result.
struct Ref {
  int node = -1;
  int slot = 0;
  friend bool operator==(const Ref&, const Ref&) = default;
};

struct Node {
  const Operator* op = nullptr;
  std::vector<std::optional<Ref>> operands;  // absent optional ones are empty
  Attributes attributes;
  std::vector<TensorType> results;
  std::vector<Condition> conditions;  // of well-formedness
  std::string name;                   // `let` or model name; may be empty
  int origin = -1;                    // number of the model's node it is from
  base::Position position;
};

/// Nodes in topological order.
struct Graph {
  std::vector<Node> nodes;
  std::vector<Ref> outputs;
};

struct Input {
  std::string name;
  TensorType type;
  base::Position position;
};

struct SizeDecl {
  index::Symbol symbol;  // group set when it is a vector of sizes
  std::int64_t lower;    // sizes only
};

/// A condition on elements: for all `bound`, `value` (boolean) is true.
struct ElementCondition {
  std::vector<BoundVariable> bound;
  Value value;
  std::string text;  // as written
};

struct LegalClaim {
  std::string target;
  index::Formula where;
  base::Position position;
};

struct Expectation {
  std::string verdict;  // proved, refuted, illegal, unknown, vacuous
  std::string target;   // of illegal(target)
  base::Position position;
  std::string because = {};  // "" when the rule file gives no reason
};

struct Rule {
  std::string name;
  std::shared_ptr<const base::Source> source;
  base::Position position;
  std::vector<std::string> groups;
  std::vector<SizeDecl> sizes;  // group sizes included
  std::vector<index::Symbol> integers;
  std::vector<Input> inputs;
  std::vector<TypeSet> type_classes;  // TensorType::type_class indexes it
  index::Formula when;
  std::vector<ElementCondition> element_when;
  Graph lhs;
  Graph rhs;
  std::string canonical_text;  // "" for models
  std::vector<LegalClaim> legal_claims;
  std::optional<Expectation> expect;

  /// Sizes, integers and `when`; no oracle.
  index::Facts facts() const;
  const TensorType& type_of(const Graph& graph, const Ref& ref) const;
  /// All conditions of a graph, conjoined.
  index::Formula well_formed(const Graph& graph) const;
};

/// Infers results and conditions of node `node` (operands before it are
/// already inferred) and unifies element types. Throws IllFormed.
void infer(Rule& rule, Graph& graph, Node& node, const index::Facts& facts);

/// The meaning of one output of a graph at symbolic indices, in terms of
/// elements of the rule's inputs.
Value meaning(const Rule& rule, const Graph& graph, const Ref& output,
              const Indices& at, const index::Facts& facts);

/// The call that node `node` makes, for use of Operator functions.
Call call_of(const Rule& rule, const Graph& graph, const Node& node,
             const index::Facts& facts);

/// The operator's shape rule. IllFormed names the operator and its operands:
/// "MatMul of [N, K], [M]: ...".
Inferred infer_shapes(const Operator& op, const Call& call);

/// "MatMul of [N, K], [M]".
std::string describe(const Operator& op, const Call& call);

/// Numbers for a rule's unknowns: rank per group, a number per scalar size or
/// integer, one number per axis for vectors, an element type per class.
struct Assignment {
  std::map<std::string, int> ranks;
  std::map<std::uint64_t, std::vector<std::int64_t>> values;  // symbol id
  std::vector<ElementType> types;
};

/// The rule at concrete sizes: groups become single axes, every extent and
/// attribute a constant, every type class one type. Conditions that are then
/// false are kept as false formulas in the nodes.
struct Instance {
  Rule rule;
  bool when_holds = false;  // the index part of `when`
  bool lhs_well_formed = false;
  bool rhs_well_formed = false;
  std::string defect;  // what is wrong when something above is false
};

/// Sizes that leave 64 bits, or a condition that stays undecided, give an
/// instance with `when_holds` false: it shows nothing about the rule.
Instance instantiate(const Rule& rule, const Assignment& at);

/// The numbers in words: "N = 3; r has rank 2: n = (2, 3)".
std::string describe(const Rule& rule, const Assignment& at);

}  // namespace rewright::ir
