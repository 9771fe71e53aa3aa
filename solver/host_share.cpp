// SPDX-License-Identifier: Apache-2.0
#include "solver/host_share.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace rewright::solver {
namespace {

using evidence::Crossing;
using evidence::HostRegion;
using evidence::HostShare;

index::Expr bytes_of(const ModelGraph& model, const ir::Ref& ref) {
  const ir::TensorType& type = model.rule().type_of(model.graph(), ref);
  const auto type_class = static_cast<std::size_t>(type.type_class);
  return ir::elements(type.shape) *
         least_width(model.rule().type_classes[type_class]);
}

/// Values that cross in one direction, each once.
class Values {
 public:
  void add(const ir::Ref& ref) { refs_.insert({ref.node, ref.slot}); }
  void add(const Values& others) {
    refs_.insert(others.refs_.begin(), others.refs_.end());
  }
  std::size_t count() const { return refs_.size(); }

  Crossing crossing(const ModelGraph& model) const {
    Crossing result;
    result.values = refs_.size();
    try {
      result = summed(model);
    } catch (const index::Overflow&) {
    }
    return result;
  }

 private:
  Crossing summed(const ModelGraph& model) const {
    index::Expr sum;
    for (const auto& [node, slot] : refs_)
      sum = sum + bytes_of(model, {node, slot});
    Crossing result{refs_.size(), index::print(sum), {}};
    if (sum.is_constant()) result.number = sum.constant();
    return result;
  }

  std::set<std::pair<int, int>> refs_;
};

/// Sets of nodes that are merged; the least of each stands for it.
class Connected {
 public:
  explicit Connected(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::size_t first(std::size_t n) {
    while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
    return n;
  }

  void merge(std::size_t a, std::size_t b) {
    a = first(a), b = first(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

/// A value that one of the model's nodes computes and another reads.
struct Edge {
  ir::Ref value;
  std::size_t from, to;
};

/// What a value is a copy of: an Identity is no operation anywhere.
ir::Ref original(const ModelGraph& model, ir::Ref ref) {
  while (ref.node >= 0) {
    const ir::Node& node =
        model.graph().nodes[static_cast<std::size_t>(ref.node)];
    if (node.op->name != "Identity") break;
    ref = *node.operands[0];
  }
  return ref;
}

std::vector<Edge> edges_of(const ModelGraph& model) {
  std::vector<Edge> edges;
  for (std::size_t n = 0; n < model.size(); ++n)
    for (const ir::Ref& operand : model.operands(n)) {
      const ir::Ref value = original(model, operand);
      const int producer = model.producer(value);
      if (producer < 0 || !model.activations().contains(value)) continue;
      edges.push_back({value, static_cast<std::size_t>(producer), n});
    }
  return edges;
}

}  // namespace

HostShare share_of_host(const ModelGraph& model,
                        const std::vector<bool>& is_host) {
  std::vector<Edge> edges = edges_of(model);
  std::erase_if(edges, [&](const Edge& edge) {
    return model.judged_parts(edge.to).empty();
  });
  Connected connected(model.size());
  for (const Edge& edge : edges)
    if (is_host[edge.from] && is_host[edge.to])
      connected.merge(edge.from, edge.to);
  std::map<std::size_t, HostRegion> regions;
  for (std::size_t n = 0; n < model.size(); ++n)
    if (is_host[n]) regions[connected.first(n)].nodes.push_back(n);
  std::map<std::size_t, Values> in, out;
  Values to_host, to_device;
  for (const Edge& edge : edges) {
    if (is_host[edge.from] == is_host[edge.to]) continue;
    if (is_host[edge.to]) {
      in[connected.first(edge.to)].add(edge.value);
      to_host.add(edge.value);
    } else {
      out[connected.first(edge.from)].add(edge.value);
      to_device.add(edge.value);
    }
  }
  HostShare share;
  for (auto& [first, region] : regions) {
    region.in = in[first].crossing(model);
    region.out = out[first].crossing(model);
    share.nodes += region.nodes.size();
    share.regions.push_back(std::move(region));
  }
  share.transitions = to_host.count() + to_device.count();
  to_host.add(to_device);  // a value is computed on one side only
  share.all = to_host.crossing(model);
  return share;
}

}  // namespace rewright::solver
