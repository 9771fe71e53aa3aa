// SPDX-License-Identifier: Apache-2.0
//
// Cases by their seeds. A case seed is a word: 56 bits for the sizes, one that
// says whether they come from the solver, and seven for the number of the draw
// (which types, world and values). Nothing else is needed to repeat a case.
#pragma once

#include <optional>
#include <vector>

#include "properties/sizes.h"
#include "properties/trial.h"

namespace rewright::properties {

struct CaseSeed {
  std::uint64_t word;

  static constexpr std::uint64_t draw_bits = 0x7f;
  static constexpr std::uint64_t solver_bit = 0x80;
  static constexpr std::uint64_t low_bits = draw_bits | solver_bit;

  std::uint64_t shape() const { return word >> 8; }
  bool from_solver() const { return (word & solver_bit) != 0; }
  std::size_t draw() const { return word & draw_bits; }
};

/// Too large for rationals.
bool is_large(const ir::Rule& instance);

/// A rule with everything that does not depend on the case.
class Subject {
 public:
  Subject(const ir::Rule& rule, const FuzzOptions& options);

  /// The sizes of a case; element types are not set.
  std::optional<ir::Assignment> sizes_of(CaseSeed seed);
  /// The draw of a case on this instance: large ones have few choices.
  const Draw& draw_of(CaseSeed seed, const ir::Rule& instance) const;
  bool has_draws() const { return !draws_.empty(); }

  const ir::Rule& rule() const { return rule_; }
  const Traits& traits() const { return traits_; }
  Sizes& sizes() { return sizes_; }

 private:
  const ir::Rule& rule_;
  Traits traits_;
  Sizes sizes_;
  std::vector<Draw> draws_, large_draws_, huge_draws_;
};

/// The instance at these sizes, with the types of some draw; nothing when the
/// precondition or lhs does not hold there.
std::optional<ir::Instance> instance_at(const Subject& subject,
                                        const ir::Assignment& at);

/// A case in which the sides differ.
struct Failure {
  ir::Assignment at;
  Draw draw;
  Tensors inputs;
  Mismatch mismatch;
};

/// Trials at these sizes with so many tensors, those of seed `seed` first.
std::optional<Failure> find_failure(const Subject& subject,
                                    const ir::Assignment& at, const Draw& draw,
                                    std::uint64_t seed, int trials);

/// The same on what is left of the inputs of a failure.
std::optional<Failure> same_failure(const Subject& subject,
                                    const ir::Assignment& at,
                                    const Failure& failure);

/// Smaller ranks, sizes and integers, then simpler elements, as long as the
/// sides differ. Deterministic.
Failure shrunk(Subject& subject, Failure failure, std::uint64_t seed);

/// Part two of it.
Failure with_simple_elements(const Subject& subject, Failure failure);

}  // namespace rewright::properties
