// SPDX-License-Identifier: Apache-2.0
//
// What bench_tamper may change at one node of a model, as candidates: whether
// a candidate leaves the shapes as they are and changes what the node computes
// is found out by computing (tamper_check.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/tamper_values.h"

namespace rewright::tamper {

/// Does the change in a graph; `node` is the position of the node.
using Apply = std::function<void(::onnx::GraphProto&, int node)>;

struct Change {
  int node = 0;
  std::string kind;  // attribute, edge, constant, axis, operator
  std::string what;
  Apply apply;
};

inline ::onnx::AttributeProto* find_attribute(::onnx::NodeProto& node,
                                              const std::string& name) {
  for (auto& attribute : *node.mutable_attribute())
    if (attribute.name() == name) return &attribute;
  return nullptr;
}

inline ::onnx::AttributeProto& attribute_of(::onnx::NodeProto& node,
                                            const std::string& name) {
  if (auto* found = find_attribute(node, name)) return *found;
  auto& made = *node.add_attribute();
  made.set_name(name);
  return made;
}

inline void drop_attribute(::onnx::NodeProto& node, const std::string& name) {
  auto& list = *node.mutable_attribute();
  for (int k = list.size(); k-- > 0;)
    if (list[k].name() == name) list.DeleteSubrange(k, 1);
}

/// Collects the candidates at one node.
class Candidates {
 public:
  Candidates(const ::onnx::GraphProto& graph, const Values& values, int n)
      : values_(values), node_(graph.node(n)), copy_(graph.node(n)), n_(n) {
    attributes();
    edges();
    constants();
    operators();
  }

  std::vector<Change> take() { return std::move(changes_); }

 private:
  void add(const std::string& kind, const std::string& what,
           std::function<void(::onnx::NodeProto&)> change) {
    changes_.push_back(
        {n_, kind, what, [change](::onnx::GraphProto& graph, int node) {
           change(*graph.mutable_node(node));
         }});
  }

  const Value* operand(int k) const {
    return k < node_.input_size() ? values_.find(node_.input(k)) : nullptr;
  }
  bool is(const char* op_type) const { return node_.op_type() == op_type; }

  void attributes() {
    if (is("Transpose")) swap_ints("perm");
    if (is("ReduceMean") || is("ReduceMax") || is("ReduceMin")) move_axes();
    for (const char* name : {"pads", "kernel_shape"})
      if (is("Conv") || is("MaxPool") || is("AveragePool")) shift_pads(name);
    if (is("Softmax") || is("LogSoftmax") || is("Gather")) move_axis();
    if (is("BatchNormalization") || is("LayerNormalization") ||
        is("InstanceNormalization"))
      set_float("epsilon", 1e-5F, 0.05F);
    if (is("Gemm")) set_float("alpha", 1, 1.25F);
    if (is("Gemm") && node_.input_size() > 2) set_float("beta", 1, 0.75F);
    if (is("LeakyRelu")) set_float("alpha", 0.01F, 0.25F);
    if (is("HardSigmoid")) set_float("alpha", 0.2F, 0.25F);
  }

  void swap_ints(const std::string& name) {
    auto* list = find_attribute(copy_, name);
    for (int i = 0; list != nullptr && i < list->ints_size(); ++i)
      for (int j = i + 1; j < list->ints_size(); ++j)
        add("attribute",
            fmt::format("{}: entries {} and {} swapped", name, i, j),
            [=](::onnx::NodeProto& node) {
              attribute_of(node, name).mutable_ints()->SwapElements(i, j);
            });
  }

  void shift_pads(const std::string& name) {
    auto* list = find_attribute(copy_, name);
    if (name != "pads" || list == nullptr) return;
    const int rank = list->ints_size() / 2;
    for (int axis = 0; axis < rank; ++axis)
      if (list->ints(axis) > 0)
        add("attribute",
            fmt::format("pads: one moved to the end of axis {}", axis),
            [=](::onnx::NodeProto& node) {
              auto& pads = attribute_of(node, "pads");
              pads.set_ints(axis, pads.ints(axis) - 1);
              pads.set_ints(rank + axis, pads.ints(rank + axis) + 1);
            });
  }

