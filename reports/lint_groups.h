// SPDX-License-Identifier: Apache-2.0
//
// What the reports on a model and a target share: nodes that have one and the
// same thing against them put together, and figures in words.
#pragma once

#include <string>
#include <vector>

#include "evidence/lint.h"

namespace rewright::reports {

/// Nodes with the same numbers.
struct NumbersGroup {
  std::string numbers;
  std::vector<std::string> nodes;  // names
};

/// Nodes with the same objection; those with most nodes come first.
struct ObjectionGroup {
  std::string what;
  std::size_t nodes = 0;
  std::vector<NumbersGroup> numbers;
};

std::vector<ObjectionGroup> objections_of(const evidence::TargetLint& lint,
                                          evidence::LegalityStatus status);

struct OperatorRow {
  std::string op_type;
  evidence::StatusCounts counts;
  std::size_t nodes = 0;
};

/// By op_type; those with illegal nodes first, then those with unknown ones.
std::vector<OperatorRow> operator_rows(const evidence::TargetLint& lint);

/// "3 legal, 1 illegal", the worst last.
std::string in_words(const evidence::StatusCounts& counts);

/// "2 values, 4096 bytes".
std::string in_words(const evidence::Crossing& crossing);

/// "1 region of 2 nodes, 3 values cross, 4096 bytes".
std::string in_words(const evidence::HostShare& share);

/// "ReduceSum 2, Cast": the op_types in a region, the most frequent first.
std::string operators_of(const evidence::HostRegion& region,
                         const evidence::TargetLint& lint);

/// "a, b, c and 4 more".
std::string listed(const std::vector<std::string>& names, std::size_t most);

/// Op_types that were judged by their parts: "Softmax: its parts: Exp, ...".
std::vector<std::string> taken_apart(const evidence::TargetLint& lint);

/// The statuses, the worst first.
inline constexpr evidence::LegalityStatus worst_first[] = {
    evidence::LegalityStatus::illegal, evidence::LegalityStatus::unknown,
    evidence::LegalityStatus::conditional, evidence::LegalityStatus::legal};

}  // namespace rewright::reports
