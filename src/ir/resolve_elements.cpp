// SPDX-License-Identifier: Apache-2.0
//
// Conditions on tensor elements, such as `scale >= 0` of a scalar or
// `forall i, j: x[i, j] != 0 or i < N - 1`. What they say of sizes alone is
// mixed in as a choice between true and false.
#include <algorithm>

#include "ir/literal.h"
#include "ir/resolver.h"
#include "ir/unify.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

/// A number, and the input whose element type it has; -1 for constants.
struct Number {
  Value value;
  int input = -1;
};

class ElementReader {
 public:
  explicit ElementReader(Scope& scope) : scope_(scope) {}

  ElementCondition condition(const syntax::Expr& e) {
    ElementCondition result;
    result.text = syntax::print(e);
    if (e.kind != Kind::forall) {
      result.value = formula(e);
      return result;
    }
    std::vector<syntax::Name> names;
    for (std::size_t k = 0; k + 1 < e.children.size(); ++k) {
      const syntax::Expr& variable = e.children[k];
      names.push_back({variable.text, variable.position});
      result.bound.push_back(
          bind_variable(scope_, variable, e.children.back()));
    }
    result.value = formula(e.children.back());
    scope_.forget(names);
    return result;
  }

 private:
  const Input& input(int number) const {
    return scope_.rule.inputs[static_cast<std::size_t>(number)];
  }

  Number number(const syntax::Expr& e) {
    if (const auto constant = literal(e)) return {ir::constant(*constant)};
    if (!mentions_elements(scope_, e)) {
      return {size_value(scope_.integer(e))};
    }
    switch (e.kind) {
      case Kind::element:
        return {read_element(scope_, e), read_input(scope_, e)};
      case Kind::name:
        return scalar(e);
      case Kind::negate:
        return function(Function::neg, e);
      case Kind::arithmetic:
        return arithmetic(e);
      case Kind::call:
        return call(e);
      default:
        scope_.fail(e.position, "a number is needed, not " + syntax::print(e));
    }
  }

  Number scalar(const syntax::Expr& e) {
    const int number = read_input(scope_, e);
    const Shape& shape = input(number).type.shape;
    if (shape.empty()) return {access(number, {}), number};
    scope_.fail(e.position, "'" + e.text + "' has the shape " + print(shape) +
                                ": a condition speaks of its elements, as in "
                                "forall i: " +
                                e.text + "[i] != 0");
  }

  Number arithmetic(const syntax::Expr& e) {
    if (e.text == "*") return function(Function::mul, e);
    if (e.text == "/") return function(Function::div, e);
    Number result = numeric(e.children[0]);
    const Number b = numeric(e.children[1]);
    result.input = unified(result, b, e.position);
    result.value =
        e.text == "+" ? result.value + b.value : result.value - b.value;
    return result;
  }

  Number call(const syntax::Expr& e) {
    if (e.text == "abs" && e.children.size() == 1) {
      return function(Function::abs, e);
    }
    if (e.children.size() == 2) {
      if (e.text == "min") return function(Function::min, e);
      if (e.text == "max") return function(Function::max, e);
    }
    scope_.fail(e.position,
                "of elements there are min(a, b), max(a, b) and "
                "abs(a), not " +
                    syntax::print(e));
  }

  Number function(Function f, const syntax::Expr& e) {
    Number result;
    std::vector<Value> args;
    for (const syntax::Expr& child : e.children) {
      const Number arg = numeric(child);
      result.input = unified(result, arg, e.position);
      args.push_back(arg.value);
    }
    result.value = apply(f, std::move(args));
    return result;
  }

  Number numeric(const syntax::Expr& e) {
    Number result = number(e);
    require(result, numeric_types, e);
    return result;
  }

  TypeSet types(const Number& n) const {
    if (n.input >= 0) {
      const int c = input(n.input).type.type_class;
      return scope_.rule.type_classes[static_cast<std::size_t>(c)];
    }
    const bool is_truth = n.value->kind == ValueKind::constant &&
                          n.value->constant.kind == ConstantNumber::Kind::truth;
    return is_truth ? boolean_types : numeric_types;
  }

