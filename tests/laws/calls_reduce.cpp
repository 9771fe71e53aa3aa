// SPDX-License-Identifier: Apache-2.0
//
// Random calls of reductions, matrix products, convolutions and pools. Sizes
// are chosen so that nearly every call is well formed; zero extents, extents
// of one, groups and every padding mode occur.
#include <algorithm>
#include <utility>

#include "laws/calls.h"

namespace rewright::laws {

namespace {

using index::Expr;
using Sizes = std::vector<std::int64_t>;

ir::PerAxis per_axis(const Sizes& values) {
  ir::PerAxis list;
  for (std::int64_t value : values) list.values.emplace_back(Expr(value));
  return list;
}

// --- Reductions -------------------------------------------------------------

RandomCall reduction(Random& random, std::int64_t least) {
  RandomCall call{.operands = {random.sizes(4, least)}};
  const int rank = static_cast<int>(call.operands[0].size());
  if (!random.once_in(4))
    call.attributes["axes"] = ir::Axes{random.subset(rank)};
  call.attributes["keepdims"] = Expr(random.between(0, 1));
  call.attributes["noop_with_empty_axes"] = Expr(random.between(0, 1));
  return call;
}

RandomCall any_reduction(Random& random) { return reduction(random, 0); }

RandomCall nonempty_reduction(Random& random) { return reduction(random, 1); }

// --- Products ---------------------------------------------------------------

RandomCall matmul(Random& random) {
  const Sizes batch = random.sizes(2);
  const std::int64_t m = random.between(0, 4), k = random.between(0, 4),
                     n = random.between(0, 4);
  Sizes a = batch, b = random.broadcastable(batch);
  if (random.coin()) std::swap(a, b);
  a.insert(a.end(), {m, k});
  b.insert(b.end(), {k, n});
  if (random.once_in(4)) a = {k};
  if (random.once_in(4)) b = {k};
  return {.operands = {a, b}};
}

ir::ConstantNumber small_number(Random& random) {
  ir::ConstantNumber number;
  number.rational = base::Rational(random.between(-4, 4)) / 2;
  return number;
}

RandomCall gemm(Random& random) {
  const std::int64_t m = random.between(0, 5), k = random.between(0, 5),
                     n = random.between(0, 5);
  const bool ta = random.coin(), tb = random.coin();
  RandomCall call{.operands = {ta ? Sizes{k, m} : Sizes{m, k},
                               tb ? Sizes{n, k} : Sizes{k, n}}};
  if (random.coin()) call.operands.push_back(random.broadcastable({m, n}));
  call.attributes["transA"] = Expr(ta ? 1 : 0);
  call.attributes["transB"] = Expr(tb ? 1 : 0);
  if (random.coin()) call.attributes["alpha"] = small_number(random);
  if (random.coin()) call.attributes["beta"] = small_number(random);
  return call;
}

// Sizes of one term; each letter has one size, what an ellipsis covers is
// `covered`, here and there stretched from one.
Sizes term_sizes(const std::string& term,
                 const std::map<char, std::int64_t>& of, const Sizes& covered,
                 Random& random) {
  Sizes sizes;
  for (char c : term) {
    if (c != '.') {
      sizes.push_back(of.at(c));
    } else {
      for (std::int64_t size : covered)
        sizes.push_back(random.once_in(4) ? 1 : size);
    }
  }
  return sizes;
}

RandomCall einsum(Random& random) {
  static const std::vector<std::string> equations = {
      "ij,jk->ik",  "ij->ji",        "ij->",      "i,i->",    "ii->i",
      "ii->",       "bij,bjk->bik",  "ij,kj->ik", "ij,ij->i", "i,j,k->kji",
      "iij,jk->ki", ".ij,.jk->.ik",  ".i->.",     "i.->.i",   "ab,bc,cd->ad",
      "ijk,ijk->j", "bchw,bchw->bc", ".,.->.",    ",i->i",    "iji,j->i"};
  const std::string equation = random.pick(equations);
  std::map<char, std::int64_t> sizes;
  for (char c = 'a'; c <= 'z'; ++c) sizes[c] = random.between(0, 3);
  const Sizes covered = random.sizes(2);
  RandomCall call;
  std::string term, spelled;
  for (char c : equation.substr(0, equation.find("->")) + ",") {
    if (c != ',') {
      term += c;
      continue;
    }
    call.operands.push_back(term_sizes(term, sizes, covered, random));
    term.clear();
  }
  for (char c : equation) spelled += c == '.' ? "..." : std::string(1, c);
  call.attributes["equation"] = spelled;
  return call;
}

// --- Windows ----------------------------------------------------------------

// Spatial sizes and attributes of one random window per axis.
struct Windows {
  Sizes input, kernel, stride, dilation, low, high;
  std::string auto_pad = "NOTSET";

