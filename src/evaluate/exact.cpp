// SPDX-License-Identifier: Apache-2.0
#include "evaluate/exact.h"

#include <array>
#include <cfloat>
#include <cmath>

#include "evaluate/parallel.h"
#include "evaluate/row_elements.h"
#include "evaluate/spans.h"

namespace rewright::evaluate {

namespace {

static_assert(FLT_EVAL_METHOD == 0, "doubles must be rounded to doubles");

constexpr int most_places = 16;
/// Of terms; their sums, grids and magnets stay in the range of doubles.
constexpr int widest_exponent = 900;
/// Sums of a part, over all places, which are to stay in a near cache. Narrower
/// parts would read their operands in snatches, and that costs more.
constexpr std::int64_t sums_in_cache = 49152;

/// Where terms are cut. A term t leaves (t + magnet) - magnet at a place, the
/// multiple of its grid that is nearest to t, and what is left goes on to the
/// next; the last place takes the rest.
///
/// With n terms of sizes up to 2^top and m = max(log2 n, 2), the grid is
/// 2^(top + m - 53). So no piece is larger than 2^top, all sums of n of them
/// are multiples of the grid of at most 53 digits, and with t < 2^51 grids and
/// the magnet 1.5 * 2^52 grids the addition rounds t to the grid. The rest, at
/// most half a grid, has digits that t has, and is exact. The last place is
/// reached when the grid would not be above 2^low.
std::optional<std::vector<double>> magnets_of(const Span& term,
                                              std::int64_t terms) {
  std::vector<double> magnets;
  const int spare = 53 - std::max(log2_ceiling(terms), 2);
  for (int top = term.top; top - spare > term.low;) {
    const int grid = top - spare;
    if (static_cast<int>(magnets.size()) + 2 > most_places) return {};
    magnets.push_back(std::ldexp(1.5, grid + 52));
    top = grid - 1;
  }
  return magnets;
}

/// Leaves in `rest` what is below the grid and adds the others to `sums`.
void cut(double* __restrict rest, double* __restrict sums, double magnet,
         std::int64_t n) {
  for (std::int64_t k = 0; k < n; ++k) {
    const double piece = (rest[k] + magnet) - magnet;
    sums[k] += piece;
    rest[k] -= piece;
  }
}

/// The last cut: what is below the grid has a place too.
void cut_in_two(const double* __restrict terms, double* __restrict sums,
                double* __restrict last, double magnet, std::int64_t n) {
  for (std::int64_t k = 0; k < n; ++k) {
    const double piece = (terms[k] + magnet) - magnet;
    sums[k] += piece;
    last[k] += terms[k] - piece;
  }
}

void add(const double* __restrict terms, double* __restrict sums,
         std::int64_t n) {
  for (std::int64_t k = 0; k < n; ++k) sums[k] += terms[k];
}

template <class S>
class ExactRun {
 public:
  ExactRun(const LoopNest& nest, const LoopOrder& order,
           const std::vector<double>& magnets,
           const std::vector<const S*>& data, ExactTensor& out)
      : order_(order),
        magnets_(magnets),
        row_(nest, order.row, data),
        sums_(magnets.size() + 1),
        out_(out) {
    width_ = volume(order.row);
    if (order.is_reduced_row) width_ = std::min(width_, block_size);
  }

  void run() {
    Place at{order_.start, order_.place};
    walk(order_.outer, at, [&](Place& place) {
      for (auto& sums : sums_) sums.assign(static_cast<std::size_t>(width_), 0);
      walk(order_.reduced.back(), place, [&](Place& here) { add_row(here); });
      for (std::size_t p = 0; p < sums_.size(); ++p) {
        if (order_.is_reduced_row) fold(sums_[p]);
        scatter(out_.pieces[p], sums_[p].data(), place.output, 0);
      }
    });
  }

 private:
  void add_row(Place& at) {
    row_.each_block(at, [&](const auto& block, std::int64_t position) {
      block.visit([&](auto term, std::int64_t from, std::int64_t n) {
        double* __restrict into = terms_.data() + from;
        for (std::int64_t k = 0; k < n; ++k) into[k] = term(k);
      });
      add_terms(order_.is_reduced_row ? 0 : position,
                block.runs * block.length);
    });
  }

  void add_terms(std::int64_t to, std::int64_t n) {
    const auto sums = [&](std::size_t p) { return sums_[p].data() + to; };
    const std::size_t cuts = magnets_.size();
    if (cuts == 0) return add(terms_.data(), sums(0), n);
    for (std::size_t p = 0; p + 1 < cuts; ++p)
      cut(terms_.data(), sums(p), magnets_[p], n);
    cut_in_two(terms_.data(), sums(cuts - 1), sums(cuts), magnets_.back(), n);
  }

  static void fold(std::vector<double>& sums) {
    for (std::size_t k = 1; k < sums.size(); ++k) sums[0] += sums[k];
  }

  /// The row of sums to where it belongs in the output.
  const double* scatter(std::vector<double>& into, const double* from,
                        std::int64_t place, std::size_t depth) {
    if (order_.is_reduced_row || depth == order_.row.size()) {
      into[static_cast<std::size_t>(place)] = *from;
      return from + 1;
    }
    const Loop& l = order_.row[depth];
    for (std::int64_t i = 0; i < l.extent; ++i)
      from = scatter(into, from, place + i * l.step, depth + 1);
    return from;
  }

