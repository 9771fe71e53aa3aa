// SPDX-License-Identifier: Apache-2.0
//
// The ways in which attributes are written.
#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

/// The first node of `lhs`, over x : T[rows: N, M, r..., K] and
/// i : T[1, N, M, K].
Node node_of(const std::string& lhs) {
  const Rule rule = rule_of(
      "rule t\nsizes N, M, K\naxes r... : n\nints l on r...\n"
      "input x : float[rows: N, M, r..., K]\n"
      "input i, w : float[1, N, M, K]\nwhen l >= 0\nlhs (" +
      lhs + ", x, i, w)\nrhs (" + lhs + ", x, i, w)\n");
  return rule.lhs.nodes.at(0);
}

std::vector<int> axes(const std::string& lhs, const std::string& name) {
  return std::get<Axes>(node_of(lhs).attributes.at(name)).entries;
}

/// "0, -, l + 1, -"
std::string list(const Node& node, const std::string& name) {
  std::string text;
  for (const auto& value : std::get<PerAxis>(node.attributes.at(name)).values) {
    text += (text.empty() ? "" : ", ") + (value ? index::print(*value) : "-");
  }
  return text;
}

using Entries = std::vector<int>;

}  // namespace

TEST_CASE("an axis is named by position, label, size or group") {
  CHECK(axes("ReduceSum(x, axes=[0])", "axes") == Entries{0});
  CHECK(axes("ReduceSum(x, axes=[-1, 1])", "axes") == Entries{3, 1});
  CHECK(axes("ReduceSum(x, axes=[rows])", "axes") == Entries{0});
  CHECK(axes("ReduceSum(x, axes=[N])", "axes") == Entries{0});
  CHECK(axes("ReduceSum(x, axes=[K, r..., M])", "axes") == Entries{3, 2, 1});
  CHECK(axes("ReduceSum(x, axes=[])", "axes").empty());
}

TEST_CASE("a single axis needs no brackets, and axis is short for axes") {
  CHECK(axes("ReduceSum(x, axes=M)", "axes") == Entries{1});
  CHECK(axes("ReduceSum(x, r...)", "axes") == Entries{2});
  CHECK(axes("ReduceSum(x, axis=M)", "axes") == Entries{1});
}

TEST_CASE("labels survive operators that keep the axis") {
  const Rule rule = rule_of(
      "rule t\nsizes N\ninput x : float[rows: N, columns: N]\n"
      "lhs ReduceSum(Transpose(Relu(x), perm=[columns, rows]), axes=[rows], "
      "keepdims=0)\nrhs ReduceSum(x, axes=[rows], keepdims=0)\n");
  const Node& sum = rule.lhs.nodes.at(2);
  CHECK(std::get<Axes>(sum.attributes.at("axes")).entries == Entries{1});
}

TEST_CASE("inserted axes are counted in the result") {
  CHECK(axes("Unsqueeze(x, axes=[0, -1])", "axes") == Entries{0, 5});
  CHECK(axes("Unsqueeze(x, axes=[-2])", "axes") == Entries{3});
}

TEST_CASE("an attribute has its default when it is absent") {
  const Node node = node_of("ReduceSum(x)");
  CHECK(node.attributes.count("axes") == 0);
  CHECK(std::get<index::Expr>(node.attributes.at("keepdims")).is(1));
  const Node no = node_of("ReduceSum(x, keepdims=false)");
  CHECK(std::get<index::Expr>(no.attributes.at("keepdims")).is(0));
}

TEST_CASE("a list per axis is keyed, plain, or aligned by axes") {
  const Node keyed = node_of("Pad(x, low=[r: l + 1, 0: 2, K: 3, M: N])");
  CHECK(list(keyed, "low") == "2, N, l + 1, 3");
  const Node by_sizes = node_of("Pad(x, low=[rows: 1, n: l])");
  CHECK(list(by_sizes, "low") == "1, -, l, -");
  CHECK(list(node_of("Pad(x, low=[1, 2, l])"), "low") == "1, 2, l, -");
  const Node aligned =
      node_of("Slice(x, starts=[1, l], ends=[K, n], axes=[-1, r...])");
  CHECK(list(aligned, "starts") == "-, -, l, 1");
  CHECK(list(aligned, "ends") == "-, -, n, K");
  const Node single = node_of("Slice(x, 1, 2, step=3, axis=M)");
  CHECK(list(single, "starts") == "-, 1, -, -");
  CHECK(list(single, "steps") == "-, 3, -, -");
}

