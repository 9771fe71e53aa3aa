// SPDX-License-Identifier: Apache-2.0
//
// Normal forms for people: the residue of a failed proof, and proof steps.
#include "solver/normal_form.h"

namespace rewright::solver {

namespace {

std::string print_domain(const std::vector<ir::BoundVariable>& bound,
                         const index::Formula& guard) {
  std::string s;
  for (const auto& b : bound) {
    s += (s.empty() ? "" : ", ") + b.symbol->name +
         (b.symbol->group.empty() ? "" : "...") + " < " +
         index::print(b.extent);
  }
  if (!guard.is_true()) s += (s.empty() ? "" : " where ") + index::print(guard);
  return s;
}

std::string join(const std::vector<std::string>& parts) {
  std::string s;
  for (const std::string& p : parts) s += (s.empty() ? "" : ", ") + p;
  return s;
}

std::string print(const Factor& f, const std::vector<std::string>& inputs) {
  std::vector<std::string> parts;
  switch (f.kind) {
    case FactorKind::access: {
      for (const auto& i : f.indices) parts.push_back(index::print(i));
      const std::string name = inputs.at(f.input);
      return parts.empty() ? name : name + "[" + join(parts) + "]";
    }
    case FactorKind::index:
      return index::print(f.index);
    case FactorKind::function:
      for (const Sum& arg : f.args) parts.push_back(print(arg, inputs));
      return std::string(ir::name(f.function)) + "(" + join(parts) + ")";
    case FactorKind::inverse:
      return "1/(" + print(f.args[0], inputs) + ")";
    case FactorKind::nested:
      return "(" + print(f.args[0], inputs) + ")";
    case FactorKind::monoid:
      for (const Entry& e : f.entries) {
        const std::string d = print_domain(e.bound, e.guard);
        parts.push_back((d.empty() ? "" : "[" + d + "] ") +
                        print(e.body, inputs));
      }
      return std::string(ir::name(f.monoid)) + "(" + join(parts) + ")";
    case FactorKind::constant:
      switch (f.constant.kind) {
        case ir::ConstantNumber::Kind::plus_infinity:
          return "inf";
        case ir::ConstantNumber::Kind::minus_infinity:
          return "-inf";
        case ir::ConstantNumber::Kind::truth:
          return f.constant.truth ? "true" : "false";
        default:
          return f.constant.rational.str();
      }
  }
  return "?";
}

std::string print(const Term& t, const std::vector<std::string>& inputs) {
  std::string over, under;
  for (const auto& [factor, exponent] : t.factors)
    for (int i = 0; i < std::abs(exponent); ++i) {
      std::string& s = exponent > 0 ? over : under;
      s += (s.empty() ? "" : "*") + print(*factor, inputs);
    }
  if (t.coefficient != 1 || over.empty())
    over = t.coefficient.str() + (over.empty() ? "" : "*") + over;
  std::string s = under.empty() ? over : over + "/(" + under + ")";
  const std::string d = print_domain(t.bound, t.guard);
  if (d.empty()) return s;
  return (t.bound.empty() ? "[" : "sum[") + d + "](" + s + ")";
}

}  // namespace

std::string print(const Sum& s, const std::vector<std::string>& inputs) {
  if (s.terms.empty()) return "0";
  std::string text;
  for (const Term& t : s.terms)
    text += (text.empty() ? "" : " + ") + print(t, inputs);
  return text;
}

}  // namespace rewright::solver
