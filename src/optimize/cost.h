// SPDX-License-Identifier: Apache-2.0
//
// The cost by which rewrites are chosen, in numbers that a user can check:
// operators, elements that they read and write, multiply-adds. A node that
// depends on constants alone costs nothing, as a runtime computes it once.
// Several nodes that one node of a model became are one operator.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/optimisation.h"
#include "ir/graph.h"

namespace rewright::optimize {

using evidence::Cost;

/// Which of the three decides first; the others follow in their order.
enum class Measure { operators, elements, multiply_adds };
std::string_view name(Measure measure);
std::optional<Measure> parse_measure(std::string_view name);
std::vector<std::string> measure_names();

/// `is_constant` says which inputs of the rule are. An output that is an
/// input is free.
Cost cost_of(const ir::Rule& rule, const ir::Graph& graph,
             const std::vector<bool>& is_constant);

/// Of a node that copies a tensor of this shape.
Cost cost_of_copy(const ir::Shape& shape);

/// Lexicographic, `first` first.
bool is_less(const Cost& a, const Cost& b, Measure first);

Cost operator+(const Cost& a, const Cost& b);
Cost operator-(const Cost& a, const Cost& b);

/// Which nodes of a graph depend on constants alone.
std::vector<bool> constant_nodes(const ir::Graph& graph,
                                 const std::vector<bool>& is_constant);

}  // namespace rewright::optimize