  void move_axis() {
    const Value* x = operand(0);
    const auto* given = find_attribute(copy_, "axis");
    if (x == nullptr) return;
    const auto rank = static_cast<std::int64_t>(x->shape.size());
    const std::int64_t fallback = is("Gather") ? 0 : -1;
    const std::int64_t was = given == nullptr ? fallback : given->i();
    for (std::int64_t axis = 0; axis < rank; ++axis)
      if (axis != (was + rank) % rank)
        add("axis", fmt::format("axis: {} instead of {}", axis, was),
            [=](::onnx::NodeProto& node) {
              auto& attribute = attribute_of(node, "axis");
              attribute.set_type(::onnx::AttributeProto::INT);
              attribute.set_i(axis);
            });
  }

  void move_axes() {
    const Value* x = operand(0);
    auto* axes = find_attribute(copy_, "axes");
    if (x == nullptr || axes == nullptr) return;
    const auto rank = static_cast<std::int64_t>(x->shape.size());
    for (int k = 0; k < axes->ints_size(); ++k)
      for (std::int64_t axis = 0; axis < rank; ++axis)
        add("axis", fmt::format("axes: {} instead of {}", axis, axes->ints(k)),
            [=](::onnx::NodeProto& node) {
              attribute_of(node, "axes").set_ints(k, axis);
            });
  }

  void set_float(const std::string& name, float fallback, float value) {
    const auto* given = find_attribute(copy_, name);
    const float was = given == nullptr ? fallback : given->f();
    add("attribute", fmt::format("{}: {} instead of {}", name, value, was),
        [=](::onnx::NodeProto& node) {
          auto& attribute = attribute_of(node, name);
          attribute.set_type(::onnx::AttributeProto::FLOAT);
          attribute.set_f(value);
        });
  }

  void edges() {
    for (int i = 0; i < node_.input_size(); ++i)
      for (int j = i + 1; j < node_.input_size(); ++j)
        if (!node_.input(i).empty() && !node_.input(j).empty() &&
            !values_.is_same(node_.input(i), node_.input(j)))
          add("edge", fmt::format("inputs {} and {} swapped", i + 1, j + 1),
              [=](::onnx::NodeProto& node) {
                node.mutable_input()->SwapElements(i, j);
              });
    for (int k = 0; k < node_.input_size(); ++k)
      if (operand(k) != nullptr) replacements(k);
  }

  /// Other values of the type and shape that stand before the node.
  void replacements(int k) {
    const Value& was = *operand(k);
    const std::string old = node_.input(k);
    for (const auto& [name, value] : values_.all()) {
      if (value.node >= n_ || value.type != was.type ||
          value.shape != was.shape || values_.is_same(name, old))
        continue;
      add("edge",
          fmt::format("input {}: '{}' instead of '{}'", k + 1, name, old),
          [k, name = name](::onnx::NodeProto& node) {
            node.set_input(k, name);
          });
    }
  }

  void constants() {
    for (int k = 0; k < node_.input_size(); ++k) {
      const auto* tensor = values_.constant(node_.input(k));
      if (tensor == nullptr || values_.readers(node_.input(k)) != 1) continue;
      if (tensor->data_type() == ::onnx::TensorProto::FLOAT)
        change_constant(k, "one element",
                        [](float x) { return 1.5F * x + 0.125F; });
    }
    if (is("Slice")) shift_slice();
    if (is("Gather")) shift_ints({1});
  }

  template <class F>
  void change_constant(int k, const std::string& what, F f) {
    const std::string name = node_.input(k);
    changes_.push_back({n_, "constant",
                        fmt::format("constant '{}': {}", name, what),
                        [name, f](::onnx::GraphProto& graph, int) {
                          if (auto* data = float_data(graph, name))
                            *data = f(*data);
                        }});
  }

