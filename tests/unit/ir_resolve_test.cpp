// SPDX-License-Identifier: Apache-2.0
//
// Rules of the kind that users write, from text to graphs.
#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

using Nodes = std::vector<std::string>;

namespace {

Shape lhs_shape(const Rule& rule) {
  return rule.type_of(rule.lhs, rule.lhs.outputs.at(0)).shape;
}

Shape rhs_shape(const Rule& rule) {
  return rule.type_of(rule.rhs, rule.rhs.outputs.at(0)).shape;
}

const PerAxis& list_of(const Node& node, const std::string& name) {
  return std::get<PerAxis>(node.attributes.at(name));
}

std::string printed(const std::optional<index::Expr>& e) {
  return e ? index::print(*e) : "absent";
}

}  // namespace

TEST_CASE("two sums over axis groups name the groups as axes") {
  const Rule rule = rule_of(
      "rule reduce_sum_merge\n"
      "  axes   n..., p..., m..., q..., t...\n"
      "  input  x : T[n..., p..., m..., q..., t...]\n"
      "  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), "
      "axes=[p...], keepdims=0)\n"
      "  rhs    ReduceSum(x, axes=[p..., q...], keepdims=0)\n");
  CHECK(rule.name == "reduce_sum_merge");
  CHECK(rule.groups == Nodes{"n", "p", "m", "q", "t"});
  CHECK(nodes_of(rule.lhs) == Nodes{"ReduceSum [n..., p..., m..., t...]",
                                    "ReduceSum [n..., m..., t...]"});
  CHECK(nodes_of(rule.rhs) == Nodes{"ReduceSum [n..., m..., t...]"});
  const auto& axes =
      std::get<Axes>(rule.rhs.nodes[0].attributes.at("axes")).entries;
  CHECK(axes == std::vector<int>{1, 3});
  CHECK(rule.type_classes == std::vector<TypeSet>{numeric_types});
}

TEST_CASE("a product is an operator between tensors and arithmetic in shapes") {
  const Rule rule = rule_of(
      "rule mul_reduce_sum_to_grouped_conv\n"
      "  sizes  B, C, H, W\n"
      "  input  a, b : float[B, C, H, W]\n"
      "  lhs    ReduceSum(a * b, axes=[2, 3], keepdims=0)\n"
      "  rhs    let k = Reshape(b, [B*C, 1, H, W])\n"
      "         let x = Reshape(a, [1, B*C, H, W])\n"
      "         Reshape(Conv(x, k, group=B*C), [B, C])\n");
  CHECK(nodes_of(rule.lhs) == Nodes{"Mul [B, C, H, W]", "ReduceSum [B, C]"});
  REQUIRE(rule.rhs.nodes.size() == 4);
  CHECK(rule.rhs.nodes[0].name == "k");
  CHECK(rule.rhs.nodes[1].name == "x");
  CHECK(rule.rhs.nodes[2].op->name == "Conv");
  CHECK(index::print(std::get<index::Expr>(
            rule.rhs.nodes[2].attributes.at("group"))) == "B*C");
  CHECK(print(rhs_shape(rule)) == "[B, C]");
  CHECK(rule.type_classes == std::vector<TypeSet>{floating_types});
}

TEST_CASE("a vector attribute is given for an axis group by its name") {
  const Rule rule = rule_of(
      "rule low_pad_of_low_pad\n"
      "  axes   r... : n\n"
      "  ints   l0, l1 on r...\n"
      "  input  x : T[r...]   scalar v : T\n"
      "  when   l0 >= 0 and l1 >= 0\n"
      "  lhs    Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])\n"
      "  rhs    Pad(x, v, low=[r: l0 + l1])\n");
  CHECK(print(rule.inputs[0].type.shape) == "[r: n]");
  CHECK(print(rule.inputs[1].type.shape) == "[]");
  CHECK(rule.inputs[0].type.type_class == rule.inputs[1].type.type_class);
  CHECK(printed(list_of(rule.rhs.nodes[0], "low").values.at(0)) == "l0 + l1");
  CHECK(print(lhs_shape(rule)) == print(rhs_shape(rule)));
  REQUIRE(rule.when->kind == index::FormulaKind::conjunction);
  for (const index::Formula& part : rule.when->args) {
    CHECK(part->kind == index::FormulaKind::all);
    CHECK(part->group == "r");
  }
}

