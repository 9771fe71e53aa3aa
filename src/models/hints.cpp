// SPDX-License-Identifier: Apache-2.0
#include "models/hints.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace rewright::models {

namespace {

std::size_t at(int n) { return static_cast<std::size_t>(n); }

template <class Use>
void each(const std::vector<std::vector<std::string>>& names, Use use) {
  for (std::size_t n = 0; n < names.size(); ++n)
    for (std::size_t k = 0; k < names[n].size(); ++k)
      if (!names[n][k].empty())
        use(names[n][k], ir::Ref{static_cast<int>(n), static_cast<int>(k)});
}

bool have_one_type(const ir::Rule& rule, const ir::Ref& a, const ir::Ref& b) {
  const ir::TensorType& x = rule.type_of(rule.lhs, a);
  const ir::TensorType& y = rule.type_of(rule.rhs, b);
  return x.type_class == y.type_class &&
         std::equal(x.shape.begin(), x.shape.end(), y.shape.begin(),
                    y.shape.end(), [](const ir::Dim& p, const ir::Dim& q) {
                      return p.extent == q.extent && p.group == q.group;
                    });
}

bool is_one(const Congruence& values, const ir::Ref& a, const ir::Ref& b) {
  return values.number(Side::first, a) == values.number(Side::second, b);
}

/// Whether two operands of a commutative operator stand the other way round:
/// one is known, or the operators that they come from tell.
bool are_crossed(const Congruence& values, const ir::Node& p,
                 const ir::Node& q) {
  if (!is_commutative(*p.op) || p.operands.size() != 2) return false;
  const auto op = [&](Side side, const ir::Ref& ref) {
    return ref.node < 0 ? nullptr : values.graph(side).nodes[at(ref.node)].op;
  };
  const auto fit = [&](std::size_t j, std::size_t k) {
    const ir::Ref &a = *p.operands[j], &b = *q.operands[k];
    if (is_one(values, a, b)) return 2;
    return op(Side::first, a) == op(Side::second, b) ? 1 : 0;
  };
  return std::max(fit(0, 1), fit(1, 0)) > std::max(fit(0, 0), fit(1, 1));
}

/// For each value a hash of the set of inputs, constants among them, that it
/// depends on.
class Dependence {
 public:
  Dependence(const ir::Rule& rule, const ir::Graph& graph)
      : words_((rule.inputs.size() + 63) / 64) {
    sets_.reserve(graph.nodes.size() * words_);
    for (const ir::Node& node : graph.nodes) {
      sets_.resize(sets_.size() + words_);
      std::uint64_t* const set = &sets_[sets_.size() - words_];
      for (const auto& operand : node.operands)
        if (operand) unite(set, *operand);
    }
  }

  static bool is_affordable(const ir::Rule& rule) {
    constexpr std::size_t most_bits = std::size_t{1} << 31;
    const auto nodes = rule.lhs.nodes.size() + rule.rhs.nodes.size();
    return nodes * rule.inputs.size() < most_bits && !rule.inputs.empty();
  }

  std::uint64_t of(std::size_t node) const {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < words_; ++k)
      hash = (hash ^ sets_[node * words_ + k]) * 0x9E3779B97F4A7C15ULL + k;
    return hash;
  }

 private:
  void unite(std::uint64_t* set, const ir::Ref& ref) const {
    if (ref.node < 0) {
      set[at(ref.slot) / 64] |= std::uint64_t{1} << (at(ref.slot) % 64);
      return;
    }
    for (std::size_t k = 0; k < words_; ++k)
      set[k] |= sets_[at(ref.node) * words_ + k];
  }

  std::size_t words_;
  std::vector<std::uint64_t> sets_;  // a row of bits per node
};

/// What the last values to depend on the same are grouped by.
std::string group_of(const ir::TensorType& type, std::uint64_t dependence) {
  return std::to_string(dependence) + ' ' + std::to_string(type.type_class) +
         ir::print(type.shape);
}

}  // namespace

Hints::Hints(const Congruence& values, const Names& names) {
  for (const ir::Node& node : values.graph(Side::second).nodes)
    of_.emplace_back(node.results.size());
  const Pairs named = by_name(values, names);
  for (const auto& [a, b] : named) add(values, a, b);
  Pairs seeds;
  for (std::size_t k = 0; k < values.graph(Side::second).outputs.size(); ++k)
    seeds.emplace_back(values.graph(Side::first).outputs.at(k),
                       values.graph(Side::second).outputs[k]);
  seeds.insert(seeds.end(), named.begin(), named.end());
  align(values, std::move(seeds));
  by_dependence(values);
}

const std::vector<ir::Ref>& Hints::of(int node, int slot) const {
  return of_.at(at(node)).at(at(slot));
}

/// False when the two are not of one type.
bool Hints::add(const Congruence& values, const ir::Ref& a, const ir::Ref& b) {
  if (b.node < 0 || !have_one_type(values.rule(), a, b)) return false;
  std::vector<ir::Ref>& list = of_[at(b.node)][at(b.slot)];
  if (std::find(list.begin(), list.end(), a) == list.end()) list.push_back(a);
  return true;
}

void Hints::align(const Congruence& values, Pairs left) {
  const ir::Graph& first = values.graph(Side::first);
  const ir::Graph& second = values.graph(Side::second);
  std::reverse(left.begin(), left.end());
  std::vector<std::vector<bool>> is_met;  // by node and slot of rhs
  for (const ir::Node& node : second.nodes)
    is_met.emplace_back(node.results.size());
  while (!left.empty()) {
    const auto [a, b] = left.back();
    left.pop_back();
    if (b.node < 0 || is_one(values, a, b)) continue;
    if (is_met[at(b.node)][at(b.slot)]) continue;
    is_met[at(b.node)][at(b.slot)] = true;
    if (!add(values, a, b) || a.node < 0) continue;
    const ir::Node& p = first.nodes[at(a.node)];
    const ir::Node& q = second.nodes[at(b.node)];
    if (p.op != q.op || p.operands.size() != q.operands.size()) continue;
    const bool is_crossed = are_crossed(values, p, q);
    for (std::size_t k = 0; k < p.operands.size(); ++k) {
      const auto& y = q.operands[is_crossed ? 1 - k : k];
      if (p.operands[k] && y) left.emplace_back(*p.operands[k], *y);
    }
  }
}

Hints::Pairs Hints::by_name(const Congruence& values, const Names& names) {
  std::unordered_map<std::string, ir::Ref> first;
  each(names.first,
       [&](const std::string& name, const ir::Ref& ref) { first[name] = ref; });
  Pairs pairs;
  each(names.second, [&](const std::string& name, const ir::Ref& ref) {
    const auto found = first.find(name);
    if (found != first.end() && !is_one(values, found->second, ref))
      pairs.emplace_back(found->second, ref);
  });
  return pairs;
}

void Hints::by_dependence(const Congruence& values) {
  const ir::Rule& rule = values.rule();
  if (!Dependence::is_affordable(rule)) return;
  const auto last_of = [&](const ir::Graph& graph) {
    const Dependence dependence(rule, graph);
    std::unordered_map<std::string, ir::Ref> last;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
      if (graph.nodes[n].results.size() == 1)
        last[group_of(graph.nodes[n].results[0], dependence.of(n))] = {
            static_cast<int>(n), 0};
    return last;
  };
  const auto first = last_of(rule.lhs);
  for (const auto& [group, ref] : last_of(rule.rhs)) {
    const auto found = first.find(group);
    if (found != first.end()) add(values, found->second, ref);
  }
}

}  // namespace rewright::models
