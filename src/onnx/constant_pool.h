// SPDX-License-Identifier: Apache-2.0
//
// The constants of one or two models as inputs of their rule. Constants that
// are the same but for the arrangement of their elements share an input, the
// largest of them (see onnx/arrangement.h); a constant that repeats itself
// along an axis is an input without that axis, and one that is the product of
// two others, or a multiple of another, is no input but that product (see
// onnx/constant_quotient.h).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/exact.h"
#include "onnx/arrangement.h"
#include "onnx/import.h"

namespace rewright::onnx {

struct NamedTensor {
  std::string name;
  std::shared_ptr<const evaluate::Tensor> tensor;
};

class ConstantPool {
 public:
  /// `constants` are those that may be asked for, in order of preference
  /// among equals; they become inputs only when they are.
  ConstantPool(Import& into, std::vector<NamedTensor> constants);

  /// An input rearranged.
  struct Part {
    int input;
    Arrangement arrangement;
  };
  /// A product in the shape of its first factor: of `base` with `number`, or,
  /// without one, with `factor`.
  struct Product {
    Part base;
    std::optional<base::Rational> number;
    std::optional<Part> factor;
  };
  /// What `arrangement` rearranges: the product if there is one, or the input.
  struct Source {
    int input = -1;
    std::optional<Product> product;
    Arrangement arrangement;
  };
  /// What `constant` is made of. A tensor that the pool does not know yet
  /// becomes an input called `name`, or something like it when that is taken.
  Source source_of(const NamedTensor& constant);

 private:
  struct Root {
    std::string name;
    std::shared_ptr<const evaluate::Tensor> tensor;
    std::vector<std::uint64_t> bits;
    std::vector<bool> filter;  // which hashes of elements occur
    std::optional<int> input = {};
    std::optional<Product> product = {};
  };
  struct Member {
    std::shared_ptr<const evaluate::Tensor> tensor;
    std::size_t root;
    Arrangement arrangement;
  };

  using Shared = std::shared_ptr<const evaluate::Tensor>;

  const Member& member(const NamedTensor& constant, const Shared& core);
  Member placed(const NamedTensor& constant, const Shared& core);
  std::optional<Arrangement> found_in(const Root& root,
                                      const std::vector<std::uint64_t>& bits,
                                      const evaluate::Tensor& core);
  int input_of(Root& root);
  std::optional<Product> product_of(const Root& root);
  std::optional<Product> product_with(const Root& root, const Root& base,
                                      const evaluate::Tensor& factor);
  std::optional<std::size_t> root_of(const evaluate::Tensor& core,
                                     Arrangement& arrangement);
  std::string fresh_name(const std::string& name);

  Import& into_;
  std::vector<Root> roots_;
  std::unordered_multimap<std::uint64_t, Member> members_;     // by hash
  std::unordered_multimap<std::uint64_t, std::size_t> cores_;  // root by hash
  std::set<std::string> names_;                                // of inputs
  int searches_left_ = 1000;
  int comparisons_left_ = 2'000'000;
};

}  // namespace rewright::onnx