TEST_CASE("pads is low and high in one list") {
  const Node node = node_of("Pad(i, pads=[1, 2, 3, 4])");
  CHECK(list(node, "low") == "1, 2, -, -");
  CHECK(list(node, "high") == "3, 4, -, -");
  const Node at = node_of("Pad(x, pads=[l, 4], axes=[r...])");
  CHECK(list(at, "low") == "-, -, l, -");
  CHECK(list(at, "high") == "-, -, 4, -");
}

TEST_CASE("spatial lists begin at the third axis") {
  const Node node = node_of(
      "MaxPool(i, kernel_shape=[3, K], strides=[3: 2], pads=[1, 2, 3, 4])");
  CHECK(list(node, "kernel") == "3, K");
  CHECK(list(node, "strides") == "-, 2");
  CHECK(list(node, "low") == "1, 2");
  CHECK(list(node, "high") == "3, 4");
}

TEST_CASE("the axis of Iota is one of the shape that is given") {
  const Rule rule = rule_of(
      "rule t\nsizes N, M\ninput x : float[N, M]\n"
      "lhs x + Iota([N, M], axis=M)\nrhs Iota(shape=[N, M], axis=-1) + x\n");
  for (const Graph* graph : {&rule.lhs, &rule.rhs}) {
    const Node& iota = graph->nodes.at(0);
    CHECK(std::get<Axes>(iota.attributes.at("axis")).entries == Entries{1});
  }
}

TEST_CASE("a number is a literal or an expression over sizes") {
  const auto value = [](const std::string& number) -> Attribute {
    return rule_of("rule t\nsizes N\ninput x : float[N]\nlhs x * Const(" +
                   number + ", shape=[N])\nrhs x\n")
        .lhs.nodes.at(0)
        .attributes.at("value");
  };
  CHECK(std::get<ConstantNumber>(value("-0.25")).rational ==
        base::Rational(-1, 4));
  CHECK(std::get<ConstantNumber>(value("-inf")).kind ==
        ConstantNumber::Kind::minus_infinity);
  CHECK(std::get<ConstantNumber>(value("N - N + 2")).rational == 2);
  CHECK(index::print(std::get<index::Expr>(value("2*N"))) == "2*N");
}

TEST_CASE("a shape may hold groups with other extents and labels") {
  const Node node =
      node_of("Reshape(x, [r: n, rows: N*M, -1, K], allowzero=1)");
  const auto& shape = std::get<Shape>(node.attributes.at("shape"));
  CHECK(print(shape) == "[r: n, M*N, -1, K]");
  CHECK(shape[1].label == "rows");
}

namespace {

Inferred infer_first(const Call& call) { return {{call.shape(0)}, {}}; }

const Operator pick{.name = "Pick",
                    .signature = {.operands = {"T", "T", "T"},
                                  .required = 1,
                                  .results = {"T"},
                                  .types = {{"T", all_types}},
                                  .operand_names = {"x", "low", "high"}},
                    .infer = infer_first};

/// The operands that Pick gets in `lhs`, absent ones as -9.
std::vector<int> picked(const std::string& lhs) {
  const OperatorTable table{[](const std::string& name) {
                              return name == "Pick" ? &pick : ops::find(name);
                            },
                            ops::all};
  const auto source = std::make_shared<const base::Source>(
      base::Source{"test.rule", "rule t\ninput a, b, c : T\nlhs (" + lhs +
                                    ", a, b, c)\nrhs (a, a, b, c)\n"});
  const Rule rule = resolve(syntax::parse_rules(source), table).at(0);
  std::vector<int> slots;
  for (const auto& operand : rule.lhs.nodes.at(0).operands) {
    slots.push_back(operand ? operand->slot : -9);
  }
  return slots;
}

std::string pick_error(const std::string& lhs) {
  try {
    picked(lhs);
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("an operand with a name may be given after one that is absent") {
  CHECK(picked("Pick(a)") == Entries{0});
  CHECK(picked("Pick(a, high=b)") == Entries{0, -9, 1});
  CHECK(picked("Pick(high=b, low=c, x=a)") == Entries{0, 2, 1});
  CHECK(pick_error("Pick(a, x=b)") == "operand 'x' of 'Pick' given twice");
  CHECK(pick_error("Pick(low=b)") == "'Pick' takes 1 to 3 operands, given 0");
}

}  // namespace rewright::ir
