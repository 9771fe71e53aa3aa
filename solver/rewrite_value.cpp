// SPDX-License-Identifier: Apache-2.0
#include "solver/rewrite_value.h"

namespace rewright::solver {

using ir::Value;
using ir::ValueKind;

namespace {

/// With other arguments; constructors fold what they can.
Value with_arguments(const ir::ValueNode& v, std::vector<Value> args) {
  switch (v.kind) {
    case ValueKind::apply:
      return ir::apply(v.function, std::move(args));
    case ValueKind::select:
      return ir::select(v.condition, args[0], args[1]);
    default:
      return ir::reduce(v.monoid, v.bound, v.condition, args[0]);
  }
}

}  // namespace

Value ValueRewriter::operator()(const Value& v) {
  const auto known = done_.find(v.get());
  if (known != done_.end()) return known->second;
  const Value result = rebuilt(v);
  kept_.push_back(v);
  done_.emplace(v.get(), result);
  return result;
}

Value ValueRewriter::rebuilt(const Value& v) {
  std::vector<Value> args;
  bool is_same = true;
  for (const Value& arg : v->args) {
    args.push_back((*this)(arg));
    is_same = is_same && args.back() == arg;
  }
  const Value copy = is_same ? v : with_arguments(*v, std::move(args));
  const Value other = node_(copy);
  if (!other) return copy;
  has_changed_ = true;
  return other;
}

}  // namespace rewright::solver