  void require(const Number& n, TypeSet allowed, const syntax::Expr& e) {
    const bool fits =
        n.input < 0 ? (types(n) & allowed) != 0
                    : narrow_class(scope_.rule, input(n.input).type.type_class,
                                   allowed);
    if (fits) return;
    scope_.fail(e.position, allowed == boolean_types
                                ? "a condition is needed, but " +
                                      syntax::print(e) +
                                      " is a number: compare it, as in " +
                                      syntax::print(e) + " != 0"
                                : "a number is needed, but " +
                                      syntax::print(e) + " is a truth value");
  }

  /// Gives both one element type; returns the input that tells which.
  int unified(const Number& a, const Number& b, base::Position position) {
    if (a.value == nullptr) return b.input;
    const auto class_of = [this](const Number& n) {
      return input(n.input).type.type_class;
    };
    bool fits = true;
    if (a.input >= 0 && b.input >= 0) {
      fits =
          merge_classes(scope_.rule, scope_.rule.lhs, class_of(a), class_of(b));
    } else if (a.input >= 0) {
      fits = narrow_class(scope_.rule, class_of(a), types(b));
    } else if (b.input >= 0) {
      fits = narrow_class(scope_.rule, class_of(b), types(a));
    } else {
      fits = (types(a) & types(b)) != 0;
    }
    if (!fits) {
      scope_.fail(position, "elements of type " + print(types(a)) + " and " +
                                print(types(b)) + " cannot be combined");
    }
    return a.input >= 0 ? a.input : b.input;
  }

  Value formula(const syntax::Expr& e) {
    if (e.kind == Kind::boolean) return truth(e.text == "true");
    if (!mentions_elements(scope_, e)) {
      return select(scope_.formula(e), truth(true), truth(false));
    }
    switch (e.kind) {
      case Kind::conjunction:
        return junction(Function::logical_and, e);
      case Kind::disjunction:
        return junction(Function::logical_or, e);
      case Kind::negation:
        return apply(Function::logical_not, {formula(e.children[0])});
      case Kind::comparison:
        return comparison(e);
      case Kind::forall:
        scope_.fail(e.position,
                    "'forall' begins a condition and cannot stand inside one: "
                    "name all variables at once, as in forall i, j:");
      default: {
        const Number n = number(e);
        require(n, boolean_types, e);
        return n.value;
      }
    }
  }

  Value junction(Function f, const syntax::Expr& e) {
    Value result = formula(e.children[0]);
    for (std::size_t k = 1; k < e.children.size(); ++k) {
      result = apply(f, {result, formula(e.children[k])});
    }
    return result;
  }

  Value comparison(const syntax::Expr& e) {
    Value result = truth(true);
    Number left = number(e.children[0]);
    for (std::size_t k = 1; k < e.children.size(); ++k) {
      const Number right = number(e.children[k]);
      const std::string& sign = e.keys[k - 1].text;
      if (sign != "==" && sign != "!=") {
        require(left, numeric_types, e.children[k - 1]);
        require(right, numeric_types, e.children[k]);
      }
      unified(left, right, e.keys[k - 1].position);
      result = apply(Function::logical_and,
                     {result, compared(sign, left.value, right.value)});
      left = right;
    }
    return result;
  }

  static Value compared(const std::string& sign, const Value& a,
                        const Value& b) {
    if (sign == "==") return apply(Function::equal, {a, b});
    if (sign == "<") return apply(Function::less, {a, b});
    if (sign == "<=") return apply(Function::less_or_equal, {a, b});
    if (sign == ">") return apply(Function::less, {b, a});
    if (sign == ">=") return apply(Function::less_or_equal, {b, a});
    return apply(Function::logical_not, {apply(Function::equal, {a, b})});
  }

  Scope& scope_;
};

}  // namespace

// That its variables have values, and so the axes elements, is known only
// inside the condition.
ElementCondition read_element_condition(Scope& scope, const syntax::Expr& e) {
  const index::Facts outside = scope.facts;
  ElementCondition condition = ElementReader(scope).condition(e);
  scope.facts = outside;
  return condition;
}

}  // namespace rewright::ir
