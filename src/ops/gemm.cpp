// SPDX-License-Identifier: Apache-2.0
//
// Gemm: alpha * (a @ b) + beta * c, with a or b transposed first when asked;
// c stretches to the result's shape [M, N] and may be absent.
//
// Target files may name M, K, N, transA, transB.
#include <cmath>

#include "ops/common_broadcast.h"
#include "ops/common_contract.h"
#include "ops/common_reduce.h"

namespace rewright::ops {

namespace {

using index::Expr;

// alpha or beta: a number, or a size of the rule.
struct Scale {
  ir::ConstantNumber number = {};
  std::optional<Expr> size = {};

  Scale(const ir::Call& call, const std::string& name) {
    if (const auto* e = std::get_if<Expr>(&call.attributes.at(name)))
      size = *e;
    else
      number = call.number(name);
  }
  bool is_one() const {
    return size ? size->is(1)
                : number.kind == ir::ConstantNumber::Kind::rational &&
                      number.rational == 1;
  }
  ir::Value times(const ir::Value& value) const {
    if (is_one()) return value;
    return (size ? ir::size_value(*size) : ir::constant(number)) * value;
  }
  template <class A>
  A times(const A& value) const {
    using Number = evaluate::Arithmetic<A>;
    if (is_one()) return value;
    return Number::mul(size ? Number::from_integer(size->constant())
                            : Number::from_constant(number),
                       value);
  }
};

// The dims of a matrix operand, transposed when `flag` says so.
ir::Shape matrix(const ir::Call& call, int operand, const char* flag) {
  ir::Shape shape = call.shape(operand);
  if (shape.size() != 2 || ir::has_groups(shape))
    throw ir::IllFormed("Gemm multiplies matrices, but an operand has shape " +
                        ir::print(shape));
  if (call.flag(flag)) std::swap(shape[0], shape[1]);
  return shape;
}

ir::Shape result_shape(const ir::Call& call) {
  return {matrix(call, 0, "transA")[0], matrix(call, 1, "transB")[1]};
}

void require_stretching(const ir::Shape& c, const ir::Shape& result,
                        std::vector<ir::Condition>& conditions) {
  if (c.size() > 2 || ir::has_groups(c))
    throw ir::IllFormed("the addend of Gemm must stretch to " +
                        ir::print(result) + ", but has shape " + ir::print(c));
  for (std::size_t k = 0; k < c.size(); ++k) {
    const ir::Dim& to = result[result.size() - c.size() + k];
    conditions.push_back(
        {index::equal(c[k].extent, to.extent) || index::equal(c[k].extent, 1),
         "have an addend that stretches to " + ir::print(result) + ", unlike " +
             ir::print(c)});
  }
}

ir::Inferred infer(const ir::Call& call) {
  const ir::Shape a = matrix(call, 0, "transA");
  const ir::Shape b = matrix(call, 1, "transB");
  ir::Inferred inferred{{result_shape(call)}, {}};
  inferred.conditions.push_back(
      {index::equal(a[1].extent, b[0].extent),
       "have equal inner extents, but " + index::print(a[1].extent) +
           " differs from " + index::print(b[0].extent)});
  if (call.has(2))
    require_stretching(call.shape(2), inferred.results[0], inferred.conditions);
  return inferred;
}

ir::Indices transposed_if(bool flag, ir::Indices indices) {
  if (flag) std::swap(indices[0], indices[1]);
  return indices;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::BoundVariable k = bind_over("k", matrix(call, 0, "transA")[1]);
  const Expr inner(k.symbol);
  const ir::Value a =
      operands.at(0)(transposed_if(call.flag("transA"), {at.at(0), inner}));
  const ir::Value b =
      operands.at(1)(transposed_if(call.flag("transB"), {inner, at.at(1)}));
  const ir::Value product =
      Scale(call, "alpha").times(ir::reduce(ir::Monoid::sum, {k}, true, a * b));
  if (!call.has(2)) return product;
  const ir::Indices c =
      broadcast_indices(call.shape(2), result_shape(call), at, call.facts);
  return product + Scale(call, "beta").times(operands.at(2)(c));
}

ContractNest nest(const ir::Call& call) {
  const std::int64_t m = matrix(call, 0, "transA")[0].extent.constant();
  const std::int64_t k = matrix(call, 0, "transA")[1].extent.constant();
  const std::int64_t n = matrix(call, 1, "transB")[1].extent.constant();
  const bool ta = call.flag("transA"), tb = call.flag("transB");
  const std::int64_t a_m = ta ? 1 : k, a_k = ta ? m : 1;
  const std::int64_t b_k = tb ? 1 : n, b_n = tb ? k : 1;
  return contract_nest({{m, {a_m, 0}}, {n, {0, b_n}}}, {{k, {a_k, b_k}}}, 2);
}

// alpha * sum, plus beta * c where given, rounded to E at the end.
template <class E>
class Finish {
 public:
  using Element = evaluate::Arithmetic<E>;
  using A = typename Element::Sum;
  using Number = evaluate::Arithmetic<A>;

