// SPDX-License-Identifier: Apache-2.0
#include "onnx/structure.h"

#include <map>
#include <set>
#include <vector>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/external_data.h"

namespace rewright::onnx {

namespace {

/// One pass over the names of a graph.
class Structure {
 public:
  explicit Structure(const Model& model)
      : model_(model), graph_(model.proto->graph()) {}

  void check() {
    if (graph_.output_size() == 0) fail("the graph has no outputs");
    if (graph_.sparse_initializer_size() != 0)
      fail("sparse initializers are not supported");
    define_inputs();
    define_initializers();
    note_producers();
    for (int n = 0; n < graph_.node_size(); ++n) check_node(n);
    for (const auto& output : graph_.output())
      if (defined_.count(output.name()) == 0)
        fail("output '" + output.name() + "' is defined by no node");
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(model_.path, message);
  }

  std::string place(int n) const { return describe(graph_.node(n), n); }

  void define_inputs() {
    for (const auto& input : graph_.input()) {
      if (input.name().empty()) fail("an input has no name");
      if (!defined_.insert(input.name()).second)
        fail("two inputs are called '" + input.name() + "'");
    }
  }

  // An initializer may give the default of an input of the same name.
  void define_initializers() {
    std::set<std::string> seen;
    for (const auto& tensor : graph_.initializer()) {
      if (tensor.name().empty()) fail("an initializer has no name");
      if (!seen.insert(tensor.name()).second)
        fail("two initializers are called '" + tensor.name() + "'");
      check_external_data(tensor, model_.path);
      defined_.insert(tensor.name());
    }
  }

  void note_producers() {
    for (int n = 0; n < graph_.node_size(); ++n)
      for (const std::string& name : graph_.node(n).output())
        if (!name.empty()) note_producer(name, n);
  }

  void note_producer(const std::string& name, int n) {
    if (defined_.count(name) != 0)
      fail(place(n) + " defines '" + name +
           "', which is an input or initializer");
    const auto [found, is_new] = producers_.emplace(name, n);
    if (!is_new)
      fail(place(n) + " defines '" + name + "', which " + place(found->second) +
           " defines too");
  }

  void check_node(int n) {
    const auto& node = graph_.node(n);
    for (const std::string& name : node.input())
      if (!name.empty() && defined_.count(name) == 0) undefined(n, name);
    for (const auto& attribute : node.attribute())
      if (attribute.has_t()) check_external_data(attribute.t(), model_.path);
    for (const std::string& name : node.output())
      if (!name.empty()) defined_.insert(name);
  }

  [[noreturn]] void undefined(int n, const std::string& name) const {
    const auto producer = producers_.find(name);
    if (producer == producers_.end())
      fail(place(n) + " reads '" + name + "', which nothing defines");
    if (depends(producer->second, n))
      fail("the graph has a cycle through " + place(n) + ", which reads '" +
           name + "'");
    fail("nodes are not in order of use: " + place(n) + " reads '" + name +
         "', which " + place(producer->second) + " defines only later");
  }

  /// Whether node `from` needs node `to`.
  bool depends(int from, int to) const {
    std::set<int> seen;
    std::vector<int> open = {from};
    while (!open.empty()) {
      const int n = open.back();
      open.pop_back();
      if (n == to) return true;
      if (!seen.insert(n).second) continue;
      for (const std::string& name : graph_.node(n).input()) {
        const auto producer = producers_.find(name);
        if (producer != producers_.end()) open.push_back(producer->second);
      }
    }
    return false;
  }

  const Model& model_;
  const ::onnx::GraphProto& graph_;
  std::set<std::string> defined_;
  std::map<std::string, int> producers_;
};

}  // namespace

std::string describe(const ::onnx::NodeProto& node, int position) {
  const std::string which = node.name().empty() ? std::to_string(position + 1)
                                                : "'" + node.name() + "'";
  return "node " + which + " (" + node.op_type() + ")";
}

void check_structure(const Model& model) { Structure(model).check(); }

}  // namespace rewright::onnx
