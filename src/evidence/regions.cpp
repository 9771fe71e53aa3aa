// SPDX-License-Identifier: Apache-2.0
#include "evidence/regions.h"

#include <algorithm>

namespace rewright::evidence {

const Region* first_difference(const Regions& regions) {
  const auto found = std::find_if(
      regions.regions.begin(), regions.regions.end(),
      [](const Region& region) { return region.status != Status::proved; });
  return found == regions.regions.end() ? nullptr : &*found;
}

}  // namespace rewright::evidence
