// SPDX-License-Identifier: Apache-2.0
//
// How two models were compared, region by region.
#pragma once

#include <string>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

/// How much is the same node by node, how many regions were proved.
std::string regions_sentence(const evidence::Regions& regions);

/// The sentence, and the first region that was not proved: its values, nodes,
/// what it reads, where it was seen to differ. "" for rules.
std::string regions_block(const evidence::Result& result, std::size_t indent,
                          const Style& style);

}  // namespace rewright::reports
