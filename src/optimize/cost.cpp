// SPDX-License-Identifier: Apache-2.0
#include "optimize/cost.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace rewright::optimize {

using index::Expr;

std::string_view name(Measure measure) {
  switch (measure) {
    case Measure::operators:
      return "operators";
    case Measure::elements:
      return "elements";
    case Measure::multiply_adds:
      return "multiply-adds";
  }
  return "";
}

namespace {

constexpr Measure measures[] = {Measure::operators, Measure::elements,
                                Measure::multiply_adds};

/// What a symbolic size counts as.
constexpr std::int64_t symbolic_size = 8;

double number(const Expr& e) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(e, symbols);
  index::Substitution by;
  for (const auto& [id, symbol] : symbols) by[id] = Expr(symbolic_size);
  const Expr value = index::substitute(e, by);
  return value.is_constant() ? static_cast<double>(value.constant())
                             : static_cast<double>(symbolic_size);
}

double count(const ir::Shape& shape) {
  double product = 1;
  for (const ir::Dim& dim : shape) product *= number(dim.extent);
  return product;
}

double extent(const ir::Shape& shape, std::size_t entry) {
  return entry < shape.size() ? number(shape[entry].extent) : 1;
}

/// All index combinations of an equation: its letters' extents multiplied.
double einsum_work(const std::string& equation,
                   const std::vector<ir::Shape>& operands) {
  std::map<char, double> extents;
  double rest = 1;
  std::size_t operand = 0, entry = 0;
  for (const char c : equation.substr(0, equation.find("->"))) {
    if (c == ',') {
      ++operand;
      entry = 0;
    } else if (operand < operands.size() && std::isalpha(c)) {
      double& known = extents[c];
      known = std::max(known, extent(operands[operand], entry++));
    }
  }
  for (const auto& [letter, size] : extents) rest *= size;
  return rest;
}

class Work {
 public:
  Work(const ir::Rule& rule, const ir::Graph& graph, const ir::Node& node)
      : node_(node), result_(node.results.at(0).shape) {
    for (const auto& operand : node.operands)
      if (operand) operands_.push_back(rule.type_of(graph, *operand).shape);
  }

  double elements_moved() const {
    double sum = 0;
    for (const ir::Shape& shape : operands_) sum += count(shape);
    for (const ir::TensorType& result : node_.results)
      sum += count(result.shape);
    return sum;
  }

  double multiply_adds() const {
    const std::string& op = node_.op->name;
    if (op == "Einsum")
      return einsum_work(std::get<std::string>(node_.attributes.at("equation")),
                         operands_);
    if (op == "MatMul" && !operands_[0].empty())
      return count(result_) * extent(operands_[0], operands_[0].size() - 1);
    if (op == "Gemm")
      return count(result_) * count(operands_[0]) / extent(result_, 0);
    if (op == "Conv")
      return count(result_) * count(operands_[1]) / extent(operands_[1], 0);
    if (node_.op->rounding == ir::Rounding::exact) return 0;
    const double read = operands_.empty() ? 0 : count(operands_[0]);
    return std::max(read, count(result_));
  }

 private:
  const ir::Node& node_;
  const ir::Shape& result_;
  std::vector<ir::Shape> operands_;
};

auto ordered(const Cost& c, Measure first) {
  switch (first) {
    case Measure::elements:
      return std::tuple(c.elements, c.operators, c.multiply_adds);
    case Measure::multiply_adds:
      return std::tuple(c.multiply_adds, c.operators, c.elements);
    case Measure::operators:
      break;
  }
  return std::tuple(c.operators, c.elements, c.multiply_adds);
}

}  // namespace

std::optional<Measure> parse_measure(std::string_view text) {
  for (const Measure measure : measures)
    if (name(measure) == text) return measure;
  return std::nullopt;
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const Measure measure : measures) names.emplace_back(name(measure));
  return names;
}

std::vector<bool> constant_nodes(const ir::Graph& graph,
                                 const std::vector<bool>& is_constant) {
  std::vector<bool> constant(graph.nodes.size(), true);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (const auto& operand : graph.nodes[n].operands)
      if (operand &&
          !(operand->node < 0
                ? is_constant.at(static_cast<std::size_t>(operand->slot))
                : constant[static_cast<std::size_t>(operand->node)]))
        constant[n] = false;
  return constant;
}

Cost cost_of(const ir::Rule& rule, const ir::Graph& graph,
             const std::vector<bool>& is_constant) {
  Cost cost;
  const std::vector<bool> constant = constant_nodes(graph, is_constant);
  std::set<int> origins;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    if (constant[n]) continue;
    const ir::Node& node = graph.nodes[n];
    if (node.origin < 0 || origins.insert(node.origin).second) ++cost.operators;
    const Work work(rule, graph, node);
    cost.elements += work.elements_moved();
    cost.multiply_adds += work.multiply_adds();
  }
  return cost;
}

Cost cost_of_copy(const ir::Shape& shape) {
  return {.operators = 1, .elements = 2 * count(shape), .multiply_adds = 0};
}

bool is_less(const Cost& a, const Cost& b, Measure first) {
  return ordered(a, first) < ordered(b, first);
}

Cost operator+(const Cost& a, const Cost& b) {
  return {a.operators + b.operators, a.elements + b.elements,
          a.multiply_adds + b.multiply_adds};
}

Cost operator-(const Cost& a, const Cost& b) {
  return {a.operators - b.operators, a.elements - b.elements,
          a.multiply_adds - b.multiply_adds};
}

}  // namespace rewright::optimize
