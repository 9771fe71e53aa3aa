// SPDX-License-Identifier: Apache-2.0
//
// What numbers to try for the sizes and integers of a rule. `room` is the
// number of elements that the sizes still to be drawn may multiply to.
#include <algorithm>
#include <cmath>
#include <set>

#include "properties/sizes.h"

namespace rewright::properties {
namespace {

enum class Profile { equal, distinct, with_ones, with_zeros, mixed };

Profile draw_profile(Stream& stream) {
  static const std::vector<Profile> profiles = {
      Profile::equal,     Profile::equal,    Profile::distinct,
      Profile::distinct,  Profile::distinct, Profile::distinct,
      Profile::with_ones, Profile::mixed,    Profile::mixed,
      Profile::with_ones, Profile::mixed,    Profile::with_zeros};
  return stream.pick(profiles);
}

class SizeDraw {
 public:
  SizeDraw(std::int64_t sizes, const FuzzOptions& options, Stream& stream)
      : options_(options),
        stream_(stream),
        profile_(draw_profile(stream)),
        left_(sizes),
        room_(static_cast<double>(options.largest_elements)) {
    common_ = stream.between(std::min<std::int64_t>(2, fair(1.0)), fair(1.0));
  }

  std::int64_t next(std::int64_t lower) {
    const auto size = std::max(lower, draw(lower));
    --left_;
    room_ /= static_cast<double>(std::max<std::int64_t>(size, 1));
    used_.insert(size);
    return size;
  }

 private:
  /// A largest size that leaves as much room to each of those to come.
  std::int64_t fair(double generosity) const {
    const double each = std::pow(
        room_, 1.0 / static_cast<double>(std::max<std::int64_t>(left_, 1)));
    const auto most = static_cast<std::int64_t>(each * generosity + 0.01);
    return std::clamp<std::int64_t>(
        most, 1, std::max<std::int64_t>(options_.largest_size, 1));
  }

  std::int64_t draw(std::int64_t lower) {
    switch (profile_) {
      case Profile::equal:
        return common_;
      case Profile::distinct:
        return draw_unused();
      case Profile::with_ones:
        return stream_.chance(1, 2) ? 1 : draw_any();
      case Profile::with_zeros:
        return lower == 0 && stream_.chance(1, 2) ? 0 : draw_any();
      case Profile::mixed:
        return draw_any();
    }
    return lower;
  }

  std::int64_t draw_any() { return stream_.between(1, fair(1.5)); }

  std::int64_t draw_unused() {
    std::vector<std::int64_t> unused;
    for (std::int64_t v = 1; v <= fair(2.0); ++v)
      if (!used_.count(v)) unused.push_back(v);
    return unused.empty() ? 1 : stream_.pick(unused);
  }

  const FuzzOptions& options_;
  Stream& stream_;
  Profile profile_;
  std::int64_t left_;
  double room_;
  std::int64_t common_ = 1;
  std::set<std::int64_t> used_;
};

/// Small numbers, and those at which slices and pads change their ways: zero,
/// one, a size, one less.
std::int64_t draw_integer(const std::vector<std::int64_t>& sizes,
                          Stream& stream) {
  const auto way = stream.below(20);
  if (way < 5) return stream.between(0, 1);
  if (way < 10) return stream.between(0, 3);
  if (way < 13) return stream.between(-3, -1);
  if (way < 16 && !sizes.empty())
    return stream.pick(sizes) - stream.between(0, 1);
  if (way < 19) return stream.between(4, 8);
  return stream.between(-40, 40);
}

/// `first`, then the other numbers of the usual range in some order.
std::vector<std::int64_t> starting_with(std::int64_t first, std::int64_t from,
                                        std::int64_t to, Stream& stream) {
  std::vector<std::int64_t> rest;
  for (auto v = from; v <= to; ++v)
    if (v != first) rest.push_back(v);
  stream.shuffle(rest);
  rest.insert(rest.begin(), first);
  return rest;
}

}  // namespace

Proposals propose(const Problem& problem, const FuzzOptions& options,
                  Stream& stream) {
  const auto& unknowns = problem.unknowns;
  std::vector<std::size_t> order;
  for (std::size_t u = 0; u < unknowns.size(); ++u)
    if (unknowns[u].is_size) order.push_back(u);
  stream.shuffle(order);
  Proposals proposals(unknowns.size());
  SizeDraw draw(static_cast<std::int64_t>(order.size()), options, stream);
  std::vector<std::int64_t> sizes;
  for (const auto u : order) {
    const auto lower = unknowns[u].lower;
    sizes.push_back(draw.next(lower));
    proposals[u] = starting_with(sizes.back(), lower,
                                 std::max(lower, options.largest_size), stream);
  }
  for (std::size_t u = 0; u < unknowns.size(); ++u) {
    if (!unknowns[u].is_size)
      proposals[u] = starting_with(draw_integer(sizes, stream), -3, 6, stream);
  }
  return proposals;
}

}  // namespace rewright::properties
