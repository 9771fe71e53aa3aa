// SPDX-License-Identifier: Apache-2.0
#include "ir/opaque.h"

namespace rewright::ir {

namespace {

std::string text(const Node& node, const char* attribute) {
  return std::get<std::string>(node.attributes.at(attribute));
}

std::string describe(const Node& node) {
  const std::string domain = text(node, "domain");
  return "node '" + node.name + "' (" + text(node, "op_type") +
         (domain.empty() ? "" : " of " + domain) + ") is opaque";
}

}  // namespace

bool is_opaque(const Operator& op) { return op.name == opaque_name; }

const Node* opaque_node(const Graph& graph) {
  for (const Node& node : graph.nodes)
    if (is_opaque(*node.op)) return &node;
  return nullptr;
}

std::string why_opaque(const Rule& rule) {
  for (const Graph* graph : {&rule.lhs, &rule.rhs})
    if (const Node* node = opaque_node(*graph)) return describe(*node);
  return "";
}

}  // namespace rewright::ir
