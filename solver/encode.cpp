// SPDX-License-Identifier: Apache-2.0
#include "solver/encode.h"

#include <algorithm>

namespace rewright::solver {

using index::AtomKind;
using index::Formula;
using index::FormulaKind;

Encoder::Encoder(z3::context& context, z3::solver& solver,
                 const index::Facts& facts)
    : context_(context), solver_(solver), facts_(facts) {}

z3::expr Encoder::fresh(const std::string& name, const z3::sort& sort) {
  const int count = names_[name]++;
  const std::string unique =
      count == 0 ? name : name + "!" + std::to_string(count);
  return context_.constant(unique.c_str(), sort);
}

z3::expr Encoder::existence(Component component) {
  return component == scalar ? context_.bool_val(true)
                             : axes_[component].exists;
}

Component Encoder::generic(const std::string& group) {
  const auto found = generics_.find(group);
  if (found != generics_.end()) return found->second;
  const z3::expr nonempty = fresh("nonempty_" + group, context_.bool_sort());
  nonempty_.emplace(group, nonempty);
  axes_.push_back({group, nonempty});
  const Component c = static_cast<Component>(axes_.size()) - 1;
  generics_.emplace(group, c);
  return c;
}

// Where a symbol of `group` is read when the expression stands at
// `component`: there, or at the generic axis, which is then assumed to exist.
Component Encoder::at(const std::string& group, Component component) {
  if (group.empty()) return scalar;
  if (component != scalar && axes_[component].group == group) return component;
  const Component c = generic(group);
  if (component == scalar) solver_.add(axes_[c].exists);
  return c;
}

void Encoder::bound(const z3::expr& constant, const index::Range& range,
                    Component component) {
  const z3::expr exists = existence(component);
  if (range.lower)
    solver_.add(z3::implies(exists, constant >= term(*range.lower, component)));
  if (range.upper)
    solver_.add(z3::implies(exists, constant <= term(*range.upper, component)));
}

z3::expr Encoder::symbol(const index::Symbol& s, Component component) {
  const Component c = at(s->group, component);
  const auto key = std::make_pair(s->id, c);
  const auto found = symbols_.find(key);
  if (found != symbols_.end()) return found->second;
  const std::string name = c == scalar || c == generics_[s->group]
                               ? s->name
                               : s->name + "@" + std::to_string(c);
  const z3::expr constant = fresh(name, context_.int_sort());
  symbols_.emplace(key, constant);
  symbol_of_.emplace(s->id, s);
  const auto range = facts_.ranges().find(s->id);
  if (range != facts_.ranges().end()) bound(constant, range->second.second, c);
  const auto value = facts_.solved().find(s->id);
  if (value != facts_.solved().end())
    solver_.add(z3::implies(existence(c), constant == term(value->second, c)));
  return constant;
}

// q and r with a = b*q + r and 0 <= r < b, for b > 0.
z3::expr Encoder::quotient(const index::Atom& a, Component component,
                           bool rest) {
  const bool component_free = !index::is_component(index::Expr(a));
  const Component c = component_free ? scalar : component;
  const auto key =
      std::make_pair(index::div(a->args[0], a->args[1]).atom()
                         ? index::div(a->args[0], a->args[1]).atom()
                         : a,
                     c);
  auto found = quotients_.find(key);
  if (found == quotients_.end()) {
    const z3::expr q = fresh("q", context_.int_sort());
    const z3::expr r = fresh("r", context_.int_sort());
    found = quotients_.emplace(key, std::make_pair(q, r)).first;
    const z3::expr p = term(a->args[0], c), d = term(a->args[1], c);
    const z3::expr known = existence(c) && d > 0;
    solver_.add(z3::implies(known, p == d * q + r));
    solver_.add(z3::implies(known, r >= 0));
    solver_.add(z3::implies(known, r < d));
  }
  return rest ? found->second.second : found->second.first;
}

// numel, flat and unflat are constants of which only bounds are known.
z3::expr Encoder::opaque(const index::Atom& a, Component component) {
  const Component c =
      a->kind == AtomKind::unflat ? at(a->group, component) : scalar;
  const auto key = std::make_pair(a, c);
  const auto found = opaques_.find(key);
  if (found != opaques_.end()) return found->second;
  const char* name = a->kind == AtomKind::numel  ? "numel"
                     : a->kind == AtomKind::flat ? "flat"
                                                 : "unflat";
  const z3::expr constant = fresh(name, context_.int_sort());
  opaques_.emplace(key, constant);
  const auto& arg = a->args;
  if (a->kind == AtomKind::numel) {
    if (facts_.proves_nonnegative(arg[0] - 1))
      solver_.add(constant >= 1);
    else if (facts_.proves_nonnegative(arg[0]))
      solver_.add(constant >= 0);
  } else if (a->kind == AtomKind::flat) {
    const Formula inside =
        index::all(a->group, index::in_range(arg[0], arg[1]));
    const z3::expr span = term(index::numel(a->group, arg[1]), scalar);
    solver_.add(
        z3::implies(formula(inside, scalar), constant >= 0 && constant < span));
  } else {
    const z3::expr offset = term(arg[0], scalar);
    const z3::expr span = term(index::numel(a->group, arg[1]), scalar);
    solver_.add(z3::implies(existence(c) && offset >= 0 && offset < span,
                            constant >= 0 && constant < term(arg[1], c)));
  }
  return constant;
}

z3::expr Encoder::atom(const index::Atom& a, Component component) {
  switch (a->kind) {
    case AtomKind::symbol:
      return symbol(a->symbol, component);
    case AtomKind::div:
      return quotient(a, component, false);
    case AtomKind::mod:
      return quotient(a, component, true);
    case AtomKind::min:
    case AtomKind::max: {
      const z3::expr x = term(a->args[0], component);
      const z3::expr y = term(a->args[1], component);
      return a->kind == AtomKind::min ? z3::ite(x <= y, x, y)
                                      : z3::ite(x >= y, x, y);
    }
    case AtomKind::ite:
      return z3::ite(formula(*a->condition, component),
                     term(a->args[0], component), term(a->args[1], component));
    default:
      return opaque(a, component);
  }
}

z3::expr Encoder::term(const index::Expr& e, Component component) {
  z3::expr sum = context_.int_val(0);
  bool first = true;
  for (const index::Term& t : e.terms()) {
    z3::expr product = context_.int_val(t.coefficient);
    bool unit = t.coefficient == 1 && !t.monomial.empty();
    for (const auto& [a, exponent] : t.monomial) {
      const z3::expr factor = atom(a, component);
      for (int i = 0; i < exponent; ++i) {
        product = unit ? factor : product * factor;
        unit = false;
      }
    }
    sum = first ? product : sum + product;
    first = false;
  }
  return sum;
}

z3::expr Encoder::all_atom(const Formula& f) {
  for (const AllAtom& have : alls_)
    if (have.group == f->group && have.component_formula == f->args[0])
      return have.proposition;
  const z3::expr p = fresh("all_" + f->group, context_.bool_sort());
  generic(f->group);
  axes_.push_back({f->group, !p});
  const Component w = static_cast<Component>(axes_.size()) - 1;
  alls_.push_back({f->args[0], f->group, p, w});
  return p;
}

z3::expr Encoder::formula(const Formula& f, Component component) {
  switch (f->kind) {
    case FormulaKind::truth:
      return context_.bool_val(true);
    case FormulaKind::falsehood:
      return context_.bool_val(false);
    case FormulaKind::nonnegative:
      return term(f->expr, component) >= 0;
    case FormulaKind::zero:
      return term(f->expr, component) == 0;
    case FormulaKind::nonzero:
      return term(f->expr, component) != 0;
    case FormulaKind::all:
      return all_atom(f);
    case FormulaKind::not_all:
      return !all_atom(index::all(f->group, f->args[0]));
    default:
      break;
  }
  z3::expr_vector args(context_);
  for (const Formula& arg : f->args) args.push_back(formula(arg, component));
  return f->kind == FormulaKind::conjunction ? z3::mk_and(args)
                                             : z3::mk_or(args);
}

namespace {

/// Whether `f` speaks of one axis of a group outside all(group, ...): such a
/// formula means nothing at rank 0 and is no assumption.
bool is_open(const Formula& f) {
  if (f->kind == FormulaKind::all || f->kind == FormulaKind::not_all)
    return false;
  return index::is_component(f->expr) ||
         std::any_of(f->args.begin(), f->args.end(), is_open);
}

}  // namespace

// An assumed all-formula needs no proposition: it holds at every axis.
void Encoder::assume(const Formula& f) {
  if (f->kind == FormulaKind::all)
    assumed_.push_back(f);
  else if (!is_open(f))
    solver_.add(formula(f, scalar));
}

// Every declared variable has a value, so its extent is at least 1, whether
// or not the goal mentions it. Returns whether anything was new.
bool Encoder::close_axis(Component axis) {
  bool changed = false;
  const std::string group = axis == scalar ? "" : axes_[axis].group;
  for (const auto& [id, entry] : facts_.ranges()) {
    const index::Symbol& s = entry.first;
    if (s->kind != index::SymbolKind::variable || s->group != group) continue;
    if (symbols_.count({id, axis})) continue;
    symbol(s, axis);
    changed = true;
  }
  if (axis == scalar) return changed;
  for (std::size_t i = 0; i < assumed_.size(); ++i) {
    if (assumed_[i]->group != group ||
        !closed_.insert({-1 - static_cast<int>(i), axis}).second)
      continue;
    const z3::expr holds = formula(assumed_[i]->args[0], axis);
    solver_.add(z3::implies(existence(axis), holds));
    changed = true;
  }
  for (std::size_t i = 0; i < alls_.size(); ++i) {
    const AllAtom all = alls_[i];
    if (all.group != group ||
        !closed_.insert({static_cast<int>(i), axis}).second)
      continue;
    const z3::expr holds = formula(all.component_formula, axis);
    solver_.add(z3::implies(all.proposition && existence(axis), holds));
    if (axis == all.witness) {
      solver_.add(z3::implies(!all.proposition, !holds));
      solver_.add(z3::implies(!all.proposition, nonempty_.at(all.group)));
    }
    changed = true;
  }
  return changed;
}

void Encoder::finish() {
  for (const Formula& f : facts_.assumptions()) assume(f);
  // Encoding a component formula may itself introduce all-atoms and axes.
  for (bool changed = true; changed;) {
    changed = close_axis(scalar);
    for (std::size_t c = 0; c < axes_.size(); ++c)
      changed = close_axis(static_cast<Component>(c)) || changed;
  }
}

std::map<std::uint64_t, std::vector<std::int64_t>> Encoder::values(
    const z3::model& model) {
  const auto is_true = [&](const z3::expr& e) {
    return model.eval(e, true).is_true();
  };
  std::map<std::uint64_t, std::vector<std::int64_t>> result;
  for (const auto& [id, s] : symbol_of_) {
    std::vector<std::int64_t>& list = result[id];
    for (std::size_t c = 0; c < axes_.size() || c == 0; ++c) {
      const Component axis =
          s->group.empty() ? scalar : static_cast<Component>(c);
      if (axis != scalar &&
          (axes_[c].group != s->group || !is_true(axes_[c].exists)))
        continue;
      const auto found = symbols_.find({id, axis});
      std::int64_t value = 1;
      if (found != symbols_.end())
        model.eval(found->second, true).is_numeral_i64(value);
      list.push_back(value);
      if (axis == scalar) break;
    }
  }
  return result;
}

}  // namespace rewright::solver
