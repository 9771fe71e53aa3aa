// SPDX-License-Identifier: Apache-2.0
#include "onnx/size_writer.h"

#include <algorithm>

namespace rewright::onnx {

using index::Expr;

namespace {

[[noreturn]] void not_computed(const std::string& what) {
  throw ir::IllFormed("the size " + what +
                      " cannot be computed from the shapes of the inputs");
}

}  // namespace

void SizeWriter::add_value(const std::string& name, const ir::Shape& shape) {
  for (std::size_t k = 0; k < shape.size(); ++k)
    if (!shape[k].extent.is_constant() && place_of(shape[k].extent) == nullptr)
      places_.push_back({name, static_cast<std::int64_t>(k), shape[k].extent});
}

std::string SizeWriter::list(const std::vector<Expr>& sizes) {
  std::vector<std::string> parts;
  std::vector<std::int64_t> numbers;  // not yet among the parts
  const auto flush = [&] {
    if (!numbers.empty()) parts.push_back(writer_.list(numbers));
    numbers.clear();
  };
  for (const Expr& size : sizes) {
    if (size.is_constant()) {
      numbers.push_back(size.constant());
      continue;
    }
    flush();
    parts.push_back(one(size));
  }
  flush();
  if (parts.empty()) return writer_.list({});
  if (parts.size() == 1) return parts[0];
  return writer_.value("Concat", parts, {{"axis", std::int64_t{0}}});
}

std::string SizeWriter::scalar(const Expr& size) {
  if (size.is_constant()) return writer_.scalar(size.constant());
  return writer_.value("Squeeze", {one(size)});
}

std::string SizeWriter::one(const Expr& size) {
  if (size.is_constant()) return writer_.list({size.constant()});
  const auto found = made_.find(size);
  if (found != made_.end()) return found->second;
  const Place* place = place_of(size);
  const std::string name = place != nullptr ? at(*place) : computed(size);
  made_.emplace(size, name);
  return name;
}

const SizeWriter::Place* SizeWriter::place_of(const Expr& extent) const {
  for (const Place& place : places_)
    if (place.extent == extent) return &place;
  return nullptr;
}

std::string SizeWriter::at(const Place& place) {
  return writer_.value("Gather",
                       {shape(place.value), writer_.list({place.axis})},
                       {{"axis", std::int64_t{0}}});
}

std::string SizeWriter::shape(const std::string& value) {
  std::string& name = shapes_[value];
  if (name.empty()) name = writer_.value("Shape", {value});
  return name;
}

std::string SizeWriter::computed(const Expr& size) {
  if (const index::Atom single = size.atom()) return atom(single);
  return sum(size);
}

std::string SizeWriter::sum(const Expr& size) {
  std::string total;
  for (const index::Term& term : size.terms()) {
    const std::string next = product(term);
    total = total.empty() ? next : writer_.value("Add", {total, next});
  }
  return total;
}

std::string SizeWriter::product(const index::Term& term) {
  std::string result;
  const auto times = [&](const std::string& factor) {
    result = result.empty() ? factor : writer_.value("Mul", {result, factor});
  };
  for (const auto& [factor, exponent] : term.monomial)
    for (int k = 0; k < exponent; ++k) times(one(Expr(factor)));
  if (term.coefficient != 1 || result.empty())
    times(writer_.list({term.coefficient}));
  return result;
}

std::string SizeWriter::atom(const index::Atom& atom) {
  switch (atom->kind) {
    case index::AtomKind::symbol:
      return symbol(atom);
    case index::AtomKind::div:
      return quotient(atom->args[0], atom->args[1]);
    case index::AtomKind::mod:
      ir::require_opset(writer_.opset(), 10, "a remainder");
      return writer_.value("Mod", {one(atom->args[0]), one(atom->args[1])});
    case index::AtomKind::min:
    case index::AtomKind::max:
      return extreme(atom);
    case index::AtomKind::ite:
      return choice(*atom->condition, atom->args[0], atom->args[1]);
    default:
      not_computed(index::print(Expr(atom)));
  }
}

/// A symbol that no axis has as its extent, but some has as part of it, as in
/// 3*N + 1.
std::string SizeWriter::symbol(const index::Atom& atom) {
  const Expr wanted(atom);
  for (const Place& place : places_)
    for (const index::Term& term : place.extent.terms()) {
      const Expr share = Expr(term.coefficient) * wanted;
      const Expr rest = place.extent - share;
      if (Expr({term}) != share || !rest.is_constant()) continue;
      std::string name = at(place);
      if (!rest.is_zero())
        name = writer_.value("Sub", {name, writer_.list({rest.constant()})});
      return writer_.value("Div", {name, writer_.list({term.coefficient})});
    }
  not_computed(index::print(wanted));
}

/// Div truncates where ours rounds down; Mod has the sign of the divisor.
std::string SizeWriter::quotient(const Expr& a, const Expr& b) {
  const std::string dividend = one(a), divisor = one(b);
  if (facts_.proves_nonnegative(a))
    return writer_.value("Div", {dividend, divisor});
  ir::require_opset(writer_.opset(), 10, "a remainder");
  const std::string rest = writer_.value("Mod", {dividend, divisor});
  return writer_.value("Div",
                       {writer_.value("Sub", {dividend, rest}), divisor});
}

/// Min and Max take integers since opset 12.
std::string SizeWriter::extreme(const index::Atom& atom) {
  const bool is_min = atom->kind == index::AtomKind::min;
  const Expr &a = atom->args[0], &b = atom->args[1];
  if (writer_.opset() >= 12)
    return writer_.value(is_min ? "Min" : "Max", {one(a), one(b)});
  return choice(is_min ? index::less(a, b) : index::less(b, a), a, b);
}

std::string SizeWriter::choice(const index::Formula& condition, const Expr& a,
                               const Expr& b) {
  return writer_.value("Where", {truth(condition), one(a), one(b)});
}

std::string SizeWriter::truth(const index::Formula& formula) {
  using index::FormulaKind;
  const auto compared = [&](const std::string& op_type) {
    return writer_.value(op_type, {one(formula->expr), writer_.list({0})});
  };
  switch (formula->kind) {
    case FormulaKind::nonnegative:
      return writer_.value("Not", {compared("Less")});
    case FormulaKind::zero:
      return compared("Equal");
    case FormulaKind::nonzero:
      return writer_.value("Not", {compared("Equal")});
    case FormulaKind::conjunction:
      return joined(formula, "And");
    case FormulaKind::disjunction:
      return joined(formula, "Or");
    default:
      not_computed("that depends on " + index::print(formula));
  }
}

std::string SizeWriter::joined(const index::Formula& formula,
                               const std::string& op_type) {
  std::string result;
  for (const index::Formula& part : formula->args) {
    const std::string next = truth(part);
    result = result.empty() ? next : writer_.value(op_type, {result, next});
  }
  return result;
}

}  // namespace rewright::onnx
