// SPDX-License-Identifier: Apache-2.0
//
// Seeds give the same cases on every machine and for every number of threads:
// what is drawn depends on integer arithmetic alone, and its digest is known.
#include <bit>

#include "catch.h"
#include "ir/expansion.h"
#include "properties/cases.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {

namespace {

const char* const movement = R"(rule movement
  axes   r...
  sizes  N >= 0, M
  ints   s, e
  input  x, y : T[N, M, r...]
  when   0 <= s and s < e and e <= M
  lhs    Slice(x, starts=[1: s], ends=[1: e])
  rhs    Slice(y, starts=[1: s], ends=[1: e]))";

const char* const conditions = R"(rule conditions
  sizes  N, K
  input  x : float[N, K]
  input  y : float[K]
  when   forall i: y[i] > 0
  lhs    x / y
  rhs    x / y)";

/// FNV-1a.
class Digest {
 public:
  void add(std::uint64_t word) {
    for (int k = 0; k < 8; ++k) {
      value_ ^= (word >> (8 * k)) & 0xff;
      value_ *= 0x100000001b3;
    }
  }
  void add(const evaluate::Tensor& tensor) {
    for (const auto size : tensor.shape())
      add(static_cast<std::uint64_t>(size));
    for (std::int64_t k = 0; k < tensor.size(); ++k)
      for (const char c : tensor.element_text(k))
        add(static_cast<std::uint64_t>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

/// Of the sizes and tensors of so many cases.
std::uint64_t digest_of(const std::string& text, int cases) {
  const ir::Rule rule = rule_of(text);
  Subject subject(rule, FuzzOptions());
  Digest digest;
  for (int k = 0; k < cases; ++k) {
    const CaseSeed seed{
        (subseed(7, static_cast<std::uint64_t>(k)) & ~CaseSeed::low_bits) |
        (static_cast<std::uint64_t>(k) & CaseSeed::draw_bits)};
    const auto at = subject.sizes_of(seed);
    auto instance = at ? instance_at(subject, *at) : std::nullopt;
    if (!instance) continue;
    const Draw& draw = subject.draw_of(seed, instance->rule);
    set_types(instance->rule, draw);
    digest.add(seed.word);
    for (const auto& tensor :
         run_trial(instance->rule, draw, subject.traits(), seed.word).inputs)
      digest.add(tensor);
  }
  return digest.value();
}

}  // namespace

TEST_CASE("what a seed draws is known", "[fuzz]") {
  CHECK(digest_of(movement, 200) == 0xf54e531281c59ada);
  CHECK(digest_of(conditions, 200) == 0x13763834242ffbf9);
}

}  // namespace rewright::properties
