// SPDX-License-Identifier: Apache-2.0
//
// Random calls of operators that move elements.
#include <algorithm>
#include <numeric>

#include "laws/calls.h"

namespace rewright::laws {

namespace {

using index::Expr;
using Sizes = std::vector<std::int64_t>;

std::int64_t count(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1},
                         std::multiplies<>());
}

int rank_of(const Sizes& sizes) { return static_cast<int>(sizes.size()); }

RandomCall identity(Random& random) { return {.operands = {random.sizes(4)}}; }

/// Other sizes with as many elements: neighbours are merged, a size is split
/// into factors, ones are put in.
Sizes regrouped(Sizes sizes, Random& random) {
  for (std::int64_t step = random.between(0, 4); step > 0; --step) {
    const auto last = static_cast<std::int64_t>(sizes.size());
    if (random.coin() && last >= 2) {
      const auto k = static_cast<std::size_t>(random.between(0, last - 2));
      sizes[k] *= sizes[k + 1];
      sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    } else if (last >= 1) {
      const auto k = static_cast<std::size_t>(random.between(0, last - 1));
      const std::int64_t factor = random.pick<std::int64_t>({1, 2, 3});
      if (sizes[k] % factor != 0) continue;
      sizes[k] /= factor;
      sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(k), factor);
    }
  }
  return sizes;
}

RandomCall reshape(Random& random) {
  RandomCall call{.operands = {random.sizes(4)}};
  const Sizes& from = call.operands[0];
  Sizes to = regrouped(from, random);
  const bool allows_zero = random.once_in(3);
  if (!to.empty() && count(from) > 0 && random.coin())
    to[static_cast<std::size_t>(random.between(0, rank_of(to) - 1))] = -1;
  for (std::size_t k = 0; !allows_zero && k < to.size(); ++k)
    if (k < from.size() && to[k] == from[k] && random.coin()) to[k] = 0;
  call.attributes = {{"shape", ir::shape_of(to)},
                     {"allowzero", Expr(allows_zero ? 1 : 0)}};
  return call;
}

RandomCall flatten(Random& random) {
  RandomCall call{.operands = {random.sizes(4)}};
  const int rank = rank_of(call.operands[0]);
  call.attributes["axis"] = Expr(random.between(-rank, rank));
  return call;
}

RandomCall squeeze(Random& random) {
  RandomCall call{.operands = {random.sizes(2)}};
  Sizes& x = call.operands[0];
  for (std::int64_t k = random.between(0, 2); k > 0; --k)
    x.insert(x.begin() + random.between(0, rank_of(x)), 1);
  if (random.once_in(3)) return call;
  ir::Axes axes;
  for (const int k : random.permutation(rank_of(x)))
    if (x[static_cast<std::size_t>(k)] == 1 && random.coin())
      axes.entries.push_back(k);
  call.attributes["axes"] = axes;
  return call;
}

RandomCall unsqueeze(Random& random) {
  RandomCall call{.operands = {random.sizes(3)}};
  const int added = static_cast<int>(random.between(0, 3));
  ir::Axes axes{random.permutation(rank_of(call.operands[0]) + added)};
  axes.entries.resize(static_cast<std::size_t>(added));
  call.attributes["axes"] = axes;
  return call;
}

RandomCall transpose(Random& random) {
  RandomCall call{.operands = {random.sizes(4)}};
  if (!random.once_in(4))
    call.attributes["perm"] =
        ir::Axes{random.permutation(rank_of(call.operands[0]))};
  return call;
}

RandomCall expand(Random& random) {
  const Sizes whole = random.sizes(4);
  return {.operands = {random.broadcastable(whole)},
          .attributes = {{"shape", ir::shape_of(random.broadcastable(whole))}}};
}

/// One number for about two of three entries.
template <class Draw>
ir::PerAxis some(const Sizes& sizes, Random& random, Draw draw) {
  ir::PerAxis list;
  for (const std::int64_t size : sizes)
    list.values.push_back(random.once_in(3) ? std::nullopt
                                            : std::optional<Expr>(draw(size)));
  return list;
}

RandomCall slice(Random& random) {
  RandomCall call{.operands = {random.sizes(3)}};
  const Sizes& x = call.operands[0];
  const auto position = [&](std::int64_t d) {
    return random.between(-d - 2, d + 2);
  };
  call.attributes = {
      {"starts", some(x, random, position)},
      {"ends", some(x, random, position)},
      {"steps", some(x, random, [&](std::int64_t) {
         return random.pick<std::int64_t>({-3, -2, -1, 1, 1, 2, 3});
       })}};
  return call;
}

