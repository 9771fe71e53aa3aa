// SPDX-License-Identifier: Apache-2.0
//
// Tensor expressions to graph nodes. Infix signs are operators; numbers and
// sizes become `Const(value, shape=[])`, with the element type that their
// context asks for. An expression of sizes and integers alone is one
// constant: `x / (B*C)` divides by Const(B*C).
#include <algorithm>

#include "ir/literal.h"
#include "ir/resolver.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

std::string infix_operator(const std::string& sign) {
  if (sign == "+") return "Add";
  if (sign == "-") return "Sub";
  return sign == "*" ? "Mul" : "Div";
}

std::string comparison_operator(const std::string& sign) {
  if (sign == "<") return "Less(a, b)";
  if (sign == "<=") return "LessOrEqual(a, b)";
  if (sign == ">") return "Greater(a, b)";
  if (sign == ">=") return "GreaterOrEqual(a, b)";
  return sign == "==" ? "Equal(a, b)" : "Not(Equal(a, b))";
}

class GraphReader {
 public:
  GraphReader(Scope& scope, Graph& graph) : scope_(scope), graph_(graph) {}

  void side(const syntax::Side& side) {
    std::vector<syntax::Name> names;
    for (const syntax::Let& let : side.lets) {
      bind(let);
      names.insert(names.end(), let.names.begin(), let.names.end());
    }
    for (const syntax::Expr& output : side.outputs) {
      graph_.outputs.push_back(tensor(output));
    }
    scope_.forget(names);
  }

 private:
  /// The names of one `let` share a used mark: whoever needs one result of
  /// several must name them all.
  void bind(const syntax::Let& let) {
    const std::vector<Ref> results = tensors(let.value);
    if (results.size() != let.names.size()) {
      scope_.fail(let.names[0].position, counted(let.names.size(), "name") +
                                             " for " +
                                             counted(results.size(), "result"));
    }
    const auto used = std::make_shared<bool>(false);
    for (std::size_t k = 0; k < results.size(); ++k) {
      scope_.declare(let.names[k], {.kind = Named::Kind::tensor,
                                    .what = "let",
                                    .ref = results[k],
                                    .used = used});
    }
    if (results[0].node < 0) return;
    Node& node = graph_.nodes[static_cast<std::size_t>(results[0].node)];
    if (node.name.empty()) node.name = let.names[0].text;
  }

