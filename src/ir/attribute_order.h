// SPDX-License-Identifier: Apache-2.0
//
// A total order of attributes, by content: what compares equal makes the same
// call.
#pragma once

#include "ir/attribute.h"

namespace rewright::ir {

/// Negative, zero or positive.
int compare(const Attribute& a, const Attribute& b);
int compare(const Attributes& a, const Attributes& b);

}  // namespace rewright::ir
