// SPDX-License-Identifier: Apache-2.0
//
// One pass over the inputs gives what the operators' kernels give, and declines
// what it has no loops for. Small whole numbers: every order of a sum agrees.
#include <random>

#include "catch.h"
#include "evaluate/fused.h"
#include "evaluate/graph.h"
#include "unit/ir_rules.h"

namespace rewright::evaluate {

namespace {

struct Form {
  const char* lhs;
  bool has_loops = true;
};

constexpr const char* header = R"(rule r
  sizes  A, B, C, D
  input  x, y : float64[A, B, C, D]
  input  z : float64[A, B, D*C]
  input  v : float64[D]
)";

const Form forms[] = {
    {"ReduceSum(x * y, axes=[1], keepdims=0)"},
    {"ReduceSum(ReduceSum(x * y, axes=[2], keepdims=0), axes=[1])"},
    {"ReduceSum(ReduceSum(x * y, axes=[1], keepdims=0), axes=[1])"},
    {"ReduceSum(ReduceMax(x, axes=[3], keepdims=0), axes=[0], keepdims=0)"},
    {"ReduceMax(ReduceSum(x, axes=[0], keepdims=0), axes=[2], keepdims=1)"},
    {"ReduceMin(x - y, axes=[0, 2], keepdims=0)"},
    {"ReduceProd(x, axes=[3], keepdims=0)"},
    {"ReduceSum(x * 2 + 1, axes=[0, 1, 2, 3], keepdims=0)"},
    {"ReduceSum(x * v, axes=[3], keepdims=0)"},
    {"ReduceSum(Abs(x) + Max(y, -v), axes=[0], keepdims=0)"},
    {"ReduceSum(x + x, axes=[2], keepdims=0)"},
    {"ReduceSum(Transpose(x, perm=[3, 1, 0, 2]), axes=[0, 2], keepdims=0)"},
    {"ReduceSum(Reverse(x, axes=[1, 3]) * y, axes=[1], keepdims=0)"},
    {"ReduceSum(Slice(x, starts=[0: 1, 3: 0], steps=[0: 2]), axes=[1],"
     " keepdims=0)"},
    {"ReduceSum(Reshape(x * y, [A*B, C*D]), axes=[0], keepdims=0)"},
    {"ReduceSum(Reshape(z, [A, B, D, C]) * Transpose(y, perm=[0, 1, 3, 2]),"
     " axes=[3], keepdims=0)"},
    {"ReduceSum(Expand(v, [7, D]), axes=[0], keepdims=0)", false},
    {"ReduceMean(x, axes=[1], keepdims=0)", false},
    {"ReduceSum(ReduceSum(x, axes=[1]) * y, axes=[0])", false},
    {"ReduceSum(Pad(x, 0, low=[0: 1]), axes=[0])", false},
    {"x * y", false},
};

/// Whole numbers from -4 to 4.
Tensor whole(const ir::Input& input, std::mt19937& random) {
  Dense<double> x{ir::concrete(input.type.shape), {}};
  for (std::int64_t k = count(x.shape); k > 0; --k)
    x.data.push_back(std::uniform_int_distribution<int>(-4, 4)(random));
  return x;
}

}  // namespace

TEST_CASE("one pass over the inputs gives what the kernels give", "[fused]") {
  std::mt19937 random(7);
  for (const Form& form : forms) {
    const ir::Rule rule =
        ir::rule_of(header + ("  lhs " + std::string(form.lhs)) +
                    "\n  rhs ReduceSum(x + y + v, keepdims=0) + ReduceSum(z, "
                    "keepdims=0)\n");
    for (const auto& sizes : {std::vector<std::int64_t>{2, 3, 4, 5},
                              {3, 1, 2, 1},
                              {1, 1, 1, 1},
                              {2, 1, 70, 31},
                              {4, 40, 3, 33}}) {
      const ir::Numbers numbers = {{"A", {sizes[0]}},
                                   {"B", {sizes[1]}},
                                   {"C", {sizes[2]}},
                                   {"D", {sizes[3]}}};
      const ir::Instance instance =
          ir::instantiate(rule, ir::assign(rule, {}, numbers));
      if (!instance.lhs_well_formed) continue;
      std::vector<Tensor> inputs;
      for (const ir::Input& input : instance.rule.inputs)
        inputs.push_back(whole(input, random));
      const auto found =
          evaluate_fused(instance.rule, instance.rule.lhs, inputs);
      INFO(form.lhs << " at " << sizes[0] << " " << sizes[1] << " " << sizes[2]
                    << " " << sizes[3]);
      if (sizes[1] * sizes[2] > 2) CHECK(found.has_value() == form.has_loops);
      if (!found) continue;
      const auto wanted = evaluate(instance.rule, instance.rule.lhs, inputs);
      CHECK(found->at(0).shape() == wanted.at(0).shape());
      CHECK(found->at(0).as<double>().data == wanted.at(0).as<double>().data);
    }
  }
}

}  // namespace rewright::evaluate
