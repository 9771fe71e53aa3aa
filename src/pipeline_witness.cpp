// SPDX-License-Identifier: Apache-2.0
#include "pipeline_witness.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <type_traits>

#include "base/error.h"
#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "onnx/tensor_file.h"
#include "properties/tensors.h"

namespace rewright::pipeline {
namespace {

using evaluate::Bounded;
using evaluate::Tensor;
using evidence::Status;

std::size_t at(int n) { return static_cast<std::size_t>(n); }

ir::ElementType type_of(const ir::Rule& rule, const ir::TensorType& type) {
  return ir::members(rule.type_classes.at(at(type.type_class))).at(0);
}

/// A number of any world as one of E.
template <class E, class S>
E as(const S& x) {
  if constexpr (std::is_same_v<E, S>)
    return x;
  else if constexpr (std::is_same_v<E, evaluate::Boolean> ||
                     std::is_same_v<S, evaluate::Boolean> ||
                     std::is_same_v<S, base::Residue> ||
                     std::is_same_v<S, base::Whole> || requires { x.error; })
    throw base::InputError("counterexample",
                           "it is not of a world that files have");
  else if constexpr (std::is_integral_v<E>)
    return static_cast<E>(static_cast<std::int64_t>(x));
  else
    return E(static_cast<double>(x));
}

template <class E>
Tensor typed(const Tensor& tensor) {
  return std::visit(
      []<class S>(const evaluate::Dense<S>& from) -> Tensor {
        evaluate::Dense<E> to{from.shape, {}};
        for (const S& x : from.data) to.data.push_back(as<E>(x));
        return to;
      },
      tensor.storage);
}

Tensor typed(const Tensor& tensor, ir::ElementType type) {
  using ir::ElementType;
  switch (type) {
    case ElementType::float64:
      return typed<double>(tensor);
    case ElementType::float32:
      return typed<float>(tensor);
    case ElementType::float16:
      return typed<evaluate::Half>(tensor);
    case ElementType::bfloat16:
      return typed<evaluate::BFloat16>(tensor);
    case ElementType::int64:
      return typed<std::int64_t>(tensor);
    case ElementType::int32:
      return typed<std::int32_t>(tensor);
    case ElementType::int16:
      return typed<std::int16_t>(tensor);
    case ElementType::int8:
      return typed<std::int8_t>(tensor);
    case ElementType::boolean:
      return typed<evaluate::Boolean>(tensor);
  }
  throw std::logic_error("no such type");
}

/// The rule at the sizes that tensors have.
ir::Rule instance_at(const ir::Rule& rule, const std::vector<Tensor>& inputs,
                     const std::string& place) {
  ir::Assignment assignment;
  for (const ir::TypeSet set : rule.type_classes)
    assignment.types.push_back(ir::members(set).at(0));
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const ir::Shape& shape = rule.inputs[k].type.shape;
    const auto fail = [&] {
      throw base::InputError(
          place, "'" + rule.inputs[k].name + "' has the shape " +
                     ir::print(ir::shape_of(inputs[k].shape())) + ", not " +
                     ir::print(shape));
    };
    if (shape.size() != inputs[k].shape().size()) fail();
    for (std::size_t d = 0; d < shape.size(); ++d) {
      const std::int64_t size = inputs[k].shape()[d];
      if (shape[d].extent.is_constant()) {
        if (!shape[d].extent.is(size)) fail();
        continue;
      }
      for (const ir::SizeDecl& declared : rule.sizes)
        if (shape[d].extent == index::Expr(declared.symbol)) {
          auto& values = assignment.values[declared.symbol->id];
          if (!values.empty() && values[0] != size) fail();
          values = {size};
        }
    }
  }
  for (const ir::SizeDecl& declared : rule.sizes) {
    auto& values = assignment.values[declared.symbol->id];
    if (values.empty()) values = {declared.lower};
  }
  ir::Instance instance = ir::instantiate(rule, assignment);
  if (!instance.when_holds || !instance.lhs_well_formed ||
      !instance.rhs_well_formed)
    throw base::InputError(
        place, "the models do not take these sizes: " + instance.defect);
  return std::move(instance.rule);
}

std::vector<std::size_t> free_inputs(const ir::Rule& rule,
                                     const Constants& constants) {
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < rule.inputs.size(); ++k)
    if (constants.count(static_cast<int>(k)) == 0) free.push_back(k);
  return free;
}

std::string file(const std::string& folder, const std::string& what,
                 std::size_t number) {
  return folder + '/' + what + '_' + std::to_string(number) + ".pb";
}

std::vector<Tensor> read_inputs(const ir::Rule& rule,
                                const Constants& constants,
                                const std::string& folder) {
  std::vector<Tensor> inputs(rule.inputs.size());
  for (const auto& [k, tensor] : constants) inputs.at(at(k)) = *tensor;
  std::size_t number = 0;
  for (const std::size_t k : free_inputs(rule, constants)) {
    const std::string path = file(folder, "input", number++);
    inputs[k] = onnx::read_tensor(path);
    const ir::ElementType type = type_of(rule, rule.inputs[k].type);
    if (static_cast<int>(inputs[k].storage.index()) !=
        evaluate::native_world(type))
      throw base::InputError(path, "it is " + inputs[k].element_name() +
                                       ", and '" + rule.inputs[k].name +
                                       "' is " + std::string(ir::name(type)));
  }
  return inputs;
}

