// SPDX-License-Identifier: Apache-2.0
#include "pipeline_lint.h"

#include <chrono>

#include "index/expr.h"
#include "onnx/import.h"
#include "onnx/model.h"
#include "onnx/outline.h"
#include "solver/lint.h"

namespace rewright::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<solver::ModelNode> nodes_of(const onnx::Model& model) {
  std::vector<solver::ModelNode> nodes;
  for (const onnx::OutlineNode& node : onnx::outline(model))
    nodes.push_back({node.name, node.op_type});
  return nodes;
}

onnx::Import imported(const onnx::Model& model) {
  try {
    return onnx::import_model(model);
  } catch (const index::Overflow& overflow) {
    throw base::InputError(model.path, overflow.what());
  }
}

}  // namespace

evidence::Lint lint(const std::string& path,
                    const std::vector<solver::Target>& targets,
                    solver::Confidence least) {
  const auto start = Clock::now();
  evidence::Lint result;
  result.version = REWRIGHT_VERSION;
  result.file = path;
  result.least_confidence = solver::name(least);
  const onnx::Model model = onnx::read_model(path);
  const onnx::Import import = imported(model);
  solver::Session session;
  for (const solver::Target& target : targets)
    result.targets.push_back(solver::lint(import.rule, nodes_of(model), target,
                                          least, session, import.constants));
  result.code = evidence::exit_code(result.targets);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace rewright::pipeline
