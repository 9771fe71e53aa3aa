// SPDX-License-Identifier: Apache-2.0
#include "solver/attempt.h"

#include <algorithm>

#include "solver/structural.h"
#include "solver/unroll.h"

namespace rewright::solver {

using evidence::Axiom;
using evidence::Reason;
using ir::ValueKind;

namespace {

constexpr int max_congruence_depth = 6;

/// Whether a product is 0 only where one of its factors is, as it is not
/// where machine integers wrap around: 16 * 16 is 0 in eight bits.
bool is_split(const Term& product, ir::ElementClass element_class) {
  if (element_class != ir::ElementClass::integer)
    return product.coefficient != 0;
  return boost::multiprecision::abs(product.coefficient) == 1 &&
         product.factors.size() == 1 && product.factors[0].second == 1;
}

/// Products that are undefined exactly when one of their factors is.
std::vector<Definedness> split_products(const std::vector<Definedness>& list,
                                        ir::ElementClass element_class) {
  std::vector<Definedness> result;
  for (const Definedness& d : list) {
    const Term* t = plain_term(d.of);
    if (!t || d.relation != Definedness::Relation::nonzero ||
        !is_split(*t, element_class)) {
      result.push_back(d);
      continue;
    }
    for (const auto& [factor, exponent] : t->factors) {
      Definedness one = d;
      one.of = Sum{{Term{1, {}, true, {{factor, 1}}}}};
      result.push_back(std::move(one));
    }
  }
  return result;
}

/// Whether the access reads all elements of its input.
bool reads_all(const ir::Rule& rule, const ir::ValueNode& access,
               const std::vector<ir::BoundVariable>& bound) {
  std::set<std::uint64_t> open;
  for (const auto& b : bound) open.insert(b.symbol->id);
  const ir::Shape& shape = rule.inputs.at(access.input).type.shape;
  for (std::size_t k = 0; k < access.indices.size(); ++k) {
    const auto symbol = access.indices[k].symbol();
    if (symbol && open.erase(symbol->id) == 1) continue;
    if (!shape[k].extent.is(1) || !shape[k].group.empty()) return false;
  }
  return open.empty();
}

/// The inputs of which `when` says that all elements are positive.
std::set<int> positive_inputs(const ir::Rule& rule) {
  std::set<int> result;
  for (const ir::ElementCondition& condition : rule.element_when) {
    const ir::ValueNode& v = *condition.value;
    if (v.kind != ValueKind::apply || v.function != ir::Function::less)
      continue;
    const ir::ValueNode &zero = *v.args[0], &read = *v.args[1];
    if (zero.kind == ValueKind::constant && read.kind == ValueKind::access &&
        zero.constant.kind == ir::ConstantNumber::Kind::rational &&
        zero.constant.rational == 0 && reads_all(rule, read, condition.bound))
      result.insert(read.input);
  }
  return result;
}

bool is_positive(const Sum& s, const index::Facts& facts);

bool is_positive(const Factor& f, const index::Facts& facts) {
  switch (f.kind) {
    case FactorKind::index:
      return facts.proves_nonnegative(f.index - 1);
    case FactorKind::function:
      return f.function == ir::Function::exp && !may_be_infinite(f);
    case FactorKind::inverse:
      return is_positive(f.args[0], facts);
    default:
      return false;
  }
}

/// Whether it surely is a sum of one or more positive terms.
bool is_positive(const Sum& s, const index::Facts& facts) {
  for (const Term& t : s.terms) {
    bool positive = t.coefficient > 0 && t.guard.is_true();
    for (const auto& b : t.bound)
      positive = positive && facts.proves_nonnegative(b.extent - 1);
    for (const auto& power : t.factors)
      positive = positive && is_positive(*power.first, facts);
    if (!positive) return false;
  }
  return !s.terms.empty();
}

std::vector<Entry> as_entries(const std::vector<Definedness>& list,
                              Definedness::Relation relation) {
  std::vector<Entry> entries;
  for (const Definedness& d : list)
    if (d.relation == relation) entries.push_back({d.bound, d.guard, d.of});
  return entries;
}

}  // namespace

Attempt::Attempt(const ir::Rule& rule, Session& session,
                 ir::ElementClass element_class, const ConstantData* constants,
                 evidence::ValueProof& proof)
    : rule_(rule),
      session_(session),
      class_(element_class),
      has_constants_(constants != nullptr),
      proof_(proof),
      constants_(constants ? *constants : ConstantData()) {
  for (const auto& input : rule.inputs) names_.push_back(input.name);
}

void Attempt::step(const std::string& text) {
  if (depth_ == 0 || proof_.steps.empty() || proof_.steps.back() != text)
    proof_.steps.push_back(text);
}

bool Attempt::prove(int output) {
  output_ = output;
  index::Facts facts = rule_.facts();
  facts.assume(rule_.well_formed(rule_.lhs));
  const ir::Ref left = rule_.lhs.outputs[output];
  const ir::Ref right = rule_.rhs.outputs[output];
  const ir::Shape& shape = rule_.type_of(rule_.lhs, left).shape;
  const ir::Shape& other = rule_.type_of(rule_.rhs, right).shape;
  bool aligned = shape.size() == other.size();
  for (std::size_t i = 0; aligned && i < shape.size(); ++i)
    aligned = shape[i].group == other[i].group;
  ir::Indices at;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    // The shapes of the sides are equal; of two extents the plainer will do.
    const bool is_plainer = aligned && index::has_choice(shape[i].extent) &&
                            !index::has_choice(other[i].extent);
    const index::Expr extent =
        facts.simplify((is_plainer ? other : shape)[i].extent);
    if (extent.is(1)) {
      at.push_back(0);
      continue;
    }
    const auto v = index::make_symbol(
        "i" + std::to_string(i), index::SymbolKind::variable, shape[i].group);
    facts.add_variable(v, extent);
    output_variables_.push_back(v);
    at.push_back(index::Expr(v));
  }
  const Sides sides{ir::meaning(rule_, rule_.lhs, left, at, facts),
                    ir::meaning(rule_, rule_.rhs, right, at, facts)};
  left_ = sides.left;
  right_ = sides.right;
  const auto direct = equal_structurally(sides.left, sides.right, facts);
  if (direct.equal) {
    axioms_.insert(direct.swapped ? Axiom::commutativity
                                  : Axiom::data_movement);
    if (direct.reduced) axioms_.insert(Axiom::associativity);
    step("output " + std::to_string(output) +
         ": the same operations on the same elements");
    return true;
  }
  if (prove_sides(facts, sides)) return true;
  if (!session_.budget().last_resorts) return false;
  return prove_by_exponentials(facts, sides) || prove_by_elements(facts, sides);
}

