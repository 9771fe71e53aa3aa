// SPDX-License-Identifier: Apache-2.0
//
// Values for people. Element access, arithmetic and comparisons read as in
// the rule language; a choice is `if(condition, a, b)`, a reduction
// `sum(i < N, j < M where condition: body)`.
#include "ir/value.h"

namespace rewright::ir {

namespace {

/// How tightly the outermost sign of a text binds.
enum Binding {
  loosest,
  disjunction,
  conjunction,
  negation,
  comparison,
  sum,
  product,
  sign,
  tightest
};

struct Text {
  std::string text;
  Binding binding = tightest;
};

std::string within(const Text& t, Binding least) {
  return t.binding < least ? "(" + t.text + ")" : t.text;
}

std::string text_of(const ConstantNumber& c) {
  switch (c.kind) {
    case ConstantNumber::Kind::rational:
      return base::print(c.rational);
    case ConstantNumber::Kind::plus_infinity:
      return "inf";
    case ConstantNumber::Kind::minus_infinity:
      return "-inf";
    case ConstantNumber::Kind::truth:
      return c.truth ? "true" : "false";
  }
  return "?";
}

class Printer {
 public:
  explicit Printer(const std::vector<std::string>& inputs) : inputs_(inputs) {}

  Text print(const Value& v) const {
    switch (v->kind) {
      case ValueKind::access:
        return {access(*v)};
      case ValueKind::constant:
        return constant(v->constant);
      case ValueKind::size:
        return size(v->size);
      case ValueKind::apply:
        return apply(*v);
      case ValueKind::select:
        return {"if(" + index::print(v->condition) + ", " +
                print(v->args[0]).text + ", " + print(v->args[1]).text + ")"};
      case ValueKind::reduce:
        return {reduce(*v)};
    }
    return {"?"};
  }

 private:
  static Text constant(const ConstantNumber& c) {
    const std::string text = text_of(c);
    if (text.front() == '-') return {text, sign};
    return {text, text.find('/') == std::string::npos ? tightest : product};
  }

  static Text size(const index::Expr& e) {
    if (e.atom()) return {index::print(e)};
    return {index::print(e), e.terms().size() > 1 ? sum : product};
  }

  std::string access(const ValueNode& v) const {
    const auto input = static_cast<std::size_t>(v.input);
    std::string text = input < inputs_.size()
                           ? inputs_[input]
                           : "input" + std::to_string(v.input);
    if (v.indices.empty()) return text;
    text += "[";
    for (std::size_t k = 0; k < v.indices.size(); ++k) {
      text += (k == 0 ? "" : ", ") + index::print(v.indices[k]);
    }
    return text + "]";
  }

  std::string reduce(const ValueNode& v) const {
    std::string text = std::string(name(v.monoid)) + "(";
    for (std::size_t k = 0; k < v.bound.size(); ++k) {
      const BoundVariable& b = v.bound[k];
      text += (k == 0 ? "" : ", ") + b.symbol->name +
              (b.symbol->group.empty() ? "" : "...") + " < " +
              index::print(b.extent);
    }
    if (!v.condition.is_true()) {
      text +=
          (v.bound.empty() ? "where " : " where ") + index::print(v.condition);
    }
    return text + ": " + print(v.args[0]).text + ")";
  }

  Text infix(const ValueNode& v, const char* between, Binding binding,
             Binding right) const {
    return {within(print(v.args[0]), binding) + between +
                within(print(v.args[1]), right),
            binding};
  }

  /// `a - b` is the sum of a and -b.
  Text add(const ValueNode& v) const {
    const Value& b = v.args[1];
    const bool is_difference =
        b->kind == ValueKind::apply && b->function == Function::neg;
    if (!is_difference) return infix(v, " + ", sum, sum);
    return {within(print(v.args[0]), sum) + " - " +
                within(print(b->args[0]), product),
            sum};
  }

  Text apply(const ValueNode& v) const {
    switch (v.function) {
      case Function::add:
        return add(v);
      case Function::neg:
        return {"-" + within(print(v.args[0]), sign), sign};
      case Function::mul:
        return infix(v, "*", product, product);
      case Function::div:
        return infix(v, "/", product, sign);
      case Function::equal:
        return infix(v, " == ", comparison, sum);
      case Function::less:
        return infix(v, " < ", comparison, sum);
      case Function::less_or_equal:
        return infix(v, " <= ", comparison, sum);
      case Function::logical_not:
        return {"not " + within(print(v.args[0]), negation), negation};
      case Function::logical_and:
        return infix(v, " and ", conjunction, conjunction);
      case Function::logical_or:
        return infix(v, " or ", disjunction, disjunction);
      default:
        return {call(v)};
    }
  }

  std::string call(const ValueNode& v) const {
    std::string text = std::string(name(v.function)) + "(";
    for (std::size_t k = 0; k < v.args.size(); ++k) {
      text += (k == 0 ? "" : ", ") + print(v.args[k]).text;
    }
    return text + ")";
  }

  const std::vector<std::string>& inputs_;
};

}  // namespace

std::string_view name(Function f) {
  switch (f) {
    case Function::add:
      return "add";
    case Function::neg:
      return "neg";
    case Function::mul:
      return "mul";
    case Function::div:
      return "div";
    case Function::min:
      return "min";
    case Function::max:
      return "max";
    case Function::abs:
      return "abs";
    case Function::exp:
      return "exp";
    case Function::log:
      return "log";
    case Function::sqrt:
      return "sqrt";
    case Function::sigmoid:
      return "sigmoid";
    case Function::tanh:
      return "tanh";
    case Function::erf:
      return "erf";
    case Function::sin:
      return "sin";
    case Function::cos:
      return "cos";
    case Function::atan:
      return "atan";
    case Function::equal:
      return "equal";
    case Function::less:
      return "less";
    case Function::less_or_equal:
      return "less_or_equal";
    case Function::logical_not:
      return "not";
    case Function::logical_and:
      return "and";
    case Function::logical_or:
      return "or";
    case Function::where:
      return "where";
    case Function::round:
      return "round";
    case Function::to_integer:
      return "to_integer";
    case Function::to_real:
      return "to_real";
  }
  return "?";
}

std::string_view name(Monoid m) {
  switch (m) {
    case Monoid::sum:
      return "sum";
    case Monoid::product:
      return "product";
    case Monoid::min:
      return "min";
    case Monoid::max:
      return "max";
    case Monoid::conjunction:
      return "all";
    case Monoid::disjunction:
      return "any";
  }
  return "?";
}

std::string print(const Value& v, const std::vector<std::string>& input_names) {
  return Printer(input_names).print(v).text;
}

}  // namespace rewright::ir
