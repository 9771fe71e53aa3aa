// SPDX-License-Identifier: Apache-2.0
#include "unit/onnx_graph_text.h"

#include <functional>

namespace rewright::tests {

namespace {

std::string joined(std::size_t count,
                   const std::function<std::string(std::size_t)>& item) {
  std::string result;
  for (std::size_t k = 0; k < count; ++k)
    result += (k == 0 ? "" : ", ") + item(k);
  return result;
}

std::string text(const index::Expr& e) { return index::print(e); }
std::string text(const ir::Shape& shape) { return ir::print(shape); }
std::string text(const std::string& s) { return '"' + s + '"'; }
std::string text(ir::ElementType t) { return std::string(ir::name(t)); }

std::string text(const ir::Axes& axes) {
  return "[" +
         joined(
             axes.entries.size(),
             [&](std::size_t k) { return std::to_string(axes.entries[k]); }) +
         "]";
}

std::string text(const ir::PerAxis& list) {
  return "[" +
         joined(list.values.size(),
                [&](std::size_t k) {
                  return list.values[k] ? index::print(*list.values[k])
                                        : std::string("_");
                }) +
         "]";
}

std::string text(const ir::IntList& list) {
  return "[" +
         joined(list.values.size(),
                [&](std::size_t k) { return index::print(list.values[k]); }) +
         "]";
}

std::string text(const ir::ConstantNumber& number) {
  using Kind = ir::ConstantNumber::Kind;
  switch (number.kind) {
    case Kind::rational:
      return base::print(number.rational);
    case Kind::plus_infinity:
      return "inf";
    case Kind::minus_infinity:
      return "-inf";
    case Kind::truth:
      return number.truth ? "true" : "false";
  }
  return {};
}

std::string text(const ir::Rule& rule, const ir::Ref& ref) {
  if (ref.node < 0)
    return rule.inputs.at(static_cast<std::size_t>(ref.slot)).name;
  const std::string slot = ref.slot == 0 ? "" : "." + std::to_string(ref.slot);
  return std::to_string(ref.node) + slot;
}

std::string text(const ir::Rule& rule, const ir::TensorType& type) {
  return ir::print(
             rule.type_classes.at(static_cast<std::size_t>(type.type_class))) +
         ir::print(type.shape);
}

std::string text(const ir::Rule& rule, const ir::Node& node) {
  std::string line = node.op->name + "(";
  line += joined(node.operands.size(), [&](std::size_t k) {
    return node.operands[k] ? text(rule, *node.operands[k]) : "";
  });
  const char* separator = node.operands.empty() ? "" : "; ";
  for (const auto& [name, value] : node.attributes) {
    line += separator + name + "=";
    line += std::visit([](const auto& a) { return text(a); }, value);
    separator = ", ";
  }
  line += ") ";
  line += joined(node.results.size(),
                 [&](std::size_t k) { return text(rule, node.results[k]); });
  for (const ir::Condition& condition : node.conditions)
    line += " where " + index::print(condition.formula);
  return line;
}

}  // namespace

std::string text(const ir::Rule& rule, const ir::Graph& graph) {
  std::string lines;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    lines += std::to_string(n) + " = " + text(rule, graph.nodes[n]) + "\n";
  return lines + "-> " + joined(graph.outputs.size(), [&](std::size_t k) {
           return text(rule, graph.outputs[k]);
         });
}

std::string inputs_text(const ir::Rule& rule) {
  std::string lines;
  for (const ir::Input& input : rule.inputs)
    lines += input.name + " : " + text(rule, input.type) + "\n";
  return lines;
}

}  // namespace rewright::tests
