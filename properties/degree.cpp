// SPDX-License-Identifier: Apache-2.0
#include "properties/degree.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "rounding/node_meaning.h"

namespace rewright::properties {
namespace {

/// Upper bounds for a quotient of two polynomials.
struct Degree {
  double over = 0, under = 0;
};

struct NoPolynomial : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Degree sum(Degree a, Degree b) {
  return {std::max(a.over + b.under, b.over + a.under), a.under + b.under};
}

Degree either(Degree a, Degree b) {
  return {std::max(a.over, b.over), std::max(a.under, b.under)};
}

class GraphDegree {
 public:
  GraphDegree(const ir::Rule& rule, const ir::Graph& graph)
      : rule_(rule), graph_(graph), facts_(rule.facts()) {}

  Degree of(const ir::Ref& ref) {
    if (ref.node < 0) return {1, 0};
    const auto key = std::pair(ref.node, ref.slot);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_[key] = of_result(
               graph_.nodes.at(static_cast<std::size_t>(ref.node)), ref.slot);
  }

 private:
  Degree of_result(const ir::Node& node, int slot) {
    std::vector<Degree> operands;
    for (const auto& operand : node.operands)
      operands.push_back(operand ? of(*operand) : Degree{});
    const auto meaning =
        rounding::node_meaning(rule_, graph_, node, slot, facts_);
    return of_value(meaning.value, operands);
  }

  Degree of_value(const ir::Value& v, const std::vector<Degree>& operands) {
    const auto arg = [&](std::size_t k) {
      return of_value(v->args.at(k), operands);
    };
    switch (v->kind) {
      case ir::ValueKind::access:
        return operands.at(static_cast<std::size_t>(v->input));
      case ir::ValueKind::constant:
      case ir::ValueKind::size:
        return {};
      case ir::ValueKind::select:
        return either(arg(0), arg(1));
      case ir::ValueKind::reduce:
        return reduction(*v, arg(0));
      case ir::ValueKind::apply:
        break;
    }
    switch (v->function) {
      case ir::Function::neg:
        return arg(0);
      case ir::Function::add:
        return sum(arg(0), arg(1));
      case ir::Function::mul: {
        const Degree a = arg(0), b = arg(1);
        return {a.over + b.over, a.under + b.under};
      }
      case ir::Function::div: {
        const Degree a = arg(0), b = arg(1);
        return {a.over + b.under, a.under + b.over};
      }
      case ir::Function::where:  // the condition is a truth value, as drawn
        return either(arg(1), arg(2));
      default:
        throw NoPolynomial("no rational function");
    }
  }

  Degree reduction(const ir::ValueNode& v, Degree term) const {
    if (v.monoid == ir::Monoid::sum && term.under == 0) return term;
    double terms = 1;
    for (const ir::BoundVariable& b : v.bound) {
      const index::Expr extent = facts_.simplify(b.extent);
      if (!extent.is_constant()) throw NoPolynomial("sizes are not numbers");
      terms *= static_cast<double>(extent.constant());
    }
    if (v.monoid == ir::Monoid::product)
      return {terms * term.over, terms * term.under};
    if (v.monoid != ir::Monoid::sum) throw NoPolynomial("an order is needed");
    return {term.over + std::max(terms - 1, 0.0) * term.under,
            terms * term.under};
  }

  const ir::Rule& rule_;
  const ir::Graph& graph_;
  index::Facts facts_;
  std::map<std::pair<int, int>, Degree> known_;
};

}  // namespace

std::optional<double> degree_of_difference(const ir::Rule& rule) {
  try {
    GraphDegree lhs(rule, rule.lhs), rhs(rule, rule.rhs);
    double degree = 0;
    for (std::size_t o = 0; o < rule.lhs.outputs.size(); ++o) {
      const Degree difference =
          sum(lhs.of(rule.lhs.outputs[o]), rhs.of(rule.rhs.outputs[o]));
      degree = std::max(degree, difference.over);
    }
    return degree;
  } catch (const NoPolynomial&) {
    return {};
  } catch (const index::Overflow&) {
    return {};
  }
}

}  // namespace rewright::properties
