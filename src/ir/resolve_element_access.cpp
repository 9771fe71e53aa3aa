// SPDX-License-Identifier: Apache-2.0
//
// Elements of inputs in preconditions, and the variables that index them. An
// index must provably stay in its axis, so that a condition never speaks of
// an element that is not there.
#include "ir/resolver.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

const Shape& shape_of_input(const Scope& scope, int input) {
  return scope.rule.inputs[static_cast<std::size_t>(input)].type.shape;
}

/// The shape of the tensor of which `e` is an element.
const Shape& indexed_shape(const Scope& scope, const syntax::Expr& e) {
  const Shape& shape = shape_of_input(scope, read_input(scope, e));
  for (const syntax::Name& key : e.keys) {
    if (key.is_given()) scope.fail(key.position, "an index has no name");
  }
  if (shape.size() == e.children.size()) return shape;
  scope.fail(e.position, "'" + e.text + "' has the shape " + print(shape) +
                             " and needs " + std::to_string(shape.size()) +
                             (shape.size() == 1 ? " index" : " indices") +
                             ", given " + std::to_string(e.children.size()));
}

/// The first axis for which the variable alone is the index.
const Dim* axis_of(const Scope& scope, const syntax::Expr& variable,
                   const syntax::Expr& body) {
  if (body.kind == Kind::element) {
    const Shape& shape = indexed_shape(scope, body);
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const syntax::Expr& index = body.children[k];
      const bool is_bare =
          index.kind == Kind::name || index.kind == Kind::group;
      if (is_bare && index.text == variable.text) return &shape[k];
    }
  }
  for (const syntax::Expr& child : body.children) {
    if (const Dim* dim = axis_of(scope, variable, child)) return dim;
  }
  return nullptr;
}

index::Expr read_index(Scope& scope, const syntax::Expr& e, std::size_t k,
                       const Dim& dim) {
  syntax::Expr written = e.children[k];
  const Named* named = scope.find(written.text);
  const bool is_variable =
      named != nullptr && named->kind == Named::Kind::variable;
  if (written.kind == Kind::group && is_variable) written.kind = Kind::name;
  const index::Expr at = scope.integer(written, dim.group);
  if (scope.facts.proves(index::in_range(at, dim.extent))) return at;
  scope.fail(written.position, "the index " + syntax::print(e.children[k]) +
                                   " may leave its axis of '" + e.text +
                                   "', of size " + index::print(dim.extent));
}

}  // namespace

int read_input(const Scope& scope, const syntax::Expr& e) {
  const Named* named = scope.find(e.text);
  if (named == nullptr) scope.fail_unknown(e);
  if (named->kind == Named::Kind::tensor) return named->ref.slot;
  scope.fail(e.position, "'" + e.text + "' is no tensor");
}

Value read_element(Scope& scope, const syntax::Expr& e) {
  const Shape& shape = indexed_shape(scope, e);
  Indices at;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    at.push_back(read_index(scope, e, k, shape[k]));
  }
  return access(read_input(scope, e), std::move(at));
}

BoundVariable bind_variable(Scope& scope, const syntax::Expr& variable,
                            const syntax::Expr& body) {
  const Dim* dim = axis_of(scope, variable, body);
  if (dim == nullptr) {
    scope.fail(variable.position, "'" + variable.text +
                                      "' indexes no axis, so its range is "
                                      "not known");
  }
  if (is_group(*dim) != (variable.kind == Kind::group)) {
    scope.fail(variable.position,
               "'" + variable.text + "' indexes " +
                   (is_group(*dim) ? "an axis group: write "
                                   : "a single axis: write ") +
                   variable.text + (is_group(*dim) ? "..." : ""));
  }
  const index::Symbol symbol = index::make_symbol(
      variable.text, index::SymbolKind::variable, dim->group);
  scope.declare(
      {variable.text, variable.position},
      {.kind = Named::Kind::variable, .what = "variable", .symbol = symbol});
  scope.facts.add_variable(symbol, dim->extent);
  return {symbol, dim->extent};
}

}  // namespace rewright::ir
