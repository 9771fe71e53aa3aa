// SPDX-License-Identifier: Apache-2.0
//
// The rules that started the project, on the device that did.
#include <string>

#include "catch.h"
#include "legality_rules.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

const std::string grouped_conv = R"(
rule mul_reduce_sum_to_grouped_conv
  sizes  B, C, H, W
  input  a, b : float[B, C, H, W]
  lhs    ReduceSum(a * b, axes=[2, 3], keepdims=0)
  rhs    let k = Reshape(b, [B*C, 1, H, W])
         let x = Reshape(a, [1, B*C, H, W])
         Reshape(Conv(x, k, group=B*C), [B, C])
)";

const std::string reduce_sum_merge = R"(
rule reduce_sum_merge
  axes   n..., p..., m..., q..., t...
  input  x : T[n..., p..., m..., q..., t...]
  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], keepdims=0)
  rhs    ReduceSum(x, axes=[p..., q...], keepdims=0)
)";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("The grouped convolution is not known to be legal on nash-m",
          "[legality]") {
  const auto legality = legality_of(grouped_conv, "nash-m");
  CHECK(legality.target == "nash-m");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.where == "");
  CHECK(contains(legality.rhs.detail,
                 "Conv: not known: kernel, channels, KH*KW*C, stride, pad, "
                 "dilation, per-group channels (neighbour limits are not "
                 "relied on)"));
  CHECK(contains(legality.rhs.detail,
                 "large sizes are not supported by the hardware, threshold "
                 "not given"));
  CHECK(legality.rhs.confidence == "inferred");
  CHECK_FALSE(legality.leaves_accelerator);
}

TEST_CASE(
    "With neighbour limits the grouped convolution is legal for small "
    "kernels",
    "[legality]") {
  const auto legality =
      legality_of(grouped_conv, "nash-m", Confidence::neighbour);
  CHECK(legality.rhs.status == LegalityStatus::conditional);
  CHECK(legality.rhs.where == "H <= 31 and W <= 31 and B*C <= 8192");
  CHECK(legality.rhs.confidence == "neighbour");
  CHECK(contains(legality.rhs.detail,
                 "large sizes are not supported by the hardware, threshold "
                 "not given"));
}

TEST_CASE("A product of elements is reduced within the published bound",
          "[legality]") {
  const auto legality = legality_of(grouped_conv, "nash-m");
  CHECK(legality.lhs.status == LegalityStatus::conditional);
  CHECK(legality.lhs.where == "H*W <= 65535");
  CHECK(legality.lhs.detail ==
        "Mul: computed in int8, int16 after quantisation; ReduceSum: computed "
        "in int8, int16 after quantisation");
}

TEST_CASE("Merged sums are legal where all reduced elements are few enough",
          "[legality]") {
  const auto legality = legality_of(reduce_sum_merge, "nash-m");
  CHECK(legality.rhs.status == LegalityStatus::conditional);
  CHECK(legality.rhs.where == "numel(p)*numel(q) <= 65535 and rank(x) <= 10");
  CHECK(legality.rhs.confidence == "inferred");
  CHECK(legality.lhs.status == LegalityStatus::conditional);
  CHECK(legality.lhs.where ==
        "numel(q) <= 65535 and numel(p) <= 65535 and rank(x) <= 10");
}

TEST_CASE("Asking for published limits leaves inferred ones unknown",
          "[legality]") {
  const auto legality =
      legality_of(reduce_sum_merge, "nash-m", Confidence::published);
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(contains(legality.rhs.detail,
                 "reduced_elements <= 65535 (only inferred)"));
}

TEST_CASE("An operator that no limit names is not known", "[legality]") {
  const auto legality = legality_of(R"(
rule relu_twice
  axes   r...
  input  x : float[r...]
  lhs    Relu(Relu(x))
  rhs    Relu(x)
)",
                                    "nash-m");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.detail ==
        "Relu: not known: no limit of the target is about it");
  CHECK(legality.rhs.where == "rank(x) <= 10");
}

TEST_CASE("At concrete sizes the numbers are in the answer", "[legality]") {
  const std::string rule = R"(
rule mul_reduce_sum_to_grouped_conv
  input  a, b : float[1, 8, 500, 7]
  lhs    ReduceSum(a * b, axes=[2, 3], keepdims=0)
  rhs    let k = Reshape(b, [8, 1, 500, 7])
         let x = Reshape(a, [1, 8, 500, 7])
         Reshape(Conv(x, k, group=8), [1, 8])
)";
  const auto legality = legality_of(rule, "nash-m", Confidence::neighbour);
  CHECK(legality.lhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.leaves_accelerator);
  CHECK(legality.rhs.confidence == "neighbour");
  CHECK(legality.rhs.detail.starts_with(
      "Conv: KH <= 31 violated: KH = 500; operands [1, 8, 500, 7], "
      "[8, 1, 500, 7]; "));
  CHECK(legality_of(rule, "nash-m").rhs.status == LegalityStatus::unknown);
}

TEST_CASE("The neighbour's convolution limits are about two dimensions",
          "[legality]") {
  const auto legality = legality_of(R"(
rule conv_of_itself
  sizes  N, C, L, O
  input  x : float[N, C, L]
  input  w : float[O, C, 1]
  lhs    Conv(x, w)
  rhs    Conv(x, w)
)",
                                    "nash-m", Confidence::neighbour);
  CHECK(legality.rhs.status == LegalityStatus::unknown);
}

}  // namespace
}  // namespace rewright::solver
