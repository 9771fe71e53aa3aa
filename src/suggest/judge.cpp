// SPDX-License-Identifier: Apache-2.0
#include "suggest/judge.h"

#include <algorithm>

#include "solver/shape_proof.h"
#include "solver/value_proof.h"

namespace rewright::suggest {
namespace {

using evidence::Verdict;

constexpr std::int64_t fewest_cases = 100;

evidence::FuzzResult tried(const ir::Rule& rule, std::int64_t cases,
                           properties::FuzzOptions how,
                           solver::Session& session) {
  how.cases = cases;
  try {
    return properties::fuzz(rule, how, session);
  } catch (const index::Overflow&) {
    return {};
  }
}

}  // namespace

evidence::FuzzResult tried(const ir::Rule& rule, std::int64_t cases,
                           const properties::FuzzOptions& how) {
  solver::Session session;
  return tried(rule, cases, how, session);
}

Verdict judged(const ir::Rule& rule, const properties::FuzzOptions& how) {
  solver::Session session({100'000, 10'000});
  evidence::Stages stages;
  try {
    stages.shape = solver::prove_shape(rule, session);
    if (stages.shape.status == evidence::Status::proved)
      stages.value = solver::prove_value(rule, session);
  } catch (const index::Overflow&) {
    return Verdict::unknown;
  }
  const bool is_proved = stages.value.status == evidence::Status::proved;
  stages.fuzz = tried(rule, is_proved ? std::max(how.cases, fewest_cases) : 0,
                      how, session);
  const evidence::Judgement judgement = evidence::judge(stages);
  return judgement.contradictions.empty() ? judgement.verdict
                                          : Verdict::unknown;
}

}  // namespace rewright::suggest
