// SPDX-License-Identifier: Apache-2.0
//
// A conjunct is needed when a few cases refute the rule without it, redundant
// when the rule is proved without it; more cases decide what is left.
#include <utility>

#include "suggest/conditions.h"
#include "suggest/judge.h"
#include "suggest/variant.h"
#include "syntax/printer.h"

namespace rewright::suggest {
namespace {

using evidence::Status;
using evidence::Verdict;
using syntax::Expr;

constexpr std::int64_t few_cases = 60, many_cases = 1500;

/// Proved, refuted or unknown.
Verdict without(const Template& source, const std::vector<Expr>& conjuncts,
                const properties::FuzzOptions& how) {
  const auto rule = source.resolve(with_conjuncts(source.rule(), conjuncts));
  if (!rule) return Verdict::unknown;
  if (tried(*rule, few_cases, how).status == Status::refuted)
    return Verdict::refuted;
  const Verdict verdict = judged(*rule, how);
  if (verdict == Verdict::proved) return verdict;
  return tried(*rule, many_cases, how).status == Status::refuted
             ? Verdict::refuted
             : Verdict::unknown;
}

}  // namespace

void weigh(const ir::Rule& rule, const properties::FuzzOptions& fuzz,
           evidence::Advice& advice) {
  const Template source(rule);
  std::vector<Expr> rest = conjuncts(source.rule());
  for (std::size_t k = 0; k < rest.size();) {
    std::vector<Expr> others = rest;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const Verdict verdict = without(source, others, fuzz);
    const std::string text = syntax::print(rest[k]);
    if (verdict == Verdict::proved) {
      advice.redundant.push_back(text);
      rest = std::move(others);
      continue;
    }
    (verdict == Verdict::refuted ? advice.needed : advice.undecided)
        .push_back(text);
    ++k;
  }
}

}  // namespace rewright::suggest
