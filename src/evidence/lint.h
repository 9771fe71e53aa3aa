// SPDX-License-Identifier: Apache-2.0
//
// What a target says of a model, node by node, and what follows: which nodes
// would run on the host instead, and what has to cross between the two.
//
// A node is one of the model's, although it may have become several of ours.
// A node of which nothing is left to compute (it follows from shapes and
// constants, or nothing reads it) is legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "evidence/verdict.h"

namespace rewright::evidence {

/// One thing that keeps a node from being legal.
struct Objection {
  std::string what;     // "Conv: KH <= 31", the same for all nodes it is about
  std::string numbers;  // "KH = 500; operands [...]"; "" when there are none
};

struct NodeLegality {
  std::string name;     // of the model's node
  std::string op_type;  // with its domain, unless that is the default one
  SideLegality legality;
  /// What was judged, where that is not the operator itself: "its parts: Exp,
  /// ReduceSum, Div".
  std::string judged_by;
  /// Why it is illegal, or else why it is unknown, or else conditional.
  std::vector<Objection> objections;
};

/// Tensors that go from the device to the host, or back.
struct Crossing {
  std::size_t values = 0;  // each counted once per direction
  std::string bytes;  // a number, or a formula in the sizes; "" = not known
  std::optional<std::int64_t> number;  // of bytes, when it is one
};

/// Nodes that are connected and all on the host.
struct HostRegion {
  std::vector<std::size_t> nodes;  // positions in TargetLint::nodes
  Crossing in, out;
};

/// What runs on the host when the nodes of some statuses do.
struct HostShare {
  std::vector<HostRegion> regions;  // by their first node
  std::size_t nodes = 0;
  std::size_t transitions = 0;  // values that cross, in both directions
  Crossing all;
};

struct TargetLint {
  std::string target;
  LegalityStatus status = LegalityStatus::legal;  // the worst of all
  SideLegality model;                 // limits on the graph as a whole
  std::vector<Objection> objections;  // of those
  std::vector<NodeLegality> nodes;
  HostShare certain;   // illegal nodes
  HostShare possible;  // illegal and unknown ones
};

struct Lint {
  std::string version;
  std::string file;
  std::string least_confidence;
  std::vector<TargetLint> targets;
  double seconds = 0;
  ExitCode code = ExitCode::as_required;
};

/// Legal, conditional, unknown, illegal: the later of the two.
LegalityStatus worse(LegalityStatus a, LegalityStatus b);

/// The number of nodes of each status, of all nodes and by op_type.
using StatusCounts = std::map<LegalityStatus, std::size_t>;
StatusCounts count_statuses(const TargetLint& lint);
std::map<std::string, StatusCounts> count_by_op_type(const TargetLint& lint);

/// 0 when everything is legal; 1 when something is illegal; 2 when something
/// is unknown or conditional.
ExitCode exit_code(const std::vector<TargetLint>& targets);

}  // namespace rewright::evidence
