// SPDX-License-Identifier: Apache-2.0
#include "evidence/regions.h"

namespace rewright::evidence {

const Region* first_difference(const Regions& regions) {
  const Region* close = nullptr;
  for (const Region& region : regions.regions) {
    if (region.status == Status::proved) continue;
    if (region.closeness == 0) return &region;
    if (close == nullptr) close = &region;
  }
  return close;
}

}  // namespace rewright::evidence
