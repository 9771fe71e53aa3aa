// SPDX-License-Identifier: Apache-2.0
//
// Inputs of two models in files, in the layout of ONNX's own test data:
// input_0.pb, input_1.pb, ... in the order of the model's inputs.
// Counterexamples are written so, for other runtimes to try, and inputs are
// read so.
#pragma once

#include <string>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "pipeline_models.h"

namespace rewright::pipeline {

/// Writes the inputs of a counterexample into `folder`, made when it is not
/// there, and what each model computes from them in its own element types:
/// output_0.pb, ... of the first, second/output_0.pb, ... of the second. Throws
/// base::InputError.
void save_counterexample(const ir::Rule& rule, const Constants& constants,
                         const evidence::Counterexample& found,
                         const std::string& folder);

/// Evaluates both models at the inputs in `folder`, with bounds of rounding
/// errors: refuted where they differ by more than rounding explains, agreed
/// otherwise; the detail says by how much. Throws base::InputError when a file
/// is missing or of another type or shape than the models take.
evidence::FuzzResult try_inputs(const ir::Rule& rule,
                                const Constants& constants,
                                const std::string& folder);

}  // namespace rewright::pipeline
