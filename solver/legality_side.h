// SPDX-License-Identifier: Apache-2.0
//
// One side of a rule on one target: every limit at every node.
#pragma once

#include <string>
#include <vector>

#include "solver/legality_findings.h"
#include "solver/legality_limits.h"
#include "solver/legality_names.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// Has the limits of a target judged that are about a place.
class Gate {
 public:
  Gate(const Target& target, Confidence least, Session& session)
      : target_(target), least_(least), session_(session) {}

  /// The limits on whole graphs.
  void judge_model(const LimitPlace& place, Findings& findings) const;
  /// Those on the operator of the place's node. What no limit names is not
  /// known; so is a limit that is stated as not known or is weaker than
  /// `least`.
  void judge_node(const std::string& where, const LimitPlace& place,
                  Findings& findings) const;

 private:
  const Target& target_;
  const Confidence least_;
  Session& session_;
};

/// What a node is called in reports: its name, else its place in the text,
/// else its number.
std::string place_of(const ir::Node& node, std::size_t number);

/// Why no limit is asked of a node: an Identity is no operation on the device,
/// and what depends on no input is computed by the compiler. Else "".
std::string why_free(const ir::Node& node, bool is_activation);

bool is_about(const Limit& limit, const std::string& op);

/// Whether the limit says something of the call, known or not known, whatever
/// the sizes: only then is the operator one the target speaks of.
bool speaks(const LimitOutcome& outcome);

/// `facts` hold the rule's facts and that the side is well formed.
SideResult judge_side(const ir::Rule& rule, const ir::Graph& graph,
                      const Target& target, Confidence least,
                      const index::Facts& facts, const Ranks& ranks,
                      const Activations& activations, Session& session);

}  // namespace rewright::solver
