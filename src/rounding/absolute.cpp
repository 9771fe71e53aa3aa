// SPDX-License-Identifier: Apache-2.0
//
// Node by node: a node's meaning, changed to absolute values, is interpreted at
// every index of its results. It reads both versions of every operand: input k
// is the operand itself, input k + operands its absolute version.
#include "rounding/absolute.h"

#include <map>

#include "evaluate/arithmetic.h"
#include "evaluate/compare.h"
#include "evaluate/graph.h"
#include "evaluate/interpret.h"
#include "rounding/node_meaning.h"

namespace rewright::rounding {

using evaluate::Tensor;
using ir::Function;
using ir::Value;
using ir::ValueKind;

namespace {

/// A value, changed; shared parts stay shared.
class Absolute {
 public:
  explicit Absolute(int operands) : operands_(operands) {}

  Value operator()(const Value& v) {
    const auto found = known_.find(v.get());
    if (found != known_.end()) return found->second;
    const Value result = changed(v);
    known_.emplace(v.get(), result);
    return result;
  }

 private:
  Value changed(const Value& v) {
    switch (v->kind) {
      case ValueKind::access:
        return ir::access(v->input + operands_, v->indices);
      case ValueKind::constant:
        return number(v);
      case ValueKind::size:
        return ir::apply(Function::abs, {v});
      case ValueKind::apply:
        return apply(v);
      case ValueKind::select:
        return ir::select(v->condition, part(v, 0), part(v, 1));
      case ValueKind::reduce:
        return ir::reduce(
            v->monoid == ir::Monoid::min ? ir::Monoid::max : v->monoid,
            v->bound, v->condition, part(v, 0));
    }
    throw std::logic_error("unknown kind of value");
  }

  static Value number(const Value& v) {
    using Kind = ir::ConstantNumber::Kind;
    if (v->constant.kind == Kind::truth) return v;
    if (v->constant.kind != Kind::rational) return ir::constant(0);
    return ir::constant(base::Rational(abs(v->constant.rational)));
  }

  Value apply(const Value& v) {
    switch (v->function) {
      case Function::add:
      case Function::mul:
      case Function::max:
        return ir::apply(v->function, {part(v, 0), part(v, 1)});
      case Function::min:
        return ir::apply(Function::max, {part(v, 0), part(v, 1)});
      case Function::neg:
      case Function::abs:
        return part(v, 0);
      case Function::div:
        return part(v, 0) / ir::apply(Function::abs, {v->args.at(1)});
      case Function::where:
        return ir::apply(Function::where,
                         {v->args.at(0), part(v, 1), part(v, 2)});
      default:
        return v;  // a truth value; other functions have no bound
    }
  }

  Value part(const Value& v, std::size_t k) { return (*this)(v->args.at(k)); }

  int operands_;
  std::map<const ir::ValueNode*, Value> known_;
};

bool is_floating(const ir::Rule& instance, int type_class) {
  return (instance.type_classes.at(static_cast<std::size_t>(type_class)) &
          ir::floating_types) != 0;
}

Tensor absolute(const Tensor& x) {
  return evaluate::with_number(x, [&]<class E>(evaluate::Element<E>) -> Tensor {
    evaluate::Dense<E> result = x.as<E>();
    for (E& element : result.data)
      element = evaluate::Arithmetic<E>::abs(element);
    return result;
  });
}

class Run {
 public:
  Run(const ir::Rule& instance, const ir::Graph& graph,
      const std::vector<Tensor>& inputs)
      : instance_(instance),
        graph_(graph),
        carriers_(evaluate::carriers_of(instance, inputs)),
        facts_(instance.facts()) {
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const bool has_sign =
          is_floating(instance, instance.inputs.at(k).type.type_class);
      numbers_.push_back({inputs[k]});
      absolutes_.push_back({has_sign ? absolute(inputs[k]) : inputs[k]});
    }
    if (!carriers_.floating) carriers_.floating = evaluate::real_world;
    evaluate_numbers(inputs);
  }

