// SPDX-License-Identifier: Apache-2.0
//
// Adds nodes to one graph of a rule that is being imported, and turns known
// tensors into nodes and inputs of it.
#pragma once

#include <string>
#include <vector>

#include "index/facts.h"
#include "ir/graph.h"
#include "onnx/constant_pool.h"
#include "onnx/known.h"

namespace rewright::onnx {

class Emitter {
 public:
  /// `graph` is a side of `into.rule`, whose sizes are declared.
  Emitter(Import& into, ConstantPool& pool, ir::Graph& graph)
      : into_(into),
        pool_(pool),
        graph_(graph),
        facts_(into.rule.facts()),
        known_sizes_(into.rule.sizes.size()) {}

  const index::Facts& facts() const { return facts_; }
  const ir::Shape& shape(const ir::Ref& ref) const;
  ir::ElementType type(const ir::Ref& ref) const;
  ir::Graph& graph() { return graph_; }

  /// Which of the model's nodes those added from now on are from.
  void set_origin(int node) { origin_ = node; }
  int origin() const { return origin_; }

  /// Learns of the sizes that the rule has got since.
  void refresh();

  /// Infers the node and adds it; the reference is to its first result.
  /// Throws ir::IllFormed.
  ir::Ref add(ir::Node node);
  /// A node of the operator called `op` in the rule language.
  ir::Ref call(const std::string& op, const std::vector<ir::Ref>& operands,
               ir::Attributes attributes, const std::string& name);

  /// A uniform tensor of one element type; `value` is a ConstantNumber or an
  /// index expression.
  ir::Ref constant(ir::ElementType type, const ir::Shape& shape,
                   const ir::Attribute& value, const std::string& name);
  /// A tensor of integers whose element is its index along `axis`.
  ir::Ref positions(const ir::Shape& shape, int axis, ir::ElementType type,
                    const std::string& name);
  /// What is known as a tensor: a Const node, an input of the rule, or, of
  /// sizes that stay symbolic, a Concat of Const nodes.
  ir::Ref tensor(const Known& known, const std::string& name);

 private:
  ir::Ref stored(const Known& known, const std::string& name);
  ir::Ref arranged(const ir::Ref& source, const Arrangement& by,
                   const std::string& name);
  ir::Ref product(const ConstantPool::Product& by, ir::ElementType type,
                  const std::string& name);
  ir::Ref listed(const Known& known, const std::string& name);
  void require_possible(const ir::Node& node) const;
  void set_type(const ir::Ref& ref, ir::ElementType type);

  Import& into_;
  ConstantPool& pool_;
  ir::Graph& graph_;
  index::Facts facts_;
  std::size_t known_sizes_;  // of the rule's, those in facts_
  int origin_ = -1;
};

}  // namespace rewright::onnx
