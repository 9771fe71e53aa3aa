// SPDX-License-Identifier: Apache-2.0
//
// Folding: the floating-point detour that exporters take when they scale and
// round a size (Cast, Mul, Floor, Cast). Numbers are computed as float32 and
// float64 would compute them; sizes that stay symbolic only pass through
// where they remain integers.
#include <cmath>
#include <functional>
#include <map>

#include "onnx/broadcast.h"
#include "onnx/fold.h"

namespace rewright::onnx {

namespace {

using Function = std::function<double(double, double)>;

const std::map<std::string, Function>& binary() {
  static const std::map<std::string, Function> table = {
      {"Add", [](double a, double b) { return a + b; }},
      {"Sub", [](double a, double b) { return a - b; }},
      {"Mul", [](double a, double b) { return a * b; }},
      {"Div", [](double a, double b) { return a / b; }},
  };
  return table;
}

const std::map<std::string, Function>& unary() {
  static const std::map<std::string, Function> table = {
      {"Floor", [](double a, double) { return std::floor(a); }},
      {"Ceil", [](double a, double) { return std::ceil(a); }},
  };
  return table;
}

bool is_wide_float(ir::ElementType type) {
  return type == ir::ElementType::float32 || type == ir::ElementType::float64;
}

/// Rounding the float64 result of one operation on float32 numbers is
/// rounding the exact result.
Known made_of(ir::ElementType type, const std::vector<std::int64_t>& sizes,
              const std::vector<double>& values) {
  if (type == ir::ElementType::float64)
    return known_tensor(evaluate::Dense<double>{sizes, values});
  evaluate::Dense<float> dense{sizes, {}};
  for (const double value : values)
    dense.data.push_back(static_cast<float>(value));
  return known_tensor(std::move(dense));
}

Folded fold_unary(const Folding& folding, const Function& function) {
  const Known& known = *folding.operands[0].known;
  if (known.elements) return std::vector<Known>{known};  // already whole
  const auto values = reals(known);
  if (!values) return std::nullopt;
  std::vector<double> results;
  for (const double value : *values) results.push_back(function(value, 0));
  return std::vector<Known>{
      made_of(known.type, ir::concrete(known.shape), results)};
}

Folded fold_binary(const Folding& folding, const Function& function) {
  const Known &a = *folding.operands[0].known, &b = *folding.operands[1].known;
  const auto left = reals(a), right = reals(b);
  if (!left || !right || a.type != b.type) return std::nullopt;
  const auto from = ir::concrete(a.shape), other = ir::concrete(b.shape);
  const auto sizes = broadcast_sizes({from, other});
  if (!sizes) return std::nullopt;
  const auto i = broadcast_offsets(from, *sizes);
  const auto j = broadcast_offsets(other, *sizes);
  std::vector<double> results;
  for (std::size_t at = 0; at < i.size(); ++at)
    results.push_back(function((*left)[i[at]], (*right)[j[at]]));
  return std::vector<Known>{made_of(a.type, *sizes, results)};
}

bool are_known(const Folding& folding, std::size_t count) {
  if (folding.operands.size() != count) return false;
  for (const FoldOperand& operand : folding.operands)
    if (operand.known == nullptr || !is_wide_float(operand.type)) return false;
  return true;
}

}  // namespace

Folded fold_reals(const Folding& folding) {
  const auto one = unary().find(folding.node.op_type);
  if (one != unary().end() && are_known(folding, 1))
    return fold_unary(folding, one->second);
  const auto two = binary().find(folding.node.op_type);
  if (two != binary().end() && are_known(folding, 2))
    return fold_binary(folding, two->second);
  return std::nullopt;
}

}  // namespace rewright::onnx
