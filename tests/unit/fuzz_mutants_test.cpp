// SPDX-License-Identifier: Apache-2.0
//
// Noise or bug: shipped rules whose rhs is off by one element, by one index or
// by one ulp of a factor are refuted in every format, and the rules themselves
// are not. REWRIGHT_MUTANT_SEEDS says how many seeds are tried (1).
#include <cstdlib>
#include <set>

#include "catch.h"
#include "ops/common_elementwise.h"
#include "properties/formats.h"
#include "shipped_rules.h"

namespace rewright::properties {

namespace {

using ir::ElementType;

constexpr ElementType formats[] = {ElementType::float64, ElementType::float32,
                                   ElementType::float16, ElementType::bfloat16};

ir::Inferred same_shape(const ir::Call& call) { return {{call.shape(0)}, {}}; }

// --- Off by one element: 1 is added to the first one.

ir::Value first_element_plus_one(const ir::Call&,
                                 const std::vector<ir::Reader>& operands, int,
                                 const ir::Indices& at) {
  index::Formula is_first = index::Formula(true);
  for (const index::Expr& i : at) is_first = is_first && index::equal(i, 0);
  const ir::Value x = operands.at(0)(at);
  return ir::select(is_first, x + ir::constant(1), x);
}

std::vector<evaluate::Tensor> add_to_first(const ir::Call&,
                                           const ops::Operands& operands,
                                           const std::vector<ir::Shape>&) {
  evaluate::Tensor result = *operands.at(0);
  return {evaluate::with_number(
      result, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        auto& data = result.as<E>().data;
        if (!data.empty()) {
          using World = evaluate::Arithmetic<E>;
          data[0] = World::add(data[0], World::from_integer(1));
        }
        return result;
      })};
}

// --- Off by one index: every element is its neighbour along the last axis.

ir::Value neighbour(const ir::Call& call,
                    const std::vector<ir::Reader>& operands, int,
                    const ir::Indices& at) {
  if (at.empty()) return operands.at(0)(at);
  ir::Indices next = at;
  next.back() = index::mod(at.back() + 1, call.shape(0).back().extent);
  return operands.at(0)(next);
}

std::vector<evaluate::Tensor> rotate(const ir::Call&,
                                     const ops::Operands& operands,
                                     const std::vector<ir::Shape>&) {
  evaluate::Tensor result = *operands.at(0);
  return {evaluate::with_number(
      result, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        const auto& shape = result.shape();
        auto& data = result.as<E>().data;
        if (shape.empty() || data.empty()) return result;
        for (auto row = data.begin(); row != data.end(); row += shape.back())
          std::rotate(row, row + 1, row + shape.back());
        return result;
      })};
}

// --- Off by one ulp: a factor of 1 + epsilon, by format.

base::Rational one_and_an_ulp(ElementType format) {
  switch (format) {
    case ElementType::float64:
      return 1 + base::Rational(0x1p-52);
    case ElementType::float32:
      return 1 + base::Rational(0x1p-23);
    case ElementType::float16:
      return 1 + base::Rational(0x1p-10);
    default:
      return 1 + base::Rational(0x1p-7);
  }
}

template <ElementType format>
ir::Value scaled(const ir::Call&, const std::vector<ir::Reader>& operands, int,
                 const ir::Indices& at) {
  return operands.at(0)(at) * ir::constant(one_and_an_ulp(format));
}

template <ElementType format>
std::vector<evaluate::Tensor> scale(const ir::Call&,
                                    const ops::Operands& operands,
                                    const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  return {evaluate::with_number(
      x, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        using World = evaluate::Arithmetic<E>;
        const E factor = World::from_rational(one_and_an_ulp(format));
        evaluate::Dense<E> result = x.as<E>();
        for (E& e : result.data) e = World::mul(e, factor);
        return result;
      })};
}

ir::Operator mutation(const std::string& name, decltype(&rotate) kernel,
                      decltype(&neighbour) meaning, ir::Rounding rounding) {
  ir::Operator op;
  op.name = name;
  op.signature = ops::unary_signature(ir::floating_types);
  op.infer = same_shape;
  op.meaning = meaning;
  op.kernel = kernel;
  op.rounding = rounding;
  return op;
}

template <ElementType format>
const ir::Operator& ulp_operator() {
  static const ir::Operator op =
      mutation("OneUlp", scale<format>, scaled<format>, ir::Rounding::rounded);
  return op;
}

