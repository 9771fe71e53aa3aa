// SPDX-License-Identifier: Apache-2.0
#include "onnx/export.h"

#include <algorithm>
#include <set>
#include <utility>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "onnx/known_node.h"
#include "onnx/size_writer.h"

namespace rewright::onnx {

namespace {

/// A constant of more elements is written as the nodes that make it.
constexpr std::int64_t most_constant_elements = 64;

/// Which results of which nodes the outputs depend on.
std::set<std::pair<int, int>> needed_results(const ir::Graph& graph) {
  std::set<std::pair<int, int>> needed;
  std::vector<bool> is_needed(graph.nodes.size(), false);
  const auto need = [&](const ir::Ref& ref) {
    if (ref.node < 0) return;
    needed.emplace(ref.node, ref.slot);
    is_needed[static_cast<std::size_t>(ref.node)] = true;
  };
  for (const ir::Ref& output : graph.outputs) need(output);
  for (std::size_t n = graph.nodes.size(); n-- > 0;)
    if (is_needed[n])
      for (const auto& operand : graph.nodes[n].operands)
        if (operand) need(*operand);
  return needed;
}

bool is_concrete(const ir::Shape& shape) {
  return std::all_of(shape.begin(), shape.end(), [](const ir::Dim& dim) {
    return dim.extent.is_constant();
  });
}

class GraphWriter {
 public:
  GraphWriter(const ir::Rule& rule, const ir::Graph& graph, int opset,
              FreshNames& fresh)
      : rule_(rule),
        graph_(graph),
        facts_(rule.facts()),
        needed_(needed_results(graph)),
        writer_(opset, fresh),
        sizes_(writer_, facts_) {}

  Exported write(const std::vector<std::string>& inputs,
                 const std::vector<std::string>& outputs) {
    for (std::size_t k = 0; k < inputs.size(); ++k) add_input(k, inputs[k]);
    name_outputs(outputs);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      if (is_needed(static_cast<int>(n))) write_node(static_cast<int>(n));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::string& name = names_.at(key(graph_.outputs[k]));
      if (name != outputs[k]) writer_.node("Identity", {name}, {outputs[k]});
    }
    return writer_.take();
  }

 private:
  using Key = std::pair<int, int>;

  static Key key(const ir::Ref& ref) { return {ref.node, ref.slot}; }

  const ir::Node& node(int n) const {
    return graph_.nodes[static_cast<std::size_t>(n)];
  }

  bool is_needed(int n) const {
    const auto first = needed_.lower_bound({n, 0});
    return first != needed_.end() && first->first == n;
  }

  void require_no_groups(const ir::Shape& shape) const {
    if (ir::has_groups(shape))
      throw ir::IllFormed("a graph with axis groups, here " + ir::print(shape) +
                          ", is no ONNX graph");
  }

  void add_input(std::size_t k, const std::string& name) {
    require_no_groups(rule_.inputs.at(k).type.shape);
    names_[{-1, static_cast<int>(k)}] = name;
    if (!name.empty()) sizes_.add_value(name, rule_.inputs[k].type.shape);
  }

  void name_outputs(const std::vector<std::string>& outputs) {
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (graph_.outputs.at(k).node >= 0)
        names_.emplace(key(graph_.outputs[k]), outputs[k]);
  }

  void write_node(int n) {
    try {
      add_node(n);
    } catch (const ir::IllFormed& wrong) {
      fail(n, wrong);
    } catch (const index::Overflow& wrong) {
      fail(n, wrong);
    } catch (const evaluate::NotInWorld& wrong) {
      fail(n, wrong);
    }
  }

  [[noreturn]] void fail(int n, const std::exception& wrong) const {
    const ir::Call call = ir::call_of(rule_, graph_, node(n), facts_);
    throw ir::IllFormed(ir::describe(*node(n).op, call) + ": " + wrong.what());
  }

  void add_node(int n) {
    for (const ir::TensorType& result : node(n).results)
      require_no_groups(result.shape);
    if (!add_constant(n)) add_operator(n);
    for (std::size_t k = 0; k < node(n).results.size(); ++k)
      if (const auto name = names_.find({n, static_cast<int>(k)});
          name != names_.end())
        sizes_.add_value(name->second, node(n).results[k].shape);
  }

  /// What has no operands and few elements is computed here.
  bool add_constant(int n) {
    const ir::TensorType& type = node(n).results.at(0);
    if (!node(n).operands.empty() || !has_numbers_only(n)) return false;
    const std::vector<std::int64_t> sizes = ir::concrete(type.shape);
    if (evaluate::count(sizes) > most_constant_elements) return false;
    ir::Call call = ir::call_of(rule_, graph_, node(n), facts_);
    call.result_type = ir::only_type(call.result_types);
    call.world = evaluate::native_world(call.result_type);
    const auto tensors = node(n).op->kernel(call, {}, {type.shape});
    define(n, writer_.constant(tensors.at(0), "constant"));
    return true;
  }

  bool has_numbers_only(int n) const {
    for (const auto& [name, attribute] : node(n).attributes)
      if (const auto* e = std::get_if<index::Expr>(&attribute);
          e != nullptr && !e->is_constant())
        return false;
    return is_concrete(node(n).results[0].shape);
  }