  Finish(const ir::Call& call, const evaluate::Dense<E>* c,
         const std::vector<std::int64_t>& sizes)
      : alpha_(call, "alpha"), beta_(call, "beta"), c_(c) {
    if (c) steps_ = broadcast_strides(c->shape, sizes);
  }

  E operator()(const A& sum, std::int64_t i, std::int64_t j) const {
    A value = alpha_.times(sum);
    if (c_) {
      const E& c = c_->data[i * steps_[0] + j * steps_[1]];
      value = Number::add(value, beta_.times(A(Element::widen(c))));
    }
    return Element::narrow(value);
  }

 private:
  Scale alpha_, beta_;
  const evaluate::Dense<E>* c_;
  std::vector<std::int64_t> steps_;
};

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  const evaluate::Tensor* c = call.has(2) ? operands.at(2) : nullptr;
  return {evaluate::with_number(
      *operands.at(0), [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> out{ir::concrete(results.at(0)), {}};
        const auto sums =
            Contraction<E>(nest(call), {operands[0]->as<E>().data.data(),
                                        operands[1]->as<E>().data.data()})
                .run();
        const Finish<E> finish(call, c ? &c->as<E>() : nullptr, out.shape);
        for (std::int64_t i = 0, at = 0; i < out.shape[0]; ++i)
          for (std::int64_t j = 0; j < out.shape[1]; ++j, ++at)
            out.data.push_back(finish(sums[at], i, j));
        return out;
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred& inferred) {
  return {{"M", {inferred.results.at(0).at(0)}},
          {"K", {matrix(call, 0, "transA")[1]}},
          {"N", {inferred.results.at(0).at(1)}},
          {"transA", {{.extent = call.integer("transA")}}},
          {"transB", {{.extent = call.integer("transB")}}}};
}

ir::ConstantNumber exact(float value) {
  if (!std::isfinite(value))
    throw ir::IllFormed("alpha and beta must be finite");
  ir::ConstantNumber number;
  number.rational = base::Rational(value);
  return number;
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call{.operands = {0, 1}, .attributes = {}};
  if (node.has_operand(2)) call.operands.push_back(2);
  call.attributes["alpha"] = exact(node.real("alpha", 1));
  call.attributes["beta"] = exact(node.real("beta", 1));
  call.attributes["transA"] = Expr(node.integer("transA", 0) != 0);
  call.attributes["transB"] = Expr(node.integer("transB", 0) != 0);
  return call;
}

float scale_made(const ir::Call& call, const char* name) {
  const Scale scale(call, name);
  if (!scale.size)
    return ir::float_of(scale.number, call.operand_types.at(0), name);
  return ir::float_of({.rational = ir::number_of(*scale.size, name)},
                      call.operand_types.at(0), name);
}

// Before opset 11 there must be an addend.
ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::OnnxNodeMade node{.op_type = "",
                        .operands = {ir::of_operand(0), ir::of_operand(1)}};
  for (const char* name : {"alpha", "beta"})
    node.attributes[name] = scale_made(call, name);
  for (const char* name : {"transA", "transB"})
    node.attributes[name] = std::int64_t{call.flag(name)};
  if (call.has(2))
    node.operands.push_back(ir::of_operand(2));
  else if (opset < 11)
    node.operands.push_back({.scalar = ir::OnnxScalar()});
  return {.nodes = {node}};
}

ir::AttributeSpec scale_attribute(const char* name) {
  ir::ConstantNumber one;
  one.rational = 1;
  return {.name = name,
          .kind = ir::AttributeKind::number,
          .fallback = ir::Attribute(one)};
}

ir::AttributeSpec transpose_attribute(const char* name) {
  return {.name = name,
          .kind = ir::AttributeKind::flag,
          .fallback = ir::Attribute(Expr(0))};
}

}  // namespace

const ir::Operator& gemm() {
  static const ir::Operator op = {
      .name = "Gemm",
      .signature = {.operands = {"T", "T", "T"},
                    .required = 2,
                    .results = {"T"},
                    .types = {{"T", ir::floating_types}},
                    .attributes = {scale_attribute("alpha"),
                                   scale_attribute("beta"),
                                   transpose_attribute("transA"),
                                   transpose_attribute("transB")},
                    .operand_names = {"a", "b", "c"}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Gemm"},
      .to_onnx = to_onnx,
      .note = "floating types only: a fractional alpha has no integer meaning",
  };
  return op;
}

}  // namespace rewright::ops
