// SPDX-License-Identifier: Apache-2.0
//
// Asks for the meaning of an output at symbolic indices once, and computes it
// at each index.
#include "properties/elementwise.h"

#include "evaluate/compare.h"
#include "evaluate/graph.h"
#include "evaluate/interpret.h"
#include "ir/conversion.h"
#include "properties/interpret.h"

namespace rewright::properties {
namespace {

/// The meaning of an output, with the index variables it is stated in.
struct Meaning {
  std::vector<index::Symbol> at;
  ir::Value value;
};

Meaning meaning_of(const ir::Rule& instance, const ir::Graph& graph,
                   std::size_t output) {
  const ir::Ref& ref = graph.outputs.at(output);
  index::Facts facts = instance.facts();
  Meaning meaning;
  ir::Indices indices;
  for (const auto& dim : instance.type_of(graph, ref).shape) {
    meaning.at.push_back(index::make_symbol("i", index::SymbolKind::variable));
    facts.add_variable(meaning.at.back(), dim.extent);
    indices.emplace_back(meaning.at.back());
  }
  meaning.value = ir::meaning(instance, graph, ref, indices, facts);
  return meaning;
}

template <class E>
Scalar<E> compute(const Meaning& meaning,
                  const std::vector<std::int64_t>& index,
                  Interpreter<E>& interpreter) {
  for (std::size_t k = 0; k < index.size(); ++k)
    interpreter.bind(meaning.at[k], index[k]);
  return interpreter(meaning.value);
}

template <class F, class E>
F element_of(const Scalar<E>& scalar) {
  if constexpr (std::is_same_v<F, evaluate::Boolean>)
    return {scalar.truth};
  else
    return scalar.number;
}

/// F is E, or Boolean when the output is.
template <class F, class E>
PartialTensor all_elements(const Meaning& meaning,
                           const std::vector<std::int64_t>& shape,
                           const Tensors& inputs) {
  Interpreter<E> interpreter(inputs);
  evaluate::Dense<F> values{shape, {}};
  PartialTensor result;
  const std::int64_t size = evaluate::count(shape);
  for (std::int64_t k = 0; k < size; ++k) {
    try {
      const auto scalar =
          compute(meaning, evaluate::index_at(shape, k), interpreter);
      values.data.push_back(element_of<F>(scalar));
      result.why_undefined.emplace_back();
    } catch (const evaluate::Undefined& undefined) {
      values.data.push_back(F{});
      result.why_undefined.emplace_back(undefined.what());
    }
  }
  result.values = std::move(values);
  return result;
}

/// Calls `f` with the world of the first input of numbers.
template <class F>
auto in_world_of(const Tensors& inputs, F&& f) {
  for (const auto& tensor : inputs) {
    if (!tensor.is<evaluate::Boolean>())
      return evaluate::with_element(tensor, f);
  }
  return f(evaluate::Element<base::Rational>{});
}

template <class E>
PartialTensor elements_in(const Meaning& meaning, bool is_boolean,
                          const std::vector<std::int64_t>& shape,
                          const Tensors& inputs) {
  if (is_boolean)
    return all_elements<evaluate::Boolean, E>(meaning, shape, inputs);
  return all_elements<E, E>(meaning, shape, inputs);
}

/// For values of several worlds; `world` is that of the output.
PartialTensor mixed_elements(const Meaning& meaning,
                             const std::vector<std::int64_t>& shape,
                             const Tensors& inputs, int world) {
  std::vector<evaluate::AccessedInput> accessed;
  for (const auto& tensor : inputs)
    accessed.push_back({&tensor, ir::shape_of(tensor.shape())});
  PartialTensor result;
  const auto element = [&](std::int64_t k) {
    evaluate::IndexValues at;
    const auto index = evaluate::index_at(shape, k);
    for (std::size_t i = 0; i < index.size(); ++i)
      at.set(meaning.at[i], index[i]);
    return evaluate::interpret(meaning.value, accessed, at, world);
  };
  result.values = evaluate::with_world(
      world, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        evaluate::Dense<E> values{shape, {}};
        for (std::int64_t k = 0; k < evaluate::count(shape); ++k) {
          values.data.emplace_back();
          result.why_undefined.emplace_back();
          try {
            values.data.back() = element(k).template as<E>().data.at(0);
          } catch (const evaluate::Undefined& undefined) {
            result.why_undefined.back() = undefined.what();
          }
        }
        return values;
      });
  return result;
}

}  // namespace

ir::ElementType output_type(const ir::Rule& instance, const ir::Graph& graph,
                            std::size_t output) {
  const auto& type = instance.type_of(graph, graph.outputs.at(output));
  return ir::members(instance.type_classes.at(
                         static_cast<std::size_t>(type.type_class)))
      .at(0);
}

std::vector<std::int64_t> output_shape(const ir::Rule& instance,
                                       const ir::Graph& graph,
                                       std::size_t output) {
  return ir::concrete(instance.type_of(graph, graph.outputs.at(output)).shape);
}

PartialTensor by_meaning(const ir::Rule& instance, const ir::Graph& graph,
                         std::size_t output, const Tensors& inputs) {
  const Meaning meaning = meaning_of(instance, graph, output);
  const auto shape = output_shape(instance, graph, output);
  const ir::ElementType type = output_type(instance, graph, output);
  if (ir::converts(instance))
    return mixed_elements(
        meaning, shape, inputs,
        evaluate::carriers_of(instance, inputs).world_of(type));
  const bool is_boolean = class_of(type) == ir::ElementClass::boolean;
  return in_world_of(inputs, [&]<class E>(evaluate::Element<E>) {
    return elements_in<E>(meaning, is_boolean, shape, inputs);
  });
}

std::optional<evaluate::Tensor> exact_element(
    const ir::Rule& instance, const ir::Graph& graph, std::size_t output,
    const std::vector<std::int64_t>& index, const Tensors& inputs) {
  const Meaning meaning = meaning_of(instance, graph, output);
  Interpreter<base::Real> interpreter(inputs);
  try {
    const auto scalar = compute(meaning, index, interpreter);
    const bool is_boolean = class_of(output_type(instance, graph, output)) ==
                            ir::ElementClass::boolean;
    if (is_boolean)
      return evaluate::Dense<evaluate::Boolean>{{}, {{scalar.truth}}};
    return evaluate::Dense<base::Real>{{}, {scalar.number}};
  } catch (const evaluate::Undefined&) {
    return {};
  }
}

}  // namespace rewright::properties
