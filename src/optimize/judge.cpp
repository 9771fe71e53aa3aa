// SPDX-License-Identifier: Apache-2.0
#include "optimize/judge.h"

#include <utility>

#include "evidence/names.h"
#include "onnx/export_model.h"
#include "solver/legality.h"
#include "solver/session.h"
#include "solver/shape_proof.h"
#include "solver/value_proof.h"

namespace rewright::optimize {

using evidence::RefusalReason;
using evidence::Status;

namespace {

/// The key of the instance and the values of its constants.
std::string key_of(const Change& change, const match::Subject& subject) {
  std::string key = change.instance.key;
  for (const ir::Ref& value : change.instance.inputs) {
    if (value.node < 0 || subject.node(value.node).op->name != "Const")
      continue;
    const ir::Attribute& given =
        subject.node(value.node).attributes.at("value");
    key += " = ";
    if (const auto* number = std::get_if<ir::ConstantNumber>(&given))
      key += ir::print(ir::constant(*number), {});
    else
      key += print(std::get<index::Expr>(given));
  }
  return key;
}

Judge::Answer not_proved(evidence::Reason reason, const std::string& detail) {
  return Imported::Obstacle{
      RefusalReason::not_proved,
      detail.empty() ? std::string(evidence::sentence(reason)) : detail};
}

Judge::Answer prove_rule(const ir::Rule& rule) {
  try {
    solver::Session session;
    const evidence::ShapeProof shape = solver::prove_shape(rule, session);
    if (shape.status != Status::proved)
      return not_proved(shape.reason, shape.detail);
    const evidence::ValueProof value = solver::prove_value(rule, session);
    if (value.status == Status::proved && !value.bounded) return std::nullopt;
    return not_proved(value.reason, value.detail);
  } catch (const index::Overflow& e) {
    return not_proved(evidence::Reason::overflow, e.what());
  }
}

/// From legal to illegal; what may be legal is between.
int badness(evidence::LegalityStatus status) {
  switch (status) {
    case evidence::LegalityStatus::legal:
      return 0;
    case evidence::LegalityStatus::illegal:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

Judge::Answer Judge::prove(const Change& change,
                           const match::Subject& subject) {
  const auto [at, is_new] = proved_.try_emplace(key_of(change, subject));
  if (is_new)
    at->second = prove_rule(match::with_constants(change.instance, subject));
  return at->second;
}

Judge::Answer Judge::legal(const Change& change,
                           const match::Subject& subject) {
  if (target_ == nullptr) return std::nullopt;
  const auto [at, is_new] = legal_.try_emplace(key_of(change, subject));
  if (!is_new) return at->second;
  try {
    solver::Session session;
    const evidence::Legality found =
        solver::check_legality(match::with_constants(change.instance, subject),
                               *target_, least_, session);
    const int before = badness(found.lhs.status),
              after = badness(found.rhs.status);
    if (after == 0 || (after <= before && before == 2)) return at->second;
    const bool leaves = found.leaves_accelerator;
    at->second = Imported::Obstacle{
        leaves ? RefusalReason::leaves : RefusalReason::illegal,
        found.rhs.detail.empty() ? std::string(name(found.rhs.status))
                                 : found.rhs.detail};
  } catch (const index::Overflow& e) {
    at->second = Imported::Obstacle{RefusalReason::illegal, e.what()};
  }
  return at->second;
}

Judge::Answer Judge::writable(const Change& change,
                              const match::Subject& subject, int opset) {
  const auto [at, is_new] = written_.try_emplace(key_of(change, subject) +
                                                 " @" + std::to_string(opset));
  if (!is_new) return at->second;
  try {
    const ir::Rule& rule = change.written;
    onnx::export_model(rule, rule.rhs, {}, onnx::output_names(rule, rule.rhs),
                       opset, rule.name);
  } catch (const ir::IllFormed& wrong) {
    at->second = Imported::Obstacle{RefusalReason::ill_formed, wrong.what()};
  }
  return at->second;
}

}  // namespace rewright::optimize