bool Attempt::prove_sides(const index::Facts& facts, const Sides& sides) {
  if (prove_with(facts, sides)) return true;
  index::Facts asking = facts;  // once more, the solver deciding ranges
  asking.set_oracle(&session_);
  return prove_with(asking, sides);
}

Attempt::Forms Attempt::normal_forms(const Sides& sides,
                                     const index::Facts& facts) {
  Forms forms;
  const std::set<int> positive = positive_inputs(rule_);
  Normaliser left(class_, forms.axioms, positive);
  Normaliser right(class_, forms.axioms, positive);
  forms.left = left.normalise(sides.left, facts);
  forms.right = right.normalise(sides.right, facts);
  forms.left_defined = left.definedness();
  forms.right_defined = right.definedness();
  return forms;
}

// Output variables are split on both sides at once: a bijection of the index
// space of the result.
Attempt::Forms Attempt::split_outputs(Sides& sides, index::Facts& facts) {
  for (int round = 0;; ++round) {
    Forms forms = normal_forms(sides, facts);
    auto split = find_split(forms.left, output_variables_, facts);
    if (!split) split = find_split(forms.right, output_variables_, facts);
    if (!split || round >= 16) return forms;
    std::vector<ir::BoundVariable> digits;
    const auto by = apply_split(*split, facts, digits);
    if (!by) return forms;
    for (const auto& d : digits) output_variables_.push_back(d.symbol);
    sides = {ir::substitute(sides.left, *by), ir::substitute(sides.right, *by)};
    step("output index " + split->variable->name + " split by " +
         index::print(split->inner));
  }
}

