// SPDX-License-Identifier: Apache-2.0
//
// Whether a change may be made: proved at its sizes, for all values of what it
// reads, and legal on the target. Answers are kept, since the layers of a
// network ask the same question again and again.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "optimize/imported.h"
#include "solver/target.h"

namespace rewright::optimize {

class Judge {
 public:
  /// `target` may be null: then everything is legal.
  Judge(const solver::Target* target, solver::Confidence least)
      : target_(target), least_(least) {}

  using Answer = std::optional<Imported::Obstacle>;

  /// Nothing when it is proved.
  Answer prove(const Change& change, const match::Subject& subject);
  /// Nothing when the new nodes are legal, or the old ones are no better. A
  /// limit that is not known, or holds only for some sizes, is not legal.
  Answer legal(const Change& change, const match::Subject& subject);
  /// Nothing when the new nodes can be written at the model's opset.
  Answer writable(const Change& change, const match::Subject& subject,
                  int opset);

 private:
  const solver::Target* target_;
  solver::Confidence least_;
  std::map<std::string, Answer> proved_, legal_, written_;
};

}  // namespace rewright::optimize
