// SPDX-License-Identifier: Apache-2.0
//
// Conditions on sizes and integers are formulas of the index algebra, printed
// for the rule language. Those on elements are built from their text alone;
// here they are only evaluated.
#include "suggest/atom.h"

#include <algorithm>
#include <map>
#include <set>
#include <type_traits>

#include "evaluate/index_values.h"
#include "suggest/term.h"

namespace rewright::suggest {
namespace {

using index::Expr;
using index::Formula;

constexpr std::size_t most_atoms = 600;
constexpr std::size_t most_pairs = 400;

class Grammar {
 public:
  Grammar(const Template& source, const ir::Rule& rule)
      : source_(source), rule_(rule), terms_(terms_of(rule)) {}

  std::vector<Atom> run() {
    types();
    elements();
    for (const Term& term : terms_) signs(term);
    ranges();
    pairs();
    divisions();
    if (atoms_.size() > most_atoms) atoms_.resize(most_atoms);
    return std::move(atoms_);
  }

 private:
  /// `tight`: an equation that it may amount to.
  void add(const std::string& text, int strength, const std::string& group,
           const Formula& component, const std::string& tight = "",
           const Formula& equation = {}, double weight = 1) {
    const auto of_group = [&](const Formula& f) {
      return group.empty() ? f : index::all(group, f);
    };
    if (component.is_true() || component.is_false()) return;
    atoms_.push_back({.text = text,
                      .strength = strength,
                      .weight = weight,
                      .formula = of_group(component),
                      .tight = tight,
                      .equation = of_group(equation)});
  }

  void signs(const Term& term) {
    const auto [e, group, text, lower, is_compound] = term;
    const int more = is_compound ? 3 : 0;
    if (lower == 1) {
      add(text + " == 1", 4 + more, group, index::equal(e, 1));
      return;
    }
    add(text + " == 0", 4 + more, group, index::equal(e, 0));
    if (lower == 0) {
      add(text + " >= 1", 1 + more, group, index::less_equal(1, e));
      return;
    }
    add(text + " >= 0", 1 + more, group, index::nonnegative(e), text + " == 0",
        index::equal(e, 0));
    add(text + " <= 0", 1 + more, group, index::nonnegative(-e), text + " == 0",
        index::equal(e, 0));
    add(text + " > 0", 2 + more, group, index::less_equal(1, e));
    add(text + " == 1", 4 + more, group, index::equal(e, 1));
  }

  void ranges() {
    for (const Window& w : windows_of(rule_)) {
      const std::string text = "0 <= " + index::print(w.start) + " and " +
                               index::print(w.end) +
                               " <= " + index::print(w.extent);
      add(text, 3, w.group,
          index::nonnegative(w.start) && index::less_equal(w.end, w.extent));
      if (w.is_slice)
        add("0 <= " + index::print(w.start) + " and " + index::print(w.start) +
                " <= " + index::print(w.end) + " and " + index::print(w.end) +
                " <= " + index::print(w.extent),
            4, w.group,
            index::nonnegative(w.start) && index::less_equal(w.start, w.end) &&
                index::less_equal(w.end, w.extent));
    }
  }

  static bool comparable(const Term& a, const Term& b) {
    return a.group == b.group && !(a.is_compound && b.is_compound);
  }

  void pairs() {
    const std::size_t limit = atoms_.size() + most_pairs;
    for (std::size_t i = 0; i < terms_.size(); ++i)
      for (std::size_t j = 0; j < i && atoms_.size() < limit; ++j) {
        const Term& a = terms_[j];
        const Term& b = terms_[i];
        if (!comparable(a, b)) continue;
        const int more = a.is_compound || b.is_compound ? 3 : 0;
        const auto text = [&](const char* sign) {
          return a.text + sign + b.text;
        };
        const Formula equation = index::equal(a.e, b.e);
        const double weight = more > 0 ? 0.5 : 0.7;
        add(text(" <= "), 2 + more, a.group, index::less_equal(a.e, b.e),
            text(" == "), equation, weight);
        add(b.text + " <= " + a.text, 2 + more, a.group,
            index::less_equal(b.e, a.e), text(" == "), equation, weight);
        add(text(" < "), 3 + more, a.group, index::less(a.e, b.e), "", {},
            weight);
        add(b.text + " < " + a.text, 3 + more, a.group, index::less(b.e, a.e),
            "", {}, weight);
        add(text(" == "), 4 + more, a.group, equation, "", {}, 0.9);
      }
  }

