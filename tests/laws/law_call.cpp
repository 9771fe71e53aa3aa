// SPDX-License-Identifier: Apache-2.0
#include "laws/law_call.h"

#include <algorithm>

#include "evaluate/arithmetic.h"
#include "evaluate/compare.h"

namespace rewright::laws {

using evaluate::Dense;
using evaluate::Element;
using evaluate::Tensor;

namespace {

std::string text(const ir::Attribute& attribute) {
  std::string result;
  if (const auto* e = std::get_if<index::Expr>(&attribute)) return print(*e);
  if (const auto* s = std::get_if<std::string>(&attribute)) return *s;
  if (const auto* s = std::get_if<ir::Shape>(&attribute)) return print(*s);
  if (const auto* n = std::get_if<ir::ConstantNumber>(&attribute))
    return base::print(n->rational);
  if (const auto* axes = std::get_if<ir::Axes>(&attribute))
    for (const int axis : axes->entries) result += std::to_string(axis) + " ";
  if (const auto* list = std::get_if<ir::PerAxis>(&attribute))
    for (const auto& value : list->values)
      result += (value ? print(*value) : "-") + " ";
  if (const auto* list = std::get_if<ir::IntList>(&attribute))
    for (const auto& value : list->values) result += print(value) + " ";
  return result;
}

/// The world a set of types is tested in, by the class of its first member.
int law_world(ir::TypeSet types) {
  switch (ir::class_of(ir::members(types).at(0))) {
    case ir::ElementClass::floating:
      return evaluate::rational_world;
    case ir::ElementClass::integer:
      return static_cast<int>(ir::ElementType::int8);
    case ir::ElementClass::boolean:
      break;
  }
  return evaluate::boolean_world;
}

Typing typing_of(const ir::Operator& op, ir::ElementClass wanted) {
  Typing typing{{}, ir::ElementType::float32};
  for (const auto& [letter, types] : op.signature.types) {
    const ir::TypeSet some = ir::restrict_to(types, wanted);
    const ir::TypeSet chosen = some != 0 ? some : types;
    typing.worlds[letter] = law_world(chosen);
    if (letter == op.signature.results.at(0))
      typing.result_type = ir::members(chosen).at(0);
  }
  return typing;
}

struct Mood {
  std::int64_t low, high;
  bool has_zero;
};

std::int64_t draw(const Mood& mood, Random& random) {
  const std::int64_t x = random.between(mood.low, mood.high);
  return x == 0 && !mood.has_zero ? 1 : x;
}

void append(Tensor& into, const Tensor& scalar) {
  evaluate::with_element(scalar, [&]<class E>(Element<E>) {
    into.as<E>().data.push_back(scalar.as<E>().data.at(0));
  });
}

Tensor empty_tensor(int world, const std::vector<std::int64_t>& sizes) {
  return evaluate::with_world(world, [&]<class E>(Element<E>) -> Tensor {
    return Dense<E>{sizes, {}};
  });
}

ir::TypeClass class_of_world(int world) {
  if (world == evaluate::boolean_world) return {world, ir::boolean_types};
  if (world > evaluate::boolean_world) return {world, ir::floating_types};
  return {world, ir::set_of(static_cast<ir::ElementType>(world))};
}

/// The call with the types that the worlds stand for.
ir::Call typed(const LawCall& law_call, const Typing& typing) {
  ir::Call call = law_call.call();
  for (std::size_t k = 0; k < call.operands.size(); ++k)
    call.operand_types.push_back(class_of_world(typing.world(law_call.op, k)));
  call.result_types = class_of_world(typing.result_world(law_call.op));
  return call;
}

std::vector<ir::Reader> readers_of(const LawCall& call) {
  std::vector<ir::Reader> readers;
  for (int k = 0; k < static_cast<int>(call.shapes.size()); ++k)
    readers.push_back([k](const ir::Indices& at) { return ir::access(k, at); });
  return readers;
}

Tensor result_by_meaning(LawCall call, const Typing& typing,
                         const std::vector<Tensor>& operands, int result,
                         const ir::Shape& shape,
                         const std::vector<std::int64_t>& sizes,
                         evaluate::IndexValues values) {
  const int world = typing.result_world(call.op);
  if (evaluate::count(sizes) == 0) return empty_tensor(world, sizes);
  const Positions positions(shape);
  positions.declare(call.facts);
  const ir::Value value = call.op.meaning(typed(call, typing), readers_of(call),
                                          result, positions.indices());
  std::vector<evaluate::AccessedInput> inputs;
  for (std::size_t k = 0; k < operands.size(); ++k)
    inputs.push_back({&operands[k], call.shapes[k]});
  return interpreted(value, inputs, positions, sizes, values, world);
}

std::string difference(const std::vector<Tensor>& a,
                       const std::vector<Tensor>& b) {
  if (a.size() != b.size()) return "different numbers of results";
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto found = evaluate::differ(a[k], b[k], {0x1p-200, 64});
    if (!found) continue;
    const std::string where = "result " + std::to_string(k);
    if (found->offset < 0) return where + " differs in shape or world";
    return where + " differs at offset " + std::to_string(found->offset) +
           ": kernel " + a[k].element_text(found->offset) + ", meaning " +
           b[k].element_text(found->offset);
  }
  return "";
}

}  // namespace

