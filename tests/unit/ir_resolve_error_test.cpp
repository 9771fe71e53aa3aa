// SPDX-License-Identifier: Apache-2.0
//
// What the resolver says about mistakes, whole, with line and column.
#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

/// A rule over `x, y : T[N, M]`, the ints k and l0 (per axis of r...), and
/// z : T[r..., N], in which everything is used; `lhs` stands at 7:6.
std::string rule_with(const std::string& lhs) {
  return "rule r\n"
         "sizes N, M\n"
         "axes r...\n"
         "ints k  ints l0 on r...\n"
         "input x, y : T[N, M]  input z : T[r..., N]\n"
         "when k >= 0 and l0 >= 0\n"
         "lhs " +
         lhs +
         "\n"
         "rhs (x, y, z)\n";
}

std::string error_in(const std::string& lhs) {
  return error_of(rule_with(lhs));
}

/// A rule whose second line is `clause`.
std::string error_with(const std::string& clause) {
  return error_of("rule r\n" + clause +
                  "\nsizes N\ninput x : T[N]\nlhs x\nrhs Identity(x)\n");
}

}  // namespace

TEST_CASE("an error shows the line and a caret") {
  std::string rendered;
  try {
    resolve_text("rule r\n  sizes N\n  input x : T[M]\n  lhs x\n  rhs x\n");
  } catch (const base::InputError& error) {
    rendered = error.rendered();
  }
  CHECK(rendered ==
        "test.rule:3:15: unknown name 'M'\n  input x : T[M]\n              ^");
}

TEST_CASE("unknown names come with a suggestion") {
  CHECK(error_in("(xx, y)") == "7:6: unknown name 'xx'");
  CHECK(error_in("ReduceSun(x)") ==
        "7:5: unknown operator 'ReduceSun' (did you mean 'ReduceSum'?)");
  CHECK(error_in("ReduceSum(x, axes=[0], keep_dims=0)") ==
        "7:28: 'ReduceSum' has no attribute 'keep_dims' (did you mean "
        "'keepdims'?)");
  CHECK(error_in("ReduceSum(x, axes=[K])") == "7:24: 'K' is no axis of [N, M]");
  CHECK(error_in("ReduceSum(z, axes=[q...])") ==
        "7:24: 'q...' is no axis group of [r..., N]");
  CHECK(error_with("input y : flaot") ==
        "2:11: unknown element type 'flaot' (did you mean 'float'?)");
  CHECK(error_with("types U : int9  input y : U") ==
        "2:11: unknown element type 'int9' (did you mean 'int8'?)");
  CHECK(error_with("ints p on q...") == "2:11: there is no axis group 'q'");
  CHECK(error_with("axes rows...  input y : T[row...]") ==
        "2:27: there is no axis group 'row' (did you mean 'rows'?)");
  CHECK(error_with("expect prooved") ==
        "2:8: there is no verdict 'prooved' (did you mean 'proved'?)");
  CHECK(error_in("Reshape(x, [ceildif(N, 2), -1])") ==
        "7:17: 'ceildif' is no function of sizes (did you mean 'ceildiv'?)");
}

TEST_CASE("every declared name is used") {
  CHECK(error_with("input y : T") == "2:7: input 'y' is never used");
  CHECK(error_with("scalar c : T") == "2:8: scalar 'c' is never used");
  CHECK(error_with("sizes M") == "2:7: size 'M' is never used");
  CHECK(error_with("ints p, q") == "2:6: int 'p' is never used");
  CHECK(error_with("axes r... : n") == "2:6: axis group 'r' is never used");
  CHECK(error_with("types U : int8") == "2:7: element type 'U' is never used");
  CHECK(error_in("let a = x\n(x, y, z)") == "7:9: let 'a' is never used");
}

TEST_CASE("a name is declared once and is no operator or function") {
  CHECK(error_with("sizes N") == "3:7: second 'N': the first, size, is at 2:7");
  CHECK(error_with("input Conv : T") ==
        "2:7: 'Conv' is the name of an operator: choose another");
  CHECK(error_with("ints max") ==
        "2:6: 'max' is a function of sizes: choose another name");
  CHECK(error_with("types float : int8") ==
        "2:7: 'float' is an element type: choose a name such as T");
  CHECK(error_of("rule r\ninput x : T\nlhs x\nrhs Neg(x)\nrule r\ninput x : "
                 "T\nlhs x\nrhs Neg(x)\n") == "5:6: second rule 'r'");
  CHECK(error_in("let x = y\n(x, y, z)") ==
        "7:9: second 'x': the first, input, is at 5:7");
}

