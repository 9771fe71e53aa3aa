// SPDX-License-Identifier: Apache-2.0
//
// Names and sentences. Every switch lists all enumerators and has no default,
// so the compiler reports a missing one.
#include "evidence/evidence.h"

#include <string_view>

#include "evidence/names.h"

namespace rewright::evidence {

std::string_view sentence(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "";
    case Reason::residue:
      return "a difference between the two sides remains";
    case Reason::solver_unknown:
      return "the solver gave up within its budget";
    case Reason::vacuous:
      return "the precondition or the left side can never hold";
    case Reason::unsupported:
      return "it uses something that this stage does not treat";
    case Reason::overflow:
      return "size arithmetic left 64 bits";
    case Reason::switched_off:
      return "it was switched off";
    case Reason::earlier_stage:
      return "an earlier stage made it pointless";
    case Reason::machine_integers:
      return "it holds over the integers but was not shown for integers that "
             "wrap around";
    case Reason::constants:
      return "the sides are equal but for the rounding of constants";
    case Reason::rare_precondition:
      return "too few instances that satisfy the precondition were found";
  }
  return "";
}

std::string_view name(Status status) {
  switch (status) {
    case Status::proved:
      return "proved";
    case Status::refuted:
      return "refuted";
    case Status::unknown:
      return "unknown";
    case Status::not_run:
      return "not_run";
  }
  return "";
}

std::string_view name(LegalityStatus status) {
  switch (status) {
    case LegalityStatus::legal:
      return "legal";
    case LegalityStatus::conditional:
      return "conditional";
    case LegalityStatus::unknown:
      return "unknown";
    case LegalityStatus::illegal:
      return "illegal";
    case LegalityStatus::not_run:
      return "not_run";
  }
  return "";
}

std::string_view name(Axiom axiom) {
  switch (axiom) {
    case Axiom::data_movement:
      return "data_movement";
    case Axiom::commutativity:
      return "commutativity";
    case Axiom::associativity:
      return "associativity";
    case Axiom::distributivity:
      return "distributivity";
    case Axiom::additive_identity:
      return "additive_identity";
    case Axiom::multiplicative_identity:
      return "multiplicative_identity";
    case Axiom::annihilation:
      return "annihilation";
    case Axiom::additive_inverse:
      return "additive_inverse";
    case Axiom::division:
      return "division";
    case Axiom::order:
      return "order";
    case Axiom::total_order:
      return "total_order";
    case Axiom::ordered_ring:
      return "ordered_ring";
    case Axiom::function_law:
      return "function_law";
  }
  return "";
}

std::string_view law(Axiom axiom) {
  switch (axiom) {
    case Axiom::data_movement:
      return "elements are moved or copied, never changed";
    case Axiom::commutativity:
      return "a + b = b + a, a*b = b*a";
    case Axiom::associativity:
      return "(a + b) + c = a + (b + c): a reduction is reordered";
    case Axiom::distributivity:
      return "a*(b + c) = a*b + a*c";
    case Axiom::additive_identity:
      return "a + 0 = a";
    case Axiom::multiplicative_identity:
      return "a*1 = a";
    case Axiom::annihilation:
      return "a*0 = 0";
    case Axiom::additive_inverse:
      return "a - a = 0";
    case Axiom::division:
      return "a/a = 1 where a is not 0";
    case Axiom::order:
      return "min, max and comparisons follow one total order";
    case Axiom::total_order:
      return "exactly one of a < b, a == b, a > b: no NaN";
    case Axiom::ordered_ring:
      return "order respects + and *: max(a + c, b + c) = max(a, b) + c";
    case Axiom::function_law:
      return "a law of one function, such as exp(a + b) = exp(a)*exp(b)";
  }
  return "";
}

std::string_view name(FloatEffect effect) {
  switch (effect) {
    case FloatEffect::bit_exact:
      return "bit_exact";
    case FloatEffect::sign_of_zero:
      return "sign_of_zero";
    case FloatEffect::rounding:
      return "rounding";
    case FloatEffect::special:
      return "special";
  }
  return "";
}

std::string_view sentence(FloatEffect effect) {
  switch (effect) {
    case FloatEffect::bit_exact:
      return "nothing changes, the results are equal bit by bit";
    case FloatEffect::sign_of_zero:
      return "+0 and -0 may be exchanged";
    case FloatEffect::rounding:
      return "the same exact value may be rounded differently";
    case FloatEffect::special:
      return "rounding may differ, and NaN or infinity may appear or vanish";
  }
  return "";
}

}  // namespace rewright::evidence
