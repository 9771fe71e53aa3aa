// SPDX-License-Identifier: Apache-2.0
//
// Graphs with axis groups, as rules whose two sides need not be equal: only
// what each of them means is looked at.
#pragma once

namespace rewright::laws {

inline const char* const rules_with_groups[] = {
    R"(rule elementwise
  axes   r... : n
  sizes  N
  input  a, b : float[r..., N]
  input  c : float[N]
  scalar s : float
  lhs    Max(a * b + c, s) - Where(Less(a, b), a, s)
  rhs    Clip(Relu(a), s) + Abs(c)
)",
    R"(rule stretched
  axes   r... : n, q... : m
  input  a : float[r..., q...]
  lhs    a - ReduceSum(a, axes=[q...], keepdims=1)
  rhs    a * ReduceMean(a, axes=[r...], keepdims=1)
)",
    R"(rule reductions
  axes   r... : n, q... : m
  sizes  N
  input  a : T[r..., N, q...]
  lhs    ReduceMax(ReduceSum(a, axes=[r...], keepdims=0), axes=[N], keepdims=0)
  rhs    ReduceSum(a, axes=[r..., q...], keepdims=0)
)",
    R"(rule reversed
  axes   r... : n, q... : m
  input  a : T[r..., q...]
  lhs    Reverse(a, axes=[r...])
  rhs    Transpose(Reverse(a, axes=[q...]), perm=[q..., r...])
)",
    R"(rule padded
  axes   r... : n
  ints   l, h, i on r...
  input  a : T[r...]
  scalar v : T
  when   i >= 0 and l >= -1 and h >= -1
  lhs    Pad(a, v, low=[r: l], high=[r: h], interior=[r: i])
  rhs    Pad(Pad(a, v, low=[r: l]), high=[r: 1])
)",
    R"(rule sliced
  axes   r... : n
  ints   s, e, p on r...
  input  a : T[r...]
  when   p != 0
  lhs    Slice(a, starts=[r: s], ends=[r: e], steps=[r: p])
  rhs    Slice(a, ends=[r: e])
)",
    R"(rule sliced_backwards
  axes   r... : n
  sizes  N
  ints   s, e, p on r...
  input  a : T[N, r...]
  when   p <= -1
  lhs    Slice(a, starts=[r: s], ends=[r: e], steps=[r: p])
  rhs    Slice(a, starts=[r: n - 1], ends=[r: -n - 1], steps=[r: -1])
)",
    R"(rule merged
  axes   r... : n, q... : m
  sizes  N
  input  a : T[r..., N, q...]
  lhs    Reshape(a, [numel(r), N, q...])
  rhs    Reshape(a, [numel(r) * N, numel(q)])
)",
    R"(rule parted
  axes   r... : n, q... : m
  sizes  N
  input  a : T[numel(r), N, numel(q)]
  lhs    Reshape(a, [r..., N, q...])
  rhs    Reshape(Reshape(a, [numel(r) * N, q...]), [r..., N * numel(q)])
)",
    R"(rule regrouped
  axes   r... : n, q... : m
  input  a : T[r..., q...]
  lhs    Reshape(Reshape(a, [numel(r) * numel(q)]), [q..., r...])
  rhs    Reshape(a, [q..., -1])
)",
    R"(rule with_ones
  axes   r... : n
  sizes  N
  input  a : T[r..., N]
  lhs    Reshape(a, [1, r..., 1, N, 1])
  rhs    Squeeze(Reshape(a, [r: n, 1, N]), axes=[-2])
)",
    R"(rule ones_in_groups
  axes   r... : n
  sizes  N
  input  a : T[N, r: 1]
  lhs    Squeeze(a, axes=[r...])
  rhs    Expand(a, shape=[N, r...])
)",
    R"(rule joined
  axes   r... : n
  sizes  A, B
  input  a : T[r..., A]
  input  b : T[r..., B]
  lhs    Concat(a, b, a, axis=-1)
  rhs    Reverse(Concat(b, a, axis=-1), axes=[r...])
)",
    R"(rule parts
  axes   r... : n
  sizes  A, B
  input  a : T[A + B, r...]
  lhs    let (x, y) = Split(a, axis=0, split=[A, B])
         (x, y)
  rhs    (Slice(a, ends=[0: A]), Slice(a, starts=[0: A]))
)",
    R"(rule counted
  axes   r... : n
  sizes  N
  input  a : float[r..., N]
  lhs    a + Iota(shape=[r..., N], axis=-1)
  rhs    a + Const(2, shape=[r..., N])
)",
    R"(rule flattened
  axes   r... : n
  sizes  N, M
  input  a : T[N, M, r...]
  lhs    Flatten(a, axis=1)
  rhs    Reshape(a, [N, M * numel(r)])
)",
    R"(rule products
  axes   r... : n
  sizes  M, K, N
  input  a : float[r..., M, K]
  input  b : float[r..., K, N]
  lhs    MatMul(a, b)
  rhs    Transpose(MatMul(a, b), perm=[r..., N, M])
)",
};

}  // namespace rewright::laws
