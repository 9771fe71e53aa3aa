// SPDX-License-Identifier: Apache-2.0
//
// What a result says, in sentences and short blocks that the text report and
// `explain` share.
#pragma once

#include <string>
#include <vector>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

Tone tone_of(evidence::Verdict verdict);
Tone tone_of(evidence::LegalityStatus status);

/// How many random cases agreed.
Cell fuzz_cell(const evidence::FuzzResult& fuzz);

/// where both are alike, or why there is none.
std::string brief_bound(const evidence::FormatResult& format);

/// "float32[2, 3]: 1 2 3 4 5 6", at most `most` elements.
std::string describe(const evaluate::Tensor& tensor, std::size_t most = 24);

/// "conditional where H <= 31 (published)".
std::string brief(const evidence::SideLegality& side);

/// "violated: Conv (4:7): KH <= 31, published, T1".
std::string describe(const evidence::LimitUse& limit);

/// One line for a proof or fuzz stage: status, why, how much was done.
std::string describe(const evidence::ShapeProof& proof);
std::string describe(const evidence::ValueProof& proof);
std::string describe(const evidence::FuzzResult& fuzz);

/// The command that runs the failing case again.
std::string replay_command(const evidence::Result& result);

/// Sizes, world, element, both values, inputs, replay command.
std::string counterexample_block(const evidence::Result& result,
                                 std::size_t indent, const Style& style);

/// Per target: what it says of rhs and why, and what changed from lhs.
std::string legality_block(const evidence::Result& result, std::size_t indent,
                           const Style& style);

/// "3 rules", "1 rule".
std::string counted(std::size_t n, const std::string& noun);

/// `word` as a POSIX shell reads it: quoted only when it must be.
std::string shell_quoted(const std::string& word);

}  // namespace rewright::reports
