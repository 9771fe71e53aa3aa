// SPDX-License-Identifier: Apache-2.0
//
// How a loop nest is run on floats: each part of the output by itself, and each
// level of its reductions in accumulators of its own.
#include "evaluate/fused.h"

#include <algorithm>
#include <array>

#include "evaluate/parallel.h"
#include "evaluate/row_elements.h"

namespace rewright::evaluate {

namespace {

constexpr std::int64_t lanes = 8;
/// Steps of rows, so that short runs are no loops of many rounds.
constexpr std::int64_t unrolled = 16;
/// Accumulators of a level, which are to stay in the cache.
constexpr std::int64_t widest_row = 65536;

template <class E>
class Run {
 public:
  using World = Arithmetic<E>;

  Run(const LoopNest& nest, const LoopOrder& order,
      const std::vector<const E*>& data, Dense<E>& out)
      : nest_(nest), order_(order), row_(nest, order.row, data), out_(out) {
    width_ = order.is_reduced_row ? 1 : volume(order.row);
    accumulators_.assign(nest.monoids.size(),
                         std::vector<E>(static_cast<std::size_t>(width_)));
  }

  void run() {
    Place at{order_.start, order_.place};
    walk(order_.outer, at, [&](Place& place) {
      reduce(0, place);
      scatter(accumulators_[0].data(), place.output, 0);
    });
  }

 private:
  /// Fills the accumulators of a level.
  void reduce(std::size_t level, Place& from) {
    const bool is_last = level + 1 == nest_.monoids.size();
    const bool was_first = std::exchange(from.is_first, true);
    walk(order_.reduced[level], from, [&](Place& at) {
      if (is_last) return elements(at);
      reduce(level + 1, at);
      const BlockElements<E, E> below{1, width_,
                                      accumulators_[level + 1].data()};
      combine(level, below, 0, at.is_first);
    });
    from.is_first = was_first;
  }

  /// The elements of one row, combined with the innermost accumulators.
  void elements(Place& at) {
    const bool is_first = at.is_first;
    const std::size_t level = nest_.monoids.size() - 1;
    row_.each_block(at, [&](const auto& block, std::int64_t position) {
      if (order_.is_reduced_row)
        fold(block, is_first && position == 0);
      else
        combine(level, block, position, is_first);
    });
  }

  /// body(function), chosen outside of all loops.
  template <class Body>
  static void with_monoid(ir::Monoid monoid, const Body& body) {
    switch (monoid) {
      case ir::Monoid::sum:
        return body([](E x, E y) { return World::add(x, y); });
      case ir::Monoid::product:
        return body([](E x, E y) { return World::mul(x, y); });
      case ir::Monoid::min:
        return body([](E x, E y) { return World::min(x, y); });
      case ir::Monoid::max:
        return body([](E x, E y) { return World::max(x, y); });
      default:
        throw std::logic_error("no monoid of a loop nest");
    }
  }

  /// A block combined with the accumulators of a level from `position` on.
  void combine(std::size_t level, const BlockElements<E, E>& block,
               std::int64_t position, bool is_first) {
    E* const row = accumulators_[level].data() + position;
    if (is_first)
      return block.visit([&](auto element, std::int64_t at, std::int64_t n) {
        E* __restrict into = row + at;
        for (std::int64_t i = 0; i < n; ++i) into[i] = element(i);
      });
    with_monoid(nest_.monoids[level], [&](auto of) {
      block.visit([&](auto element, std::int64_t at, std::int64_t n) {
        E* __restrict into = row + at;
        std::int64_t i = 0;
        for (; i + unrolled <= n; i += unrolled)
          for (std::int64_t j = i; j < i + unrolled; ++j)
            into[j] = of(into[j], element(j));
        for (; i < n; ++i) into[i] = of(into[i], element(i));
      });
    });
  }