  /// The first result of the node is the value `name`.
  void define(int n, const std::string& name) {
    const auto [wanted, is_free] = names_.emplace(Key{n, 0}, name);
    if (!is_free) writer_.node("Identity", {name}, {wanted->second});
  }

  void add_operator(int n) {
    const ir::Operator& op = *node(n).op;
    const ir::Call call = ir::call_of(rule_, graph_, node(n), facts_);
    if (op.to_onnx == nullptr)
      throw ir::IllFormed("there is no such operator in ONNX");
    ir::OnnxMade made = op.to_onnx(call, writer_.opset());
    if (made.nodes.empty()) return define(n, operand_name(n, 0));
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < made.nodes.size(); ++k) {
      ir::OnnxNodeMade& part = made.nodes[k];
      if (part.op_type.empty()) part.op_type = op.name;
      const bool is_last = k + 1 == made.nodes.size();
      add_part(n, call, part, is_last, parts);
    }
  }

  /// One node of several; `parts` names the results of those before it.
  void add_part(int n, const ir::Call& call, ir::OnnxNodeMade& part,
                bool is_last, std::vector<std::string>& parts) {
    std::vector<std::string> inputs;
    std::vector<ir::TypeSet> types;
    for (const ir::OnnxOperandMade& operand : part.operands) {
      inputs.push_back(input_name(n, call, operand, parts));
      types.push_back(type_of(call, operand));
    }
    while (!inputs.empty() && inputs.back().empty()) inputs.pop_back();
    types.resize(inputs.size());
    for (auto& [name, attribute] : part.attributes)
      if (auto* scalar = std::get_if<ir::OnnxScalar>(&attribute))
        scalar->type = scalar_type(call, *scalar);
    std::vector<std::string> outputs = {""};
    if (is_last)
      outputs = result_names(n);
    else
      outputs[0] = writer_.fresh(part.op_type);
    parts.push_back(outputs[0]);
    require_known(part, types, is_last ? result_types(n) : no_types);
    writer_.node(part.op_type, inputs, outputs, part.attributes);
  }

  void require_known(const ir::OnnxNodeMade& part,
                     const std::vector<ir::TypeSet>& operands,
                     const std::vector<ir::TypeSet>& results) const {
    onnx::require_known(part.op_type, writer_.opset(), operands, results);
  }

  std::string operand_name(int n, int operand) const {
    const auto& ref = node(n).operands.at(static_cast<std::size_t>(operand));
    const std::string& name = names_.at(key(ref.value()));
    if (name.empty()) throw ir::IllFormed("it reads an input without a name");
    return name;
  }

  std::string input_name(int n, const ir::Call& call,
                         const ir::OnnxOperandMade& made,
                         const std::vector<std::string>& parts) {
    if (made.operand) return operand_name(n, *made.operand);
    if (made.node) return parts.at(static_cast<std::size_t>(*made.node));
    if (made.integers) return sizes_.list(*made.integers);
    if (made.integer) return sizes_.scalar(*made.integer);
    if (made.scalar)
      return writer_.number(made.scalar->value,
                            scalar_type(call, *made.scalar));
    return "";
  }

  static ir::ElementType scalar_type(const ir::Call& call,
                                     const ir::OnnxScalar& scalar) {
    if (scalar.type) return *scalar.type;
    return ir::only_type(call.operand_types.empty() ? call.result_types
                                                    : call.operand_types[0]);
  }

  /// Empty where it is not known without asking ONNX.
  static ir::TypeSet type_of(const ir::Call& call,
                             const ir::OnnxOperandMade& made) {
    if (made.operand)
      return call.operand_types.at(static_cast<std::size_t>(*made.operand))
          .types;
    if (made.integers || made.integer) return set_of(ir::ElementType::int64);
    if (made.scalar) return set_of(scalar_type(call, *made.scalar));
    return 0;
  }

  std::vector<ir::TypeSet> result_types(int n) const {
    std::vector<ir::TypeSet> types;
    for (const ir::TensorType& result : node(n).results)
      types.push_back(
          rule_.type_classes.at(static_cast<std::size_t>(result.type_class)));
    return types;
  }

  std::vector<std::string> result_names(int n) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < node(n).results.size(); ++k) {
      const Key result{n, static_cast<int>(k)};
      if (names_.count(result) == 0)
        names_[result] = writer_.fresh(node(n).name.empty() ? node(n).op->name
                                                            : node(n).name);
      names.push_back(names_[result]);
    }
    return names;
  }

  inline static const std::vector<ir::TypeSet> no_types = {};

  const ir::Rule& rule_;
  const ir::Graph& graph_;
  index::Facts facts_;
  std::set<Key> needed_;
  NodeWriter writer_;
  SizeWriter sizes_;
  std::map<Key, std::string> names_;
};

}  // namespace

Exported export_graph(const ir::Rule& rule, const ir::Graph& graph,
                      const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs, int opset,
                      FreshNames& fresh) {
  return GraphWriter(rule, graph, opset, fresh).write(inputs, outputs);
}

}  // namespace rewright::onnx
