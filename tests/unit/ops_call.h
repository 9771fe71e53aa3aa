// SPDX-License-Identifier: Apache-2.0
//
// One operator applied by hand, for the unit tests of operators: attributes
// that are not given take their fallbacks, as in a rule.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/onnx_form.h"
#include "ir/operator.h"
#include "ops/table.h"

namespace rewright::ops {

inline ir::PerAxis each(const std::vector<index::Expr>& values) {
  return {
      std::vector<std::optional<index::Expr>>(values.begin(), values.end())};
}

class OperatorCall {
 public:
  OperatorCall(const std::string& name, std::vector<ir::Shape> operands,
               ir::Attributes attributes = {})
      : op(*find(name)),
        operands_(std::move(operands)),
        attributes_(std::move(attributes)) {
    for (const ir::AttributeSpec& spec : op.signature.attributes)
      if (spec.fallback) attributes_.emplace(spec.name, *spec.fallback);
  }

  ir::Call call() const {
    return {attributes_, operands_, std::vector<bool>(operands_.size(), true),
            facts};
  }
  ir::Inferred infer() const { return op.infer(call()); }
  std::string shape() const { return ir::print(infer().results.at(0)); }

  /// The first condition that does not hold, "" when all do.
  std::string defect() const {
    for (const ir::Condition& condition : infer().conditions)
      if (!facts.proves(condition.formula)) return condition.text;
    return "";
  }

  /// The sentence of the IllFormed that infer throws.
  std::string rejection() const {
    try {
      infer();
    } catch (const ir::IllFormed& e) {
      return e.what();
    }
    return "";
  }

  /// What a target file may name, as "[a, b]".
  std::string named(const std::string& name) const {
    for (const ir::NamedDim& dim : op.named_dims(call(), infer()))
      if (dim.name == name) return ir::print(dim.values);
    return "none";
  }

  /// Element `at` of the result, over operands called a, b, c.
  std::string meaning(const ir::Indices& at) const {
    std::vector<ir::Reader> readers;
    for (int k = 0; k < static_cast<int>(operands_.size()); ++k)
      readers.push_back([k](const ir::Indices& i) { return ir::access(k, i); });
    return ir::print(op.meaning(call(), readers, 0, at), {"a", "b", "c"});
  }

  const ir::Operator& op;
  index::Facts facts;

 private:
  std::vector<ir::Shape> operands_;
  ir::Attributes attributes_;
};

/// The kernel's result, whose conditions hold.
template <class E>
evaluate::Dense<E> apply(const std::string& name,
                         const std::vector<evaluate::Dense<E>>& operands,
                         const ir::Attributes& attributes = {}) {
  std::vector<ir::Shape> shapes;
  std::vector<evaluate::Tensor> tensors(operands.begin(), operands.end());
  std::vector<const evaluate::Tensor*> pointers;
  for (const evaluate::Tensor& tensor : tensors) {
    shapes.push_back(ir::shape_of(tensor.shape()));
    pointers.push_back(&tensor);
  }
  const OperatorCall call(name, shapes, attributes);
  if (const std::string defect = call.defect(); !defect.empty())
    throw ir::IllFormed(defect);
  const std::vector<evaluate::Tensor> results =
      call.op.kernel(call.call(), pointers, call.infer().results);
  return results.at(0).template as<E>();
}

/// 1, 2, 3, ... in the given shape.
template <class E = float>
evaluate::Dense<E> counting(const std::vector<std::int64_t>& shape) {
  evaluate::Dense<E> tensor{shape, {}};
  for (std::int64_t k = 1; k <= evaluate::count(shape); ++k)
    tensor.data.push_back(static_cast<E>(k));
  return tensor;
}

}  // namespace rewright::ops