  void fold(const BlockElements<E, E>& block, bool is_first) {
    E& into = accumulators_.back()[0];
    with_monoid(nest_.monoids.back(), [&](auto of) {
      block.visit([&](auto element, std::int64_t at, std::int64_t n) {
        const E value = folded(of, element, n);
        into = is_first && at == 0 ? value : of(into, value);
      });
    });
  }

  /// All elements combined into one, through independent lanes.
  template <class Of, class Element>
  static E folded(Of of, Element element, std::int64_t n) {
    E value = element(0);
    std::int64_t i = 1;
    if (n >= 2 * lanes) {
      std::array<E, lanes> lane;
      for (std::int64_t j = 0; j < lanes; ++j)
        lane[static_cast<std::size_t>(j)] = element(j);
      for (i = lanes; i + lanes <= n; i += lanes)
        for (std::int64_t j = 0; j < lanes; ++j)
          lane[static_cast<std::size_t>(j)] =
              of(lane[static_cast<std::size_t>(j)], element(i + j));
      value = lane[0];
      for (std::size_t j = 1; j < lanes; ++j) value = of(value, lane[j]);
    }
    for (; i < n; ++i) value = of(value, element(i));
    return value;
  }

  /// The row of accumulators to where it belongs in the output.
  const E* scatter(const E* from, std::int64_t place, std::size_t depth) {
    if (order_.is_reduced_row || depth == order_.row.size()) {
      out_.data[static_cast<std::size_t>(place)] = *from;
      return from + 1;
    }
    const Loop& l = order_.row[depth];
    if (depth + 1 == order_.row.size() && l.step == 1) {
      std::copy_n(from, l.extent, out_.data.data() + place);
      return from + l.extent;
    }
    for (std::int64_t i = 0; i < l.extent; ++i)
      from = scatter(from, place + i * l.step, depth + 1);
    return from;
  }

  const LoopNest& nest_;
  const LoopOrder& order_;
  RowElements<E, E> row_;
  std::int64_t width_ = 1;
  std::vector<std::vector<E>> accumulators_;
  Dense<E>& out_;
};

template <class E>
Dense<E> run(const LoopNest& nest, const std::vector<Tensor>& inputs) {
  std::vector<const E*> data;
  for (const Operand& o : nest.operands)
    data.push_back(
        inputs.at(static_cast<std::size_t>(o.input)).as<E>().data.data());
  Dense<E> out{nest.shape, {}};
  out.data.resize(static_cast<std::size_t>(count(nest.shape)));
  const auto parts = parts_of(order_of(nest), widest_row, threads());
  for_each_part(parts.size(), [&](std::size_t p) {
    Run<E>(nest, parts[p], data, out).run();
  });
  return out;
}

/// Whether there is about one index for each element of the largest operand.
/// Contractions have more; their kernels keep blocks in the cache.
bool reads_once(const LoopNest& nest, const std::vector<Tensor>& inputs) {
  std::int64_t largest = 0;
  for (const Operand& o : nest.operands)
    largest =
        std::max(largest, inputs.at(static_cast<std::size_t>(o.input)).size());
  return volume(nest.loops) <= 2 * largest;
}

}  // namespace

std::optional<std::vector<Tensor>> evaluate_fused(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs) {
  if (inputs.empty()) return {};
  const bool is_single = inputs[0].is<float>();
  if (!is_single && !inputs[0].is<double>()) return {};
  for (const Tensor& x : inputs)
    if (x.storage.index() != inputs[0].storage.index()) return {};
  std::vector<Tensor> outputs;
  for (const ir::Ref& output : graph.outputs) {
    const auto nest = loop_nest(instance, graph, output);
    if (!nest || !reads_once(*nest, inputs)) return {};
    if (is_single)
      outputs.push_back(run<float>(*nest, inputs));
    else
      outputs.push_back(run<double>(*nest, inputs));
  }
  return outputs;
}

}  // namespace rewright::evaluate
