// SPDX-License-Identifier: Apache-2.0
//
// A condition is checked at every index it is claimed for; see conditions.h.
#include "properties/conditions.h"

#include <functional>

#include "properties/interpret.h"

namespace rewright::properties {
namespace {

constexpr int redraws = 24;     // of one place before simple values are tried
constexpr int most_passes = 6;  // repairs may break other conditions

using Bindings = evaluate::IndexValues;

/// An element of an input.
struct Place {
  std::size_t input;
  std::int64_t offset;
};

/// Calls `f` for every index of a condition until it returns false.
bool at_every_index(const ir::ElementCondition& condition, std::size_t depth,
                    Bindings& bindings,
                    const std::function<bool(const Bindings&)>& f) {
  if (depth == condition.bound.size()) return f(bindings);
  const auto& bound = condition.bound[depth];
  const std::int64_t extent = bindings.number(bound.extent);
  for (std::int64_t i = 0; i < extent; ++i) {
    bindings.set(bound.symbol, i);
    if (!at_every_index(condition, depth + 1, bindings, f)) return false;
  }
  return true;
}

void collect_inputs(const ir::Value& v, std::vector<std::size_t>& into) {
  if (v->kind == ir::ValueKind::access)
    into.push_back(static_cast<std::size_t>(v->input));
  for (const auto& arg : v->args) collect_inputs(arg, into);
}

template <class E>
bool holds_in(const ir::ElementCondition& condition, const Tensors& inputs,
              const Bindings& bindings) {
  return Interpreter<E>(inputs, bindings)(condition.value).truth;
}

/// In the world of the first number that the condition reads.
bool holds_at(const ir::ElementCondition& condition, const Tensors& inputs,
              const Bindings& bindings) {
  std::vector<std::size_t> read;
  collect_inputs(condition.value, read);
  for (const auto input : read) {
    const auto& tensor = inputs.at(input);
    if (tensor.is<evaluate::Boolean>()) continue;
    return evaluate::with_element(tensor, [&]<class E>(evaluate::Element<E>) {
      return holds_in<E>(condition, inputs, bindings);
    });
  }
  return holds_in<base::Rational>(condition, inputs, bindings);
}

/// Comparisons that have no answer are not met.
bool is_met(const ir::ElementCondition& condition, const Tensors& inputs,
            const Bindings& bindings) {
  try {
    return holds_at(condition, inputs, bindings);
  } catch (const evaluate::Undefined&) {
    return false;
  } catch (const evaluate::Uncertain&) {
    return false;
  }
}

/// The elements a condition reads; those inside reductions are left out.
void collect_places(const ir::Value& v, const Tensors& inputs,
                    const Bindings& bindings, std::vector<Place>& places) {
  if (v->kind == ir::ValueKind::access) {
    const auto input = static_cast<std::size_t>(v->input);
    const auto& shape = inputs.at(input).shape();
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < shape.size(); ++k)
      offset = offset * shape[k] + bindings.number(v->indices[k]);
    places.push_back({input, offset});
  }
  if (v->kind == ir::ValueKind::reduce) return;
  for (const auto& arg : v->args) collect_places(arg, inputs, bindings, places);
}

template <class E>
E simple_value(int which) {
  static constexpr int values[] = {1, 0, 2, -1};
  if constexpr (std::is_same_v<E, evaluate::Boolean>)
    return {which % 2 == 0};
  else
    return evaluate::Arithmetic<E>::from_integer(values[which % 4]);
}

void set_simple(evaluate::Tensor& tensor, std::int64_t offset, int which) {
  std::visit(
      [&]<class E>(evaluate::Dense<E>& dense) {
        dense.data.at(static_cast<std::size_t>(offset)) =
            simple_value<E>(which);
      },
      tensor.storage);
}

/// Gives one element the value of another of the same type.
void copy_element(Tensors& inputs, const Place& from, const Place& to) {
  std::visit(
      [&]<class E>(evaluate::Dense<E>& dense) {
        const auto* source =
            std::get_if<evaluate::Dense<E>>(&inputs.at(from.input).storage);
        if (!source) return;
        dense.data.at(static_cast<std::size_t>(to.offset)) =
            source->data.at(static_cast<std::size_t>(from.offset));
      },
      inputs.at(to.input).storage);
}

/// One more attempt at making the condition true: new values, then equal
/// ones, then simple ones.
void change(const std::vector<Place>& places, int attempt,
            const Palette& palette, Stream& stream, Tensors& inputs) {
  if (attempt < redraws) {
    const auto& place = stream.pick(places);
    redraw(inputs.at(place.input), place.offset, palette, stream);
  } else if (attempt % 2 == 0) {
    copy_element(inputs, stream.pick(places), stream.pick(places));
  } else {
    const auto& place = stream.pick(places);
    set_simple(inputs.at(place.input), place.offset,
               static_cast<int>(stream.below(4)));
  }
}

bool repair(const ir::ElementCondition& condition, const Bindings& bindings,
            const Palette& palette, const FixedInputs& fixed, Stream& stream,
            Tensors& inputs, bool& changed) {
  if (is_met(condition, inputs, bindings)) return true;
  changed = true;
  std::vector<Place> places;
  collect_places(condition.value, inputs, bindings, places);
  std::erase_if(places, [&](const Place& place) {
    return fixed.count(static_cast<int>(place.input)) != 0;
  });
  if (places.empty()) return false;
  for (int attempt = 0; attempt < 3 * redraws; ++attempt) {
    change(places, attempt, palette, stream, inputs);
    if (is_met(condition, inputs, bindings)) return true;
  }
  return false;
}

}  // namespace

bool conditions_hold(const ir::Rule& instance, const Tensors& inputs) {
  for (const auto& condition : instance.element_when) {
    Bindings bindings;
    const auto met = [&](const Bindings& at) {
      return is_met(condition, inputs, at);
    };
    if (!at_every_index(condition, 0, bindings, met)) return false;
  }
  return true;
}

bool meet_conditions(const ir::Rule& instance, const Palette& palette,
                     const FixedInputs& fixed, Stream& stream,
                     Tensors& inputs) {
  for (int pass = 0; pass < most_passes; ++pass) {
    bool changed = false;
    for (const auto& condition : instance.element_when) {
      Bindings bindings;
      const auto repaired = [&](const Bindings& at) {
        return repair(condition, at, palette, fixed, stream, inputs, changed);
      };
      if (!at_every_index(condition, 0, bindings, repaired)) return false;
    }
    if (!changed) return true;
  }
  return false;
}

}  // namespace rewright::properties
