// SPDX-License-Identifier: Apache-2.0
#include "reports/summary.h"

namespace rewright::reports {

Summary summarise(const evidence::Run& run) {
  Summary s;
  for (const evidence::Result& r : run.results) {
    if (r.code == evidence::ExitCode::internal) ++s.internal_errors;
    if (!r.unmet.empty()) ++s.unmet;
    if (!r.internal_error.empty()) continue;
    ++s.verdicts[r.judgement.verdict];
    ++s.legality[r.judgement.legality];
  }
  for (const evidence::BadInput& e : run.errors)
    if (!e.unmet.empty()) ++s.unmet;
  return s;
}

}  // namespace rewright::reports
