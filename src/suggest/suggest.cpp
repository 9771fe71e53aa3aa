// SPDX-License-Identifier: Apache-2.0
#include "suggest/suggest.h"

#include "suggest/conditions.h"

namespace rewright::suggest {

evidence::Advice advise(const ir::Rule& rule, evidence::Verdict verdict,
                        const properties::FuzzOptions& fuzz) {
  evidence::Advice advice;
  advice.is_asked = true;
  if (verdict == evidence::Verdict::refuted)
    advice.suggestions = missing(rule, fuzz);
  if (verdict == evidence::Verdict::proved) weigh(rule, fuzz, advice);
  return advice;
}

}  // namespace rewright::suggest