std::vector<const ir::Operator*> mutations(ElementType format) {
  static const ir::Operator element =
      mutation("OneElement", add_to_first, first_element_plus_one,
               ir::Rounding::rounded);
  static const ir::Operator index =
      mutation("OneIndex", rotate, neighbour, ir::Rounding::exact);
  const ir::Operator* ulp =
      format == ElementType::float64   ? &ulp_operator<ElementType::float64>()
      : format == ElementType::float32 ? &ulp_operator<ElementType::float32>()
      : format == ElementType::float16 ? &ulp_operator<ElementType::float16>()
                                       : &ulp_operator<ElementType::bfloat16>();
  return {&element, &index, ulp};
}

ir::Rule mutant(const ir::Rule& rule, const ir::Operator& op) {
  ir::Rule wrong = rule;
  ir::Ref& output = wrong.rhs.outputs.at(0);
  ir::Node node;
  node.op = &op;
  node.operands = {output};
  node.results = {rule.type_of(rule.rhs, output)};
  wrong.rhs.nodes.push_back(std::move(node));
  output = {static_cast<int>(wrong.rhs.nodes.size()) - 1, 0};
  return wrong;
}

/// Rules of which a mutation changes nothing: their outputs are 0, or
/// constants, or the same all along the last axis.
const std::set<std::string> always_zero = {
    "add_neg_self",       "dot_empty_to_zero", "iota_of_size_one",
    "min_zero_of_nonneg", "mul_zero",          "mul_zero_right",
    "sub_of_self",        "sub_self"};
const std::set<std::string> same_along_last_axis = {
    "concat_of_iotas_other_axis",
    "dynamic_slice_of_const",
    "dynamic_slice_of_const_clamped",
    "dynamic_slice_of_iota",
    "mul_reduce_sum_keepdims_to_matmul",
    "product_of_sums",
    "reduce_sum_of_outer_product",
    "relabel_of_const",
    "reverse_of_const",
    "slice_inside_padding_to_const",
    "slice_of_const",
    "transpose_of_ones",
    "unsqueeze_as_reshape",
    "unsqueeze_back_of_reshape",
    "unsqueeze_of_mean",
    "unsqueeze_of_squeeze",
    "unsqueeze_of_sum",
    "unsqueeze_of_unsqueeze_back",
    "unsqueeze_of_unsqueeze_both",
    "unsqueeze_sunk_through_mul",
};

bool is_equal_to_its_mutant(const ir::Rule& rule, const ir::Operator& op) {
  if (op.name == "OneUlp") return always_zero.contains(rule.name);
  return op.name == "OneIndex" && (always_zero.contains(rule.name) ||
                                   same_along_last_axis.contains(rule.name));
}

/// Whether output 0 is a tensor of floats.
bool has_float_output(const ir::Rule& rule) {
  const auto type = rule.type_of(rule.rhs, rule.rhs.outputs.at(0)).type_class;
  return (rule.type_classes.at(static_cast<std::size_t>(type)) &
          ir::floating_types) != 0;
}

bool is_refuted(const ir::Rule& rule, std::int64_t cases, int seed) {
  FuzzOptions options;
  options.cases = cases;
  options.seed = static_cast<std::uint64_t>(seed);
  options.shrink = false;
  solver::Session session;
  return fuzz(rule, options, session).status == evidence::Status::refuted;
}

int seeds() {
  const char* given = std::getenv("REWRIGHT_MUTANT_SEEDS");
  return given ? std::max(1, std::atoi(given)) : 1;
}

}  // namespace

TEST_CASE("mutants are told from rounding in every format", "[mutants]") {
  int mutants = 0;
  for (const ir::Rule& rule : ir::rules_in("rewrites"))
    for (const ElementType format : formats) {
      const auto right = in_format(rule, format);
      if (!right || !has_float_output(*right)) continue;
      for (const ir::Operator* op : mutations(format)) {
        const bool is_equal = is_equal_to_its_mutant(rule, *op);
        mutants += is_equal ? 0 : 1;
        for (int seed = 1; seed <= seeds(); ++seed) {
          INFO(rule.name << ", " << op->name << ", " << ir::name(format)
                         << ", seed " << seed);
          CHECK(is_refuted(mutant(*right, *op), 200, seed) != is_equal);
        }
      }
    }
  CHECK(mutants > 4000);
}

TEST_CASE("shipped rules are not taken for mutants", "[mutants]") {
  for (const ir::Rule& rule : ir::rules_in("rewrites"))
    for (const ElementType format : formats) {
      const auto right = in_format(rule, format);
      if (!right) continue;
      for (int seed = 1; seed <= seeds(); ++seed) {
        INFO(rule.name << ", " << ir::name(format) << ", seed " << seed);
        CHECK(!is_refuted(*right, 30, seed));
      }
    }
}

}  // namespace rewright::properties