  explicit Windows(Random& random, bool dilated) {
    static const std::vector<std::string> modes = {"VALID", "SAME_UPPER",
                                                   "SAME_LOWER"};
    if (random.once_in(4)) auto_pad = random.pick(modes);
    const std::int64_t rank = random.once_in(8)   ? 0
                              : random.once_in(8) ? 3
                                                  : random.between(1, 2);
    for (std::int64_t axis = 0; axis < rank; ++axis) add(random, dilated);
  }

  void add(Random& random, bool dilated) {
    kernel.push_back(random.between(1, 3));
    stride.push_back(random.between(1, 3));
    dilation.push_back(dilated ? random.between(1, 2) : 1);
    const std::int64_t reach = (kernel.back() - 1) * dilation.back();
    const std::int64_t most = std::min<std::int64_t>(reach, 2);
    low.push_back(random.between(0, most));
    high.push_back(random.between(0, most));
    const std::int64_t least =
        auto_pad == "VALID"
            ? reach + 1
            : std::max(reach + 1 - low.back() - high.back(), dilation.back());
    input.push_back(random.between(least, least + 4));
  }

  void describe(ir::Attributes& attributes, Random& random) const {
    attributes["auto_pad"] = auto_pad;
    if (!random.once_in(4)) attributes["strides"] = per_axis(stride);
    if (auto_pad != "NOTSET") return;
    attributes["low"] = per_axis(low);
    attributes["high"] = per_axis(high);
  }
};

RandomCall conv(Random& random) {
  const Windows windows(random, true);
  const std::int64_t group = random.between(1, 3);
  const std::int64_t channels = random.between(random.once_in(8) ? 0 : 1, 2);
  RandomCall call{.operands = {{random.between(0, 2), channels * group},
                               {group * random.between(1, 2), channels}}};
  call.operands[0].insert(call.operands[0].end(), windows.input.begin(),
                          windows.input.end());
  call.operands[1].insert(call.operands[1].end(), windows.kernel.begin(),
                          windows.kernel.end());
  if (random.coin()) call.operands.push_back({call.operands[1][0]});
  windows.describe(call.attributes, random);
  call.attributes["group"] = Expr(group);
  call.attributes["dilations"] = per_axis(windows.dilation);
  if (random.coin()) {
    Sizes spread;
    for (std::size_t k = 0; k < windows.input.size(); ++k)
      spread.push_back(random.between(1, 3));
    call.attributes["input_dilations"] = per_axis(spread);
  }
  if (windows.auto_pad == "NOTSET" && random.once_in(4)) {
    Sizes low = windows.low;
    for (std::int64_t& end : low) end = random.between(-1, 1);
    call.attributes["low"] = per_axis(low);
    call.attributes["crop"] = Expr(1);
  }
  return call;
}

RandomCall pool(Random& random, bool dilated) {
  const Windows windows(random, dilated);
  RandomCall call{.operands = {{random.between(0, 2), random.between(0, 2)}}};
  call.operands[0].insert(call.operands[0].end(), windows.input.begin(),
                          windows.input.end());
  windows.describe(call.attributes, random);
  call.attributes["kernel"] = per_axis(windows.kernel);
  if (dilated) call.attributes["dilations"] = per_axis(windows.dilation);
  if (windows.auto_pad != "VALID")
    call.attributes["ceil_mode"] = Expr(random.between(0, 1));
  return call;
}

RandomCall max_pool(Random& random) { return pool(random, random.coin()); }

RandomCall average_pool(Random& random) {
  RandomCall call = pool(random, false);
  call.attributes["count_include_pad"] = Expr(random.between(0, 1));
  return call;
}

RandomCall global_average_pool(Random& random) {
  RandomCall call{.operands = {random.sizes(3, 1)}};
  call.operands[0].insert(call.operands[0].begin(),
                          {random.between(0, 2), random.between(0, 3)});
  return call;
}

}  // namespace

Generators reduce_calls() {
  return {{"ReduceSum", any_reduction},
          {"ReduceProd", any_reduction},
          {"ReduceMean", nonempty_reduction},
          {"ReduceMax", nonempty_reduction},
          {"ReduceMin", nonempty_reduction},
          {"MatMul", matmul},
          {"Gemm", gemm},
          {"Einsum", einsum},
          {"Conv", conv},
          {"MaxPool", max_pool},
          {"AveragePool", average_pool},
          {"GlobalAveragePool", global_average_pool}};
}

}  // namespace rewright::laws
