// SPDX-License-Identifier: Apache-2.0
//
// Values rewritten from the leaves up, each shared node once.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/value.h"

namespace rewright::solver {

/// Makes of a node whose arguments are rewritten already the value that takes
/// its place, or null where it stays.
using RewriteNode = std::function<ir::Value(const ir::Value&)>;

class ValueRewriter {
 public:
  explicit ValueRewriter(RewriteNode node) : node_(std::move(node)) {}

  ir::Value operator()(const ir::Value& v);
  /// Whether any node was replaced.
  bool has_changed() const { return has_changed_; }

 private:
  ir::Value rebuilt(const ir::Value& v);

  RewriteNode node_;
  std::unordered_map<const ir::ValueNode*, ir::Value> done_;
  std::vector<ir::Value> kept_;  // so that no address is used again
  bool has_changed_ = false;
};

}  // namespace rewright::solver
