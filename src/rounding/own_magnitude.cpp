// SPDX-License-Identifier: Apache-2.0
#include "rounding/own_magnitude.h"

#include <algorithm>
#include <set>

#include "rounding/node_meaning.h"

namespace rewright::rounding {

using ir::Function;
using ir::ValueKind;

namespace {

class Check {
 public:
  explicit Check(const index::Facts& facts) : facts_(facts) {}

  bool operator()(const ir::Value& v) {
    if (!seen_.insert(v.get()).second) return true;
    return is_kept(*v) &&
           std::all_of(v->args.begin(), v->args.end(),
                       [&](const auto& arg) { return (*this)(arg); });
  }

 private:
  /// Whether one step turns absolute values into the absolute value.
  bool is_kept(const ir::ValueNode& v) const {
    switch (v.kind) {
      case ValueKind::access:
      case ValueKind::select:
        return true;
      case ValueKind::constant:
        return v.constant.kind == ir::ConstantNumber::Kind::truth ||
               (v.constant.kind == ir::ConstantNumber::Kind::rational &&
                v.constant.rational >= 0);
      case ValueKind::size:
        return facts_.proves_nonnegative(v.size);
      case ValueKind::apply:
        return is_kept(v.function, v.args);
      case ValueKind::reduce:
        return v.monoid != ir::Monoid::min;
    }
    return false;
  }

  /// Of a divisor side(|.|) takes the absolute value in the end, and that of
  /// max(y, 1) is not max(|y|, 1); so only a number may be one.
  static bool is_kept(Function f, const std::vector<ir::Value>& args) {
    switch (f) {
      case Function::add:
      case Function::mul:
      case Function::max:
      case Function::abs:
      case Function::where:
      case Function::logical_not:
      case Function::logical_and:
      case Function::logical_or:
        return true;
      case Function::div:
        return args.at(1)->kind == ValueKind::size ||
               args.at(1)->kind == ValueKind::constant;
      default:
        return false;
    }
  }

  const index::Facts& facts_;
  std::set<const ir::ValueNode*> seen_;
};

}  // namespace

bool is_own_magnitude(const ir::Rule& rule, const ir::Graph& graph) {
  const index::Facts facts = rule.facts();
  for (const ir::Node& node : graph.nodes)
    for (std::size_t slot = 0; slot < node.results.size(); ++slot) {
      const NodeMeaning meaning =
          node_meaning(rule, graph, node, static_cast<int>(slot), facts);
      if (!Check(meaning.facts)(meaning.value)) return false;
    }
  return true;
}

bool has_one_magnitude(const ir::Rule& rule) {
  return rule.element_when.empty() && is_own_magnitude(rule, rule.lhs) &&
         is_own_magnitude(rule, rule.rhs);
}

}  // namespace rewright::rounding