  void divides(const std::string& text, const Term& by, const Term& of) {
    add("mod(" + of.text + ", " + text + ") == 0", 3, of.group,
        index::equal(index::mod(of.e, by.e), 0), "", {}, 0.6);
  }

  void divisions() {
    for (const Term& of : terms_) {
      for (const Term& by : terms_)
        if (&of != &by && of.lower >= 0 && by.lower == 1 && comparable(of, by))
          divides(by.text, by, of);
      for (const std::int64_t by : steps_of(rule_)) remainders(of, by);
    }
  }

  /// Of a number and of its difference to another size.
  void remainders(const Term& of, std::int64_t by) {
    const std::string step = std::to_string(by);
    divides(step, {Expr(by), "", step, 1, false}, of);
    if (by == 2)
      add("mod(" + of.text + ", 2) == 1", 3, of.group,
          index::equal(index::mod(of.e, 2), 1));
    for (const Term& less : terms_)
      if (&less != &of && less.lower == 1 && of.lower == 1 &&
          comparable(of, less))
        divides(
            step, {Expr(by), "", step, 1, false},
            {of.e - less.e, of.group, of.text + " - " + less.text, -1, true});
  }

  /// "forall i..., j: " and "i..., j" for the axes of an input.
  std::pair<std::string, std::string> variables(const ir::Shape& shape) const {
    std::string list;
    std::vector<std::string> free = {"i", "j", "k", "a", "b", "c", "d", "e"};
    for (const ir::Dim& dim : shape) {
      const std::string name = source_.fresh_name(free);
      std::erase(free, name);
      if (free.empty()) free = {name + "_"};
      list +=
          (list.empty() ? "" : ", ") + name + (ir::is_group(dim) ? "..." : "");
    }
    return {list.empty() ? "" : "forall " + list + ": ",
            list.empty() ? "" : "[" + list + "]"};
  }

  void element(const std::string& text, int strength, Relation relation,
               std::size_t input, int other, int number = 0) {
    atoms_.push_back(
        {.kind = Atom::Kind::elements,
         .text = text,
         .strength = strength,
         .weight = relation == Relation::at_most && other < 0 ? 0.6 : 0.9,
         .relation = relation,
         .input = input,
         .other = other,
         .number = number});
  }

  void elements() {
    for (std::size_t k = 0; k < rule_.inputs.size(); ++k) {
      const ir::Input& input = rule_.inputs[k];
      const auto types = rule_.type_classes.at(
          static_cast<std::size_t>(input.type.type_class));
      const auto [all, at] = variables(input.type.shape);
      const std::string x = all + input.name + at;
      if ((types & ir::numeric_types) == 0) {
        element(x, 4, Relation::is, k, -1);
        element(all + "not " + input.name + at, 4, Relation::is_not, k, -1);
        continue;
      }
      element(x + " != 0", 1, Relation::not_zero, k, -1);
      element(x + " >= 0", 2, Relation::at_least, k, -1);
      element(x + " <= 0", 2, Relation::at_most, k, -1);
      element(x + " > 0", 3, Relation::above, k, -1);
      if (at.empty())
        for (const int number : {0, 1})
          element(x + " == " + std::to_string(number), 5, Relation::equal, k,
                  -1, number);
      for (std::size_t j = 0; j < rule_.inputs.size(); ++j)
        if (j != k) ordered(k, j, all, at);
    }
  }

  /// Two inputs of one shape and one type.
  void ordered(std::size_t k, std::size_t j, const std::string& all,
               const std::string& at) {
    const ir::Input& x = rule_.inputs[k];
    const ir::Input& y = rule_.inputs[j];
    const auto same = [](const ir::Dim& a, const ir::Dim& b) {
      return a.group == b.group && a.extent == b.extent;
    };
    if (x.type.type_class != y.type.type_class ||
        !std::ranges::equal(x.type.shape, y.type.shape, same))
      return;
    const std::string left = all + x.name + at, right = y.name + at;
    const int other = static_cast<int>(j);
    element(left + " <= " + right, 2, Relation::at_most, k, other);
    if (at.empty() && k < j)
      element(left + " == " + right, 5, Relation::equal, k, other);
  }

