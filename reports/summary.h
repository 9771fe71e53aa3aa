// SPDX-License-Identifier: Apache-2.0
//
// How many results there are of each kind.
#pragma once

#include <cstddef>
#include <map>

#include "evidence/record.h"

namespace rewright::reports {

struct Summary {
  std::map<evidence::Verdict, std::size_t> verdicts;
  /// Over the deciding target of each result.
  std::map<evidence::LegalityStatus, std::size_t> legality;
  std::size_t internal_errors = 0;  // contradictions between stages included
  std::size_t unmet = 0;            // expectations, those of files included
};

/// A result that an internal error cut short has no verdict to count.
Summary summarise(const evidence::Run& run);

}  // namespace rewright::reports
