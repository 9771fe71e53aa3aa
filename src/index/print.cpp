// SPDX-License-Identifier: Apache-2.0
//
// Expressions and formulas in the notation of the rule language. An
// inequality is printed with its negative terms on the other side, so that
// `N - M - 1 >= 0` reads `M + 1 <= N`.
#include "index/formula.h"

namespace rewright::index {

namespace {

std::string print_atom(const Atom& a) {
  const auto call = [&](const std::string& name) {
    std::string s = name + "(";
    for (std::size_t i = 0; i < a->args.size(); ++i)
      s += (i ? ", " : "") + print(a->args[i]);
    return s + ")";
  };
  switch (a->kind) {
    case AtomKind::symbol:
      return a->symbol->name;
    case AtomKind::div:
      return call("div");
    case AtomKind::mod:
      return call("mod");
    case AtomKind::min:
      return call("min");
    case AtomKind::max:
      return call("max");
    case AtomKind::ite:
      return "if(" + print(*a->condition) + ", " + print(a->args[0]) + ", " +
             print(a->args[1]) + ")";
    case AtomKind::numel: {
      const Symbol s = a->args[0].symbol();
      if (s && s->group == a->group) {
        return s->name == a->group || s->kind == SymbolKind::size
                   ? "numel(" + s->name + ")"
                   : "numel(" + a->group + ": " + s->name + ")";
      }
      return "numel(" + a->group + ": " + print(a->args[0]) + ")";
    }
    case AtomKind::flat:
      return call("flat");
    case AtomKind::unflat:
      return call("unflat");
  }
  return "?";
}

std::string print_term(const Term& t, std::int64_t coefficient) {
  std::string s;
  for (const auto& [atom, exponent] : t.monomial)
    for (int i = 0; i < exponent; ++i)
      s += (s.empty() ? "" : "*") + print_atom(atom);
  if (s.empty()) return std::to_string(coefficient);
  return coefficient == 1 ? s : std::to_string(coefficient) + "*" + s;
}

Expr part(const Expr& e, bool positive) {
  std::vector<Term> terms;
  for (const Term& t : e.terms())
    if ((t.coefficient > 0) == positive)
      terms.push_back({positive ? t.coefficient : -t.coefficient, t.monomial});
  return Expr(std::move(terms));
}

std::string relation(const Expr& e, const char* sign) {
  return print(part(e, false)) + sign + print(part(e, true));
}

std::string join(const Formula& f, const char* between) {
  std::string s;
  for (const Formula& arg : f->args) {
    const bool closed = arg->kind == FormulaKind::all;
    const bool wrap =
        (closed ? arg->args[0] : arg)->kind == FormulaKind::disjunction;
    s += (s.empty() ? "" : between) +
         (wrap ? "(" + print(arg) + ")" : print(arg));
  }
  return s;
}

}  // namespace

std::string print(const Expr& e) {
  if (e.is_zero()) return "0";
  std::string s;
  for (const Term& t : e.terms()) {
    const bool minus = t.coefficient < 0;
    if (!s.empty()) s += minus ? " - " : " + ";
    if (s.empty() && minus) s += "-";
    s += print_term(t, minus ? -t.coefficient : t.coefficient);
  }
  return s;
}

std::string print(const Formula& f) {
  switch (f->kind) {
    case FormulaKind::truth:
      return "true";
    case FormulaKind::falsehood:
      return "false";
    case FormulaKind::nonnegative:
      return relation(f->expr, " <= ");
    case FormulaKind::zero:
      return relation(-f->expr, " == ");
    case FormulaKind::nonzero:
      return relation(-f->expr, " != ");
    case FormulaKind::conjunction:
      return join(f, " and ");
    case FormulaKind::disjunction:
      return join(f, " or ");
    case FormulaKind::all:
      return print(f->args[0]);
    case FormulaKind::not_all:
      return "not (" + print(f->args[0]) + ")";
  }
  return "?";
}

}  // namespace rewright::index
