// SPDX-License-Identifier: Apache-2.0
#include "match/find.h"

#include <algorithm>
#include <utility>

#include "match/ranks.h"

namespace rewright::match {

std::string_view sentence(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "";
    case Refusal::shapes:
      return "the shapes or attributes are not the rule's";
    case Refusal::unbound:
      return "some size or integer of the rule cannot be bound";
    case Refusal::types:
      return "the element types are not the rule's";
    case Refusal::when:
      return "`when` is not met with the numbers";
    case Refusal::ill_formed:
      return "the right side would be ill formed";
    case Refusal::used_elsewhere:
      return "an interior value is used elsewhere";
    case Refusal::cycle:
      return "an input depends on an output";
  }
  return "";
}

namespace {

Refusal refusal_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::shapes:
      return Refusal::shapes;
    case Obstacle::unbound:
      return Refusal::unbound;
    case Obstacle::types:
      return Refusal::types;
    case Obstacle::when:
      return Refusal::when;
  }
  return Refusal::shapes;
}

class Finder {
 public:
  Finder(const Pattern& pattern, const Subject& subject)
      : pattern_(pattern), subject_(subject) {}

  /// What is found at one node; nothing when the operators do not fit.
  std::optional<Finding> at(int anchor) {
    std::optional<Finding> best;
    find_sites(pattern_, subject_, anchor, [&](const Site& site) {
      Finding finding = judge(site);
      const bool is_match = finding.refusal == Refusal::none;
      if (!best || is_match || finding.refusal > best->refusal)
        best = std::move(finding);
      return is_match;
    });
    return best;
  }

 private:
  Finding judge(const Site& site) {
    Finding finding;
    for (std::size_t n = 0; n < site.nodes.size(); ++n)
      if (site.nodes[n] >= 0 && !pattern_.is_constant(static_cast<int>(n)))
        finding.nodes.push_back(site.nodes[n]);
    const auto bound = bind(pattern_, subject_, site);
    if (const auto* obstacle = std::get_if<Obstacle>(&bound)) {
      finding.refusal = refusal_of(*obstacle);
      if (*obstacle == Obstacle::shapes)
        finding.detail = rank_conflict(pattern_, subject_, site);
      return finding;
    }
    try {
      finding.match.instance =
          instance(pattern_, subject_, site, std::get<Binding>(bound));
    } catch (const ir::IllFormed& wrong) {
      finding.refusal = Refusal::ill_formed;
      finding.detail = wrong.what();
      return finding;
    } catch (const index::Overflow& wrong) {
      finding.refusal = Refusal::ill_formed;
      finding.detail = wrong.what();
      return finding;
    }
    check_uses(finding);
    return finding;
  }

  void check_uses(Finding& finding) const {
    std::vector<int>& removed = finding.match.removed;
    removed = finding.nodes;
    std::ranges::sort(removed);
    const auto [first, last] = std::ranges::unique(removed);
    removed.erase(first, last);
    const Instance& made = finding.match.instance;
    for (const int n : removed) {
      const auto results = static_cast<int>(subject_.node(n).results.size());
      for (int slot = 0; slot < results; ++slot)
        if (is_used_elsewhere({n, slot}, made, removed)) {
          finding.refusal = Refusal::used_elsewhere;
          finding.detail = subject_.node(n).name;
          return;
        }
    }
    if (has_twice(made.outputs)) finding.refusal = Refusal::shapes;
    if (made.outputs.size() > 1 && subject_.reaches(made.outputs, made.inputs))
      finding.refusal = Refusal::cycle;
  }

  /// Two outputs of a rule are two values.
  static bool has_twice(const std::vector<ir::Ref>& values) {
    for (std::size_t k = 1; k < values.size(); ++k)
      if (std::find(values.begin(), values.begin() + static_cast<int>(k),
                    values[k]) != values.begin() + static_cast<int>(k))
        return true;
    return false;
  }

  bool is_used_elsewhere(const ir::Ref& value, const Instance& made,
                         const std::vector<int>& removed) const {
    if (std::ranges::find(made.outputs, value) != made.outputs.end())
      return false;
    if (subject_.is_output(value)) return true;
    if (std::ranges::find(made.inputs, value) != made.inputs.end()) return true;
    return std::ranges::any_of(subject_.uses(value), [&](const Use& use) {
      return !std::ranges::binary_search(removed, use.node);
    });
  }

  const Pattern& pattern_;
  const Subject& subject_;
};

}  // namespace

void find(const Pattern& pattern, const Subject& subject,
          const std::function<void(Finding)>& report) {
  const ir::Operator* op = anchor_operator(pattern);
  if (op == nullptr) return;
  Finder finder(pattern, subject);
  for (const int anchor : subject.nodes_of(op)) {
    if (subject.is_leaf(anchor)) continue;
    if (auto finding = finder.at(anchor)) report(std::move(*finding));
  }
}

}  // namespace rewright::match
