// SPDX-License-Identifier: Apache-2.0
#include "rounding/formula.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/expansion.h"
#include "ir/opaque.h"
#include "rounding/own_magnitude.h"

namespace rewright::rounding {

namespace {

ir::TypeSet types_of(const ir::Rule& rule, int type_class) {
  return rule.type_classes.at(static_cast<std::size_t>(type_class));
}

/// Inputs that a graph reads, by number.
std::set<int> inputs_of(const ir::Graph& graph) {
  std::set<int> inputs;
  const auto add = [&](const ir::Ref& ref) {
    if (ref.node < 0) inputs.insert(ref.slot);
  };
  for (const ir::Node& node : graph.nodes)
    for (const auto& operand : node.operands)
      if (operand) add(*operand);
  for (const ir::Ref& output : graph.outputs) add(output);
  return inputs;
}

std::string magnitude_of(const ir::Rule& rule, const ir::Graph& graph,
                         std::size_t output) {
  std::string text = &graph == &rule.lhs ? "lhs" : "rhs";
  if (graph.outputs.size() > 1) text += fmt::format("[{}]", output);
  std::string inputs;
  for (const int k : inputs_of(graph)) {
    const ir::Input& input = rule.inputs.at(static_cast<std::size_t>(k));
    const bool is_floating =
        (types_of(rule, input.type.type_class) & ir::floating_types) != 0;
    const char* const bar = is_floating ? "|" : "";
    inputs += inputs.empty() ? "" : ", ";
    inputs.append(bar).append(input.name).append(bar);
  }
  return text + "(" + inputs + ")";
}

std::string factor_text(const Roundings& r) {
  const std::string in_format = "gamma(" + index::print(r.in_format) + ")";
  if (r.in_sums.is_zero()) return in_format;
  const std::string in_sums = "gamma32(" + index::print(r.in_sums) + ")";
  if (r.in_format.is_zero()) return in_sums;
  return "((1 + " + in_sums + ") * (1 + " + in_format + ") - 1)";
}

/// The formats that output `output` may have.
std::vector<ir::ElementType> formats_of(const ir::Rule& rule,
                                        std::size_t output) {
  const ir::TypeSet types = types_of(
      rule, rule.type_of(rule.lhs, rule.lhs.outputs.at(output)).type_class);
  const auto floating = ir::restrict_to(types, ir::ElementClass::floating);
  return ir::members(floating != 0 ? floating : types);
}

}  // namespace

Bound bound_of(const ir::Rule& rule, const ir::Graph& graph, std::size_t output,
               ir::ElementType format) {
  return {magnitude_of(rule, graph, output), format,
          count_roundings(rule, graph, graph.outputs.at(output), format)};
}

std::string text(const Bound& bound) {
  if (!bound.count.roundings) return "no formula: " + bound.count.reason;
  if (bound.is_exact()) return "0";
  return factor_text(*bound.count.roundings) + " * " + bound.magnitude;
}

std::optional<base::Rational> gamma(std::int64_t k, ir::ElementType format) {
  const base::Rational ku(base::Integer(k), base::Integer(1)
                                                << precision(format));
  if (ku >= 1) return {};
  return base::Rational(ku / (1 - ku));
}

std::optional<base::Rational> factor(const Bound& bound, const ir::Rule& rule,
                                     const ir::Assignment& at) {
  if (!bound.count.roundings) return {};
  if (bound.is_exact()) return 0;
  const ir::Expansion expansion(rule, at);
  const auto of = [&](const index::Expr& count, ir::ElementType format) {
    return gamma(expansion.expr(count).constant(), format);
  };
  const auto in_sums =
      of(bound.count.roundings->in_sums, ir::ElementType::float32);
  const auto in_format = of(bound.count.roundings->in_format, bound.format);
  if (!in_sums || !in_format) return {};
  return base::Rational((1 + *in_sums) * (1 + *in_format) - 1);
}

Bounds bounds_of(const ir::Rule& rule, std::size_t output,
                 ir::ElementType format) {
  return {bound_of(rule, rule.lhs, output, format),
          bound_of(rule, rule.rhs, output, format), has_one_magnitude(rule)};
}

std::string distance_text(const Bounds& bounds) {
  const Bound &lhs = bounds.lhs, &rhs = bounds.rhs;
  for (const Bound* side : {&lhs, &rhs})
    if (!side->count.roundings) return text(*side);
  if (lhs.is_exact()) return text(rhs);
  if (rhs.is_exact()) return text(lhs);
  if (!bounds.one_magnitude) return text(lhs) + " + " + text(rhs);
  const std::string a = factor_text(*lhs.count.roundings),
                    b = factor_text(*rhs.count.roundings);
  return (a == b ? "2 * " + a : "(" + a + " + " + b + ")") + " * " +
         lhs.magnitude;
}

std::vector<Statement> statements(const ir::Rule& rule) {
  std::vector<Statement> all;
  if (!ir::why_opaque(rule).empty()) return all;  // nothing can be said
  for (std::size_t output = 0; output < rule.lhs.outputs.size(); ++output)
    for (const ir::ElementType format : formats_of(rule, output)) {
      Statement made{output, {format}, bounds_of(rule, output, format)};
      const auto same =
          std::find_if(all.begin(), all.end(), [&](const Statement& other) {
            return other.output == output &&
                   text(other.bounds.lhs) == text(made.bounds.lhs) &&
                   text(other.bounds.rhs) == text(made.bounds.rhs);
          });
      if (same != all.end())
        same->formats.push_back(format);
      else
        all.push_back(std::move(made));
    }
  return all;
}

std::string text(const Statement& statement) {
  std::string formats;
  for (const ir::ElementType format : statement.formats)
    formats += (formats.empty() ? "" : ", ") + std::string(ir::name(format));
  const Bounds& bounds = statement.bounds;
  const std::string distance = distance_text(bounds);
  if (distance == "0") return formats + ": nothing is rounded";
  return formats + (bounds.has_formula() ? ": |fl(lhs) - fl(rhs)| <= " : ": ") +
         distance;
}

}  // namespace rewright::rounding
