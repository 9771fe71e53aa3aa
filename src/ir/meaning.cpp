// SPDX-License-Identifier: Apache-2.0
//
// The meaning of a graph, composed from the meanings of its operators: each
// reads its operands through Readers, which ask the nodes before it. What a
// node means at given indices is built once, so shared nodes stay shared.
#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "ir/graph.h"

namespace rewright::ir {

namespace {

struct Place {
  Ref ref;
  Indices at;
};

struct PlaceOrder {
  bool operator()(const Place& a, const Place& b) const {
    if (a.ref != b.ref) {
      return std::tie(a.ref.node, a.ref.slot) <
             std::tie(b.ref.node, b.ref.slot);
    }
    return std::lexicographical_compare(a.at.begin(), a.at.end(), b.at.begin(),
                                        b.at.end());
  }
};

class Meanings {
 public:
  Meanings(const Rule& rule, const Graph& graph, const index::Facts& facts)
      : rule_(rule), graph_(graph), facts_(facts), nodes_(graph.nodes.size()) {}

  Value element(const Ref& ref, const Indices& at) {
    if (ref.node < 0) return access(ref.slot, at);
    const Place place{ref, at};
    const auto found = known_.find(place);
    if (found != known_.end()) return found->second;
    const Node& node = graph_.nodes[static_cast<std::size_t>(ref.node)];
    const Prepared& prepared = prepare(ref.node);
    Value value =
        node.op->meaning(prepared.call, prepared.readers, ref.slot, at);
    known_.emplace(place, value);
    return value;
  }

 private:
  struct Prepared {
    Call call;
    std::vector<Reader> readers;  // empty functions for absent operands
  };

  const Prepared& prepare(int number) {
    auto& prepared = nodes_[static_cast<std::size_t>(number)];
    if (prepared) return *prepared;
    const Node& node = graph_.nodes[static_cast<std::size_t>(number)];
    prepared = std::make_unique<Prepared>(
        Prepared{call_of(rule_, graph_, node, facts_), {}});
    for (const std::optional<Ref>& operand : node.operands) {
      prepared->readers.push_back(operand ? reader(*operand) : Reader());
    }
    return *prepared;
  }

  Reader reader(const Ref& ref) {
    return [this, ref](const Indices& at) { return element(ref, at); };
  }

  const Rule& rule_;
  const Graph& graph_;
  const index::Facts& facts_;
  std::vector<std::unique_ptr<Prepared>> nodes_;
  std::map<Place, Value, PlaceOrder> known_;
};

}  // namespace

Value meaning(const Rule& rule, const Graph& graph, const Ref& output,
              const Indices& at, const index::Facts& facts) {
  return Meanings(rule, graph, facts).element(output, at);
}

}  // namespace rewright::ir
