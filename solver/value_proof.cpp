// SPDX-License-Identifier: Apache-2.0
//
// The value proof of one rule: per output and per kind of arithmetic, first
// structurally (data movement only), then by normal forms, then pointwise.
// What was needed decides over which structures the rule holds and what
// floating point loses.
#include "solver/value_proof.h"

#include <algorithm>

#include "ir/conversion.h"
#include "ir/opaque.h"
#include "solver/attempt.h"

namespace rewright::solver {

using evidence::Axiom;
using evidence::FloatEffect;
using evidence::Reason;
using evidence::Status;
using ir::ElementClass;

namespace {

/// Where integers are converted, floating and machine arithmetic occur side by
/// side, and only what holds of both may be used: that is the proof about
/// integers, in which nothing but a ring is assumed and a quotient is opaque.
std::vector<ElementClass> classes_of(const ir::Rule& rule) {
  if (ir::converts(rule)) return {ElementClass::integer};
  ir::TypeSet all = 0;
  for (const ir::TypeSet s : rule.type_classes) all |= s;
  std::vector<ElementClass> classes;
  for (const auto c :
       {ElementClass::floating, ElementClass::integer, ElementClass::boolean})
    if (ir::restrict_to(all, c)) classes.push_back(c);
  // Truth values beside numbers are part of the numeric proofs.
  if (classes.size() > 1 && classes.back() == ElementClass::boolean)
    for (const ir::TypeSet s : rule.type_classes)
      if (s == ir::boolean_types) {
        classes.pop_back();
        break;
      }
  return classes;
}

FloatEffect effect_of(const std::set<Axiom>& axioms) {
  const auto used = [&](Axiom a) { return axioms.count(a) != 0; };
  if (used(Axiom::annihilation) || used(Axiom::additive_inverse) ||
      used(Axiom::division) || used(Axiom::total_order) ||
      used(Axiom::ordered_ring) || used(Axiom::function_law) ||
      used(Axiom::distributivity))
    return FloatEffect::special;
  if (used(Axiom::associativity)) return FloatEffect::rounding;
  if (used(Axiom::additive_identity) || used(Axiom::order))
    return FloatEffect::sign_of_zero;
  return FloatEffect::bit_exact;
}

std::vector<std::string> structures(const std::set<Axiom>& axioms,
                                    const std::vector<ElementClass>& classes,
                                    bool machine_integers) {
  const auto used = [&](Axiom a) { return axioms.count(a) != 0; };
  const bool ring =
      used(Axiom::associativity) || used(Axiom::distributivity) ||
      used(Axiom::additive_identity) || used(Axiom::annihilation) ||
      used(Axiom::additive_inverse) || used(Axiom::multiplicative_identity);
  const bool order = used(Axiom::order) || used(Axiom::total_order);
  if (used(Axiom::function_law)) return {"the real numbers"};
  if (used(Axiom::ordered_ring))
    return {"every ordered field",
            machine_integers ? "machine integers" : "not machine integers"};
  if (machine_integers && classes.size() == 1) return {"machine integers"};
  if (used(Axiom::division)) return {"every field"};
  if (ring && order)
    return {"every commutative ring with a total order",
            "wrap-around integers among them"};
  if (ring)
    return {"every commutative ring",
            "wrap-around integers and finite fields among them"};
  if (order) return {"every totally ordered set"};
  const bool only_boolean =
      classes.size() == 1 && classes[0] == ElementClass::boolean;
  return {only_boolean ? "truth values" : "every element type"};
}

/// Whether anything in a graph divides: then integers need a proof of their
/// own, since their division truncates.
bool divides(const ir::Value& v, std::set<const ir::ValueNode*>& seen) {
  if (!seen.insert(v.get()).second) return false;
  if (v->kind == ir::ValueKind::apply && v->function == ir::Function::div)
    return true;
  return std::any_of(v->args.begin(), v->args.end(),
                     [&](const auto& arg) { return divides(arg, seen); });
}

bool needs_ordered_ring(const std::set<Axiom>& axioms) {
  return axioms.count(Axiom::ordered_ring) != 0;
}

evidence::ValueProof prove(const ir::Rule& rule, Session& session,
                           const ConstantData* constants) {
  evidence::ValueProof proof;
  proof.detail = ir::why_opaque(rule);
  if (!proof.detail.empty()) {
    proof.status = Status::unknown;
    proof.reason = Reason::unsupported;
    return proof;
  }
  const double before = session.seconds();
  const auto classes = classes_of(rule);
  std::set<Axiom> all;
  proof.status = Status::proved;
  bool machine_integers = false, uses_constants = false;
  std::set<std::size_t> shared;  // outputs whose first proof serves all
  for (const ElementClass c : classes)
    for (std::size_t k = 0; k < rule.lhs.outputs.size(); ++k) {
      if (shared.count(k)) continue;
      Attempt attempt(rule, session, c, constants, proof);
      const bool shown = attempt.prove(static_cast<int>(k));
      std::set<const ir::ValueNode*> seen;
      if (!divides(attempt.left(), seen) && !divides(attempt.right(), seen) &&
          !needs_ordered_ring(attempt.axioms()))
        shared.insert(k);
      const std::set<Axiom>& axioms = attempt.axioms();
      all.insert(axioms.begin(), axioms.end());
      if (attempt.uses_machine_integers()) machine_integers = true;
      proof.closeness = std::max(proof.closeness, attempt.closeness());
      if (attempt.uses_constants()) uses_constants = true;
      if (!shown) {
        proof.status = Status::unknown;
        proof.reason = attempt.reason();
        proof.detail = attempt.residue();
        break;
      }
      if (c == ElementClass::integer && needs_ordered_ring(axioms)) {
        proof.status = Status::unknown;
        proof.reason = Reason::machine_integers;
        proof.detail =
            "order and arithmetic are used together, which wrap-around "
            "integers do not allow; narrow the element type to float";
        break;
      }
    }
  if (proof.status == Status::proved && proof.closeness > 0) {
    proof.status = Status::unknown;
    proof.reason = Reason::constants;
  }
  proof.only_machine_integers = machine_integers;
  conclude(rule, all, proof);
  if (uses_constants) proof.scope += ", the constants being as they are";
  proof.solver_seconds = session.seconds() - before;
  return proof;
}

}  // namespace

evidence::ValueProof prove_value(const ir::Rule& rule, Session& session) {
  return prove(rule, session, nullptr);
}

void conclude(const ir::Rule& rule, const std::set<Axiom>& axioms,
              evidence::ValueProof& proof) {
  const std::set<Axiom> all =
      axioms.empty() ? std::set{Axiom::data_movement} : axioms;
  proof.scope = rule.groups.empty() ? "all sizes" : "all sizes, all ranks";
  proof.axioms.assign(all.begin(), all.end());
  proof.float_effect = effect_of(all);
  proof.holds_over =
      structures(all, classes_of(rule), proof.only_machine_integers);
}

namespace {

/// So many facts are tried one by one whether a proof needs them.
constexpr std::size_t most_questioned_facts = 8;

using ElementFacts = std::vector<ir::ElementCondition>;

evidence::ValueProof prove_under(const ir::Rule& rule,
                                 const ElementFacts& facts, Session& session) {
  ir::Rule known = rule;
  known.element_when.insert(known.element_when.end(), facts.begin(),
                            facts.end());
  return prove_value(known, session);
}

/// Leaves out what the proof does not need.
void drop_unneeded(const ir::Rule& rule, ElementFacts& facts,
                   evidence::ValueProof& proof, Session& session) {
  if (facts.size() > most_questioned_facts) return;
  for (std::size_t k = facts.size(); k-- > 0;) {
    ElementFacts fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    evidence::ValueProof other = prove_under(rule, fewer, session);
    if (other.status != Status::proved) continue;
    facts = std::move(fewer);
    proof = std::move(other);
  }
}

}  // namespace

evidence::ValueProof prove_value(const ir::Rule& rule,
                                 const ConstantData& constants,
                                 Session& session) {
  const evidence::ValueProof open = prove_value(rule, session);
  if (open.status == Status::proved) return open;
  // What is only not 0 can cost the solver more than it helps.
  for (const bool with_unequal : {false, true}) {
    ElementFacts facts = facts_of_constants(rule, constants, with_unequal);
    if (facts.empty()) continue;
    evidence::ValueProof proof = prove_under(rule, facts, session);
    if (proof.status != Status::proved) continue;
    drop_unneeded(rule, facts, proof, session);
    for (const ir::ElementCondition& fact : facts)
      proof.scope += ", " + fact.text;
    return proof;
  }
  evidence::ValueProof last = prove(rule, session, &constants);
  const bool is_better =
      last.status == Status::proved || last.reason == Reason::constants;
  return is_better ? last : open;
}

}  // namespace rewright::solver
