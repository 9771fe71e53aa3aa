// SPDX-License-Identifier: Apache-2.0
#include "solver/unroll.h"

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rewright::solver {

using ir::Monoid;
using ir::Value;
using ir::ValueKind;
using ir::ValueNode;

namespace {

constexpr std::int64_t most_terms_of_one = 16;
constexpr std::int64_t most_terms = 512;

ir::Function function_of(Monoid m) {
  switch (m) {
    case Monoid::sum:
      return ir::Function::add;
    case Monoid::product:
      return ir::Function::mul;
    case Monoid::min:
      return ir::Function::min;
    case Monoid::max:
      return ir::Function::max;
    case Monoid::conjunction:
      return ir::Function::logical_and;
    case Monoid::disjunction:
      return ir::Function::logical_or;
  }
  return ir::Function::add;
}

/// The reduction over no terms.
Value identity_of(Monoid m) { return ir::reduce(m, {}, false, nullptr); }

/// Which bound variables to write out.
class Choice {
 public:
  explicit Choice(const index::Facts& facts) : facts_(facts) {}

  void look_at(const Value& v) {
    if (!seen_.insert(v.get()).second) return;
    for (const ir::BoundVariable& b : v->bound) bound_[b.symbol->id] = b;
    if (v->kind == ValueKind::access) reads_.push_back(v.get());
    for (const Value& arg : v->args) look_at(arg);
  }

  /// Their extents by their identity.
  std::map<std::uint64_t, std::int64_t> chosen() const {
    std::set<std::pair<int, std::size_t>> plain;
    for (const ValueNode* read : reads_)
      for (std::size_t k = 0; k < read->indices.size(); ++k)
        if (bound_in(read->indices[k]).empty()) plain.insert({read->input, k});
    std::map<std::uint64_t, std::int64_t> result;
    for (const ValueNode* read : reads_)
      for (std::size_t k = 0; k < read->indices.size(); ++k)
        if (plain.count({read->input, k}) != 0)
          for (const std::uint64_t id : bound_in(read->indices[k]))
            if (const auto extent =
                    extent_up_to(most_terms_of_one, bound_.at(id)))
              result[id] = *extent;
    return result;
  }

  /// Of the bound variables among these.
  std::map<std::uint64_t, std::int64_t> extents_of(
      const std::set<std::uint64_t>& variables) const {
    std::map<std::uint64_t, std::int64_t> result;
    for (const std::uint64_t id : variables)
      if (bound_.count(id) != 0)
        if (const auto extent = extent_up_to(most_terms_of_one, bound_.at(id)))
          result[id] = *extent;
    return result;
  }

 private:
  std::vector<std::uint64_t> bound_in(const index::Expr& e) const {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(e, symbols);
    std::vector<std::uint64_t> result;
    for (const auto& [id, symbol] : symbols)
      if (bound_.count(id) != 0) result.push_back(id);
    return result;
  }

  /// Of a variable over an axis group there is one for each axis.
  std::optional<std::int64_t> extent_up_to(std::int64_t most,
                                           const ir::BoundVariable& b) const {
    const index::Expr extent = facts_.simplify(b.extent);
    if (!b.symbol->group.empty() || !extent.is_constant() ||
        extent.constant() < 1 || extent.constant() > most)
      return {};
    return extent.constant();
  }

  const index::Facts& facts_;
  std::set<const ValueNode*> seen_;
  std::map<std::uint64_t, ir::BoundVariable> bound_;
  std::vector<const ValueNode*> reads_;
};

class Unroller {
 public:
  Unroller(std::map<std::uint64_t, std::int64_t> extents, std::int64_t most)
      : extents_(std::move(extents)), most_(most) {}

  Value unroll(const Value& v) {
    const auto known = done_.find(v.get());
    if (known != done_.end()) return known->second;
    const Value result = rewritten(v);
    kept_.push_back(v);
    done_[v.get()] = result;
    return result;
  }

  bool is_too_large() const { return terms_ > most_; }
  bool reorders() const { return reorders_; }

 private:
  Value rewritten(const Value& v) {
    if (v->args.empty() || is_too_large()) return v;
    ValueNode node = *v;
    bool changed = false;
    for (Value& arg : node.args) {
      const Value next = unroll(arg);
      changed = changed || next != arg;
      arg = next;
    }
    const Value copy =
        changed ? std::make_shared<const ValueNode>(std::move(node)) : v;
    if (v->kind != ValueKind::reduce) return copy;
    for (std::size_t k = 0; k < v->bound.size(); ++k) {
      const auto extent = extents_.find(v->bound[k].symbol->id);
      if (extent != extents_.end())
        return written_out(*copy, k, extent->second);
    }
    return copy;
  }

  /// The reduction without its bound variable k, once for each value of it.
  Value written_out(const ValueNode& v, std::size_t k, std::int64_t extent) {
    std::vector<ir::BoundVariable> rest = v.bound;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    terms_ += extent;
    if (v.monoid == Monoid::sum || v.monoid == Monoid::product)
      reorders_ = true;
    Value all;
    for (std::int64_t i = 0; i < extent && !is_too_large(); ++i) {
      const index::Substitution at = {{v.bound[k].symbol->id, index::Expr(i)}};
      Value one = instance(v, rest, at);
      all = all ? ir::apply(function_of(v.monoid), {all, one}) : one;
    }
    return all ? unroll(all) : nullptr;
  }

  static Value instance(const ValueNode& v, std::vector<ir::BoundVariable> rest,
                        const index::Substitution& at) {
    for (ir::BoundVariable& b : rest)
      b.extent = index::substitute(b.extent, at);
    const index::Formula condition = index::substitute(v.condition, at);
    const Value body = ir::substitute(v.args[0], at);
    if (!rest.empty()) return ir::reduce(v.monoid, rest, condition, body);
    return ir::select(condition, body, identity_of(v.monoid));
  }

  std::map<std::uint64_t, std::int64_t> extents_;
  std::int64_t most_;
  std::unordered_map<const ValueNode*, Value> done_;
  std::vector<Value> kept_;  // so that no address is used again
  std::int64_t terms_ = 0;
  bool reorders_ = false;
};

}  // namespace

namespace {

std::optional<Unrolled> unrolled(const Value& left, const Value& right,
                                 std::map<std::uint64_t, std::int64_t> by,
                                 std::int64_t most) {
  Unroller unroller(std::move(by), most);
  Unrolled result{unroller.unroll(left), unroller.unroll(right)};
  if (unroller.is_too_large()) return {};
  result.reorders = unroller.reorders();
  return result;
}

}  // namespace

std::optional<Unrolled> unrolled(const Value& left, const Value& right,
                                 const index::Facts& facts) {
  Choice choice(facts);
  choice.look_at(left);
  choice.look_at(right);
  auto extents = choice.chosen();
  if (extents.empty()) return {};
  return unrolled(left, right, std::move(extents), most_terms);
}

std::optional<Unrolled> unrolled(const Value& left, const Value& right,
                                 const std::set<std::uint64_t>& variables,
                                 const index::Facts& facts, std::int64_t most) {
  Choice choice(facts);
  choice.look_at(left);
  choice.look_at(right);
  return unrolled(left, right, choice.extents_of(variables), most);
}

}  // namespace rewright::solver