  const LoopOrder& order_;
  const std::vector<double>& magnets_;
  RowElements<S, double> row_;
  std::int64_t width_ = 1;
  std::vector<std::vector<double>> sums_;  // by place
  std::array<double, block_size> terms_;
  ExactTensor& out_;
};

/// Levels of sums are one sum.
bool flatten_sums(LoopNest& nest) {
  for (const ir::Monoid m : nest.monoids)
    if (m != ir::Monoid::sum) return false;
  nest.monoids.assign(1, ir::Monoid::sum);
  for (Loop& l : nest.loops) l.level = std::min(l.level, 0);
  return true;
}

std::int64_t terms_of(const LoopNest& nest) {
  std::int64_t terms = 1;
  for (const Loop& l : nest.loops)
    if (l.level >= 0) terms *= l.extent;
  return terms;
}

template <class S>
std::optional<ExactTensor> sums_of(LoopNest nest,
                                   const std::vector<Span>& spans,
                                   const std::vector<Tensor>& inputs) {
  if (!flatten_sums(nest)) return {};
  const auto term = span_of_elements(nest, spans, float64_format);
  if (!term || term->top > widest_exponent || term->low < -widest_exponent)
    return {};
  const auto magnets = magnets_of(*term, terms_of(nest));
  if (!magnets) return {};
  const auto places = static_cast<std::int64_t>(magnets->size() + 1);
  std::vector<const S*> data;
  for (const Operand& o : nest.operands)
    data.push_back(
        inputs.at(static_cast<std::size_t>(o.input)).as<S>().data.data());
  const auto size = static_cast<std::size_t>(count(nest.shape));
  ExactTensor out{nest.shape, {}};
  out.pieces.assign(static_cast<std::size_t>(places),
                    std::vector<double>(size));
  const auto parts =
      parts_of(order_of(nest), sums_in_cache / places, threads());
  for_each_part(parts.size(), [&](std::size_t p) {
    ExactRun<S>(nest, parts[p], *magnets, data, out).run();
  });
  return out;
}

/// Whether the numbers add up to 0: what an addition rounds off is carried on
/// until all that is left are zeros (J. R. Shewchuk, Adaptive precision
/// floating-point arithmetic, 1997: grow-expansion).
bool cancel(const std::vector<double>& numbers) {
  std::vector<double> rest;
  for (double x : numbers) {
    for (double& y : rest) {
      const double sum = x + y;
      const double back = sum - x;
      y = (x - (sum - back)) + (y - back);
      x = sum;
    }
    rest.push_back(x);
  }
  for (const double x : rest)
    if (x != 0) return false;
  return true;
}

}  // namespace

base::Rational ExactTensor::at(std::int64_t offset) const {
  base::Rational sum = 0;
  for (const auto& place : pieces)
    sum += base::Rational(place.at(static_cast<std::size_t>(offset)));
  return sum;
}

std::optional<Difference> differ(const ExactTensor& a, const ExactTensor& b) {
  std::vector<double> numbers;
  const std::size_t size = a.pieces.at(0).size();
  for (std::size_t k = 0; k < size; ++k) {
    numbers.clear();
    for (const auto& place : a.pieces) numbers.push_back(place[k]);
    for (const auto& place : b.pieces) numbers.push_back(-place[k]);
    if (cancel(numbers)) continue;
    const auto offset = static_cast<std::int64_t>(k);
    return Difference{offset, index_at(a.shape, offset)};
  }
  return {};
}

std::optional<std::vector<ExactTensor>> evaluate_exactly(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs, const std::vector<Span>& spans) {
  std::vector<ExactTensor> outputs;
  for (const ir::Ref& output : graph.outputs) {
    const auto nest = loop_nest(instance, graph, output);
    if (!nest || inputs.empty()) return {};
    auto sums = inputs[0].is<float>() ? sums_of<float>(*nest, spans, inputs)
                                      : sums_of<double>(*nest, spans, inputs);
    if (!sums) return {};
    outputs.push_back(std::move(*sums));
  }
  return outputs;
}

std::optional<std::vector<ExactTensor>> evaluate_exactly(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs) {
  const auto spans = spans_of(inputs);
  if (!spans) return {};
  return evaluate_exactly(instance, graph, inputs, *spans);
}

bool rounds_nothing(const ir::Rule& instance, const ir::Graph& graph,
                    const std::vector<Tensor>& inputs,
                    const std::vector<Span>& spans) {
  if (inputs.empty()) return false;
  const Format& format =
      inputs[0].is<float>() ? float32_format : float64_format;
  for (const ir::Ref& output : graph.outputs) {
    auto nest = loop_nest(instance, graph, output);
    if (!nest || !flatten_sums(*nest)) return false;
    const auto element = span_of_elements(*nest, spans, format);
    if (!element || !holds(format, span_of_sum(*element, terms_of(*nest))))
      return false;
  }
  return true;
}

}  // namespace rewright::evaluate
