// SPDX-License-Identifier: Apache-2.0
//
// MatMul with NumPy's semantics: the sum over K of a[batch, M, K] times
// b[batch, K, N]. A one-dimensional operand is a row or a column that leaves
// no axis in the result; batch dims broadcast and may be axis groups.
//
// Target files may name M, K, N and batch (one value per batch dim). With a
// one-dimensional b, M is the last dim of a before K.
#include "ops/common_broadcast.h"
#include "ops/common_contract.h"
#include "ops/common_reduce.h"

namespace rewright::ops {

namespace {

// How the dims of both operands play together. With a vector b, what comes
// before K in `a` needs no counterpart and counts as batch.
struct Roles {
  ir::Shape a_batch, b_batch;
  std::optional<ir::Dim> m, n;
  ir::Dim a_k, b_k;
};

ir::Dim single_back(ir::Shape& shape, const ir::Shape& whole) {
  if (shape.empty() || ir::is_group(shape.back()))
    throw ir::IllFormed("MatMul needs single axes to multiply along, but " +
                        ir::print(whole) +
                        (shape.empty() ? " has none" : " has a group there"));
  ir::Dim dim = shape.back();
  shape.pop_back();
  return dim;
}

Roles roles(const ir::Call& call) {
  const ir::Shape &a = call.shape(0), &b = call.shape(1);
  Roles r{.a_batch = a, .b_batch = b, .m = {}, .n = {}, .a_k = {}, .b_k = {}};
  const bool matrices = a.size() > 1 && b.size() > 1;
  r.a_k = single_back(r.a_batch, a);
  if (matrices) r.m = single_back(r.a_batch, a);
  if (b.size() > 1) r.n = single_back(r.b_batch, b);
  r.b_k = single_back(r.b_batch, b);
  return r;
}

ir::Inferred infer(const ir::Call& call) {
  const Roles r = roles(call);
  ir::Inferred inferred;
  ir::Shape result =
      broadcast(r.a_batch, r.b_batch, call.facts, inferred.conditions);
  if (r.m) result.push_back(*r.m);
  if (r.n) result.push_back(*r.n);
  inferred.conditions.push_back(
      {index::equal(r.a_k.extent, r.b_k.extent),
       "have equal inner extents, but " + index::print(r.a_k.extent) +
           " differs from " + index::print(r.b_k.extent)});
  inferred.results = {result};
  return inferred;
}

ir::Shape batch_of(const ir::Call& call, const Roles& r) {
  std::vector<ir::Condition> known;
  return broadcast(r.a_batch, r.b_batch, call.facts, known);
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const Roles r = roles(call);
  const ir::Shape batch = batch_of(call, r);
  const auto middle = at.begin() + static_cast<std::ptrdiff_t>(batch.size());
  const ir::Indices batch_at(at.begin(), middle);
  const ir::BoundVariable k = bind_over("k", r.a_k);
  ir::Indices a = broadcast_indices(r.a_batch, batch, batch_at, call.facts);
  ir::Indices b = broadcast_indices(r.b_batch, batch, batch_at, call.facts);
  if (r.m) a.push_back(*middle);
  a.emplace_back(k.symbol);
  b.emplace_back(k.symbol);
  if (r.n) b.push_back(at.back());
  return ir::reduce(ir::Monoid::sum, {k}, true,
                    operands.at(0)(a) * operands.at(1)(b));
}

ContractNest nest(const ir::Call& call) {
  const Roles r = roles(call);
  const std::vector<std::int64_t> batch = ir::concrete(batch_of(call, r));
  const std::int64_t m = r.m ? r.m->extent.constant() : 1;
  const std::int64_t n = r.n ? r.n->extent.constant() : 1;
  const std::int64_t k = r.a_k.extent.constant();
  const auto a = broadcast_strides(ir::concrete(r.a_batch), batch);
  const auto b = broadcast_strides(ir::concrete(r.b_batch), batch);
  std::vector<ContractLoop> kept;
  for (std::size_t d = 0; d < batch.size(); ++d)
    kept.push_back({batch[d], {a[d] * m * k, b[d] * k * n}});
  if (r.m) kept.push_back({m, {k, 0}});
  if (r.n) kept.push_back({n, {0, 1}});
  return contract_nest(kept, {{k, {1, n}}}, 2);
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return {evaluate::with_number(
      *operands.at(0), [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> out{ir::concrete(results.at(0)), {}};
        const auto sums =
            Contraction<E>(nest(call), {operands[0]->as<E>().data.data(),
                                        operands[1]->as<E>().data.data()})
                .run();
        out.data.reserve(sums.size());
        for (const auto& sum : sums)
          out.data.push_back(evaluate::Arithmetic<E>::narrow(sum));
        return out;
      })};
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  Roles r = roles(call);
  const bool column = call.rank(1) == 1 && !r.a_batch.empty();
  if (column) r.m = r.a_batch.back();
  if (column && !ir::is_group(*r.m)) r.a_batch.pop_back();
  const ir::Dim one{1};
  return {{"M", {r.m.value_or(one)}},
          {"K", {r.a_k}},
          {"N", {r.n.value_or(one)}},
          {"batch", batch_of(call, r)}};
}

ir::OnnxCall from_onnx(const ir::OnnxNode&) {
  return {.operands = {0, 1}, .attributes = {}};
}

ir::OnnxMade to_onnx(const ir::Call&, int) {
  return {.nodes = {{.op_type = "",
                     .operands = {ir::of_operand(0), ir::of_operand(1)}}}};
}

}  // namespace

const ir::Operator& matmul() {
  static const ir::Operator op = {
      .name = "MatMul",
      .signature = {.operands = {"T", "T"},
                    .results = {"T"},
                    .types = {{"T", ir::numeric_types}},
                    .attributes = {}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"MatMul"},
      .to_onnx = to_onnx,
      .note = "int8 and int16 are accepted as well, wrapping around",
  };
  return op;
}

}  // namespace rewright::ops
