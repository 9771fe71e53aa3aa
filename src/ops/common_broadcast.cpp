// SPDX-License-Identifier: Apache-2.0
#include "ops/common_broadcast.h"

#include <algorithm>

namespace rewright::ops {

using index::Expr;
using index::Facts;
using ir::Condition;
using ir::Dim;
using ir::Shape;

namespace {

bool is_one(const Dim& dim, const Facts& facts) {
  return dim.extent.is(1) || facts.proves_equal(dim.extent, 1);
}

/// Whether the entries can be combined one to one at every rank.
bool line_up(const Dim& a, const Dim& b) { return a.group == b.group; }

Condition compatible(const Dim& a, const Dim& b, const Facts& facts) {
  const auto formula =
      equal(a.extent, b.extent) || equal(a.extent, 1) || equal(b.extent, 1);
  const auto whole = ir::is_group(a) ? index::all(a.group, formula) : formula;
  return {facts.simplify(whole), "broadcast sizes that are equal or 1, but " +
                                     print(a.extent) + " faces " +
                                     print(b.extent)};
}

/// Whether `rest` are ones that fit before the single axes of `other`,
/// whatever the ranks of its groups.
bool vanishes(const Shape& rest, const Shape& other, const Facts& facts) {
  const auto is_single = [](const Dim& d) { return !ir::is_group(d); };
  return std::all_of(
             rest.begin(), rest.end(),
             [&](const Dim& d) { return is_single(d) && is_one(d, facts); }) &&
         static_cast<std::ptrdiff_t>(rest.size()) <=
             std::count_if(other.begin(), other.end(), is_single);
}

Shape head(const Shape& shape, std::size_t size) {
  return Shape(shape.begin(),
               shape.begin() + static_cast<std::ptrdiff_t>(size));
}

/// What the parts left of the aligned entries make together.
Shape broadcast_rest(const Shape& a, const Shape& b, const Facts& facts) {
  if (a.empty() || vanishes(a, b, facts)) return b;
  if (b.empty() || vanishes(b, a, facts)) return a;
  throw ir::IllFormed("axes do not line up: " + ir::print(a) + " faces " +
                      ir::print(b));
}

}  // namespace

Dim broadcast(const Dim& a, const Dim& b, const Facts& facts,
              std::vector<Condition>& conditions) {
  const std::string& label = a.label.empty() ? b.label : a.label;
  if (facts.proves_equal(a.extent, b.extent)) return {a.extent, a.group, label};
  if (is_one(a, facts)) return b;
  if (is_one(b, facts)) return a;
  conditions.push_back(compatible(a, b, facts));
  const Expr extent = ite(equal(a.extent, 1), b.extent, a.extent);
  return {facts.simplify(extent), a.group, label};
}

Shape broadcast(const Shape& a, const Shape& b, const Facts& facts,
                std::vector<Condition>& conditions) {
  Shape reversed;
  std::size_t i = a.size(), j = b.size();
  for (; i > 0 && j > 0 && line_up(a[i - 1], b[j - 1]); --i, --j)
    reversed.push_back(broadcast(a[i - 1], b[j - 1], facts, conditions));
  Shape result = broadcast_rest(head(a, i), head(b, j), facts);
  result.insert(result.end(), reversed.rbegin(), reversed.rend());
  return result;
}

Expr broadcast_index(const Dim& operand, const Dim& result, const Expr& at,
                     const Facts& facts) {
  if (operand.extent == result.extent) return at;
  if (is_one(operand, facts)) return 0;
  if (facts.proves_equal(operand.extent, result.extent)) return at;
  return facts.simplify(ite(equal(operand.extent, 1), 0, at));
}

ir::Indices broadcast_indices(const Shape& operand, const Shape& result,
                              const ir::Indices& at, const Facts& facts) {
  ir::Indices indices(operand.size(), 0);
  std::size_t i = operand.size(), j = result.size();
  for (; i > 0 && j > 0 && line_up(operand[i - 1], result[j - 1]); --i, --j)
    indices[i - 1] =
        broadcast_index(operand[i - 1], result[j - 1], at[j - 1], facts);
  return indices;
}

std::vector<std::int64_t> broadcast_sizes(const std::vector<std::int64_t>& a,
                                          const std::vector<std::int64_t>& b) {
  if (a.size() < b.size()) return broadcast_sizes(b, a);
  std::vector<std::int64_t> result = a;
  const std::size_t shift = a.size() - b.size();
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b[i] != 1) result[shift + i] = b[i];
  return result;
}

std::vector<std::int64_t> broadcast_strides(
    const std::vector<std::int64_t>& operand,
    const std::vector<std::int64_t>& result) {
  std::vector<std::int64_t> strides(result.size(), 0);
  std::int64_t stride = 1;
  std::size_t j = result.size();
  for (std::size_t i = operand.size(); i-- > 0;) {
    --j;
    if (operand[i] != 1) strides[j] = stride;
    stride *= operand[i];
  }
  return strides;
}

}  // namespace rewright::ops