  static std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  }

  Ref tensor(const syntax::Expr& e) {
    const std::vector<Ref> results = tensors(e);
    if (results.size() == 1) return results[0];
    scope_.fail(e.position,
                "'" + e.text + "' has " + std::to_string(results.size()) +
                    " results: name them, as in let (a, b) = " + e.text +
                    "(...)");
  }

  std::vector<Ref> tensors(const syntax::Expr& e) {
    if (const auto number = literal(e)) return {constant(*number, e)};
    if (is_integer(e)) return {constant(scope_.integer(e), e)};
    switch (e.kind) {
      case Kind::name:
        return {named(e)};
      case Kind::call:
        return call(e);
      case Kind::negate:
        return {apply("Neg", {tensor(e.children[0])}, e.position)};
      case Kind::arithmetic:
        return {arithmetic(e)};
      default:
        fail_no_tensor(e);
    }
  }

  Ref arithmetic(const syntax::Expr& e) {
    const Ref a = tensor(e.children[0]);
    const Ref b = tensor(e.children[1]);
    return apply(infix_operator(e.text), {a, b}, e.position);
  }

  [[noreturn]] void fail_no_tensor(const syntax::Expr& e) const {
    switch (e.kind) {
      case Kind::comparison:
        scope_.fail(e.keys[0].position,
                    "'" + e.keys[0].text +
                        "' is for 'when': between tensors write " +
                        comparison_operator(e.keys[0].text));
      case Kind::conjunction:
      case Kind::disjunction:
      case Kind::negation: {
        const bool is_and = e.kind == Kind::conjunction;
        const bool is_not = e.kind == Kind::negation;
        scope_.fail(e.position, std::string(is_and   ? "'and'"
                                            : is_not ? "'not'"
                                                     : "'or'") +
                                    " is for 'when': of tensors write " +
                                    (is_and   ? "And(a, b)"
                                     : is_not ? "Not(a)"
                                              : "Or(a, b)"));
      }
      case Kind::element:
        scope_.fail(e.position, "the element " + syntax::print(e) +
                                    " is for 'when': in a graph write Slice");
      case Kind::group:
        scope_.fail(e.position, "the axis group " + e.text +
                                    "... is no tensor: numel(" + e.text +
                                    ") is its number of elements");
      default:
        scope_.fail(e.position, "a tensor is needed, not " + syntax::print(e));
    }
  }

  /// Whether only integers, sizes and functions of them occur, without `/`,
  /// which between tensors does not have to be exact.
  bool is_integer(const syntax::Expr& e) const {
    switch (e.kind) {
      case Kind::integer:
        return true;
      case Kind::name:
        return is_number(e.text);
      case Kind::negate:
        return is_integer(e.children[0]);
      case Kind::arithmetic:
        return e.text != "/" && is_integer(e.children[0]) &&
               is_integer(e.children[1]);
      case Kind::call: {
        const auto& functions = index_functions();
        return std::ranges::find(functions, e.text) != functions.end();
      }
      default:
        return false;
    }
  }

  bool is_number(const std::string& name) const {
    const Named* named = scope_.find(name);
    return named != nullptr && named->kind == Named::Kind::number;
  }

  Ref named(const syntax::Expr& e) const {
    const Named* named = scope_.find(e.text);
    if (named == nullptr) scope_.fail_unknown(e);
    if (named->kind == Named::Kind::tensor) return named->ref;
    scope_.fail(e.position, "'" + e.text + "' is an axis group, not a tensor");
  }

  Ref constant(const Attribute& value, const syntax::Expr& e) {
    Node node = node_of("Const", e.position);
    node.attributes = {{"value", value}, {"shape", Shape()}};
    return add(std::move(node))[0];
  }

  const Operator* find(const std::string& name, base::Position position) const {
    if (const Operator* op = scope_.operators().find(name)) return op;
    std::vector<std::string> known;
    for (const Operator* op : scope_.operators().list()) {
      known.push_back(op->name);
    }
    scope_.fail(position, "unknown operator '" + name + "'" +
                              base::suggestion(name, known));
  }

  Node node_of(const std::string& op, base::Position position) const {
    Node node;
    node.op = find(op, position);
    node.position = position;
    return node;
  }

  Ref apply(const std::string& op, const std::vector<Ref>& operands,
            base::Position position) {
    Node node = node_of(op, position);
    node.operands.assign(operands.begin(), operands.end());
    return add(std::move(node))[0];
  }

  std::vector<Ref> call(const syntax::Expr& e) {
    Node node = node_of(e.text, e.position);
    const Arguments arguments = part_arguments(scope_, *node.op, e);
    for (const syntax::Expr* operand : arguments.operands) {
      node.operands.push_back(operand ? std::optional(tensor(*operand))
                                      : std::nullopt);
    }
    const bool has_first = !node.operands.empty() && node.operands[0];
    const Shape first =
        has_first ? scope_.rule.type_of(graph_, *node.operands[0]).shape
                  : Shape();
    node.attributes = read_attributes(scope_, *node.op, e, arguments,
                                      has_first ? &first : nullptr);
    return add(std::move(node));
  }

  std::vector<Ref> add(Node node) {
    try {
      infer(scope_.rule, graph_, node, scope_.facts);
    } catch (const IllFormed& wrong) {
      scope_.fail(node.position, wrong.what());
    } catch (const index::Overflow& wrong) {
      scope_.fail(node.position, node.op->name + ": " + wrong.what());
    }
    std::vector<Ref> results;
    const auto number = static_cast<int>(graph_.nodes.size());
    for (std::size_t k = 0; k < node.results.size(); ++k) {
      results.push_back({number, static_cast<int>(k)});
    }
    graph_.nodes.push_back(std::move(node));
    return results;
  }

  Scope& scope_;
  Graph& graph_;
};

}  // namespace

void read_side(Scope& scope, Graph& graph, const syntax::Side& side) {
  GraphReader(scope, graph).side(side);
}

}  // namespace rewright::ir
