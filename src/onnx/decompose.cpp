// SPDX-License-Identifier: Apache-2.0
#include "onnx/decompose.h"

#include <cmath>
#include <utility>

#include "ir/unsupported.h"

namespace rewright::onnx {

const ir::OnnxOperand& Decomposition::form(std::size_t k) const {
  if (!has(k))
    throw ir::IllFormed("its input " + std::to_string(k + 1) + " is missing");
  return node_.operands[k];
}

ir::Ref Decomposition::operand(std::size_t k) const {
  form(k);
  return tensor_(k);
}

int Decomposition::axis(const std::string& name, std::int64_t fallback,
                        const ir::Ref& x) const {
  return ir::OnnxNode::normalised({node_.integer(name, fallback)},
                                  shape(x).size())[0];
}

const std::vector<std::int64_t>& Decomposition::integers(std::size_t k) const {
  const auto& integers = form(k).integers;
  if (!integers)
    throw ir::Unsupported("its input " + std::to_string(k + 1) +
                          " is not a constant");
  return *integers;
}

std::vector<double> Decomposition::reals(std::size_t k) const {
  form(k);
  const Known* known = known_(k);
  const auto values = known == nullptr ? std::nullopt : onnx::reals(*known);
  if (!values)
    throw ir::Unsupported("its input " + std::to_string(k + 1) +
                          " is not a constant");
  return *values;
}

ir::Ref Decomposition::number(const base::Rational& value,
                              ir::ElementType type) const {
  ir::ConstantNumber constant{.rational = value};
  if (type == ir::ElementType::boolean)
    constant = {.kind = ir::ConstantNumber::Kind::truth, .truth = value != 0};
  return emitter_.constant(type, {}, constant, name_);
}

base::Rational Decomposition::real(const std::string& name,
                                   double fallback) const {
  const auto given = node_.number(name);
  if (!given) return base::Rational(fallback);
  if (given->kind != ir::ConstantNumber::Kind::rational)
    throw ir::Unsupported("attribute '" + name + "' is not finite");
  return given->rational;
}

ir::Ref Decomposition::reshape(const ir::Ref& x, const ir::Shape& shape) const {
  return call("Reshape", {x},
              {{"shape", shape}, {"allowzero", index::Expr(1)}});
}

ir::Ref Decomposition::transpose(const ir::Ref& x,
                                 const std::vector<int>& perm) const {
  return call("Transpose", {x}, {{"perm", ir::Axes{perm}}});
}

ir::Ref Decomposition::reduce(const std::string& op, const ir::Ref& x,
                              const std::vector<int>& axes, bool keeps) const {
  return call(op, {x},
              {{"axes", ir::Axes{axes}},
               {"keepdims", index::Expr(keeps)},
               // No axes are none here, not all.
               {"noop_with_empty_axes", index::Expr(1)}});
}

const Decompositions& all_decompositions() {
  static const Decompositions all = [] {
    Decompositions table = activations();
    for (const auto& family :
         {reductions(), normalizations(), movements(), resizings(), functions(),
          selections(), windows()})
      table.insert(family.begin(), family.end());
    return table;
  }();
  return all;
}

const Decompose* find_decomposition(const std::string& op_type) {
  const Decompositions& all = all_decompositions();
  const auto found = all.find(op_type);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace rewright::onnx