/// How far two outputs are apart, and how far rounding may put them.
struct Gap {
  double difference = 0;     // the largest
  double explained = 0;      // the bound there
  std::int64_t offset = -1;  // of the first that rounding does not explain
};

template <class E>
Gap gap(const evaluate::Dense<E>& a, const evaluate::Dense<E>& b) {
  Gap found;
  for (std::size_t k = 0; k < a.data.size(); ++k) {
    double difference = 0, bound = 0;
    if constexpr (requires { a.data[k].error; }) {
      const auto x = static_cast<double>(a.data[k].value),
                 y = static_cast<double>(b.data[k].value);
      if (std::isnan(x) && std::isnan(y)) continue;
      difference = x == y ? 0 : std::fabs(x - y);
      bound = a.data[k].error + b.data[k].error;
    } else {
      difference = a.data[k] == b.data[k] ? 0 : 1;
    }
    const bool is_explained = difference <= bound;
    if (!is_explained && found.offset < 0)
      found.offset = static_cast<std::int64_t>(k);
    if (difference >= found.difference) {
      found.difference = difference;
      found.explained = bound;
    }
  }
  return found;
}

Gap gap(const Tensor& a, const Tensor& b) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& x) { return gap(x, b.as<E>()); },
      a.storage);
}

std::vector<std::int64_t> index_of(std::int64_t offset,
                                   const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t k = shape.size(); k-- > 0;) {
    index[k] = offset % shape[k];
    offset /= shape[k];
  }
  return index;
}

void write_outputs(const std::vector<Tensor>& outputs,
                   const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (std::size_t o = 0; o < outputs.size(); ++o)
    onnx::write_tensor(outputs[o], "output_" + std::to_string(o),
                       file(folder, "output", o));
}

}  // namespace

void save_counterexample(const ir::Rule& rule, const Constants& constants,
                         const evidence::Counterexample& found,
                         const std::string& folder) {
  if (found.inputs.size() != rule.inputs.size())
    throw base::InputError(folder, "the counterexample is not kept whole");
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw base::InputError(folder, failed.message());
  std::vector<Tensor> inputs;
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const auto constant = constants.find(static_cast<int>(k));
    inputs.push_back(constant != constants.end()
                         ? *constant->second
                         : typed(found.inputs[k].second,
                                 type_of(rule, rule.inputs[k].type)));
  }
  std::size_t number = 0;
  for (const std::size_t k : free_inputs(rule, constants))
    onnx::write_tensor(inputs[k], rule.inputs[k].name,
                       file(folder, "input", number++));
  const ir::Rule instance = instance_at(rule, inputs, folder);
  try {
    write_outputs(evaluate::evaluate(instance, instance.lhs, inputs), folder);
    write_outputs(evaluate::evaluate(instance, instance.rhs, inputs),
                  folder + "/second");
  } catch (const evaluate::Undefined&) {  // then the inputs have to do
  } catch (const evaluate::NotInWorld&) {
  }
}

evidence::FuzzResult try_inputs(const ir::Rule& rule,
                                const Constants& constants,
                                const std::string& folder) {
  const std::vector<Tensor> inputs = read_inputs(rule, constants, folder);
  const ir::Rule instance = instance_at(rule, inputs, folder);
  evidence::FuzzResult result;
  result.status = Status::unknown;
  std::vector<Tensor> lhs, rhs;
  try {
    const std::vector<Tensor> bounded = properties::with_bounds(inputs);
    lhs = evaluate::evaluate(instance, instance.lhs, bounded);
    rhs = evaluate::evaluate(instance, instance.rhs, bounded);
  } catch (const std::runtime_error& e) {
    result.discarded = 1;
    result.detail = e.what();
    return result;
  }
  result.cases = 1;
  result.agreed = true;
  std::ostringstream detail;
  for (std::size_t o = 0; o < lhs.size(); ++o) {
    const Gap found = gap(lhs[o], rhs[o]);
    detail << (o == 0 ? "" : "; ") << "output " << o << " differs by at most "
           << found.difference
           << " at the inputs given, where rounding explains "
           << found.explained;
    if (found.offset < 0 || result.status == Status::refuted) continue;
    evidence::Counterexample difference;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      difference.inputs.emplace_back(rule.inputs[k].name, inputs[k]);
    difference.folder = folder;
    difference.output = static_cast<int>(o);
    difference.index = index_of(found.offset, lhs[o].shape());
    difference.world = std::string(
        ir::name(type_of(rule, rule.type_of(rule.lhs, rule.lhs.outputs[o]))));
    difference.lhs = lhs[o].element_text(found.offset);
    difference.rhs = rhs[o].element_text(found.offset);
    result.counterexample = std::move(difference);
    result.status = Status::refuted;
    result.agreed = false;
  }
  result.detail = detail.str();
  return result;
}

}  // namespace rewright::pipeline