Tensor random_tensor(const ir::Shape& shape, int world, Random& random) {
  const bool is_machine = world < evaluate::boolean_world;
  const Mood mood{random.coin() ? 0 : (is_machine ? -128 : -12),
                  is_machine ? 127 : 12, random.coin()};
  return evaluate::with_world(world, [&]<class E>(Element<E>) -> Tensor {
    using A = evaluate::Arithmetic<E>;
    Dense<E> x{ir::concrete(shape), {}};
    for (auto n = evaluate::count(x.shape); n > 0; --n) {
      if constexpr (std::is_same_v<E, evaluate::Boolean>)
        x.data.push_back({random.coin()});
      else if constexpr (std::is_integral_v<E>)
        x.data.push_back(A::from_integer(draw(mood, random)));
      else
        x.data.push_back(A::from_rational(
            base::Rational(draw(mood, random), random.between(1, 4))));
    }
    return x;
  });
}

Positions::Positions(const ir::Shape& shape) : shape_(shape) {
  for (std::size_t k = 0; k < shape.size(); ++k)
    variables_.push_back(index::make_symbol(
        "i" + std::to_string(k), index::SymbolKind::variable, shape[k].group));
}

ir::Indices Positions::indices() const {
  return ir::Indices(variables_.begin(), variables_.end());
}

void Positions::declare(index::Facts& facts) const {
  for (std::size_t k = 0; k < shape_.size(); ++k)
    facts.add_variable(variables_[k], shape_[k].extent);
}

std::vector<std::int64_t> Positions::sizes(
    const evaluate::IndexValues& values) const {
  std::vector<std::int64_t> sizes;
  for (const ir::Dim& dim : shape_) {
    if (!ir::is_group(dim)) {
      sizes.push_back(values.number(dim.extent));
      continue;
    }
    for (const std::int64_t n : values.numbers(dim.extent, dim.group))
      sizes.push_back(n);
  }
  return sizes;
}

void Positions::set(evaluate::IndexValues& values,
                    const std::vector<std::int64_t>& index) const {
  auto next = index.begin();
  for (std::size_t k = 0; k < shape_.size(); ++k) {
    const std::string& group = shape_[k].group;
    const int axes = group.empty() ? 1 : values.rank(group);
    values.set(variables_[k], std::vector<std::int64_t>(next, next + axes));
    next += axes;
  }
}

Tensor interpreted(const ir::Value& value,
                   const std::vector<evaluate::AccessedInput>& inputs,
                   const Positions& positions,
                   const std::vector<std::int64_t>& sizes,
                   evaluate::IndexValues values, int world) {
  Tensor elements = empty_tensor(world, sizes);
  for (std::int64_t k = 0; k < evaluate::count(sizes); ++k) {
    positions.set(values, evaluate::index_at(sizes, k));
    append(elements, evaluate::interpret(value, inputs, values, world));
  }
  return elements;
}

ir::Call LawCall::call() const {
  return {.attributes = attributes,
          .operands = shapes,
          .given = given,
          .facts = facts};
}

std::optional<ir::Inferred> LawCall::infer() const {
  try {
    return op.infer(call());
  } catch (const ir::IllFormed&) {
    return {};
  }
}

std::string LawCall::text() const {
  std::string result = op.name + "(";
  for (std::size_t k = 0; k < shapes.size(); ++k)
    result += (given[k] ? print(shapes[k]) : std::string("absent")) + " ";
  for (const auto& [name, attribute] : attributes)
    result += "; " + name + " = " + laws::text(attribute);
  result += ")";
  for (const index::Formula& f : facts.assumptions())
    result += " when " + print(f);
  return result;
}

