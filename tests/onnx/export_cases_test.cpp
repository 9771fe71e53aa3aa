// SPDX-License-Identifier: Apache-2.0
//
// Writing against reading: every node case of the ONNX project that can be
// imported is written again, at its own opset and at others, taken by ONNX's
// checker, imported, and gives the same outputs, bit for bit.
#include <iostream>
#include <map>

#include "base/error.h"
#include "catch.h"
#include "evaluate/arithmetic.h"
#include "evaluate/compare.h"
#include "evaluate/graph.h"
#include "onnx/export_model.h"
#include "onnx/node_case.h"
#include "onnx/write_model.h"

namespace rewright::tests {
using evaluate::Tensor;

namespace {

const std::string folder = REWRIGHT_ONNX_NODE_CASES;

ir::Instance instance_of(const ir::Rule& rule,
                         const std::vector<Tensor>& inputs) {
  ir::Assignment at;
  for (const ir::TypeSet types : rule.type_classes)
    at.types.push_back(ir::members(types).at(0));
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const ir::Shape& shape = rule.inputs[k].type.shape;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (const index::Symbol symbol = shape[axis].extent.symbol())
        at.values[symbol->id] = {inputs[k].shape().at(axis)};
  }
  return ir::instantiate(rule, at);
}

std::vector<Tensor> outputs_of(const ir::Rule& rule,
                               const std::vector<Tensor>& inputs) {
  const ir::Instance instance = instance_of(rule, inputs);
  REQUIRE(instance.lhs_well_formed);
  return evaluate::evaluate(instance.rule, instance.rule.lhs, inputs);
}

/// The data for the inputs of what was written and read: by name.
std::vector<Tensor> inputs_again(const NodeCase& node_case,
                                 const onnx::Import& again) {
  const ir::Rule& rule = node_case.imported.rule;
  std::vector<Tensor> inputs;
  for (std::size_t k = 0; k < again.rule.inputs.size(); ++k) {
    const auto constant = again.constants.find(static_cast<int>(k));
    if (constant != again.constants.end()) {
      inputs.push_back(*constant->second);
      continue;
    }
    for (std::size_t j = 0; j < rule.inputs.size(); ++j)
      if (rule.inputs[j].name == again.rule.inputs[k].name)
        inputs.push_back(node_case.inputs[j]);
  }
  return inputs;
}

/// What is wrong with the case written at `opset` and read; "" when nothing.
std::string defect(const NodeCase& node_case, int opset) {
  const onnx::Import& first = node_case.imported;
  const onnx::Model model =
      onnx::export_model(first.rule, first.rule.lhs, first.constants,
                         onnx::output_names(first.rule, first.rule.lhs), opset,
                         node_case.name + ".onnx");
  onnx::check_model(model, node_case.name);
  const onnx::Import again = onnx::import_model(model);
  const auto expected = outputs_of(first.rule, node_case.inputs);
  const auto results = outputs_of(again.rule, inputs_again(node_case, again));
  if (results.size() != expected.size()) return "other outputs";
  for (std::size_t k = 0; k < results.size(); ++k)
    if (evaluate::differ_bitwise(results[k], expected[k]))
      return "output " + std::to_string(k) + " differs";
  return "";
}

struct Tally {
  int imported = 0;
  int agreed = 0;
  std::map<std::string, std::vector<std::string>> refused;
};

void run(const std::string& name, int opset, Tally& tally) {
  NodeCase node_case;
  try {
    node_case = read_case(folder, name);
  } catch (const base::InputError&) {
    return;  // counted where the cases are imported
  }
  ++tally.imported;
  INFO(name << " at opset " << opset);
  try {
    const std::string wrong = defect(node_case, opset);
    CHECK(wrong == "");
    ++tally.agreed;
  } catch (const ir::IllFormed& wrong) {
    tally.refused[wrong.what()].push_back(name);
  } catch (const base::InputError& wrong) {
    FAIL_CHECK(wrong.message());
  }
}

void report(int opset, const Tally& tally) {
  std::cout << "opset " << opset << ": " << tally.agreed << " of "
            << tally.imported << " ONNX node cases are written and agree\n";
  for (const auto& [why, names] : tally.refused) {
    std::cout << "  " << why << "\n   ";
    for (const std::string& name : names) std::cout << " " << name;
    std::cout << "\n";
  }
}

}  // namespace

TEST_CASE("the node cases of ONNX are the same when written and read",
          "[onnx][export]") {
  const int opset = GENERATE(13, 17, 18);
  Tally tally;
  for (const std::string& name : case_names(folder)) run(name, opset, tally);
  report(opset, tally);
  CHECK(tally.agreed * 100 >= tally.imported * 97);
}

}  // namespace rewright::tests