TEST_CASE("positional integers after the operands are attributes") {
  const Rule rule = rule_of(
      "rule slice_of_slice\n"
      "  sizes  N   ints s1, e1, p1, s2, e2, p2\n"
      "  input  x : T[N]\n"
      "  when   p1 >= 1 and p2 >= 1 and 0 <= s1 and s1 <= e1 and e1 <= N "
      "and 0 <= s2 and s2 < e2 and e2 <= ceildiv(e1 - s1, p1)\n"
      "  lhs    Slice(Slice(x, s1, e1, step=p1), s2, e2, step=p2)\n"
      "  rhs    Slice(x, s1 + p1*s2, s1 + p1*(e2 - 1) + 1, step=p1*p2)\n");
  const Node& inner = rule.lhs.nodes.at(0);
  CHECK(printed(list_of(inner, "starts").values.at(0)) == "s1");
  CHECK(printed(list_of(inner, "ends").values.at(0)) == "e1");
  CHECK(printed(list_of(inner, "steps").values.at(0)) == "p1");
  CHECK(rule.integers.size() == 6);
  CHECK(rule.type_classes == std::vector<TypeSet>{all_types});
}

TEST_CASE("several right sides make several rules") {
  const std::vector<Rule> rules = resolve_text(
      "rule double\n"
      "  sizes N\n"
      "  input x : T[N]\n"
      "  lhs x + x\n"
      "  rhs x * 2\n"
      "  rhs x * 2.0\n");
  REQUIRE(rules.size() == 2);
  CHECK(rules[0].name == "double");
  CHECK(rules[1].name == "double#2");
  CHECK(rules[0].type_classes == std::vector<TypeSet>{numeric_types});
  CHECK(rules[1].type_classes == std::vector<TypeSet>{numeric_types});
  CHECK(rules[1].canonical_text ==
        "rule double\n"
        "  sizes  N\n"
        "  input  x : T[N]\n"
        "  lhs    x + x\n"
        "  rhs    x * 2.0\n");
}

TEST_CASE("several outputs correspond in order") {
  const Rule rule = rule_of(
      "rule swap\n"
      "  sizes N\n"
      "  input x, y : T[N]\n"
      "  lhs (x + y, Less(x, y))\n"
      "  rhs (y + x, Greater(y, x))\n");
  REQUIRE(rule.lhs.outputs.size() == 2);
  CHECK(rule.type_of(rule.lhs, rule.lhs.outputs[1]).type_class ==
        rule.type_of(rule.rhs, rule.rhs.outputs[1]).type_class);
  CHECK(rule.type_classes ==
        std::vector<TypeSet>{numeric_types, boolean_types});
}

TEST_CASE("the results of one node are named together") {
  const Rule rule = rule_of(
      "rule split_concat\n"
      "  sizes N, M\n"
      "  input x : T[N + M]\n"
      "  lhs let (a, b) = Split(x, axis=0, split=[N, M])\n"
      "      Concat(a, b, axis=0)\n"
      "  rhs x\n");
  CHECK(nodes_of(rule.lhs) == Nodes{"Split [N] [M]", "Concat [M + N]"});
  CHECK(rule.lhs.nodes[1].operands.at(1) == Ref{0, 1});
  CHECK(rule.rhs.nodes.empty());
  CHECK(rule.rhs.outputs.at(0) == Ref{-1, 0});
}

TEST_CASE("numbers and sizes between tensors become rank-0 constants") {
  const Rule rule = rule_of(
      "rule mean\n"
      "  sizes N, M\n"
      "  input x : float[N, M]\n"
      "  lhs ReduceMean(x, axes=[N, M], keepdims=0)\n"
      "  rhs ReduceSum(x, axes=[N, M], keepdims=0) / (N*M) + 0 * 1.25e1\n");
  const auto& nodes = rule.rhs.nodes;
  REQUIRE(nodes.size() == 5);
  CHECK(index::print(std::get<index::Expr>(nodes[1].attributes.at("value"))) ==
        "M*N");
  const auto& folded =
      std::get<ConstantNumber>(nodes[3].attributes.at("value"));
  CHECK(folded.rational == 0);
  CHECK(nodes[2].op->name == "Div");
}

TEST_CASE("a literal narrows the element type to those that can write it") {
  const auto types = [](const std::string& literal) {
    return print(rule_of("rule r\n sizes N\n input x : T[N]\n lhs x * " +
                         literal + "\n rhs " + literal + " * x\n")
                     .type_classes.at(0));
  };
  CHECK(types("2") == "float, int");
  CHECK(types("0.5") == "float");
  CHECK(types("1/3") == "float");
  CHECK(types("6/3") == "float, int");
  CHECK(types("300") == "float, int64, int32, int16");
  CHECK(types("-129") == "float, int64, int32, int16");
  CHECK(types("3000000000") == "float, int64");
  CHECK(types("100000000000000000000") == "float");
  CHECK(types("inf") == "float");
  CHECK(types("N") == "float, int");
}

TEST_CASE("a decimal is the number that is written") {
  const Rule rule = rule_of(
      "rule r\n sizes N\n input x : float[N]\n lhs x * 1.10e-1\n rhs x\n");
  const auto& value =
      std::get<ConstantNumber>(rule.lhs.nodes.at(0).attributes.at("value"));
  CHECK(value.rational == base::Rational(11, 100));
}

