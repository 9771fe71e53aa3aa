// SPDX-License-Identifier: Apache-2.0
//
// Models into files. Data kept outside the model stay where they are when the
// file is in the folder they are beside, else they are taken into it.
#pragma once

#include <string>

#include "onnx/model.h"

namespace rewright::onnx {

/// Throws base::InputError, naming `path`, when ONNX's own checker refuses the
/// model. What the checker does not know, a newer IR version or opset, it is
/// not asked for; nor does it see data outside the model.
void check_model(const Model& model, const std::string& path);

/// Checks and writes the model, as a whole or not at all. Throws
/// base::InputError when the file cannot be written, would be larger than
/// 2 GB, or is where the model has its own data.
void write_model(const Model& model, const std::string& path);

}  // namespace rewright::onnx
