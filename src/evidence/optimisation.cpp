// SPDX-License-Identifier: Apache-2.0
#include "evidence/optimisation.h"

namespace rewright::evidence {

std::string_view name(RefusalReason reason) {
  switch (reason) {
    case RefusalReason::operands:
      return "operands";
    case RefusalReason::condition:
      return "condition";
    case RefusalReason::ill_formed:
      return "ill_formed";
    case RefusalReason::used_elsewhere:
      return "used_elsewhere";
    case RefusalReason::illegal:
      return "illegal";
    case RefusalReason::leaves:
      return "leaves_accelerator";
    case RefusalReason::not_proved:
      return "not_proved";
    case RefusalReason::cost:
      return "cost";
    case RefusalReason::limit:
      return "limit";
    case RefusalReason::measure:
      return "measure";
  }
  return "";
}

std::string_view sentence(RefusalReason reason) {
  switch (reason) {
    case RefusalReason::operands:
      return "shapes, attributes or element types are not the rule's";
    case RefusalReason::condition:
      return "`when` is not met with the numbers";
    case RefusalReason::ill_formed:
      return "the right side cannot stand there";
    case RefusalReason::used_elsewhere:
      return "an interior value is used elsewhere";
    case RefusalReason::illegal:
      return "not known to be legal on the target";
    case RefusalReason::leaves:
      return "would leave the accelerator";
    case RefusalReason::not_proved:
      return "not proved at these sizes";
    case RefusalReason::cost:
      return "the cost would not be less";
    case RefusalReason::limit:
      return "as many rules as asked for are applied";
    case RefusalReason::measure:
      return "measured to be no better";
  }
  return "";
}

}  // namespace rewright::evidence
