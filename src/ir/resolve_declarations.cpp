// SPDX-License-Identifier: Apache-2.0
//
// Declared names: axis groups, sizes, ints, element types, inputs. Their
// order in the file does not matter, since the syntax tree keeps clauses by
// kind.
#include <set>

#include "ir/literal.h"
#include "ir/resolver.h"
#include "ir/unify.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;
using index::SymbolKind;

std::int64_t minimum(const Scope& scope, const syntax::Size& size) {
  if (const auto value = parse_integer(size.minimum)) return *value;
  scope.fail(size.name.position,
             "the number " + size.minimum + " does not fit in 64 bits");
}

void add_size(Scope& scope, const index::Symbol& symbol, std::int64_t lower) {
  scope.rule.sizes.push_back({symbol, lower});
  scope.facts.add_size(symbol, lower);
}

void declare_group(Scope& scope, const syntax::AxisGroup& group) {
  const std::string& name = group.name.text;
  const bool is_named = group.sizes.is_given();
  const index::Symbol sizes = index::make_symbol(
      is_named ? group.sizes.text : name, SymbolKind::size, name);
  scope.declare(
      group.name,
      {.kind = Named::Kind::group, .what = "axis group", .symbol = sizes});
  if (is_named) {
    scope.declare(group.sizes,
                  {.what = "sizes", .symbol = sizes, .may_be_unused = true});
  }
  scope.rule.groups.push_back(name);
  add_size(scope, sizes, group.may_be_zero ? 0 : 1);
}

/// The group of `on r...`, or "".
std::string checked_group(const Scope& scope, const syntax::Name& group) {
  if (!group.is_given()) return "";
  const Named* named = scope.find(group.text);
  if (named != nullptr && named->kind == Named::Kind::group) return group.text;
  scope.fail(group.position,
             "there is no axis group '" + group.text + "'" +
                 base::suggestion(group.text, scope.rule.groups));
}

void declare_sizes(Scope& scope, const syntax::SizesClause& clause) {
  const std::string group = checked_group(scope, clause.group);
  for (const syntax::Size& size : clause.sizes) {
    const index::Symbol symbol =
        index::make_symbol(size.name.text, SymbolKind::size, group);
    const std::int64_t least = minimum(scope, size);
    scope.declare(size.name, {.what = "size", .symbol = symbol});
    add_size(scope, symbol, least == 0 ? 0 : 1);
    if (least <= 1) continue;
    const index::Formula bound = index::less_equal(least, index::Expr(symbol));
    scope.assume(group.empty() ? bound : index::all(group, bound));
  }
}

void declare_integers(Scope& scope, const syntax::IntsClause& clause) {
  const std::string group = checked_group(scope, clause.group);
  for (const syntax::Name& name : clause.names) {
    const index::Symbol symbol =
        index::make_symbol(name.text, SymbolKind::integer, group);
    scope.declare(name, {.what = "int", .symbol = symbol});
    scope.rule.integers.push_back(symbol);
    scope.facts.add_integer(symbol);
  }
}

/// The element types of a rule by name: `T`, `float`, `int8`.
class Types {
 public:
  explicit Types(Scope& scope) : scope_(scope) {}

  void declare(const syntax::TypesClause& clause) {
    const syntax::Name& variable = clause.variable;
    if (parse_type_set(variable.text)) {
      scope_.fail(variable.position, "'" + variable.text +
                                         "' is an element type: choose a name "
                                         "such as T");
    }
    TypeSet types = 0;
    for (const syntax::Name& type : clause.types) {
      const auto set = parse_type_set(type.text);
      if (!set) fail_unknown(type);
      types |= *set;
    }
    if (classes_.count(variable.text) != 0) {
      scope_.fail(variable.position,
                  "second 'types' clause for '" + variable.text + "'");
    }
    declared_.push_back(variable);
    classes_[variable.text] = add(types);
  }

  /// The type class of a name. Inputs with the same name share it.
  int type_class(const syntax::Name& type) {
    used_.insert(type.text);
    const auto found = classes_.find(type.text);
    if (found != classes_.end()) return found->second;
    const auto set = parse_type_set(type.text);
    if (!set && !is_variable(type.text)) fail_unknown(type);
    return classes_[type.text] = add(set.value_or(all_types));
  }

  void require_all_used() const {
    for (const syntax::Name& name : declared_) {
      if (used_.count(name.text) != 0) continue;
      scope_.fail(name.position,
                  "element type '" + name.text + "' is never used");
    }
  }