  std::vector<Tensor> outputs() {
    for (const ir::Node& node : graph_.nodes) {
      std::vector<Tensor> results;
      for (std::size_t slot = 0; slot < node.results.size(); ++slot)
        results.push_back(result(node, slot));
      absolutes_.push_back(std::move(results));
    }
    std::vector<Tensor> outputs;
    for (const ir::Ref& ref : graph_.outputs)
      outputs.push_back(at(absolutes_, ref));
    return outputs;
  }

 private:
  using Versions = std::vector<std::vector<Tensor>>;  // inputs, then nodes

  const Tensor& at(const Versions& versions, const ir::Ref& ref) const {
    const auto slot = static_cast<std::size_t>(ref.slot);
    if (ref.node < 0) return versions.at(slot).at(0);
    return versions
        .at(instance_.inputs.size() + static_cast<std::size_t>(ref.node))
        .at(slot);
  }

  /// The results of all nodes, absolute values aside.
  void evaluate_numbers(const std::vector<Tensor>& inputs) {
    ir::Graph all = graph_;
    all.outputs.clear();
    for (std::size_t n = 0; n < all.nodes.size(); ++n)
      for (std::size_t slot = 0; slot < all.nodes[n].results.size(); ++slot)
        all.outputs.push_back({static_cast<int>(n), static_cast<int>(slot)});
    const auto results = evaluate::evaluate(instance_, all, inputs, carriers_);
    numbers_.resize(inputs.size() + all.nodes.size());
    for (std::size_t k = 0; k < results.size(); ++k)
      numbers_[inputs.size() + static_cast<std::size_t>(all.outputs[k].node)]
          .push_back(results[k]);
  }

  Tensor result(const ir::Node& node, std::size_t slot) const {
    const int number = static_cast<int>(slot);
    const ir::TensorType& type = node.results[slot];
    if (!is_floating(instance_, type.type_class))
      return numbers_.at(absolutes_.size()).at(slot);
    const NodeMeaning meaning =
        node_meaning(instance_, graph_, node, number, facts_);
    const Value value =
        Absolute(static_cast<int>(node.operands.size()))(meaning.value);
    return elements(value, meaning.at, operands_of(node),
                    ir::concrete(type.shape));
  }

  std::vector<evaluate::AccessedInput> operands_of(const ir::Node& node) const {
    std::vector<evaluate::AccessedInput> operands;
    for (const Versions* versions : {&numbers_, &absolutes_})
      for (const auto& operand : node.operands)
        operands.push_back(
            operand
                ? evaluate::AccessedInput{&at(*versions, *operand),
                                          instance_.type_of(graph_, *operand)
                                              .shape}
                : evaluate::AccessedInput{nullptr, {}});
    return operands;
  }

  Tensor elements(const Value& value, const std::vector<index::Symbol>& at,
                  const std::vector<evaluate::AccessedInput>& operands,
                  const std::vector<std::int64_t>& shape) const {
    const int world = *carriers_.floating;
    return evaluate::with_world(
        world, [&]<class E>(evaluate::Element<E>) -> Tensor {
          evaluate::Dense<E> made{shape, {}};
          evaluate::IndexValues indices;
          for (std::int64_t k = 0; k < evaluate::count(shape); ++k) {
            const auto index = evaluate::index_at(shape, k);
            for (std::size_t d = 0; d < at.size(); ++d)
              indices.set(at[d], index[d]);
            made.data.push_back(
                evaluate::interpret(value, operands, indices, world)
                    .template as<E>()
                    .data.at(0));
          }
          return made;
        });
  }

  const ir::Rule& instance_;
  const ir::Graph& graph_;
  evaluate::Carriers carriers_;
  index::Facts facts_;
  Versions numbers_, absolutes_;
};

}  // namespace

std::vector<Tensor> evaluate_absolute(const ir::Rule& instance,
                                      const ir::Graph& graph,
                                      const std::vector<Tensor>& inputs) {
  return Run(instance, graph, inputs).outputs();
}

}  // namespace rewright::rounding
