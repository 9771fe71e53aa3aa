// SPDX-License-Identifier: Apache-2.0
//
// A model on targets, node by node.
#pragma once

#include <string>
#include <vector>

#include "evidence/lint.h"
#include "solver/target.h"

namespace rewright::pipeline {

/// Reads the model and judges its nodes on each target; limits known less
/// well than `least` count as not known. Throws base::InputError for what is
/// no model, or a limit that uses a name its operator does not have.
evidence::Lint lint(const std::string& path,
                    const std::vector<solver::Target>& targets,
                    solver::Confidence least);

}  // namespace rewright::pipeline
