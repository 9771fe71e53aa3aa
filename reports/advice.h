// SPDX-License-Identifier: Apache-2.0
//
// What --suggest found out about one rule.
#pragma once

#include <string>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

/// A line for each suggestion and each condition; "" when nothing was asked or
/// there was nothing to say.
std::string advice_block(const evidence::Result& result, std::size_t indent,
                         const Style& style);

}  // namespace rewright::reports