  void shift_slice() {
    if (node_.input_size() >= 3) shift_ints({1, 2});
  }

  /// Adds 1 to the integers that these inputs are.
  void shift_ints(const std::vector<int>& inputs) {
    std::vector<std::string> names;
    for (const int k : inputs) {
      const auto* tensor = values_.constant(node_.input(k));
      if (tensor == nullptr || values_.readers(node_.input(k)) != 1 ||
          tensor->data_type() != ::onnx::TensorProto::INT64)
        return;
      names.push_back(node_.input(k));
    }
    changes_.push_back({n_, "constant", "indices moved by one",
                        [names](::onnx::GraphProto& graph, int) {
                          for (const std::string& name : names)
                            if (auto* tensor = find_constant(graph, name))
                              add_one(*tensor);
                        }});
  }

  static ::onnx::TensorProto* find_constant(::onnx::GraphProto& graph,
                                            const std::string& name) {
    for (auto& tensor : *graph.mutable_initializer())
      if (tensor.name() == name) return &tensor;
    for (auto& node : *graph.mutable_node())
      if (node.op_type() == "Constant" && node.output(0) == name)
        return attribute_of(node, "value").mutable_t();
    return nullptr;
  }

  /// The first element, wherever it is stored.
  static float* float_data(::onnx::GraphProto& graph, const std::string& name) {
    auto* tensor = find_constant(graph, name);
    if (tensor == nullptr) return nullptr;
    if (tensor->float_data_size() > 0)
      return tensor->mutable_float_data()->mutable_data();
    std::string& raw = *tensor->mutable_raw_data();
    return raw.size() < sizeof(float) ? nullptr
                                      : reinterpret_cast<float*>(raw.data());
  }

  static void add_one(::onnx::TensorProto& tensor) {
    for (auto& x : *tensor.mutable_int64_data()) ++x;
    std::string& raw = *tensor.mutable_raw_data();
    auto* data = reinterpret_cast<std::int64_t*>(raw.data());
    for (std::size_t k = 0; k < raw.size() / sizeof(std::int64_t); ++k)
      ++data[k];
    if (raw.empty()) tensor.clear_raw_data();
  }

  void operators() {
    static const std::map<std::string, std::string> others = {
        {"Add", "Sub"},
        {"Sub", "Add"},
        {"Mul", "Add"},
        {"Div", "Mul"},
        {"Relu", "Sigmoid"},
        {"Sigmoid", "Tanh"},
        {"Tanh", "Sigmoid"},
        {"Erf", "Tanh"},
        {"Max", "Min"},
        {"Min", "Max"},
        {"Exp", "Sqrt"},
        {"Sqrt", "Exp"},
        {"Pow", "Mul"},
        {"Softmax", "LogSoftmax"},
        {"MaxPool", "AveragePool"},
        {"AveragePool", "MaxPool"},
        {"ReduceMean", "ReduceMax"},
        {"ReduceMax", "ReduceMin"},
        {"GlobalAveragePool", "GlobalMaxPool"},
        {"Abs", "Neg"},
        {"Sin", "Cos"},
        {"Cos", "Sin"}};
    const auto other = others.find(node_.op_type());
    if (other == others.end()) return;
    add("operator", node_.op_type() + " became " + other->second,
        [name = other->second](::onnx::NodeProto& node) {
          node.set_op_type(name);
          for (const char* only :
               {"storage_order", "count_include_pad", "dilations"})
            if (name.ends_with("Pool")) drop_attribute(node, only);
        });
  }

  const Values& values_;
  const ::onnx::NodeProto& node_;
  ::onnx::NodeProto copy_;  // for looking up attributes
  const int n_;
  std::vector<Change> changes_;
};

}  // namespace rewright::tamper
