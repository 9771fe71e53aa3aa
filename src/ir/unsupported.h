// SPDX-License-Identifier: Apache-2.0
//
// What is no mistake of the user: a call that has a meaning, but none that we
// know. Whoever reads a model can carry it as an opaque node instead.
#pragma once

#include "ir/operator.h"

namespace rewright::ir {

struct Unsupported : IllFormed {
  using IllFormed::IllFormed;
};

}  // namespace rewright::ir
