// SPDX-License-Identifier: Apache-2.0
#include "onnx/constant_pool.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "ir/unify.h"
#include "onnx/constant_quotient.h"
#include "onnx/known.h"

namespace rewright::onnx {

namespace {

using Bits = std::vector<std::uint64_t>;

std::uint64_t hash_of(const Bits& bits) {
  const std::string_view bytes(reinterpret_cast<const char*>(bits.data()),
                               bits.size() * sizeof(std::uint64_t));
  return std::hash<std::string_view>()(bytes);
}

bool is_same(const evaluate::Tensor& a, const evaluate::Tensor& b) {
  return a.storage.index() == b.storage.index() && a.shape() == b.shape() &&
         bits_of(a) == bits_of(b);
}

std::size_t slot(std::uint64_t element, std::size_t slots) {
  element *= 0x9e3779b97f4a7c15u;  // Fibonacci hashing
  return static_cast<std::size_t>(element >> 20) % slots;
}

/// A Bloom filter of one hash, eight slots an element.
std::vector<bool> filter_of(const Bits& bits) {
  std::vector<bool> filter(8 * bits.size());
  for (const std::uint64_t element : bits)
    filter[slot(element, filter.size())] = true;
  return filter;
}

/// False when some element surely does not occur.
bool may_contain(const std::vector<bool>& filter, const Bits& bits) {
  constexpr std::size_t samples = 32;
  const std::size_t step = bits.size() / samples + 1;
  for (std::size_t k = 0; k < bits.size(); k += step)
    if (!filter[slot(bits[k], filter.size())]) return false;
  return true;
}

std::shared_ptr<const evaluate::Tensor> share_core(
    const evaluate::Tensor& tensor) {
  return std::make_shared<const evaluate::Tensor>(core_of(tensor));
}

/// A tensor as the source of itself.
Arrangement identity(const std::vector<std::int64_t>& sizes) {
  const std::size_t rank = sizes.size();
  Arrangement result{.factors = sizes,
                     .starts = std::vector<std::int64_t>(rank, 0),
                     .counts = sizes,
                     .is_reversed = std::vector<bool>(rank, false),
                     .perm = std::vector<int>(rank),
                     .core = sizes,
                     .shape = sizes};
  std::iota(result.perm.begin(), result.perm.end(), 0);
  return result;
}

}  // namespace

ConstantPool::ConstantPool(Import& into, std::vector<NamedTensor> constants)
    : into_(into) {
  for (const auto& input : into.rule.inputs) names_.insert(input.name);
  std::vector<std::pair<Shared, NamedTensor>> cores;
  for (NamedTensor& constant : constants)
    cores.emplace_back(share_core(*constant.tensor), std::move(constant));
  std::stable_sort(cores.begin(), cores.end(),
                   [](const auto& a, const auto& b) {
                     return a.first->size() > b.first->size();
                   });
  for (const auto& [core, constant] : cores) member(constant, core);
}

ConstantPool::Source ConstantPool::source_of(const NamedTensor& constant) {
  const Member& found = member(constant, nullptr);
  Root& root = roots_[found.root];
  if (!root.input && !root.product) root.product = product_of(root);
  if (root.product) return {-1, root.product, found.arrangement};
  return {input_of(root), std::nullopt, found.arrangement};
}

/// Of factors that are inputs, or may become some. Each constant is asked
/// once, so that none is made of itself.
std::optional<ConstantPool::Product> ConstantPool::product_of(
    const Root& root) {
  for (const Root& base : roots_) {
    if (&base == &root || base.product || base.bits.size() != root.bits.size())
      continue;
    const auto factor = exact_quotient(*root.tensor, *base.tensor);
    if (!factor) continue;
    if (auto product = product_with(root, base, *factor)) return product;
  }
  return std::nullopt;
}

std::optional<ConstantPool::Product> ConstantPool::product_with(
    const Root& root, const Root& base, const evaluate::Tensor& factor) {
  Product product{{-1, identity(base.tensor->shape())}, {}, {}};
  product.base.arrangement.core = product.base.arrangement.shape =
      root.tensor->shape();
  Arrangement arrangement;
  std::optional<std::size_t> other;
  if (factor.size() == 1) {
    const auto number = exact_element(factor, 0);
    if (!number) return std::nullopt;
    product.number = number->rational;
  } else if (other = root_of(factor, arrangement);
             !other || roots_[*other].product || &roots_[*other] == &root) {
    return std::nullopt;
  }
  const auto place = static_cast<std::size_t>(&base - roots_.data());
  product.base.input = input_of(roots_[place]);
  if (other)
    product.factor = Part{input_of(roots_[*other]), std::move(arrangement)};
  return product;
}

/// The source that `core` is a part of, and how.
std::optional<std::size_t> ConstantPool::root_of(const evaluate::Tensor& core,
                                                 Arrangement& arrangement) {
  const Bits bits = bits_of(core);
  const auto is_part_of = [&](std::size_t r) {
    auto found = found_in(roots_[r], bits, core);
    if (!found) return false;
    arrangement = *std::move(found);
    arrangement.shape = core.shape();
    return true;
  };
  const auto [begin, end] = cores_.equal_range(hash_of(bits));
  for (auto at = begin; at != end; ++at)
    if (is_part_of(at->second)) return at->second;
  for (std::size_t r = 0; r < roots_.size() && comparisons_left_-- > 0; ++r)
    if (is_part_of(r)) return r;
  return std::nullopt;
}

/// `core` may be null; it is then made when it is needed.
const ConstantPool::Member& ConstantPool::member(const NamedTensor& constant,
                                                 const Shared& core) {
  const std::uint64_t hash = hash_of(bits_of(*constant.tensor));
  const auto [begin, end] = members_.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (is_same(*at->second.tensor, *constant.tensor)) return at->second;
  return members_
      .emplace(hash,
               placed(constant, core ? core : share_core(*constant.tensor)))
      ->second;
}

/// Among the sources there are, or as a new one.
ConstantPool::Member ConstantPool::placed(const NamedTensor& constant,
                                          const Shared& core) {
  Member made{constant.tensor, roots_.size(), identity(core->shape())};
  if (const auto root = root_of(*core, made.arrangement)) {
    made.root = *root;
  } else {
    const Bits bits = bits_of(*core);
    cores_.emplace(hash_of(bits), roots_.size());
    roots_.push_back({constant.name, core, bits, filter_of(bits)});
  }
  made.arrangement.shape = constant.tensor->shape();
  return made;
}

std::optional<Arrangement> ConstantPool::found_in(
    const Root& root, const Bits& bits, const evaluate::Tensor& core) {
  if (root.tensor->storage.index() != core.storage.index() ||
      bits.size() > root.bits.size() || !may_contain(root.filter, bits))
    return std::nullopt;
  if (bits == root.bits) {  // at most the shape differs
    Arrangement same = identity(root.tensor->shape());
    same.core = core.shape();
    return same;
  }
  const bool is_real =
      class_of(element_type_of(core)) == ir::ElementClass::floating;
  if (!is_real || searches_left_-- <= 0) return std::nullopt;
  return find_arrangement(root.bits, bits, core.shape());
}

int ConstantPool::input_of(Root& root) {
  if (root.input) return *root.input;
  ir::Rule& rule = into_.rule;
  const int type_class =
      ir::class_with(rule, ir::set_of(element_type_of(*root.tensor)));
  root.input = static_cast<int>(rule.inputs.size());
  rule.inputs.push_back(
      {.name = fresh_name(root.name),
       .type = {type_class, ir::shape_of(root.tensor->shape())},
       .position = {}});
  into_.constants[*root.input] = root.tensor;
  return *root.input;
}

std::string ConstantPool::fresh_name(const std::string& name) {
  std::string candidate = name;
  for (int k = 2; !names_.insert(candidate).second; ++k)
    candidate = name + "_" + std::to_string(k);
  return candidate;
}

}  // namespace rewright::onnx
