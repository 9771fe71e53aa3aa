// SPDX-License-Identifier: Apache-2.0
#include "onnx/known_node.h"

#include <onnx/defs/data_type_utils.h>
#include <onnx/defs/schema.h>

#include "ir/operator.h"
#include "onnx/element.h"
#include "onnx/opset.h"

namespace rewright::onnx {

namespace {

using Schema = ::onnx::OpSchema;
using Parameters = std::vector<Schema::FormalParameter>;
using ::onnx::Utils::DataTypeUtils;

::onnx::DataType tensor_of(ir::ElementType type) {
  return DataTypeUtils::ToType(
      "tensor(" + DataTypeUtils::ToDataTypeString(data_type(type)) + ")");
}

/// The last parameter of an operator of any number of operands repeats.
const Schema::FormalParameter* parameter(const Parameters& list,
                                         std::size_t k) {
  if (k < list.size()) return &list[k];
  const bool repeats =
      !list.empty() && list.back().GetOption() == Schema::Variadic;
  return repeats ? &list.back() : nullptr;
}

void require_types(const std::string& what, const Parameters& list,
                   const std::vector<ir::TypeSet>& types) {
  for (std::size_t k = 0; k < types.size(); ++k) {
    const auto* expected = parameter(list, k);
    if (expected == nullptr) continue;
    for (const ir::ElementType type : ir::members(types[k]))
      if (expected->GetTypes().count(tensor_of(type)) == 0)
        throw ir::IllFormed(what + " does not take " +
                            std::string(ir::name(type)));
  }
}

}  // namespace

void require_known(const std::string& op_type, int opset,
                   const std::vector<ir::TypeSet>& operands,
                   const std::vector<ir::TypeSet>& results) {
  const std::string what = op_type + " of ONNX opset " + std::to_string(opset);
  const Schema* schema = ::onnx::OpSchemaRegistry::Schema(op_type, opset);
  if (schema == nullptr || schema->Deprecated())
    throw ir::IllFormed("there is no " + what);
  if (opset > last_known_opset(op_type))
    throw ir::IllFormed("what " + what + " means is not known here");
  require_types(what, schema->inputs(), operands);
  require_types(what, schema->outputs(), results);
}

}  // namespace rewright::onnx
