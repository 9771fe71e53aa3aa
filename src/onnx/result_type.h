// SPDX-License-Identifier: Apache-2.0
//
// What is known of the results of nodes that are not read: what the model
// declares of them, and what ONNX's own shape inference says of the one node,
// its operands being known. Neither is a proof; a size that neither gives
// stays open.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/element_type.h"
#include "onnx/known.h"
#include "onnx/model.h"

namespace onnx {
class NodeProto;
class TypeProto;
}  // namespace onnx

namespace rewright::onnx {

struct ResultType {
  /// An element type of ours, if it is known and one of them.
  std::optional<ir::ElementType> type = {};
  /// One entry per axis, when their number is known.
  std::optional<std::vector<std::optional<index::Expr>>> dims = {};
};

/// What the names of dims stand for.
using DimNames = std::map<std::string, index::Expr>;

ResultType result_type(const ::onnx::TypeProto& proto, const DimNames& names);

/// What one says and the other does not; where they contradict each other,
/// `a`: the library's inference is not always right.
ResultType combined(const ResultType& a, const ResultType& b);

/// An operand as far as it is known; `known` may be null.
struct InferenceOperand {
  std::string name;
  std::optional<ir::ElementType> type = {};
  std::optional<ir::Shape> shape = {};
  const Known* known = nullptr;
};

/// Of every output of the node. Never throws: what is not known is left open.
std::vector<ResultType> infer_results(
    const Model& model, const ::onnx::NodeProto& node,
    const std::vector<InferenceOperand>& operands);

}  // namespace rewright::onnx
