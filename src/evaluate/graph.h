// SPDX-License-Identifier: Apache-2.0
//
// Evaluation of a graph at concrete sizes by the operators' kernels, in the
// number world its inputs are in.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::evaluate {

/// The storage that is a type's own: Dense<float> for float32.
int native_world(ir::ElementType type);

/// Which worlds carry floating and integer tensors; absent: each type its
/// own. Truth values are Boolean always.
struct Carriers {
  std::optional<int> floating;
  std::optional<int> integer;

  int world_of(ir::ElementType type) const;
};

/// As the inputs tell: their worlds, where they are not the types' own. A
/// class without inputs is carried as the other one when that is exact; but
/// integers that are converted wrap around, so they keep their own types.
Carriers carriers_of(const ir::Rule& instance,
                     const std::vector<Tensor>& inputs);

/// The outputs of `graph`, one of the two of `instance` (ir::Instance::rule),
/// whose shapes and attributes are numbers and which is well formed.
/// Intermediate tensors go after their last use. Throws Undefined,
/// NotInWorld and Uncertain; see arithmetic.h.
std::vector<Tensor> evaluate(const ir::Rule& instance, const ir::Graph& graph,
                             const std::vector<Tensor>& inputs,
                             const Carriers& carriers);
std::vector<Tensor> evaluate(const ir::Rule& instance, const ir::Graph& graph,
                             const std::vector<Tensor>& inputs);

}  // namespace rewright::evaluate
