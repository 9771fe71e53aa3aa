// SPDX-License-Identifier: Apache-2.0
//
// Constructors of values and substitution. A constructor folds only what is
// true in every world of numbers: sums, negations and products of constants
// (a ring), truth values, and choices that are already made. Everything else
// is a step that a proof has to account for.
#include "ir/value.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace rewright::ir {

namespace {

Value make(ValueNode node) {
  return std::make_shared<const ValueNode>(std::move(node));
}

const base::Rational* rational_of(const Value& v) {
  const bool is_rational = v->kind == ValueKind::constant &&
                           v->constant.kind == ConstantNumber::Kind::rational;
  return is_rational ? &v->constant.rational : nullptr;
}

const bool* truth_of(const Value& v) {
  const bool is_truth = v->kind == ValueKind::constant &&
                        v->constant.kind == ConstantNumber::Kind::truth;
  return is_truth ? &v->constant.truth : nullptr;
}

Value fold_ring(Function f, const std::vector<Value>& args) {
  const base::Rational* a = rational_of(args[0]);
  if (a == nullptr) return nullptr;
  if (f == Function::neg) return constant(base::Rational(-*a));
  const base::Rational* b = rational_of(args[1]);
  if (b == nullptr) return nullptr;
  return constant(f == Function::add ? base::Rational(*a + *b)
                                     : base::Rational(*a * *b));
}

Value fold_junction(const std::vector<Value>& args, bool neutral) {
  for (const int k : {0, 1}) {
    const bool* known = truth_of(args[k]);
    if (known == nullptr) continue;
    return *known == neutral ? args[1 - k] : args[k];
  }
  return nullptr;
}

/// Integers that every integer type has.
bool is_small_integer(const base::Rational& x) {
  return denominator(x) == 1 && x >= -128 && x <= 127;
}

Value fold(Function f, const std::vector<Value>& args) {
  switch (f) {
    case Function::add:
    case Function::neg:
    case Function::mul:
      return fold_ring(f, args);
    case Function::logical_not: {
      const bool* known = truth_of(args[0]);
      return known != nullptr ? truth(!*known) : nullptr;
    }
    case Function::logical_and:
      return fold_junction(args, true);
    case Function::logical_or:
      return fold_junction(args, false);
    case Function::where: {
      const bool* known = truth_of(args[0]);
      return known != nullptr ? args[*known ? 1 : 2] : nullptr;
    }
    case Function::to_real: {
      const base::Rational* known = rational_of(args[0]);
      return known != nullptr && is_small_integer(*known) ? args[0] : nullptr;
    }
    default:
      return nullptr;
  }
}

/// The value of a reduction over nothing.
Value identity(Monoid m) {
  switch (m) {
    case Monoid::sum:
      return constant(base::Rational(0));
    case Monoid::product:
      return constant(base::Rational(1));
    case Monoid::min:
      return infinity(false);
    case Monoid::max:
      return infinity(true);
    case Monoid::conjunction:
      return truth(true);
    case Monoid::disjunction:
      return truth(false);
  }
  return nullptr;
}

}  // namespace

Value access(int input, Indices indices) {
  return make({.kind = ValueKind::access,
               .input = input,
               .indices = std::move(indices)});
}

Value constant(const ConstantNumber& value) {
  return make({.kind = ValueKind::constant, .constant = value});
}

Value constant(const base::Rational& value) {
  return constant(ConstantNumber{.rational = value});
}

Value truth(bool value) {
  return constant(
      ConstantNumber{.kind = ConstantNumber::Kind::truth, .truth = value});
}

Value infinity(bool negative) {
  return constant(
      ConstantNumber{.kind = negative ? ConstantNumber::Kind::minus_infinity
                                      : ConstantNumber::Kind::plus_infinity});
}

Value size_value(const index::Expr& e) {
  if (e.is_constant()) return constant(base::Rational(e.constant()));
  return make({.kind = ValueKind::size, .size = e});
}

Value apply(Function f, std::vector<Value> args) {
  if (const Value folded = fold(f, args)) return folded;
  return make(
      {.kind = ValueKind::apply, .function = f, .args = std::move(args)});
}