 private:
  /// An undeclared type variable is a capital letter, perhaps with digits.
  static bool is_variable(const std::string& text) {
    return text[0] >= 'A' && text[0] <= 'Z' &&
           text.find_first_not_of("0123456789", 1) == std::string::npos;
  }

  int add(TypeSet types) {
    scope_.rule.type_classes.push_back(types);
    return static_cast<int>(scope_.rule.type_classes.size()) - 1;
  }

  [[noreturn]] void fail_unknown(const syntax::Name& type) const {
    std::vector<std::string> known;
    for (const ElementType t : members(all_types)) known.emplace_back(name(t));
    known.insert(known.end(), {"float", "int"});
    for (const syntax::Name& variable : declared_) {
      known.push_back(variable.text);
    }
    scope_.fail(type.position, "unknown element type '" + type.text + "'" +
                                   base::suggestion(type.text, known));
  }

  Scope& scope_;
  std::map<std::string, int> classes_;
  std::vector<syntax::Name> declared_;
  std::set<std::string> used_;
};

/// An input has this shape, so no dim of it is negative.
void assume_dims(Scope& scope, const Shape& shape, const syntax::Expr& syntax) {
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const Dim& dim = shape[k];
    const index::Formula bound = index::nonnegative(dim.extent);
    if (bound.is_false()) {
      scope.fail(
          syntax.children[k].position,
          "the dim " + index::print(dim.extent) + " of an input is negative");
    }
    scope.assume(is_group(dim) ? index::all(dim.group, bound) : bound);
  }
}

void add_input(Scope& scope, const syntax::Name& name, const std::string& what,
               TensorType type) {
  const Ref ref{-1, static_cast<int>(scope.rule.inputs.size())};
  scope.declare(name, {.kind = Named::Kind::tensor, .what = what, .ref = ref});
  scope.rule.inputs.push_back({name.text, std::move(type), name.position});
}

}  // namespace

void declare(Scope& scope, const syntax::Rule& rule) {
  for (const syntax::AxesClause& clause : rule.axes) {
    for (const syntax::AxisGroup& group : clause.groups) {
      declare_group(scope, group);
    }
  }
  for (const auto& clause : rule.sizes) declare_sizes(scope, clause);
  for (const auto& clause : rule.ints) declare_integers(scope, clause);
  Types types(scope);
  for (const auto& clause : rule.types) types.declare(clause);
  for (const syntax::InputClause& clause : rule.inputs) {
    const int type_class = types.type_class(clause.type);
    const Shape shape = read_shape(scope, clause.shape);
    assume_dims(scope, shape, clause.shape);
    for (const syntax::Name& name : clause.names) {
      add_input(scope, name, "input", {type_class, shape});
    }
  }
  for (const syntax::ScalarClause& clause : rule.scalars) {
    const int type_class = types.type_class(clause.type);
    for (const syntax::Name& name : clause.names) {
      add_input(scope, name, "scalar", {type_class, {}});
    }
  }
  types.require_all_used();
}

namespace {

/// `r...`, or `r: m` for a group r.
Dim group_dim(Scope& scope, const syntax::Expr& item, const syntax::Name& key) {
  if (key.is_given()) {
    return {.extent = scope.integer(item, key.text), .group = key.text};
  }
  const Named* named = scope.find(item.text);
  if (named == nullptr || named->kind != Named::Kind::group) {
    scope.fail(item.position,
               "there is no axis group '" + item.text + "'" +
                   base::suggestion(item.text, scope.rule.groups));
  }
  return {.extent = index::Expr(named->symbol), .group = item.text};
}

}  // namespace

Shape read_shape(Scope& scope, const syntax::Expr& list) {
  if (list.kind != Kind::list) {
    scope.fail(list.position,
               "a shape such as [N, 4] is needed, not " + syntax::print(list));
  }
  Shape shape;
  for (std::size_t k = 0; k < list.children.size(); ++k) {
    const syntax::Expr& item = list.children[k];
    const syntax::Name& key = list.keys[k];
    const bool is_keyed_group = key.is_given() && scope.is_group(key.text);
    if (item.kind == Kind::group || is_keyed_group) {
      shape.push_back(group_dim(scope, item, key));
    } else {
      shape.push_back({.extent = scope.integer(item), .label = key.text});
    }
  }
  return shape;
}

}  // namespace rewright::ir