RandomCall pad(Random& random) {
  RandomCall call{.operands = {random.sizes(3), {}},
                  .given = {true, random.coin()}};
  const Sizes& x = call.operands[0];
  const auto edge = [&](std::int64_t d) { return random.between(-d / 2, 3); };
  call.attributes["low"] = some(x, random, edge);
  call.attributes["high"] = some(x, random, edge);
  if (random.coin())
    call.attributes["interior"] =
        some(x, random, [&](std::int64_t) { return random.between(0, 2); });
  if (!call.given[1] && random.coin())
    call.attributes["value"] =
        ir::ConstantNumber{.rational = random.between(0, 1)};
  return call;
}

/// A window of each axis, nearly always where it may be.
struct DynamicWindow {
  DynamicWindow(const Sizes& x, Random& random) : clamps(random.coin()) {
    for (const std::int64_t d : x) {
      lengths.push_back(random.between(0, d));
      const std::int64_t beyond = clamps ? 3 : 0;
      const std::int64_t last = d - lengths.back();
      starts.values.emplace_back(Expr(random.between(-beyond, last + beyond)));
    }
  }

  bool clamps;
  Sizes lengths;
  ir::PerAxis starts;
};

RandomCall dynamic_slice(Random& random) {
  RandomCall call{.operands = {random.sizes(3)}};
  const DynamicWindow window(call.operands[0], random);
  ir::PerAxis lengths;
  for (const std::int64_t l : window.lengths)
    lengths.values.emplace_back(Expr(l));
  call.attributes = {{"starts", window.starts},
                     {"slice_sizes", lengths},
                     {"clamp", Expr(window.clamps ? 1 : 0)}};
  return call;
}

RandomCall dynamic_update_slice(Random& random) {
  RandomCall call{.operands = {random.sizes(3)}};
  const DynamicWindow window(call.operands[0], random);
  call.operands.push_back(window.lengths);
  call.attributes = {{"starts", window.starts},
                     {"clamp", Expr(window.clamps ? 1 : 0)}};
  return call;
}

RandomCall concat(Random& random) {
  Sizes first = random.sizes(3);
  first.push_back(random.between(0, 3));
  const std::int64_t axis = random.between(0, rank_of(first) - 1);
  RandomCall call{.operands = {}, .attributes = {}};
  for (std::int64_t k = random.between(1, 4); k > 0; --k) {
    first[static_cast<std::size_t>(axis)] = random.between(0, 3);
    call.operands.push_back(first);
  }
  call.attributes["axis"] = ir::Axes{{static_cast<int>(axis)}};
  return call;
}

RandomCall split(Random& random) {
  RandomCall call{.operands = {random.sizes(3)}};
  Sizes& x = call.operands[0];
  x.push_back(random.between(0, 3));
  const auto axis = static_cast<std::size_t>(random.between(0, rank_of(x) - 1));
  call.attributes["axis"] = ir::Axes{{static_cast<int>(axis)}};
  call.results = static_cast<int>(random.between(1, 4));
  if (random.coin()) {
    const std::int64_t chunk = random.between(1, 3);
    x[axis] = chunk * call.results - random.between(0, chunk - 1);
    call.attributes["num_outputs"] = Expr(call.results);
    return call;
  }
  ir::IntList lengths;
  x[axis] = 0;
  for (int k = 0; k < call.results; ++k) {
    const std::int64_t length = random.between(0, 3);
    lengths.values.push_back(length);
    x[axis] += length;
  }
  call.attributes["split"] = lengths;
  return call;
}

RandomCall reverse(Random& random) {
  RandomCall call{.operands = {random.sizes(4)}};
  call.attributes["axes"] = ir::Axes{random.subset(rank_of(call.operands[0]))};
  return call;
}

RandomCall iota(Random& random) {
  Sizes sizes = random.sizes(3);
  sizes.push_back(random.between(0, 4));
  const std::int64_t axis = random.between(0, rank_of(sizes) - 1);
  return {.operands = {},
          .attributes = {{"shape", ir::shape_of(sizes)},
                         {"axis", ir::Axes{{static_cast<int>(axis)}}}}};
}

RandomCall constant(Random& random) {
  ir::Attribute value = Expr(random.between(0, 1));
  if (random.coin()) value = ir::ConstantNumber{.rational = 1};
  return {.operands = {},
          .attributes = {{"value", value},
                         {"shape", ir::shape_of(random.sizes(3))}}};
}

}  // namespace

Generators movement_calls() {
  return {{"Identity", identity},
          {"Reshape", reshape},
          {"Flatten", flatten},
          {"Squeeze", squeeze},
          {"Unsqueeze", unsqueeze},
          {"Transpose", transpose},
          {"Expand", expand},
          {"Slice", slice},
          {"DynamicSlice", dynamic_slice},
          {"DynamicUpdateSlice", dynamic_update_slice},
          {"Pad", pad},
          {"Concat", concat},
          {"Split", split},
          {"Reverse", reverse},
          {"Iota", iota},
          {"Const", constant}};
}

}  // namespace rewright::laws
