// SPDX-License-Identifier: Apache-2.0
#include "match/site.h"

#include <algorithm>
#include <set>
#include <string>

namespace rewright::match {

bool is_commutative(const ir::Operator& op) {
  static const std::set<std::string> names = {"Add", "Mul", "Max",  "Min",
                                              "And", "Or",  "Equal"};
  return names.count(op.name) != 0;
}

const ir::Operator* anchor_operator(const Pattern& pattern) {
  const ir::Graph& graph = pattern.graph();
  if (graph.outputs.empty() || graph.outputs.front().node < 0) return nullptr;
  return graph.nodes.at(static_cast<std::size_t>(graph.outputs.front().node))
      .op;
}

namespace {

class Search {
 public:
  Search(const Pattern& pattern, const Subject& subject,
         const std::function<bool(const Site&)>& found)
      : pattern_(pattern), subject_(subject), found_(found) {
    site_.nodes.assign(pattern.graph().nodes.size(), -1);
    site_.inputs.resize(pattern.rule().inputs.size());
  }

  void run(int anchor) {
    const ir::Ref& output = pattern_.graph().outputs.front();
    goals_.push_back({output, {anchor, output.slot}});
    reach(0);
  }

 private:
  struct Goal {
    ir::Ref pattern, subject;
  };

  /// True when the search is over.
  bool reach(std::size_t next) {
    if (--steps_left_ < 0) return true;
    if (next == goals_.size()) return next_output(next);
    const Goal goal = goals_[next];
    if (goal.pattern.node < 0) return bind_input(goal, next);
    if (goal.pattern.slot != goal.subject.slot || goal.subject.node < 0)
      return false;
    int& bound = site_.nodes[static_cast<std::size_t>(goal.pattern.node)];
    if (bound >= 0)
      return subject_.is_same({bound, goal.subject.slot}, goal.subject) &&
             reach(next + 1);
    if (!fits(goal)) return false;
    bound = goal.subject.node;
    const bool is_over = enter(goal, next);
    if (!is_over) site_.nodes[static_cast<std::size_t>(goal.pattern.node)] = -1;
    return is_over;
  }

  bool bind_input(const Goal& goal, std::size_t next) {
    auto& bound = site_.inputs[static_cast<std::size_t>(goal.pattern.slot)];
    if (bound) return subject_.is_same(*bound, goal.subject) && reach(next + 1);
    bound = goal.subject;
    if (reach(next + 1)) return true;
    bound.reset();
    return false;
  }

  bool fits(const Goal& goal) const {
    const ir::Node& wanted = pattern_node(goal.pattern.node);
    const ir::Node& node = subject_.node(goal.subject.node);
    return wanted.op == node.op &&
           wanted.results.size() == node.results.size() &&
           (pattern_.is_constant(goal.pattern.node) ||
            !subject_.is_leaf(goal.subject.node));
  }

  const ir::Node& pattern_node(int n) const {
    return pattern_.graph().nodes.at(static_cast<std::size_t>(n));
  }

  bool enter(const Goal& goal, std::size_t next) {
    const auto& wanted = pattern_node(goal.pattern.node).operands;
    auto given = subject_.node(goal.subject.node).operands;
    if (enter_operands(wanted, given, next)) return true;
    const ir::Node& node = pattern_node(goal.pattern.node);
    if (!is_commutative(*node.op) || given.size() != 2 || given[0] == given[1])
      return false;
    std::swap(given[0], given[1]);
    return enter_operands(wanted, given, next);
  }

  using Operands = std::vector<std::optional<ir::Ref>>;

  bool enter_operands(const Operands& wanted, const Operands& given,
                      std::size_t next) {
    const std::size_t before = goals_.size();
    const auto at = [](const Operands& list, std::size_t k) {
      return k < list.size() ? list[k] : std::nullopt;
    };
    for (std::size_t k = 0; k < std::max(wanted.size(), given.size()); ++k) {
      const auto left = at(wanted, k), right = at(given, k);
      if (left.has_value() != right.has_value()) {
        goals_.resize(before);
        return false;
      }
      if (left) goals_.push_back({*left, *right});
    }
    if (reach(next + 1)) return true;
    goals_.resize(before);
    return false;
  }

