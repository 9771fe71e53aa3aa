// SPDX-License-Identifier: Apache-2.0
//
// What the judged limits of one side come to: the status, the condition on
// sizes, and the sentences that say why.
//
// An aspect that some limit names (`covers`) is answered when a limit that is
// relied on names it too. What is left unanswered makes the side unknown,
// unless a limit is violated: that is illegal whatever else is not known.
#pragma once

#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "solver/legality_limits.h"
#include "solver/legality_names.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

struct SideResult {
  evidence::SideLegality legality;
  index::Formula where;  // what the known limits ask of the sizes
  /// Why it is illegal, or else why it is unknown, or else conditional.
  std::vector<evidence::Objection> objections = {};
};

class Findings {
 public:
  /// A node that asks nothing of the device.
  void add_free(const std::string& op, const std::string& where,
                const std::string& why);
  /// All limits that were judged for `op` at `where`.
  void add(const std::string& op, const std::string& where,
           const std::vector<LimitOutcome>& outcomes);
  /// No limit speaks of what `op` does at `where`.
  void add_unnamed(const std::string& op, const std::string& where);

  SideResult conclude(const index::Facts& facts, const Ranks& ranks,
                      Session& session);

 private:
  using Words = std::vector<std::string>;
  struct Unknown {  // of one operator
    std::string op;
    Words aspects;
    Words others;  // limits that name no aspects, and their absence
    Words weak;    // confidences of limits that are not relied on
  };

  void add_use(const std::string& op, const std::string& where,
               const LimitOutcome& outcome);
  void add_unknown(const std::string& op, const Limit& limit,
                   const Words& covered);
  void add_relied_on(const std::string& op, const LimitOutcome& outcome);
  void add_remark(const std::string& op, const std::string& remark);
  Unknown& unknown_of(const std::string& op);
  static std::string sentence(const Unknown& unknown);
  void find_contradiction(const index::Facts& facts, const Ranks& ranks,
                          Session& session);
  void conclude_possible(const index::Facts& facts, const Ranks& ranks,
                         Session& session);
  std::string printed(const Ranks& ranks) const;

  evidence::SideLegality result_;
  index::Formula where_;
  std::vector<evidence::Objection> objections() const;

  Words violations_, remarks_;
  std::vector<evidence::Objection> objections_;  // of what is violated
  std::vector<Unknown> unknowns_;
  Confidence weakest_ = Confidence::published;
  Confidence strongest_violation_ = Confidence::assumed;
  bool is_any_relied_on_ = false;
};

}  // namespace rewright::solver