bool Attempt::prove_with(const index::Facts& given, const Sides& original) {
  Sides sides = original;
  index::Facts facts = given;
  const auto saved = output_variables_;
  Forms forms = split_outputs(sides, facts);
  if (depth_ == 0) {
    step("lhs = " + print(forms.left, names_));
    step("rhs = " + print(forms.right, names_));
  }
  bool shown = equal_forms(forms, facts);
  if (!shown && session_.budget().last_resorts)
    shown = equal_unrolled(sides, facts);
  if (!shown) shown = congruent(sides, facts);
  output_variables_ = saved;
  return shown;
}

bool Attempt::equal_unrolled(const Sides& sides, const index::Facts& facts) {
  const auto written_out = unrolled(sides.left, sides.right, facts);
  if (!written_out) return false;
  index::Facts known = facts;
  Sides terms{written_out->left, written_out->right};
  Forms forms = split_outputs(terms, known);
  if (written_out->reorders) forms.axioms.insert(Axiom::associativity);
  if (!equal_forms(forms, known)) return false;
  step("reductions of few terms written out");
  return true;
}

bool Attempt::equal_forms(Forms& forms, const index::Facts& facts) {
  std::set<Axiom> axioms = forms.axioms;
  std::vector<evidence::Obligation>& log = proof_.obligations;
  Comparer comparer(rule_, session_, axioms, log);
  std::vector<std::pair<ir::ElementCondition, Sum>> assumed;
  for (const auto& condition : rule_.element_when) {
    std::set<Axiom> ignored;
    index::Facts inner = facts;
    for (const auto& b : condition.bound)
      inner.add_variable(b.symbol, b.extent);
    Normaliser normaliser(class_, ignored);
    assumed.emplace_back(condition,
                         normaliser.normalise(condition.value, inner));
  }
  Pointwise pointwise(rule_, class_, session_, comparer, assumed, axioms, log);
  if (!assumed.empty() && pointwise.satisfiable(facts) == Answer::no) {
    reason_ = Reason::vacuous;
    residue_ = "the conditions on elements can never hold";
    return false;
  }
  std::vector<TermClass> rest;
  bool shown = comparer.equal(forms.left, forms.right, facts, &rest);
  if (!shown) {
    Sum left;  // what did not cancel, as left == 0
    for (const TermClass& c : rest)
      for (const auto& [coefficient, guard] : c.items) {
        Term t = c.shape;
        t.coefficient = coefficient;
        t.guard = guard;
        left.terms.push_back(std::move(t));
      }
    if (residue_.empty())
      residue_ = print(left, names_) + " is not shown to be 0";
    shown = pointwise.equal(forms.left, forms.right, forms.left_defined, facts);
    if (!shown) shown = equal_but_for_constants(forms, facts, axioms);
  }
  if (!shown) return false;
  if (!same_definedness(forms, facts, pointwise)) {
    residue_ =
        "the sides are not shown to be undefined (division by zero, "
        "log or sqrt of a negative) at the same elements";
    return false;
  }
  axioms_.insert(axioms.begin(), axioms.end());
  if (pointwise.uses_machine_integers()) uses_machine_integers_ = true;
  return true;
}