TEST_CASE("a call has as many operands and attributes as the operator takes") {
  CHECK(error_in("Add(x)") == "7:5: 'Add' takes 2 operands, given 1");
  CHECK(error_in("Concat(axis=0)") ==
        "7:5: 'Concat' takes at least 1 operand, given 0");
  CHECK(error_in("Pad()") == "7:5: 'Pad' takes 1 to 2 operands, given 0");
  CHECK(error_in("Relu(x, y)") ==
        "7:13: 'Relu' takes 1 operand and no attributes: this argument is one "
        "too many");
  CHECK(error_in("Concat(x, y)") == "7:5: 'Concat' needs the attribute 'axis'");
  CHECK(error_in("Slice(x, [0], starts=[1])") ==
        "7:19: attribute 'starts' of 'Slice' given twice");
  CHECK(error_in("Slice(x, step=[1], steps=[1])") ==
        "7:24: attribute 'steps' of 'Slice' given twice");
  CHECK(error_in("Pad(x, low=[1], pads=[1, 1, 1, 1])") ==
        "7:21: 'low' and 'pads' say the same: give one of them");
  CHECK(error_in("Pad(x, pads=[1, 1, 1, 1], high=[1])") ==
        "7:31: 'pads' and 'high' say the same: give one of them");
}

TEST_CASE("an axis is one axis for every rank, and given once") {
  CHECK(error_in("ReduceSum(x, axes=[0, N])") == "7:27: axis N is given twice");
  CHECK(error_in("ReduceSum(x, axes=[2])") ==
        "7:24: there is no axis 2 in [N, M]");
  CHECK(error_in("ReduceSum(x, axes=[-3])") ==
        "7:24: there is no axis -3 in [N, M]");
  CHECK(error_in("ReduceSum(z, axes=[1])") ==
        "7:24: axis 1 of [r..., N] is not one axis for every rank of r...: "
        "name the axis");
  CHECK(error_in("ReduceSum(z, axes=[0])") ==
        "7:24: axis 0 of [r..., N] is not one axis for every rank of r...: "
        "name the axis");
  CHECK(error_in("ReduceSum(z, axes=[-2])") ==
        "7:24: axis -2 of [r..., N] is not one axis for every rank of r...: "
        "name the axis");
  CHECK(error_in("ReduceSum(z, axes=[r])") ==
        "7:24: 'r' is an axis group: write r...");
  CHECK(error_in("ReduceSum(x, axes=[N + 1])") ==
        "7:26: an axis is a position, a group such as r..., a label or a size, "
        "not N + 1");
  CHECK(error_in("ReduceSum(Reshape(x, [N, N, div(M, N)]), axes=[N])") ==
        "7:52: 'N' names more than one axis of [N, N, div(M, N)]: use a "
        "position or labels");
  CHECK(error_in("Unsqueeze(z, axes=[1])") ==
        "7:24: axis 1 is not one place for every rank of r...: count from the "
        "other end");
  CHECK(error_in("Unsqueeze(x, axes=[3])") ==
        "7:24: there is no axis 3 in a result of 3 axes");
  CHECK(error_in("Unsqueeze(x, axes=[M])") ==
        "7:24: an inserted axis has no name yet: give its position, not M");
  CHECK(error_in("Concat(x, y, axis=[0, 1])") ==
        "7:23: 'axis' of 'Concat' is one axis, not [0, 1]");
}

