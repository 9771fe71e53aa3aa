// SPDX-License-Identifier: Apache-2.0
//
// Einsum: the product of all operands at the indices that the equation's
// letters give, summed over the letters that its right side lacks. A letter
// repeated in one term reads the diagonal. A letter may name an axis group. The
// equation is explicit ("ij,jk->ik"); implicit ones of ONNX are written out on
// import.
//
// Target files may name summed and kept (one value per dim) and
// summed_elements, the product of the summed ones.
#include <map>

#include "ops/common_broadcast.h"
#include "ops/common_contract.h"
#include "ops/common_equation.h"
#include "ops/common_reduce.h"

namespace rewright::ops {

namespace {

using Dims = std::map<EquationLabel, ir::Dim>;

Equation equation_of(const ir::Call& call) {
  return parse_equation(call.text("equation"), call.operands);
}

// What two dims make that face each other under one label.
ir::Dim unite(const ir::Dim& a, const ir::Dim& b, EquationLabel label,
              const ir::Call& call, std::vector<ir::Condition>& conditions) {
  if (a.group != b.group)
    throw ir::IllFormed("equation '" + call.text("equation") +
                        "' makes an axis group face another axis: " +
                        ir::print({a}) + " and " + ir::print({b}));
  if (label >= first_of_ellipsis)
    return broadcast(a, b, call.facts, conditions);
  conditions.push_back({on_every_axis(a, index::equal(a.extent, b.extent)),
                        std::string("have equal extents where '") +
                            static_cast<char>(label) + "' stands, not " +
                            index::print(a.extent) + " and " +
                            index::print(b.extent)});
  return a;
}

// The dim that each label stands for.
Dims label_dims(const ir::Call& call, const Equation& equation,
                std::vector<ir::Condition>& conditions) {
  Dims dims;
  for (std::size_t p = 0; p < equation.terms.size(); ++p)
    for (std::size_t k = 0; k < equation.terms[p].size(); ++k) {
      const EquationLabel label = equation.terms[p][k];
      const ir::Dim& dim = call.operands[p][k];
      const auto [known, fresh] = dims.try_emplace(label, dim);
      if (!fresh)
        known->second = unite(known->second, dim, label, call, conditions);
    }
  return dims;
}

Dims label_dims(const ir::Call& call, const Equation& equation) {
  std::vector<ir::Condition> known;
  return label_dims(call, equation, known);
}

ir::Inferred infer(const ir::Call& call) {
  const Equation equation = equation_of(call);
  ir::Inferred inferred;
  const Dims dims = label_dims(call, equation, inferred.conditions);
  ir::Shape result;
  for (EquationLabel label : equation.result) result.push_back(dims.at(label));
  inferred.results = {result};
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const Equation equation = equation_of(call);
  const Dims dims = label_dims(call, equation);
  std::map<EquationLabel, index::Expr> index_of;
  for (std::size_t k = 0; k < equation.result.size(); ++k)
    index_of[equation.result[k]] = at.at(k);
  std::vector<ir::BoundVariable> bound;
  for (const auto& [label, dim] : dims) {
    if (index_of.count(label)) continue;
    bound.push_back(bind_over(std::string(1, static_cast<char>(label)), dim));
    index_of[label] = index::Expr(bound.back().symbol);
  }
  ir::Value product;
  for (std::size_t p = 0; p < operands.size(); ++p) {
    ir::Indices indices;
    for (std::size_t k = 0; k < equation.terms[p].size(); ++k) {
      const EquationLabel label = equation.terms[p][k];
      const index::Expr& i = index_of.at(label);
      indices.push_back(label < first_of_ellipsis
                            ? i
                            : broadcast_index(call.operands[p][k],
                                              dims.at(label), i, call.facts));
    }
    const ir::Value element = operands[p](indices);
    product = product ? product * element : element;
  }
  return ir::reduce(ir::Monoid::sum, bound, true, product);
}

// The loop over one label: its stride in each operand, summed over the
// places where it stands.
ContractLoop label_loop(EquationLabel label, std::int64_t extent,
                        const Equation& equation,
                        const std::vector<std::vector<std::int64_t>>& sizes) {
  ContractLoop loop{extent, std::vector<std::int64_t>(sizes.size(), 0)};
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    const auto strides = evaluate::strides(sizes[p]);
    for (std::size_t k = 0; k < sizes[p].size(); ++k)
      if (equation.terms[p][k] == label && sizes[p][k] != 1)
        loop.steps[p] += strides[k];
  }
  return loop;
}

ContractNest nest(const ir::Call& call) {
  const Equation equation = equation_of(call);
  Dims dims = label_dims(call, equation);
  std::vector<std::vector<std::int64_t>> sizes;
  for (const ir::Shape& shape : call.operands)
    sizes.push_back(ir::concrete(shape));
  std::vector<ContractLoop> kept, summed;
  for (EquationLabel label : equation.result) {
    kept.push_back(
        label_loop(label, dims.at(label).extent.constant(), equation, sizes));
    dims.erase(label);
  }
  for (const auto& [label, dim] : dims)
    summed.push_back(label_loop(label, dim.extent.constant(), equation, sizes));
  return contract_nest(kept, summed, sizes.size());
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return {evaluate::with_number(
      *operands.at(0), [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> out{ir::concrete(results.at(0)), {}};
        std::vector<const E*> elements;
        for (const evaluate::Tensor* operand : operands)
          elements.push_back(operand->as<E>().data.data());
        const auto sums = Contraction<E>(nest(call), elements).run();
        out.data.reserve(sums.size());
        for (const auto& sum : sums)
          out.data.push_back(evaluate::Arithmetic<E>::narrow(sum));
        return out;
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred& inferred) {
  const Equation equation = equation_of(call);
  Dims dims = label_dims(call, equation);
  for (EquationLabel label : equation.result) dims.erase(label);
  ir::Shape summed;
  for (const auto& [label, dim] : dims) summed.push_back(dim);
  return {{"summed", summed},
          {"summed_elements", {{.extent = ir::elements(summed)}}},
          {"kept", inferred.results.at(0)}};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call;
  std::vector<ir::Shape> shapes;
  for (std::size_t p = 0; p < node.operands.size(); ++p) {
    call.operands.push_back(static_cast<int>(p));
    shapes.push_back(node.operands[p].shape);
  }
  call.attributes["equation"] =
      explicit_equation(node.text("equation", ""), shapes);
  return call;
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  ir::OnnxNodeMade node{.op_type = "",
                        .attributes = {{"equation", call.text("equation")}}};
  for (std::size_t p = 0; p < call.operands.size(); ++p)
    node.operands.push_back(ir::of_operand(static_cast<int>(p)));
  return {.nodes = {node}};
}

}  // namespace

const ir::Operator& einsum() {
  static const ir::Operator op = {
      .name = "Einsum",
      .signature = {.operands = {"T"},
                    .variadic = true,
                    .results = {"T"},
                    .types = {{"T", ir::numeric_types}},
                    .attributes = {{.name = "equation",
                                    .kind = ir::AttributeKind::text,
                                    .required = true}}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Einsum"},
      .to_onnx = to_onnx,
      .note =
          "letters may be upper case; a letter names a single axis, an "
          "ellipsis may cover axis groups",
  };
  return op;
}

}  // namespace rewright::ops
