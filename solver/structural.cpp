// SPDX-License-Identifier: Apache-2.0
#include "solver/structural.h"

namespace rewright::solver {

using ir::Function;
using ir::Value;
using ir::ValueKind;

namespace {

constexpr int max_case_splits = 8;

class Walk {
 public:
  bool swapped = false, reduced = false;

  bool equal(const Value& x, const Value& y, const index::Facts& facts) {
    const Value a = resolve(x, facts), b = resolve(y, facts);
    if (a->kind == ValueKind::select) return split(a, b, facts);
    if (b->kind == ValueKind::select) return split(b, a, facts);
    if (a->kind != b->kind) return false;
    switch (a->kind) {
      case ValueKind::access:
        return same_access(*a, *b, facts);
      case ValueKind::constant:
        return a->constant.kind == b->constant.kind &&
               a->constant.truth == b->constant.truth &&
               a->constant.rational == b->constant.rational;
      case ValueKind::size:
        return facts.proves_equal(a->size, b->size);
      case ValueKind::apply:
        return same_apply(*a, *b, facts);
      case ValueKind::reduce:
        return same_reduce(*a, *b, facts);
      case ValueKind::select:
        break;
    }
    return false;
  }

 private:
  static Value resolve(Value v, const index::Facts& facts) {
    while (v->kind == ValueKind::select) {
      const index::Formula c = facts.simplify(v->condition);
      if (c.is_true())
        v = v->args[0];
      else if (c.is_false())
        v = v->args[1];
      else
        break;
    }
    return v;
  }

  bool split(const Value& select, const Value& other,
             const index::Facts& facts) {
    if (splits_ >= max_case_splits) return false;
    ++splits_;
    const index::Formula c = facts.simplify(select->condition);
    index::Facts yes = facts, no = facts;
    yes.assume(c);
    no.assume(!c);
    const bool both =
        equal(select->args[0], other, yes) && equal(select->args[1], other, no);
    --splits_;
    return both;
  }

  static bool same_access(const ir::ValueNode& a, const ir::ValueNode& b,
                          const index::Facts& facts) {
    if (a.input != b.input) return false;
    for (std::size_t i = 0; i < a.indices.size(); ++i)
      if (!facts.proves_equal(a.indices[i], b.indices[i])) return false;
    return true;
  }

  bool same_apply(const ir::ValueNode& a, const ir::ValueNode& b,
                  const index::Facts& facts) {
    if (a.function != b.function || a.args.size() != b.args.size())
      return false;
    bool all = true;
    for (std::size_t i = 0; i < a.args.size() && all; ++i)
      all = equal(a.args[i], b.args[i], facts);
    if (all) return true;
    const bool commutes =
        a.function == Function::add || a.function == Function::mul ||
        a.function == Function::equal || a.function == Function::logical_and ||
        a.function == Function::logical_or;
    if (!commutes || a.args.size() != 2) return false;
    if (!equal(a.args[0], b.args[1], facts) ||
        !equal(a.args[1], b.args[0], facts))
      return false;
    swapped = true;
    return true;
  }

  bool same_reduce(const ir::ValueNode& a, const ir::ValueNode& b,
                   const index::Facts& facts) {
    if (a.monoid != b.monoid || a.bound.size() != b.bound.size()) return false;
    if (a.monoid == ir::Monoid::sum || a.monoid == ir::Monoid::product)
      reduced = true;
    index::Facts inner = facts;
    index::Substitution rename;
    for (std::size_t i = 0; i < a.bound.size(); ++i) {
      const auto &x = a.bound[i], &y = b.bound[i];
      if (x.symbol->group != y.symbol->group) return false;
      if (!facts.proves_equal(x.extent, y.extent)) return false;
      inner.add_variable(x.symbol, facts.simplify(x.extent));
      rename[y.symbol->id] = index::Expr(x.symbol);
    }
    const index::Formula c = inner.simplify(a.condition);
    const index::Formula d =
        inner.simplify(index::substitute(b.condition, rename));
    if (!(c == d)) return false;
    inner.assume(c);
    return equal(a.args[0], ir::substitute(b.args[0], rename), inner);
  }

  int splits_ = 0;
};

}  // namespace

StructuralOutcome equal_structurally(const Value& a, const Value& b,
                                     const index::Facts& facts) {
  Walk walk;
  const bool equal = walk.equal(a, b, facts);
  return {equal, walk.swapped, walk.reduced};
}

}  // namespace rewright::solver