// Integers have no roundings, and their constants are part of their meaning.
bool Attempt::equal_but_for_constants(const Forms& forms,
                                      const index::Facts& facts,
                                      std::set<Axiom>& axioms) {
  if (!has_constants_ || class_ != ir::ElementClass::floating) return false;
  const ConstantTerms terms(constants_, output_variables_, facts);
  const auto difference = terms.difference(forms.left, forms.right);
  if (!difference) return false;
  closeness_ = std::max(closeness_, *difference);
  uses_constants_ = true;
  axioms.insert(Axiom::associativity);
  axioms.insert(Axiom::distributivity);
  step(
      "the sides are sums of the same terms; their constant factors, computed "
      "for every index, " +
      (*difference == 0 ? std::string("are equal") : "are close"));
  return true;
}

bool Attempt::is_always(const Definedness& d, const index::Facts& facts,
                        Pointwise& pointwise) {
  if (has_constants_ && class_ == ir::ElementClass::floating &&
      ConstantTerms(constants_, output_variables_, facts).holds(d))
    return true;
  index::Facts inner = facts;
  for (const auto& b : d.bound) inner.add_variable(b.symbol, b.extent);
  inner.assume(d.guard);
  // Integers wrap around: a sum of positive terms may be 0.
  if (class_ == ir::ElementClass::integer) return pointwise.holds(d, facts);
  return is_positive(d.of, inner) || pointwise.holds(d, facts);
}

bool Attempt::same_definedness(const Forms& forms, const index::Facts& facts,
                               Pointwise& pointwise) {
  const auto open = [&](const std::vector<Definedness>& list) {
    std::vector<Definedness> kept;
    for (Definedness& d : split_products(list, class_))
      if (!is_always(d, facts, pointwise)) kept.push_back(std::move(d));
    return kept;
  };
  const auto left = open(forms.left_defined), right = open(forms.right_defined);
  if (left.empty() && right.empty()) return true;
  std::set<Axiom> ignored;
  Comparer comparer(rule_, session_, ignored, proof_.obligations);
  bool same = true;
  for (const auto relation :
       {Definedness::Relation::nonzero, Definedness::Relation::positive,
        Definedness::Relation::nonnegative})
    same =
        same && comparer.same_entries(as_entries(left, relation),
                                      as_entries(right, relation), true, facts);
  if (same) return true;
  const auto unbound = [](const Definedness& d) { return d.bound.empty(); };
  return std::all_of(left.begin(), left.end(), unbound) &&
         std::all_of(right.begin(), right.end(), unbound) &&
         pointwise.equivalent(left, right, facts);
}

// f(a) = f(b) when a = b: operand by operand, and bodies of reductions over
// the same box.
bool Attempt::congruent(const Sides& sides, const index::Facts& facts) {
  const ir::ValueNode &a = *sides.left, &b = *sides.right;
  if (depth_ >= max_congruence_depth || a.kind != b.kind) return false;
  if (a.kind != ValueKind::apply && a.kind != ValueKind::reduce) return false;
  if (a.args.size() != b.args.size() || a.function != b.function ||
      a.monoid != b.monoid || a.bound.size() != b.bound.size())
    return false;
  index::Facts inner = facts;
  index::Substitution rename;
  for (std::size_t i = 0; i < a.bound.size(); ++i) {
    const auto &x = a.bound[i], &y = b.bound[i];
    if (x.symbol->group != y.symbol->group ||
        !facts.proves_equal(x.extent, y.extent))
      return false;
    inner.add_variable(x.symbol, facts.simplify(x.extent));
    rename[y.symbol->id] = index::Expr(x.symbol);
  }
  const index::Formula c = inner.simplify(a.condition);
  if (!(c == inner.simplify(index::substitute(b.condition, rename))))
    return false;
  inner.assume(c);
  ++depth_;
  bool all = true;
  for (std::size_t i = 0; i < a.args.size() && all; ++i) {
    const Sides part{a.args[i], ir::substitute(b.args[i], rename)};
    all = equal_structurally(part.left, part.right, inner).equal ||
          prove_with(inner, part);
  }
  --depth_;
  return all;
}

}  // namespace rewright::solver
