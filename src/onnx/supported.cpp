// SPDX-License-Identifier: Apache-2.0
#include "onnx/supported.h"

#include <map>

#include "onnx/decompose.h"
#include "onnx/fold.h"
#include "ops/table.h"

namespace rewright::onnx {

std::vector<SupportedOperator> supported_operators() {
  std::map<std::string, ImportedAs> all = {
      {"Constant", ImportedAs::known_value}};
  for (const ir::Operator* op : ops::all())
    for (const std::string& name : op->onnx_names)
      all.emplace(name, ImportedAs::operation);
  for (const auto& [name, decompose] : all_decompositions())
    all.emplace(name, ImportedAs::formula);
  for (const std::string& name : foldable())
    all.emplace(name, ImportedAs::known_value);
  std::vector<SupportedOperator> list;
  for (const auto& [name, as] : all) list.push_back({name, as});
  return list;
}

}  // namespace rewright::onnx
