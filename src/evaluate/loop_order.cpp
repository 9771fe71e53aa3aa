// SPDX-License-Identifier: Apache-2.0
#include "evaluate/loop_order.h"

#include <algorithm>
#include <numeric>

namespace rewright::evaluate {

namespace {

constexpr std::int64_t most_parts = 16;
/// Parts of fewer indices are not worth a thread.
constexpr std::int64_t least_work = 50'000;
/// Shorter pieces of a row would be read at random.
constexpr std::int64_t narrowest = 2048;

/// The operand that moves along most indices.
std::size_t main_operand(const LoopNest& nest) {
  std::size_t main = 0;
  std::int64_t most = -1;
  for (std::size_t k = 0; k < nest.operands.size(); ++k) {
    std::int64_t indices = 1;
    for (const Loop& l : nest.loops)
      if (l.strides[k] != 0) indices *= l.extent;
    if (indices > most) most = indices, main = k;
  }
  return main;
}

/// Neighbours that every operand and the output step through as one.
std::vector<Loop> merged(const std::vector<Loop>& loops) {
  std::vector<Loop> result;
  for (const Loop& l : loops) {
    if (!result.empty()) {
      Loop& last = result.back();
      bool is_one = last.step == l.step * l.extent;
      for (std::size_t k = 0; k < l.strides.size(); ++k)
        is_one = is_one && last.strides[k] == l.strides[k] * l.extent;
      if (is_one) {
        last.extent *= l.extent;
        last.step = l.step;
        last.strides = l.strides;
        continue;
      }
    }
    result.push_back(l);
  }
  return result;
}

void fill_up(std::vector<Loop>& row, std::size_t operands) {
  const Loop none{1, -1, 0, std::vector<std::int64_t>(operands, 0)};
  while (row.size() < 2) row.insert(row.begin(), none);
}

std::int64_t parts_of_work(const LoopOrder& order) {
  std::int64_t work = volume(order.outer) * volume(order.row);
  for (const auto& level : order.reduced) work *= volume(level);
  return std::min(work / least_work, most_parts);
}

std::int64_t parts_of_row(const LoopOrder& order, std::int64_t widest,
                          std::int64_t threads) {
  const std::int64_t row = volume(order.row);
  return std::max((row + widest - 1) / widest,
                  std::min({threads, parts_of_work(order), row / narrowest}));
}

}  // namespace

std::int64_t volume(const std::vector<Loop>& loops) {
  return std::accumulate(
      loops.begin(), loops.end(), std::int64_t{1},
      [](std::int64_t n, const Loop& l) { return n * l.extent; });
}

LoopOrder order_of(const LoopNest& nest) {
  const std::size_t main = main_operand(nest);
  const auto stride = [&](const Loop& l) {
    const std::int64_t s = nest.operands.empty() ? 0 : l.strides[main];
    return s < 0 ? -s : s;
  };
  std::int64_t widest = 0;
  for (const Loop& l : nest.loops)
    if (l.level >= 0) widest = std::max(widest, stride(l));
  LoopOrder order;
  order.reduced.resize(nest.monoids.size());
  for (const Loop& l : nest.loops) {
    auto& place = l.level >= 0
                      ? order.reduced[static_cast<std::size_t>(l.level)]
                  : stride(l) > widest ? order.outer
                                       : order.row;
    place.push_back(l);
  }
  const auto sort = [&](std::vector<Loop>& loops) {
    std::stable_sort(
        loops.begin(), loops.end(),
        [&](const Loop& a, const Loop& b) { return stride(a) > stride(b); });
  };
  sort(order.outer);
  sort(order.row);
  for (auto& level : order.reduced) sort(level);
  if (order.row.empty()) {
    std::swap(order.row, order.reduced.back());
    order.is_reduced_row = true;
  }
  order.row = merged(order.row);
  fill_up(order.row, nest.operands.size());
  for (const Operand& o : nest.operands) order.start.push_back(o.start);
  return order;
}

std::vector<LoopOrder> parts_of(const LoopOrder& order, std::int64_t widest,
                                std::int64_t threads) {
  const bool splits_outer = !order.outer.empty();
  if (!splits_outer && order.is_reduced_row) return {order};
  const auto split = [&](LoopOrder& o) -> Loop& {
    if (splits_outer) return o.outer.front();
    return o.row.front().extent > 1 ? o.row.front() : o.row.back();
  };
  LoopOrder rest = order;
  const std::int64_t extent = split(rest).extent;
  const std::int64_t parts =
      std::clamp(splits_outer ? parts_of_work(order)
                              : parts_of_row(order, widest, threads),
                 std::int64_t{1}, extent);
  std::vector<LoopOrder> result;
  for (std::int64_t p = 0; p < parts; ++p) {
    const std::int64_t first = extent * p / parts;
    result.push_back(order);
    Loop& loop = split(result.back());
    loop.extent = extent * (p + 1) / parts - first;
    result.back().place += first * loop.step;
    for (std::size_t k = 0; k < loop.strides.size(); ++k)
      result.back().start[k] += first * loop.strides[k];
  }
  return result;
}

}  // namespace rewright::evaluate