Value select(const index::Formula& condition, Value a, Value b) {
  if (condition.is_true() || a == b) return a;
  if (condition.is_false()) return b;
  return make({.kind = ValueKind::select,
               .condition = condition,
               .args = {std::move(a), std::move(b)}});
}

Value reduce(Monoid m, std::vector<BoundVariable> bound,
             const index::Formula& condition, Value body) {
  if (condition.is_false()) return identity(m);
  if (bound.empty() && condition.is_true()) return body;
  return make({.kind = ValueKind::reduce,
               .condition = condition,
               .monoid = m,
               .bound = std::move(bound),
               .args = {std::move(body)}});
}

Value operator+(const Value& a, const Value& b) {
  return apply(Function::add, {a, b});
}
Value operator-(const Value& a, const Value& b) { return a + -b; }
Value operator-(const Value& a) { return apply(Function::neg, {a}); }
Value operator*(const Value& a, const Value& b) {
  return apply(Function::mul, {a, b});
}
Value operator/(const Value& a, const Value& b) {
  return apply(Function::div, {a, b});
}

namespace {

/// Substitution through a shared tree: each node is rebuilt once.
class Substituter {
 public:
  explicit Substituter(index::Substitution by) : by_(std::move(by)) {
    for (const auto& [id, to] : by_) index::collect_symbols(to, brought_in_);
  }

  Value operator()(const Value& v) {
    const auto found = done_.find(v.get());
    if (found != done_.end()) return found->second;
    const Value result = rebuilt(v);
    done_.emplace(v.get(), result);
    return result;
  }

 private:
  Value rebuilt(const Value& v) {
    switch (v->kind) {
      case ValueKind::constant:
        return v;
      case ValueKind::access: {
        Indices indices;
        for (const index::Expr& e : v->indices) {
          indices.push_back(index::substitute(e, by_));
        }
        return access(v->input, std::move(indices));
      }
      case ValueKind::size:
        return size_value(index::substitute(v->size, by_));
      case ValueKind::apply:
        return apply(v->function, arguments(v));
      case ValueKind::select: {
        std::vector<Value> args = arguments(v);
        return select(index::substitute(v->condition, by_), args[0], args[1]);
      }
      case ValueKind::reduce:
        return reduction(v);
    }
    return v;
  }

  std::vector<Value> arguments(const Value& v) {
    std::vector<Value> args;
    args.reserve(v->args.size());
    for (const Value& arg : v->args) args.push_back((*this)(arg));
    return args;
  }

  /// Extents belong to the scope around the reduction. Inside, a bound
  /// variable hides what was to be substituted for it, and is renamed when a
  /// symbol that comes in would be taken for it.
  Value reduction(const Value& v) {
    std::vector<BoundVariable> bound;
    index::Substitution inner = by_;
    bool is_same_scope = true;
    for (const BoundVariable& b : v->bound) {
      index::Symbol symbol = b.symbol;
      if (inner.erase(symbol->id) != 0) is_same_scope = false;
      if (brought_in_.count(symbol->id) != 0) {
        symbol =
            index::make_symbol(b.symbol->name, b.symbol->kind, b.symbol->group);
        inner[b.symbol->id] = index::Expr(symbol);
        is_same_scope = false;
      }
      bound.push_back({symbol, index::substitute(b.extent, by_)});
    }
    if (is_same_scope) {
      return reduce(v->monoid, std::move(bound),
                    index::substitute(v->condition, by_), (*this)(v->args[0]));
    }
    Substituter inside(inner);
    return reduce(v->monoid, std::move(bound),
                  index::substitute(v->condition, inner), inside(v->args[0]));
  }

  index::Substitution by_;
  std::map<std::uint64_t, index::Symbol> brought_in_;
  std::unordered_map<const ValueNode*, Value> done_;
};

}  // namespace

Value substitute(const Value& v, const index::Substitution& by) {
  if (by.empty()) return v;
  return Substituter(by)(v);
}

}  // namespace rewright::ir