TEST_CASE("attributes are integers about sizes and ints") {
  CHECK(error_in("Slice(x, [k / 2], [N])") ==
        "7:17: 'k / 2' is not an integer for all sizes: div rounds down, "
        "ceildiv up");
  CHECK(error_in("Slice(x, [l0], [N])") ==
        "7:15: 'l0' is one integer per axis of r...: here a single integer is "
        "needed");
  CHECK(error_in("Slice(x, [1.5], [N])") ==
        "7:15: an integer expression is needed, not 1.5");
  CHECK(error_in("Slice(x, [y[0, 0]], [N])") ==
        "7:15: the element y[0, 0] of a tensor cannot stand here: an integer "
        "expression over sizes and ints is needed");
  CHECK(error_in("Slice(x, [y], [N])") ==
        "7:15: 'y' is a tensor: an integer expression over sizes and ints is "
        "needed");
  CHECK(error_in("Slice(x, [r], [N])") ==
        "7:15: 'r' is an axis group, not an integer: numel(r) is its number "
        "of elements");
  CHECK(error_in("Slice(x, [99999999999999999999], [N])") ==
        "7:15: the number 99999999999999999999 does not fit in 64 bits");
  CHECK(error_in("Slice(x, [9223372036854775807 * 2], [N])") ==
        "7:35: size arithmetic exceeds 64 bits");
  CHECK(error_in("Slice(x, [div(N, 0)], [N])") ==
        "7:22: 'div' by 0 is not defined");
  CHECK(error_in("Slice(x, [div(N)], [N])") ==
        "7:15: 'div' takes 2 arguments, given 1");
  CHECK(error_in("Slice(x, [numel(N)], [N])") ==
        "7:21: 'numel' takes an axis group or the sizes of one, not N");
  CHECK(error_in("Slice(x, 0, N)") ==
        "7:14: 'starts' of 'Slice' is a list for the 2 axes of [N, M], not 0");
  CHECK(error_in("Slice(x, [0, 0, 0], [N])") ==
        "7:14: 'starts' of 'Slice' has 3 items for the 2 axes of [N, M]");
  CHECK(error_in("Slice(x, starts=[0, 1], ends=[3], axes=[N])") ==
        "7:21: 'starts' of 'Slice' has 2 items for the 1 axis given");
  CHECK(error_in("Pad(z, low=[r: l0, 1])") ==
        "7:16: either all items of a list have a key or none has one");
  CHECK(error_in("Pad(z, low=[N: 1, 1: 2])") ==
        "7:23: axis 1 of [r..., N] is not one axis for every rank of r...: "
        "name the axis");
  CHECK(error_in("Pad(x, low=[N: 1, 0: 2])") ==
        "7:23: 'low' of 'Pad' gives this axis twice");
  CHECK(error_in("Pad(z, low=[N: l0])") ==
        "7:20: 'l0' is one integer per axis of r...: here a single integer is "
        "needed");
  CHECK(error_in("Pad(x, pads=[1, 1, 1])") ==
        "7:17: 'pads' of 'Pad' is a list with two items an axis, not "
        "[1, 1, 1]");
  CHECK(error_in("ReduceSum(x, keepdims=2)") ==
        "7:27: 'keepdims' of 'ReduceSum' is 0 or 1, not 2");
  CHECK(error_in("Gemm(x, y, alpha=N)") ==
        "7:22: 'alpha' of 'Gemm' is a number, not N");
  CHECK(error_in("Einsum(x, y, equation=N)") ==
        "7:27: 'equation' of 'Einsum' is a string, not N");
  CHECK(error_in("Reshape(x, N)") ==
        "7:16: a shape such as [N, 4] is needed, not N");
  CHECK(error_with("input y : T[0 - 3]") ==
        "2:15: the dim -3 of an input is negative");
}

TEST_CASE("a tensor is needed where an operand stands") {
  CHECK(error_in("x < y") ==
        "7:7: '<' is for 'when': between tensors write Less(a, b)");
  CHECK(error_in("x and y") ==
        "7:7: 'and' is for 'when': of tensors write And(a, b)");
  CHECK(error_in("not x") ==
        "7:5: 'not' is for 'when': of tensors write Not(a)");
  CHECK(error_in("x * y[0, 0]") ==
        "7:9: the element y[0, 0] is for 'when': in a graph write Slice");
  CHECK(error_in("x + r") == "7:9: 'r' is an axis group, not a tensor");
  CHECK(error_in("x + r...") ==
        "7:9: the axis group r... is no tensor: numel(r) is its number of "
        "elements");
  CHECK(error_in("x + max(x, y)") ==
        "7:13: 'x' is a tensor: an integer expression over sizes and ints is "
        "needed");
  CHECK(error_in("x + l0") ==
        "7:9: 'l0' is one integer per axis of r...: here a single integer is "
        "needed");
  CHECK(error_in("Neg(Split(x, axis=0, split=[1, N - 1]))") ==
        "7:9: 'Split' has 2 results: name them, as in let (a, b) = "
        "Split(...)");
  CHECK(error_in("let (a, b) = Neg(x)\n(a, b)") ==
        "7:10: 2 names for 1 result");
}