  void types() {
    for (const auto& [variable, type_class] : type_variables(source_, rule_)) {
      Atom atom;
      atom.kind = Atom::Kind::types;
      atom.text = variable + " : float";
      atom.strength = 2;
      atom.type_class = type_class;
      atom.variable = variable;
      atoms_.push_back(std::move(atom));
    }
  }

  const Template& source_;
  const ir::Rule& rule_;
  std::vector<Term> terms_;
  std::vector<Atom> atoms_;
};

template <class E>
constexpr bool is_ordered =
    std::is_integral_v<E> || std::is_same_v<E, base::Rational> ||
    std::is_same_v<E, base::Real>;

template <class E>
bool compared(Relation relation, const E& x, const E& y) {
  switch (relation) {
    case Relation::not_zero:
      return !(x == y);
    case Relation::at_least:
      return !(x < y);
    case Relation::above:
      return y < x;
    case Relation::at_most:
      return !(y < x);
    case Relation::equal:
      return x == y;
    case Relation::is:
    case Relation::is_not:
      break;
  }
  return false;  // numbers are no truth values
}

/// Of numbers with an order; false of all others.
template <class E>
bool all_compare(const Atom& atom, const std::vector<E>& x,
                 const std::vector<E>* other) {
  if constexpr (is_ordered<E>) {
    const E number = static_cast<E>(atom.number);
    for (std::size_t k = 0; k < x.size(); ++k)
      if (!compared<E>(atom.relation, x[k], other ? (*other)[k] : number))
        return false;
    return true;
  } else if constexpr (std::is_same_v<E, evaluate::Boolean>) {
    const bool wanted = atom.relation == Relation::is;
    if (!wanted && atom.relation != Relation::is_not) return false;
    return std::ranges::all_of(x, [&](E e) { return e.value == wanted; });
  }
  return false;
}

bool holds_of_elements(const Atom& atom, const properties::Tensors& inputs) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& x) {
        if (atom.other < 0) return all_compare<E>(atom, x.data, nullptr);
        const auto& y = inputs.at(static_cast<std::size_t>(atom.other));
        return y.is<E>() &&
               y.size() == static_cast<std::int64_t>(x.data.size()) &&
               all_compare<E>(atom, x.data, &y.as<E>().data);
      },
      inputs.at(atom.input).storage);
}

bool holds_of_indices(const Atom& atom, const ir::Rule& rule,
                      const Sample& sample) {
  evaluate::IndexValues values;
  for (const auto& [group, rank] : sample.at.ranks)
    values.set_rank(group, rank);
  const auto set = [&](const index::Symbol& symbol) {
    values.set(symbol, sample.at.values.at(symbol->id));
  };
  for (const ir::SizeDecl& size : rule.sizes) set(size.symbol);
  for (const index::Symbol& symbol : rule.integers) set(symbol);
  try {
    return values.holds(atom.formula);
  } catch (const std::overflow_error&) {
    return false;
  } catch (const std::logic_error&) {
    return false;
  }
}

}  // namespace

std::vector<Atom> atoms(const Template& source, const ir::Rule& rule) {
  return Grammar(source, rule).run();
}

bool is_equation(const std::vector<const Atom*>& atoms) {
  constexpr int zero = -1;
  std::map<int, std::set<int>> above;  // what is at least as large
  for (const Atom* atom : atoms) {
    if (atom->kind != Atom::Kind::elements) continue;
    const int x = static_cast<int>(atom->input);
    if (atom->relation == Relation::at_most) above[x].insert(atom->other);
    if (atom->relation == Relation::at_least) above[zero].insert(x);
  }
  for (std::size_t k = 0; k < atoms.size(); ++k)  // closed under "and so on"
    for (auto& [x, larger] : above)
      for (const int y : std::set<int>(larger))
        if (const auto found = above.find(y); found != above.end())
          larger.insert(found->second.begin(), found->second.end());
  return std::ranges::any_of(
      above, [](const auto& of) { return of.second.contains(of.first); });
}

bool holds(const Atom& atom, const ir::Rule& rule, const Sample& sample) {
  if (atom.kind == Atom::Kind::index)
    return holds_of_indices(atom, rule, sample);
  if (sample.inputs.empty()) return true;
  if (atom.kind == Atom::Kind::elements)
    return holds_of_elements(atom, sample.inputs);
  return ir::class_of(sample.at.types.at(static_cast<std::size_t>(
             atom.type_class))) == ir::ElementClass::floating;
}

}  // namespace rewright::suggest
