// SPDX-License-Identifier: Apache-2.0
//
// How a loop nest is run. The innermost loops make up a row, of the output
// or, where nothing of the output is left, of the innermost reduction. Rows are
// computed in chunks that stay in the nearest cache: operands are read where
// they lie, or spread out when they repeat, each step makes one more chunk, and
// the last is combined with the accumulators of its level.
#include "evaluate/fused.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "evaluate/arithmetic.h"
#include "evaluate/loop_nest.h"

namespace rewright::evaluate {

namespace {

constexpr std::int64_t chunk = 1024;
constexpr std::int64_t lanes = 8;

/// The loops in the order in which they are run.
struct Order {
  std::vector<Loop> outer;                 // of the output
  std::vector<std::vector<Loop>> reduced;  // by level, the innermost last
  std::vector<Loop> inner;                 // the row
  bool is_reduced_row = false;
};

/// As the operand with most elements lies in memory, as far as the levels
/// allow.
Order order_of(const LoopNest& nest) {
  std::size_t main = 0;
  std::int64_t most = -1;
  for (std::size_t k = 0; k < nest.operands.size(); ++k) {
    std::int64_t volume = 1;
    for (const Loop& l : nest.loops)
      if (l.strides[k] != 0) volume *= l.extent;
    if (volume > most) most = volume, main = k;
  }
  const auto stride = [&](const Loop& l) {
    const std::int64_t s = nest.operands.empty() ? 0 : l.strides[main];
    return s < 0 ? -s : s;
  };
  std::int64_t widest = 0;
  for (const Loop& l : nest.loops)
    if (l.level >= 0) widest = std::max(widest, stride(l));
  Order order;
  order.reduced.resize(nest.monoids.size());
  for (const Loop& l : nest.loops) {
    auto& place = l.level >= 0
                      ? order.reduced[static_cast<std::size_t>(l.level)]
                  : stride(l) > widest ? order.outer
                                       : order.inner;
    place.push_back(l);
  }
  const auto sort = [&](std::vector<Loop>& loops) {
    std::stable_sort(
        loops.begin(), loops.end(),
        [&](const Loop& a, const Loop& b) { return stride(a) > stride(b); });
  };
  sort(order.outer);
  sort(order.inner);
  for (auto& level : order.reduced) sort(level);
  if (order.inner.empty()) {
    std::swap(order.inner, order.reduced.back());
    order.is_reduced_row = true;
  }
  return order;
}

std::int64_t volume(const std::vector<Loop>& loops) {
  return std::accumulate(
      loops.begin(), loops.end(), std::int64_t{1},
      [](std::int64_t n, const Loop& l) { return n * l.extent; });
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

template <class E>
class Run {
 public:
  using World = Arithmetic<E>;

  Run(const LoopNest& nest, const std::vector<Tensor>& inputs)
      : nest_(nest), order_(order_of(nest)), row_(merged(order_.inner)) {
    for (const Operand& o : nest.operands)
      bases_.push_back(
          inputs.at(static_cast<std::size_t>(o.input)).as<E>().data.data() +
          o.start);
    width_ = order_.is_reduced_row ? 1 : volume(row_);
    length_ = volume(row_);
    accumulators_.assign(nest.monoids.size(),
                         std::vector<E>(static_cast<std::size_t>(width_)));
    buffers_.resize(nest.operands.size() + nest.constants.size() +
                    nest.steps.size());
    for (auto& buffer : buffers_) buffer.resize(chunk);
    for (std::size_t k = 0; k < nest.constants.size(); ++k)
      std::fill_n(buffers_[nest.operands.size() + k].begin(), chunk,
                  World::from_rational(nest.constants[k]));
    for (std::size_t k = 0; k < nest.operands.size(); ++k)
      kinds_.push_back(kind_of(k));
  }

  Dense<E> result() {
    out_.shape = nest_.shape;
    out_.data.resize(static_cast<std::size_t>(count(nest_.shape)));
    walk(order_.outer, 0, bases_, 0,
         [&](const Pointers& at, std::int64_t place, bool) {
           reduce(0, at);
           scatter(accumulators_[0].data(), place, 0);
         });
    return std::move(out_);
  }

 private:
  using Pointers = std::vector<const E*>;
  enum class Kind { contiguous, single, spread };

  Kind kind_of(std::size_t k) const {
    if (std::all_of(row_.begin(), row_.end(),
                    [&](const Loop& l) { return l.strides[k] == 0; }))
      return Kind::single;
    std::int64_t expected = 1;
    for (std::size_t n = row_.size(); n-- > 0;) {
      if (row_[n].strides[k] != expected) return Kind::spread;
      expected *= row_[n].extent;
    }
    return Kind::contiguous;
  }

  /// visit(pointers, place in the output, whether it is the first) for every
  /// index of the loops.
  template <class Visit>
  void walk(const std::vector<Loop>& loops, std::size_t depth,
            const Pointers& at, std::int64_t place, const Visit& visit,
            bool is_first = true) {
    if (depth == loops.size()) return visit(at, place, is_first);
    const Loop& l = loops[depth];
    Pointers here = at;
    for (std::int64_t i = 0; i < l.extent; ++i) {
      walk(loops, depth + 1, here, place + i * l.step, visit,
           is_first && i == 0);
      for (std::size_t k = 0; k < here.size(); ++k) here[k] += l.strides[k];
    }
  }

  /// Fills the accumulators of a level.
  void reduce(std::size_t level, const Pointers& from) {
    const bool is_last = level + 1 == nest_.monoids.size();
    walk(order_.reduced[level], 0, from, 0,
         [&](const Pointers& at, std::int64_t, bool is_first) {
           if (is_last) return elements(at, accumulators_[level], is_first);
           reduce(level + 1, at);
           combine(nest_.monoids[level], accumulators_[level + 1].data(),
                   accumulators_[level].data(), width_, is_first);
         });
  }

  /// The elements of one row, combined with the innermost accumulators.
  void elements(const Pointers& at, std::vector<E>& into, bool is_first) {
    for (std::int64_t from = 0; from < length_; from += chunk) {
      const std::int64_t n = std::min(chunk, length_ - from);
      const E* values = computed(at, from, n);
      if (order_.is_reduced_row)
        fold(values, n, into[0], is_first && from == 0);
      else
        combine(nest_.monoids.back(), values, into.data() + from, n, is_first);
    }
  }

  /// The chunk of elements from position `from` of the row on.
  const E* computed(const Pointers& at, std::int64_t from, std::int64_t n) {
    registers_.clear();
    for (std::size_t k = 0; k < at.size(); ++k)
      registers_.push_back(loaded(k, at[k], from, n));
    for (std::size_t k = at.size(); k < buffers_.size(); ++k)
      registers_.push_back(buffers_[k].data());
    std::size_t next = at.size() + nest_.constants.size();
    for (const Step& step : nest_.steps) compute(step, buffers_[next++], n);
    return registers_[static_cast<std::size_t>(nest_.result)];
  }

  const E* loaded(std::size_t k, const E* base, std::int64_t from,
                  std::int64_t n) {
    if (kinds_[k] == Kind::contiguous) return base + from;
    E* into = buffers_[k].data();
    if (kinds_[k] == Kind::single) {
      std::fill_n(into, n, *base);
      return into;
    }
    const Loop& innermost = row_.back();
    const std::int64_t stride = innermost.strides[k];
    while (n > 0) {
      const E* x = base;
      std::int64_t rest = from / innermost.extent;
      for (std::size_t l = row_.size() - 1; l-- > 0;) {
        x += rest % row_[l].extent * row_[l].strides[k];
        rest /= row_[l].extent;
      }
      const std::int64_t begin = from % innermost.extent;
      const std::int64_t length = std::min(n, innermost.extent - begin);
      if (stride == 0)
        std::fill_n(into, length, *x);
      else
        for (std::int64_t i = 0; i < length; ++i)
          into[i] = x[(begin + i) * stride];
      into += length;
      from += length;
      n -= length;
    }
    return buffers_[k].data();
  }

  void compute(const Step& step, std::vector<E>& buffer, std::int64_t n) {
    const auto arg = [&](std::size_t k) {
      return registers_[static_cast<std::size_t>(step.args.at(k))];
    };
    E* into = buffer.data();
    const E* a = arg(0);
    const auto unary = [&](auto f) {
      for (std::int64_t i = 0; i < n; ++i) into[i] = f(a[i]);
    };
    const auto binary = [&](auto f) {
      const E* b = arg(1);
      for (std::int64_t i = 0; i < n; ++i) into[i] = f(a[i], b[i]);
    };
    switch (step.function) {
      case ir::Function::add:
        return binary([](E x, E y) { return World::add(x, y); });
      case ir::Function::mul:
        return binary([](E x, E y) { return World::mul(x, y); });
      case ir::Function::div:
        return binary([](E x, E y) { return World::div(x, y); });
      case ir::Function::min:
        return binary([](E x, E y) { return World::min(x, y); });
      case ir::Function::max:
        return binary([](E x, E y) { return World::max(x, y); });
      case ir::Function::neg:
        return unary([](E x) { return World::neg(x); });
      case ir::Function::abs:
        return unary([](E x) { return World::abs(x); });
      case ir::Function::exp:
        return unary([](E x) { return World::exp(x); });
      case ir::Function::log:
        return unary([](E x) { return World::log(x); });
      case ir::Function::sqrt:
        return unary([](E x) { return World::sqrt(x); });
      case ir::Function::sigmoid:
        return unary([](E x) { return World::sigmoid(x); });
      case ir::Function::tanh:
        return unary([](E x) { return World::tanh(x); });
      default:
        throw std::logic_error("no function of a loop nest");
    }
  }

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

  static void combine(ir::Monoid monoid, const E* values, E* into,
                      std::int64_t n, bool is_first) {
    if (is_first) {
      std::copy_n(values, n, into);
      return;
    }
    with_monoid(monoid, [&](auto of) {
      for (std::int64_t i = 0; i < n; ++i) into[i] = of(into[i], values[i]);
    });
  }

  /// All values combined into one, through independent lanes.
  void fold(const E* values, std::int64_t n, E& into, bool is_first) {
    with_monoid(nest_.monoids.back(), [&](auto of) {
      E value = values[0];
      std::int64_t i = 1;
      if (n >= 2 * lanes) {
        std::array<E, lanes> lane;
        std::copy_n(values, lanes, lane.begin());
        for (i = lanes; i + lanes <= n; i += lanes)
          for (std::int64_t j = 0; j < lanes; ++j)
            lane[static_cast<std::size_t>(j)] =
                of(lane[static_cast<std::size_t>(j)], values[i + j]);
        value = lane[0];
        for (std::size_t j = 1; j < lanes; ++j) value = of(value, lane[j]);
      }
      for (; i < n; ++i) value = of(value, values[i]);
      into = is_first ? value : of(into, value);
    });
  }

  /// The row of accumulators to where it belongs in the output.
  const E* scatter(const E* from, std::int64_t place, std::size_t depth) {
    if (order_.is_reduced_row || depth == row_.size()) {
      out_.data[static_cast<std::size_t>(place)] = *from;
      return from + 1;
    }
    const Loop& l = row_[depth];
    if (depth + 1 == row_.size() && l.step == 1) {
      std::copy_n(from, l.extent, out_.data.data() + place);
      return from + l.extent;
    }
    for (std::int64_t i = 0; i < l.extent; ++i)
      from = scatter(from, place + i * l.step, depth + 1);
    return from;
  }

  const LoopNest& nest_;
  Order order_;
  std::vector<Loop> row_;
  Pointers bases_;
  std::vector<Kind> kinds_;
  std::int64_t width_ = 1, length_ = 1;
  std::vector<std::vector<E>> accumulators_, buffers_;
  Pointers registers_;
  Dense<E> out_;
};

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
      outputs.push_back(Run<float>(*nest, inputs).result());
    else
      outputs.push_back(Run<double>(*nest, inputs).result());
  }
  return outputs;
}

}  // namespace rewright::evaluate