TEST_CASE("shapes and element types fit the operator") {
  CHECK(error_in("MatMul(x, k)") ==
        "7:5: MatMul of [N, M], []: MatMul needs single axes to multiply "
        "along, but [] has none");
  CHECK(error_in("Exp(Less(x, y))") ==
        "7:5: Exp takes elements of type float, not bool");
  CHECK(error_in("Add(x, Less(x, y))") ==
        "7:5: Add takes elements of type float, int, not bool");
  CHECK(error_of("rule r\nsizes N\ninput x : int8[N]\ninput y : float[N]\n"
                 "lhs x + y\nrhs x\n") ==
        "5:7: Add takes operands of one element type, not int8 and float");
  CHECK(error_of("rule r\nsizes N\ninput x : float[N]\nlhs x\nrhs Less(x, "
                 "x)\n") ==
        "5:5: elements of this output have the type bool, in lhs float");
  CHECK(error_of("rule r\nsizes N\ninput x : int[N]\nlhs x * 0.5\nrhs x\n") ==
        "4:7: Mul takes operands of one element type, not int and float");
  CHECK(error_in("x") == "8:1: rhs has 3 outputs, lhs has 1 output");
}

TEST_CASE("conditions are about sizes, ints and elements") {
  const auto error = [](const std::string& formula) {
    return error_of(
        "rule r\nsizes N\naxes q..., s...\nints l on q... ints m "
        "on s...\ninput x : T[N] input y : T[q..., s...] scalar c "
        ": T input b : bool[N]\nwhen l >= 0 and m >= 0\nwhen " +
        formula + "\nlhs (x, y, c, b)\nrhs (x, y, c, b)\n");
  };
  CHECK(error("N") == "7:6: a condition is needed, such as N >= 1, not N");
  CHECK(error("N + 1") ==
        "7:8: a condition is needed, such as N >= 1, not N + 1");
  CHECK(error("l < m") ==
        "7:8: this compares one integer per axis of q... with one per axis of "
        "s...");
  CHECK(error("x > 0") ==
        "7:6: 'x' has the shape [N]: a condition speaks of its elements, as "
        "in forall i: x[i] != 0");
  CHECK(error("forall i: x[i]") == "no error");
  CHECK(error("forall i: x[i] + 1") ==
        "7:21: a condition is needed, but x[i] + 1 is a number: compare it, as "
        "in x[i] + 1 != 0");
  CHECK(error("forall i: b[i] + 1 > 0") ==
        "7:16: a number is needed, but b[i] is a truth value");
  CHECK(error("forall i: b[i] == x[i]") == "no error");
  CHECK(error("forall i: b[i] == 1") ==
        "7:21: elements of type bool and float, int cannot be combined");
  CHECK(error("forall i, j: x[i] != 0") ==
        "7:16: 'j' indexes no axis, so its range is not known");
  CHECK(error("forall i: x[i + 1] != 0") ==
        "7:13: 'i' indexes no axis, so its range is not known");
  CHECK(error("forall i: x[i] != x[i + 1]") ==
        "7:28: the index i + 1 may leave its axis of 'x', of size N");
  CHECK(error("forall i: x[i, 0] != 0") ==
        "7:16: 'x' has the shape [N] and needs 1 index, given 2");
  CHECK(error("forall i: y[i, 0] != 0") ==
        "7:13: 'i' indexes an axis group: write i...");
  CHECK(error("forall i...: x[i] != 0") ==
        "7:13: 'i' indexes a single axis: write i");
  CHECK(error("forall N: x[N] != 0") ==
        "7:13: second 'N': the first, size, is at 2:7");
  CHECK(error("c > 0 or forall i: x[i] > 0") ==
        "7:15: 'forall' begins a condition and cannot stand inside one: name "
        "all variables at once, as in forall i, j:");
  CHECK(error("forall i: z[i] != 0") == "7:16: unknown name 'z'");
  CHECK(error("c / div(N, c) > 0") ==
        "7:10: of elements there are min(a, b), max(a, b) and abs(a), not "
        "div(N, c)");
  CHECK(error("forall i: x[i] > mod(N, i)") ==
        "7:23: a divisor cannot depend on 'i', a variable of 'forall'");
}

TEST_CASE("claims and expectations are about targets and verdicts") {
  CHECK(error_with("expect illegal") ==
        "2:8: 'illegal' needs a target, as in illegal(nash-m)");
  CHECK(error_with("expect proved(nash-m)") ==
        "2:8: only 'illegal' has a target");
  CHECK(error_with("legal nash-m when H <= 31") == "2:19: unknown name 'H'");
  CHECK(error_with("legal nash-m when forall i: x[i] > 0") ==
        "2:19: 'forall' cannot stand here: it begins a condition of 'when'");
}

}  // namespace rewright::ir
