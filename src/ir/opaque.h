// SPDX-License-Identifier: Apache-2.0
//
// Opaque nodes: calls of a function of which nothing is known but that it is
// one. The attributes of such a node hold everything that determines the
// function, so that two of them with equal attributes and equal operands have
// equal results. They have no meaning and no kernel; a stage that needs one
// asks first.
#pragma once

#include <string>

#include "ir/graph.h"

namespace rewright::ir {

/// The name of the one opaque operator, and of its attributes: the texts
/// `domain`, `op_type` and `form`, the integers `version` and, of what is not
/// even equal to itself, `serial`; `type<k>` and `shape<k>` of result k, and
/// `vague<k>` where these only stand in for a type or rank that is not known.
inline constexpr const char* opaque_name = "Opaque";

bool is_opaque(const Operator& op);

/// The first opaque node of a graph, or null.
const Node* opaque_node(const Graph& graph);

/// "node 'f' (Fused of com.example) is opaque" of the first opaque node of
/// either side; "" when there is none.
std::string why_opaque(const Rule& rule);

}  // namespace rewright::ir
