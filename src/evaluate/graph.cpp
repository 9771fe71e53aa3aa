// SPDX-License-Identifier: Apache-2.0
#include "evaluate/graph.h"

#include <algorithm>
#include <cassert>

#include "evaluate/fused.h"
#include "ir/conversion.h"

namespace rewright::evaluate {

namespace {

constexpr std::int64_t large_size = 100'000;  // elements

template <int world>
using ElementAt = typename decltype(std::variant_alternative_t<
                                    static_cast<std::size_t>(world),
                                    Tensor::Storage>::data)::value_type;
static_assert(std::is_same_v<ElementAt<boolean_world>, Boolean>);
static_assert(std::is_same_v<ElementAt<rational_world>, base::Rational>);
static_assert(std::is_same_v<ElementAt<real_world>, base::Real>);
static_assert(std::is_same_v<ElementAt<residue_world>, base::Residue>);
static_assert(std::is_same_v<ElementAt<whole_world>, base::Whole>);
static_assert(std::is_same_v<ElementAt<bounded_world>, Bounded<double>>);
static_assert(std::is_same_v<ElementAt<bounded_world + 3>, Bounded<BFloat16>>);

ir::ElementType type_of(const ir::Rule& instance, int type_class) {
  const auto types = ir::members(
      instance.type_classes.at(static_cast<std::size_t>(type_class)));
  return types.at(0);  // an instance has one type per class
}

/// Runs the nodes in order and forgets tensors nobody will read.
class Run {
 public:
  Run(const ir::Rule& instance, const ir::Graph& graph,
      const std::vector<Tensor>& inputs, const Carriers& carriers)
      : instance_(instance),
        graph_(graph),
        inputs_(inputs),
        carriers_(carriers),
        facts_(instance.facts()),
        results_(graph.nodes.size()),
        last_use_(graph.nodes.size(), 0) {}

  std::vector<Tensor> outputs() {
    find_last_uses();
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      if (last_use_[n] > n) results_[n] = results_of(graph_.nodes[n]);
      for (const auto& operand : graph_.nodes[n].operands)
        if (operand) forget(*operand, n);
    }
    std::vector<Tensor> outputs;
    for (const ir::Ref& ref : graph_.outputs) outputs.push_back(tensor(ref));
    return outputs;
  }

 private:
  static std::size_t number(const ir::Ref& ref) {
    return static_cast<std::size_t>(ref.node);
  }

  void find_last_uses() {
    const std::size_t end = graph_.nodes.size();
    for (const ir::Ref& ref : graph_.outputs)
      if (ref.node >= 0) last_use_[number(ref)] = end;
    for (std::size_t n = end; n-- > 0;) {
      if (last_use_[n] == 0) continue;  // nobody needs this node
      for (const auto& operand : graph_.nodes[n].operands)
        if (operand && operand->node >= 0)
          last_use_[number(*operand)] =
              std::max(last_use_[number(*operand)], n);
    }
  }

  void forget(const ir::Ref& ref, std::size_t now) {
    if (ref.node >= 0 && last_use_[number(ref)] == now)
      results_[number(ref)].clear();
  }

  const Tensor& tensor(const ir::Ref& ref) const {
    const auto slot = static_cast<std::size_t>(ref.slot);
    return ref.node < 0 ? inputs_.at(slot) : results_[number(ref)].at(slot);
  }

  std::vector<Tensor> results_of(const ir::Node& node) const {
    ir::Call call = ir::call_of(instance_, graph_, node, facts_);
    call.result_type = type_of(instance_, node.results.at(0).type_class);
    call.world = carriers_.world_of(call.result_type);
    std::vector<const Tensor*> operands;
    for (const auto& operand : node.operands)
      operands.push_back(operand ? &tensor(*operand) : nullptr);
    std::vector<ir::Shape> shapes;
    for (const ir::TensorType& result : node.results)
      shapes.push_back(result.shape);
    return node.op->kernel(call, operands, shapes);
  }

  const ir::Rule& instance_;
  const ir::Graph& graph_;
  const std::vector<Tensor>& inputs_;
  Carriers carriers_;
  index::Facts facts_;
  std::vector<std::vector<Tensor>> results_;
  std::vector<std::size_t> last_use_;  // 0: never used
};

/// Whether it is worth the while to look for one pass over the inputs.
bool is_large(const ir::Graph& graph) {
  const auto count_of = [](const ir::TensorType& type) {
    return count(ir::concrete(type.shape));
  };
  return std::any_of(
      graph.nodes.begin(), graph.nodes.end(), [&](const ir::Node& node) {
        return std::any_of(node.results.begin(), node.results.end(),
                           [&](const ir::TensorType& result) {
                             return count_of(result) >= large_size;
                           });
      });
}

bool is_exact(std::optional<int> world) {
  return world && *world >= rational_world;
}

}  // namespace

int native_world(ir::ElementType type) {
  return static_cast<int>(type);  // Storage begins with the element types
}

int Carriers::world_of(ir::ElementType type) const {
  switch (ir::class_of(type)) {
    case ir::ElementClass::floating:
      return floating.value_or(native_world(type));
    case ir::ElementClass::integer:
      return integer.value_or(native_world(type));
    case ir::ElementClass::boolean:
      break;
  }
  return boolean_world;
}

Carriers carriers_of(const ir::Rule& instance,
                     const std::vector<Tensor>& inputs) {
  Carriers carriers;
  bool has_floating = false, has_integer = false;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const ir::ElementType type =
        type_of(instance, instance.inputs.at(k).type.type_class);
    const int world = static_cast<int>(inputs[k].storage.index());
    const bool is_floating = ir::class_of(type) == ir::ElementClass::floating;
    if (ir::class_of(type) == ir::ElementClass::boolean) continue;
    (is_floating ? has_floating : has_integer) = true;
    if (world != native_world(type))
      (is_floating ? carriers.floating : carriers.integer) = world;
  }
  if (ir::converts(instance)) {
    if (!has_floating) carriers.floating = rational_world;
    return carriers;
  }
  if (!has_floating && is_exact(carriers.integer))
    carriers.floating = carriers.integer;
  if (!has_integer && is_exact(carriers.floating))
    carriers.integer = carriers.floating;
  return carriers;
}

std::vector<Tensor> evaluate(const ir::Rule& instance, const ir::Graph& graph,
                             const std::vector<Tensor>& inputs,
                             const Carriers& carriers) {
  assert(inputs.size() == instance.inputs.size());
  if (is_large(graph))
    if (auto outputs = evaluate_fused(instance, graph, inputs)) return *outputs;
  return Run(instance, graph, inputs, carriers).outputs();
}

std::vector<Tensor> evaluate(const ir::Rule& instance, const ir::Graph& graph,
                             const std::vector<Tensor>& inputs) {
  return evaluate(instance, graph, inputs, carriers_of(instance, inputs));
}

}  // namespace rewright::evaluate
