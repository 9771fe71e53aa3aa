// SPDX-License-Identifier: Apache-2.0
//
// The operators against ONNX itself: every node case of the ONNX project
// (Debian package libonnx-testdata) that can be imported is evaluated in its
// own element types and compared with the outputs that ONNX gives.
//
// Integers, truth values and moved data must be equal, bit for bit up to NaN.
// Floats may differ by 1e-6 of the larger of the value and 1 (half floats by
// 1e-3, sums of n >= 4096 terms by n units of rounding): ONNX's own runner
// allows 1e-3 of the value plus 1e-7.
//
// The meaning of the operators, on which proofs rest, is held against the
// same outputs at a few elements each.
#include <cmath>
#include <iostream>
#include <map>

#include "base/error.h"
#include "catch.h"
#include "evaluate/compare.h"
#include "evaluate/graph.h"
#include "evaluate/interpret.h"
#include "onnx/known.h"
#include "onnx/node_case.h"
#include "ops/table.h"

namespace rewright::tests {
using evaluate::Tensor;

namespace {

const std::string folder = REWRIGHT_ONNX_NODE_CASES;

ir::Instance instance_of(const NodeCase& node_case) {
  const ir::Rule& rule = node_case.imported.rule;
  ir::Assignment at;
  for (const ir::TypeSet types : rule.type_classes)
    at.types.push_back(ir::members(types).at(0));
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const ir::Shape& shape = rule.inputs[k].type.shape;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (const index::Symbol symbol = shape[axis].extent.symbol())
        at.values[symbol->id] = {node_case.inputs[k].shape().at(axis)};
  }
  return ir::instantiate(rule, at);
}

/// The most terms that a sum of the graph may have, at most the elements of
/// its operand.
std::int64_t longest_sum(const ir::Rule& rule, const ir::Graph& graph) {
  std::int64_t longest = 1;
  for (const ir::Node& node : graph.nodes)
    if (node.op->rounding == ir::Rounding::reduction)
      longest = std::max(
          longest,
          ir::elements(rule.type_of(graph, node.operands.at(0).value()).shape)
              .constant());
  return longest;
}

/// Nothing computed, only moved, selected or counted.
bool is_exact(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes)
    if (node.op->rounding != ir::Rounding::exact) return false;
  return true;
}

double real_at(const Tensor& tensor, std::size_t offset) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) -> double {
        if constexpr (std::is_floating_point_v<E> ||
                      std::is_same_v<E, evaluate::Half> ||
                      std::is_same_v<E, evaluate::BFloat16>)
          return static_cast<double>(dense.data.at(offset));
        else
          return NAN;
      },
      tensor.storage);
}

bool is_close(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

/// What is wrong with a result; "" when nothing is.
std::string difference(const Tensor& result, const Tensor& expected,
                       bool is_exact, std::int64_t terms) {
  if (result.storage.index() != expected.storage.index())
    return result.element_name() + " instead of " + expected.element_name();
  if (result.shape() != expected.shape())
    return ir::print(ir::shape_of(result.shape())) + " instead of " +
           ir::print(ir::shape_of(expected.shape()));
  const auto type = onnx::element_type_of(expected);
  if (is_exact || class_of(type) != ir::ElementClass::floating) {
    if (evaluate::differ_bitwise(result, expected)) return "not equal";
    return "";
  }
  const bool is_short =
      type == ir::ElementType::float16 || type == ir::ElementType::bfloat16;
  const double of_sums =
      terms < 4096 ? 0 : std::ldexp(static_cast<double>(terms), -24);
  const double tolerance = is_short ? 1e-3 : std::max(1e-6, of_sums);
  for (std::size_t k = 0; k < static_cast<std::size_t>(expected.size()); ++k)
    if (!is_close(real_at(result, k), real_at(expected, k), tolerance))
      return "element " + std::to_string(k) + " is " +
             std::to_string(real_at(result, k)) + " instead of " +
             std::to_string(real_at(expected, k));
  return "";
}

Tensor element(const Tensor& tensor, std::int64_t offset) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) -> Tensor {
        return evaluate::Dense<E>{
            {}, {dense.data.at(static_cast<std::size_t>(offset))}};
      },
      tensor.storage);
}

