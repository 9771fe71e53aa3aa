// SPDX-License-Identifier: Apache-2.0
//
// A run over rules as a Markdown document: per folder a table of what each
// rule says, whether it holds, over what, and what floats and targets make of
// it. Figures that differ from run to run are left out, so that the document
// can be kept and compared.
#pragma once

#include <string>

#include "evidence/record.h"

namespace rewright::reports {

std::string markdown(const evidence::Run& run);

/// The folder of a result's file.
std::string folder_of(const evidence::Result& result);

}  // namespace rewright::reports
