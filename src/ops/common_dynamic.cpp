// SPDX-License-Identifier: Apache-2.0
#include "ops/common_dynamic.h"

#include <algorithm>

namespace rewright::ops {

using index::Expr;

ir::AttributeSpec starts_attribute() {
  return {.name = "starts",
          .kind = ir::AttributeKind::per_axis,
          .frame = ir::Frame::operand};
}

ir::AttributeSpec clamp_attribute() {
  return {.name = "clamp",
          .kind = ir::AttributeKind::flag,
          .fallback = ir::Attribute(Expr(0))};
}

Expr window_start(const ir::Call& call, std::size_t k, const Expr& length) {
  const Expr start = call.per_axis("starts", k, 0);
  if (!call.flag("clamp")) return start;
  const Expr last = call.shape(0).at(k).extent - length;
  const Expr from_front = call.facts.simplify(max(start, 0));
  return call.facts.simplify(min(from_front, last));
}

void require_window(const ir::Call& call, std::size_t k, const Expr& length,
                    std::vector<ir::Condition>& conditions) {
  const ir::Dim& dim = call.shape(0).at(k);
  require(conditions, call.facts,
          every_axis(dim, index::nonnegative(length) &&
                              less_equal(length, dim.extent)),
          "have windows that fit, but " + print(length) + " exceeds " +
              print(dim.extent) + " or is negative");
  if (call.flag("clamp")) return;
  const Expr start = call.per_axis("starts", k, 0);
  require(conditions, call.facts,
          every_axis(dim, index::nonnegative(start) &&
                              less_equal(start + length, dim.extent)),
          "have windows in range, but one of " + print(length) +
              " elements starts at " + print(start) + " of " +
              print(dim.extent));
}

std::int64_t concrete_start(const ir::Call& call, std::size_t k,
                            std::int64_t extent, std::int64_t length) {
  const std::int64_t start = call.per_axis("starts", k, 0).constant();
  if (!call.flag("clamp")) return start;
  return std::clamp<std::int64_t>(start, 0, extent - length);
}

}  // namespace rewright::ops
