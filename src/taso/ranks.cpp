// SPDX-License-Identifier: Apache-2.0
#include "taso/ranks.h"

#include <map>
#include <numeric>

#include "taso/vocabulary.h"

namespace rewright::taso {
namespace {

constexpr int any = Ranks::any;

/// Classes of values of equal rank (union-find).
class Classes {
 public:
  Classes(const Pattern& pattern, const std::string& name)
      : name_(name),
        parent_(static_cast<std::size_t>(pattern.values)),
        rank_(parent_.size(), any) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int find(int value) {
    int& parent = parent_.at(static_cast<std::size_t>(value));
    if (parent != value) parent = find(parent);
    return parent;
  }
  int rank(int value) { return rank_[static_cast<std::size_t>(find(value))]; }

  void set(int value, int rank, const Step& step) {
    int& known = rank_[static_cast<std::size_t>(find(value))];
    if (known != any && rank != any && known != rank)
      throw base::InputError(name_, step.place + ": a tensor of rank " +
                                        std::to_string(known) + " where rank " +
                                        std::to_string(rank) + " is needed");
    if (rank != any) known = rank;
  }
  void join(int a, int b, const Step& step) {
    set(a, rank(b), step);
    set(b, rank(a), step);
    parent_[static_cast<std::size_t>(find(b))] = find(a);
  }

 private:
  const std::string& name_;
  std::vector<int> parent_;
  std::vector<int> rank_;
};

void read(const Step& step, Classes& classes) {
  std::vector<int> values = step.operands;
  values.insert(values.end(), step.results.begin(), step.results.end());
  const bool is_conv = step.code == code::conv;
  for (const int value : values)
    if (is_conv || step.code == code::matmul)
      classes.set(value, is_conv ? 4 : 2, step);
    else
      classes.join(values[0], value, step);
  if (step.rank) classes.set(values[0], static_cast<int>(*step.rank), step);
}

void check_axis(const Step& step, Classes& classes, const std::string& name) {
  if (!step.axis) return;
  const int rank = classes.rank(step.operands[0]);
  if (rank == any)
    throw base::InputError(
        name, step.place + ": how many axes its input has is not known");
  if (*step.axis >= static_cast<std::size_t>(rank))
    throw base::InputError(name, step.place + ": there is no axis " +
                                     std::to_string(*step.axis) + " among " +
                                     std::to_string(rank));
}

}  // namespace

Ranks read_ranks(const Pattern& pattern, const std::string& name) {
  Classes classes(pattern, name);
  const int inputs = static_cast<int>(pattern.inputs.size());
  std::vector<std::pair<int, int>> before;  // class and rank by the source
  for (std::size_t i = 0; i < pattern.steps.size(); ++i) {
    if (i == pattern.source_steps)
      for (int v = 0; v < inputs; ++v)
        before.emplace_back(classes.find(v), classes.rank(v));
    read(pattern.steps[i], classes);
  }
  for (const Step& step : pattern.steps) check_axis(step, classes, name);

  Ranks ranks;
  std::map<int, int> groups;
  for (int v = 0; v < pattern.values; ++v) {
    ranks.rank.push_back(classes.rank(v));
    ranks.family.push_back(classes.find(v));
    const auto next = static_cast<int>(groups.size());
    ranks.group.push_back(
        classes.rank(v) == any
            ? groups.try_emplace(classes.find(v), next).first->second
            : any);
  }
  for (int v = 0; v < inputs; ++v) {
    const auto& [family, rank] = before[static_cast<std::size_t>(v)];
    const bool is_merged =
        rank == any && classes.find(v) != family && classes.rank(v) == any;
    if (rank != classes.rank(v) || is_merged) ranks.narrowed.push_back(v);
  }
  return ranks;
}

}  // namespace rewright::taso