/// Evaluates the case; what is wrong with its outputs, or "".
std::string kernel_defect(const NodeCase& node_case,
                          const ir::Instance& instance) {
  const ir::Graph& graph = instance.rule.lhs;
  const std::vector<Tensor> results =
      evaluate::evaluate(instance.rule, graph, node_case.inputs);
  if (results.size() > node_case.expected.size()) return "too many outputs";
  for (std::size_t k = 0; k < results.size(); ++k) {
    const std::string wrong =
        difference(results[k], node_case.expected[k], is_exact(graph),
                   longest_sum(instance.rule, graph));
    if (!wrong.empty()) return "output " + std::to_string(k) + ": " + wrong;
  }
  return "";
}

/// Interprets the meaning of up to ten elements of each output.
std::string meaning_defect(const NodeCase& node_case,
                           const ir::Instance& instance) {
  const ir::Rule& rule = instance.rule;
  std::vector<evaluate::AccessedInput> inputs;
  for (std::size_t k = 0; k < node_case.inputs.size(); ++k)
    inputs.push_back({&node_case.inputs[k], rule.inputs[k].type.shape});
  for (std::size_t k = 0; k < rule.lhs.outputs.size(); ++k) {
    const Tensor& expected = node_case.expected[k];
    const std::int64_t count = expected.size();
    for (std::int64_t at = 0; at < count; at += count / 10 + 1) {
      ir::Indices indices;
      for (const std::int64_t i : evaluate::index_at(expected.shape(), at))
        indices.emplace_back(i);
      const ir::Value value = ir::meaning(rule, rule.lhs, rule.lhs.outputs[k],
                                          indices, rule.facts());
      const int world = static_cast<int>(expected.storage.index());
      const Tensor result = evaluate::interpret(value, inputs, {}, world);
      const std::string wrong = difference(result, element(expected, at), false,
                                           longest_sum(rule, rule.lhs));
      if (!wrong.empty())
        return "meaning of output " + std::to_string(k) + " at " +
               std::to_string(at) + ": " + wrong;
    }
  }
  return "";
}

/// What happened to the cases.
struct Tally {
  int passed = 0;
  std::map<std::string, int> by_operator;
  std::map<std::string, std::vector<std::string>> skipped;  // by reason
};

/// The part of a message that cases have in common.
std::string reason(const base::InputError& error) {
  const std::string& text = error.message();
  const auto colon = text.find("): ");
  return text.substr(0, 5) == "node " && colon != std::string::npos
             ? text.substr(colon + 3)
             : text;
}

void run(const std::string& name, Tally& tally) {
  NodeCase node_case;
  try {
    node_case = read_case(folder, name);
  } catch (const base::InputError& error) {
    tally.skipped[reason(error)].push_back(name);
    return;
  }
  const ir::Instance instance = instance_of(node_case);
  INFO(name << ": " << instance.defect);
  REQUIRE(instance.lhs_well_formed);
  CHECK(kernel_defect(node_case, instance) == "");
  CHECK(meaning_defect(node_case, instance) == "");
  ++tally.passed;
  ++tally.by_operator[node_case.op_type];
}

void report(const Tally& tally) {
  std::cout << tally.passed << " ONNX node cases agree:";
  for (const auto& [op_type, count] : tally.by_operator)
    std::cout << " " << (op_type.empty() ? "(several nodes)" : op_type) << " "
              << count;
  std::cout << "\nnot run:\n";
  for (const auto& [why, names] : tally.skipped) {
    std::cout << "  " << names.size() << " because: " << why << "\n   ";
    for (const std::string& name : names) std::cout << " " << name;
    std::cout << "\n";
  }
}

}  // namespace

TEST_CASE("the node cases of ONNX come out as ONNX says", "[onnx]") {
  Tally tally;
  for (const std::string& name : case_names(folder)) run(name, tally);
  report(tally);
  CHECK(tally.passed >= 500);
}

}  // namespace rewright::tests
