// SPDX-License-Identifier: Apache-2.0
#include "match/ranks.h"

#include <algorithm>
#include <functional>
#include <string>

namespace rewright::match {

namespace {

/// The sum of the groups' ranks, each as often as it occurs, is `axes`.
struct RankEquation {
  std::vector<int> times;  // by group
  int axes = 0;
  friend bool operator==(const RankEquation&, const RankEquation&) = default;
};

class Equations {
 public:
  explicit Equations(const std::vector<std::string>& groups)
      : groups_(groups) {}

  /// False when the single axes alone contradict.
  bool add(const ir::Shape& pattern, const ir::Shape& subject) {
    RankEquation equation{std::vector<int>(groups_.size(), 0),
                          static_cast<int>(subject.size())};
    for (const ir::Dim& dim : pattern) {
      const auto group = std::ranges::find(groups_, dim.group);
      if (group == groups_.end())
        --equation.axes;
      else
        ++equation.times[static_cast<std::size_t>(group - groups_.begin())];
    }
    if (std::ranges::find(all, equation) == all.end()) all.push_back(equation);
    const bool has_groups =
        std::ranges::any_of(equation.times, [](int n) { return n > 0; });
    return has_groups ? equation.axes >= 0 : equation.axes == 0;
  }

  std::vector<RankEquation> all;

 private:
  const std::vector<std::string>& groups_;
};

class Enumeration {
 public:
  Enumeration(const std::vector<std::string>& groups,
              std::vector<RankEquation> equations)
      : groups_(groups),
        equations_(std::move(equations)),
        ranks_(groups.size(), 0) {}

  std::vector<Ranks> run() {
    choose(0);
    if (found_.size() > most) return {};
    return std::move(found_);
  }

 private:
  static constexpr std::size_t most = 1000;

  /// What is left of an equation when groups before `next` are chosen.
  int rest(const RankEquation& equation, std::size_t next) const {
    int rest = equation.axes;
    for (std::size_t g = 0; g < next; ++g)
      rest -= equation.times[g] * ranks_[g];
    return rest;
  }

  bool is_possible(std::size_t next) const {
    return std::ranges::all_of(equations_, [&](const RankEquation& e) {
      const int left = rest(e, next);
      const bool is_open =
          std::any_of(e.times.begin() + static_cast<std::ptrdiff_t>(next),
                      e.times.end(), [](int times) { return times > 0; });
      return is_open ? left >= 0 : left == 0;
    });
  }

  /// The most axes that group `g` can have; -1 when nothing bounds it.
  int bound(std::size_t g) const {
    int bound = -1;
    for (const RankEquation& e : equations_) {
      if (e.times[g] == 0) continue;
      const int left = rest(e, g) / e.times[g];
      bound = bound < 0 ? left : std::min(bound, left);
    }
    return bound;
  }

  void choose(std::size_t next) {
    if (found_.size() > most || !is_possible(next)) return;
    if (next == groups_.size()) {
      Ranks ranks;
      for (std::size_t g = 0; g < groups_.size(); ++g)
        ranks[groups_[g]] = ranks_[g];
      found_.push_back(std::move(ranks));
      return;
    }
    const int bound = this->bound(next);
    for (int rank = 0; rank <= bound; ++rank) {
      ranks_[next] = rank;
      choose(next + 1);
    }
    ranks_[next] = 0;
  }

  const std::vector<std::string>& groups_;
  std::vector<RankEquation> equations_;
  std::vector<int> ranks_;
  std::vector<Ranks> found_;
};

std::string conflict(const std::string& what, const ir::Shape& pattern,
                     const ir::Shape& subject) {
  const auto single = static_cast<std::size_t>(
      std::ranges::count_if(pattern, std::not_fn(ir::is_group)));
  const bool is_exact = single == pattern.size();
  if (subject.size() == single || (!is_exact && subject.size() > single))
    return "";
  return what + " has " + std::to_string(subject.size()) + " axes instead of " +
         (is_exact ? "" : "at least ") + std::to_string(single);
}

}  // namespace

std::string rank_conflict(const Pattern& pattern, const Subject& subject,
                          const Site& site) {
  const ir::Rule& rule = pattern.rule();
  for (std::size_t k = 0; k < site.inputs.size(); ++k) {
    if (!site.inputs[k]) continue;
    const std::string found =
        conflict("'" + rule.inputs[k].name + "'", rule.inputs[k].type.shape,
                 subject.shape(*site.inputs[k]));
    if (!found.empty()) return found;
  }
  for (std::size_t n = 0; n < site.nodes.size(); ++n) {
    if (site.nodes[n] < 0) continue;
    const ir::Node& node = pattern.graph().nodes[n];
    const std::string found =
        conflict(node.op->name, node.results.at(0).shape,
                 subject.node(site.nodes[n]).results.at(0).shape);
    if (!found.empty()) return found;
  }
  return "";
}

std::vector<Ranks> possible_ranks(const Pattern& pattern,
                                  const Subject& subject, const Site& site) {
  const ir::Rule& rule = pattern.rule();
  Equations equations(rule.groups);
  for (std::size_t k = 0; k < site.inputs.size(); ++k)
    if (site.inputs[k] && !equations.add(rule.inputs[k].type.shape,
                                         subject.shape(*site.inputs[k])))
      return {};
  for (std::size_t n = 0; n < site.nodes.size(); ++n) {
    if (site.nodes[n] < 0) continue;
    const auto& results = pattern.graph().nodes[n].results;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!equations.add(results[k].shape,
                         subject.node(site.nodes[n]).results.at(k).shape))
        return {};
  }
  return Enumeration(rule.groups, std::move(equations.all)).run();
}

}  // namespace rewright::match