  /// All goals are reached; another output may still be open. It must read
  /// something that is bound, else nothing says where to look for it.
  bool next_output(std::size_t next) {
    for (const ir::Ref& output : pattern_.graph().outputs) {
      if (output.node < 0) continue;
      if (site_.nodes[static_cast<std::size_t>(output.node)] >= 0) continue;
      const auto seed = seed_of(output.node);
      if (!seed) return false;
      return grow(*seed, output, next);
    }
    return found_(site_);
  }

  /// A bound value, and the node of the pattern that reads it and leads to
  /// `root`: breadth first from the root, operands in order.
  struct Seed {
    ir::Ref value;
    int reader;
  };
  std::optional<Seed> seed_of(int root) const {
    std::vector<int> open = {root};
    for (std::size_t at = 0; at < open.size(); ++at)
      for (const auto& operand : pattern_node(open[at]).operands) {
        if (!operand) continue;
        if (const auto value = bound(*operand)) return Seed{*value, open[at]};
        if (operand->node >= 0) open.push_back(operand->node);
      }
    return std::nullopt;
  }

  std::optional<ir::Ref> bound(const ir::Ref& ref) const {
    if (ref.node < 0) return site_.inputs[static_cast<std::size_t>(ref.slot)];
    if (pattern_.is_constant(ref.node)) return std::nullopt;
    const int node = site_.nodes[static_cast<std::size_t>(ref.node)];
    if (node < 0) return std::nullopt;
    return ir::Ref{node, ref.slot};
  }

  /// Tries every reader of the seed's value as the seed's reader. The
  /// readers' own readers follow until the output is reached.
  bool grow(const Seed& seed, const ir::Ref& output, std::size_t next) {
    const ir::Operator* op = pattern_node(seed.reader).op;
    for (const Use& use : subject_.uses(seed.value)) {
      if (subject_.node(use.node).op != op) continue;
      goals_.push_back({{seed.reader, 0}, {use.node, 0}});
      const bool is_over = seed.reader == output.node
                               ? reach(next)
                               : climb(seed.reader, use.node, output, next);
      if (is_over) return true;
      goals_.pop_back();
    }
    return false;
  }

  /// The pattern's reader of `from` on the way to the output is one of the
  /// subject's readers of `node`.
  bool climb(int from, int node, const ir::Ref& output, std::size_t next) {
    const auto step = reader_towards(from, output.node);
    if (!step) return false;
    const auto& [reader, slot] = *step;
    for (const Use& use : subject_.uses({node, slot})) {
      if (subject_.node(use.node).op != pattern_node(reader).op) continue;
      goals_.push_back({{reader, 0}, {use.node, 0}});
      const bool is_over = reader == output.node
                               ? reach(next)
                               : climb(reader, use.node, output, next);
      if (is_over) return true;
      goals_.pop_back();
    }
    return false;
  }

  /// The first node on a way from `from` to `root`, and the result it reads.
  std::optional<std::pair<int, int>> reader_towards(int from, int root) const {
    std::vector<int> open = {root};
    for (std::size_t at = 0; at < open.size(); ++at)
      for (const auto& operand : pattern_node(open[at]).operands) {
        if (!operand || operand->node < 0) continue;
        if (operand->node == from) return std::pair(open[at], operand->slot);
        open.push_back(operand->node);
      }
    return std::nullopt;
  }

  const Pattern& pattern_;
  const Subject& subject_;
  const std::function<bool(const Site&)>& found_;
  Site site_;
  std::vector<Goal> goals_;
  int steps_left_ = 10'000;
};

}  // namespace

void find_sites(const Pattern& pattern, const Subject& subject, int anchor,
                const std::function<bool(const Site&)>& found) {
  Search(pattern, subject, found).run(anchor);
}

}  // namespace rewright::match