LawCall concrete_call(const ir::Operator& op, const RandomCall& random) {
  LawCall call{op, random.attributes, {}, random.given};
  for (const ir::AttributeSpec& spec : op.signature.attributes)
    if (spec.fallback) call.attributes.emplace(spec.name, *spec.fallback);
  for (const auto& sizes : random.operands)
    call.shapes.push_back(ir::shape_of(sizes));
  if (call.given.empty()) call.given.assign(call.shapes.size(), true);
  while (!call.given.empty() && !call.given.back()) {
    call.given.pop_back();
    call.shapes.pop_back();
  }
  return call;
}

bool holds(const std::vector<ir::Condition>& conditions,
           const evaluate::IndexValues& values) {
  return std::ranges::all_of(conditions, [&](const ir::Condition& c) {
    return values.holds(c.formula);
  });
}

int Typing::world(const ir::Operator& op, std::size_t operand) const {
  const auto& letters = op.signature.operands;
  return worlds.at(letters.at(std::min(operand, letters.size() - 1)));
}

int Typing::result_world(const ir::Operator& op) const {
  return worlds.at(op.signature.results.at(0));
}

std::vector<Typing> typings(const ir::Operator& op) {
  std::vector<Typing> list;
  for (const auto wanted :
       {ir::ElementClass::floating, ir::ElementClass::integer,
        ir::ElementClass::boolean}) {
    const bool is_taken =
        std::ranges::any_of(op.signature.types, [&](const auto& letter) {
          return ir::restrict_to(letter.second, wanted) != 0;
        });
    if (!is_taken) continue;
    Typing typing = typing_of(op, wanted);
    const auto same = [&](const Typing& t) {
      return t.worlds == typing.worlds;
    };
    if (std::ranges::none_of(list, same)) list.push_back(std::move(typing));
  }
  return list;
}

Typing with_reals(const Typing& typing) {
  Typing changed = typing;
  for (auto& [letter, world] : changed.worlds)
    if (world == evaluate::rational_world) world = evaluate::real_world;
  return changed;
}

std::vector<Tensor> random_operands(const LawCall& concrete,
                                    const Typing& typing, Random& random) {
  std::vector<Tensor> operands;
  for (std::size_t k = 0; k < concrete.shapes.size(); ++k)
    operands.push_back(random_tensor(concrete.shapes[k],
                                     typing.world(concrete.op, k), random));
  return operands;
}

Results by_kernel(const LawCall& concrete, const Typing& typing,
                  const std::vector<Tensor>& operands) {
  ir::Call call = concrete.call();
  call.result_type = typing.result_type;
  call.world = typing.result_world(concrete.op);
  std::vector<const Tensor*> pointers;
  for (std::size_t k = 0; k < operands.size(); ++k)
    pointers.push_back(concrete.given[k] ? &operands[k] : nullptr);
  const ir::Inferred inferred = concrete.op.infer(call);
  try {
    return concrete.op.kernel(call, pointers, inferred.results);
  } catch (const evaluate::Undefined&) {
    return {};
  }
}

Results by_meaning(const LawCall& call, const Typing& typing,
                   const std::vector<Tensor>& operands,
                   const std::vector<std::vector<std::int64_t>>& sizes,
                   const evaluate::IndexValues& values) {
  const ir::Inferred inferred = call.op.infer(call.call());
  std::vector<Tensor> results;
  try {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      results.push_back(
          result_by_meaning(call, typing, operands, static_cast<int>(k),
                            inferred.results.at(k), sizes[k], values));
  } catch (const evaluate::Undefined&) {
    return {};
  }
  return results;
}

std::string disagreement(const LawCall& concrete, const LawCall& call,
                         const evaluate::IndexValues& values, Random& random) {
  std::vector<std::vector<std::int64_t>> sizes;
  for (const ir::Shape& shape : concrete.op.infer(concrete.call()).results)
    sizes.push_back(ir::concrete(shape));
  for (Typing typing : typings(concrete.op)) {
    auto operands = random_operands(concrete, typing, random);
    Results kernel;
    try {
      kernel = by_kernel(concrete, typing, operands);
    } catch (const evaluate::NotInWorld&) {
      typing = with_reals(typing);
      operands = random_operands(concrete, typing, random);
      kernel = by_kernel(concrete, typing, operands);
    }
    const Results meaning = by_meaning(call, typing, operands, sizes, values);
    if (kernel.has_value() != meaning.has_value())
      return std::string("only the ") + (kernel ? "kernel" : "meaning") +
             " is defined";
    if (!kernel) continue;
    const std::string found = difference(*kernel, *meaning);
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace rewright::laws