TEST_CASE("inputs with one type name share a type class") {
  const Rule rule = rule_of(
      "rule r\n"
      "  sizes N\n"
      "  types U : int8, int16\n"
      "  input x : U[N]\n"
      "  input m : bool[N]\n"
      "  scalar c : U\n"
      "  lhs Where(m, x, c)\n"
      "  rhs Where(Not(m), c, x)\n");
  REQUIRE(rule.type_classes.size() == 2);
  CHECK(print(rule.type_classes[0]) == "int16, int8");
  CHECK(print(rule.type_classes[1]) == "bool");
  CHECK(rule.inputs[2].type.type_class == 0);
}

TEST_CASE("sizes are at least 1 unless the rule says otherwise") {
  const Rule rule = rule_of(
      "rule r\n"
      "  axes r... >= 0, s...\n"
      "  sizes N >= 0, M, K >= 3\n"
      "  input x : T[r..., s..., N, M, K]\n"
      "  lhs x\n"
      "  rhs Identity(x)\n");
  const auto lower = [&](const std::string& name) {
    for (const SizeDecl& size : rule.sizes) {
      if (size.symbol->name == name) return size.lower;
    }
    return std::int64_t{-1};
  };
  CHECK(lower("r") == 0);
  CHECK(lower("s") == 1);
  CHECK(lower("N") == 0);
  CHECK(lower("M") == 1);
  CHECK(lower("K") == 1);
  CHECK(index::print(rule.when) == "3 <= K");
}

TEST_CASE("the dims of an input are never negative") {
  const Rule rule = rule_of(
      "rule r\n sizes N, M\n input x : T[N - M]\n lhs x\n rhs Identity(x)\n");
  CHECK(index::print(rule.when) == "M <= N");
}

TEST_CASE("a divisor is positive wherever the rule speaks") {
  const Rule rule = rule_of(
      "rule r\n sizes N\n ints p, q\n input x : T[N]\n"
      " when q >= 2 and mod(N, q) == 0\n"
      " lhs Reshape(x, [div(N, q), q, 1])\n"
      " rhs Reshape(x, [div(N, q), q, div(p, p)])\n");
  CHECK(index::print(rule.when) == "2 <= q and mod(N, q) == 0 and 1 <= p");
}

TEST_CASE("a legal clause keeps its condition") {
  const Rule rule = rule_of(
      "rule r\n sizes N\n input x : T[N]\n lhs x\n rhs Identity(x)\n"
      " legal nash-m when N <= 31\n legal other\n"
      " expect illegal(nash-m) because \"N is large\"\n");
  REQUIRE(rule.legal_claims.size() == 2);
  CHECK(rule.legal_claims[0].target == "nash-m");
  CHECK(index::print(rule.legal_claims[0].where) == "N <= 31");
  CHECK(rule.legal_claims[1].where.is_true());
  REQUIRE(rule.expect.has_value());
  CHECK(rule.expect->verdict == "illegal");
  CHECK(rule.expect->target == "nash-m");
  CHECK(rule.expect->because == "N is large");
}

TEST_CASE("the meaning of a side is told in elements of the inputs") {
  const Rule rule = rule_of(
      "rule r\n sizes N, M\n input x, y : float[N, M]\n"
      " lhs ReduceSum(x * y, axes=[M], keepdims=0)\n"
      " rhs ReduceSum(y * x, axes=[M], keepdims=0)\n");
  const index::Symbol i = index::make_symbol("i", index::SymbolKind::variable);
  index::Facts facts = rule.facts();
  facts.add_variable(i, index::Expr(symbol_of(rule, "N")));
  const Value v =
      meaning(rule, rule.lhs, rule.lhs.outputs[0], {index::Expr(i)}, facts);
  REQUIRE(v->kind == ValueKind::reduce);
  CHECK(v->monoid == Monoid::sum);
  CHECK(print(v->args[0], {"x", "y"}) == "x[i, " + v->bound[0].symbol->name +
                                             "]*y[i, " +
                                             v->bound[0].symbol->name + "]");
}

TEST_CASE("what a shared node means is built once") {
  const Rule rule = rule_of(
      "rule r\n sizes N\n input x : float[N]\n"
      " lhs let a = Exp(x)\n let b = a + a\n let c = b + b\n c + c\n"
      " rhs Exp(x) * 8\n");
  const index::Symbol i = index::make_symbol("i", index::SymbolKind::variable);
  const Value v = meaning(rule, rule.lhs, rule.lhs.outputs[0], {index::Expr(i)},
                          rule.facts());
  CHECK(v->args[0] == v->args[1]);
  CHECK(v->args[0]->args[0] == v->args[0]->args[1]);
}

}  // namespace rewright::ir
