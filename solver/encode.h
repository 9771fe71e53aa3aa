// SPDX-License-Identifier: Apache-2.0
//
// Index formulas as Z3 terms, for all ranks in one quantifier-free query.
//
// An axis group stands for any number of axes, so `all(g, phi)` becomes a
// propositional variable. A finite set of components represents the axes of
// g: one generic axis (which exists when g is not empty) and, for each
// all-atom psi, a witness (which exists when psi is false and then violates
// it). Every true all-atom holds at every component. Instantiating the
// universals at all witnesses is complete for such formulas, so the query
// says "for every rank" without enumerating ranks.
//
// Division never nests: quotient and remainder get names, a bounded
// remainder and one linear equation.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <z3++.h>

#include "index/facts.h"

namespace rewright::solver {

/// An axis that represents some of a group's axes; 0 is the generic one.
using Component = int;
constexpr Component scalar = -1;

class Encoder {
 public:
  Encoder(z3::context& context, z3::solver& solver, const index::Facts& facts);

  /// A term for `e`; symbols of a group are read at `component` (the generic
  /// one when `component` is scalar, whose existence is then assumed).
  z3::expr term(const index::Expr& e, Component component = scalar);
  z3::expr formula(const index::Formula& f, Component component = scalar);

  /// Asserts the facts, and closes the universals over all components.
  /// Call once, after the goal was encoded and added.
  void finish();

  /// The number of axes a model gives to each group, and values of symbols.
  std::map<std::uint64_t, std::vector<std::int64_t>> values(
      const z3::model& model);

  z3::context& context() { return context_; }
  void add(const z3::expr& e) { solver_.add(e); }
  /// A constant whose name is `name`, made unique in this query.
  z3::expr fresh(const std::string& name, const z3::sort& sort);

 private:
  struct AllAtom {
    index::Formula component_formula;
    std::string group;
    z3::expr proposition;
    Component witness;
  };
  struct Axis {  // one component of one group
    std::string group;
    z3::expr exists;
  };

  z3::expr atom(const index::Atom& a, Component component);
  z3::expr symbol(const index::Symbol& s, Component component);
  z3::expr quotient(const index::Atom& a, Component component, bool rest);
  z3::expr all_atom(const index::Formula& f);
  void assume(const index::Formula& f);
  bool close_axis(Component axis);
  Component generic(const std::string& group);
  z3::expr existence(Component component);
  Component at(const std::string& group, Component component);
  z3::expr opaque(const index::Atom& a, Component component);
  void bound(const z3::expr& constant, const index::Range& range,
             Component component);

  z3::context& context_;
  z3::solver& solver_;
  const index::Facts& facts_;
  std::map<std::string, int> names_;
  std::map<std::pair<std::uint64_t, Component>, z3::expr> symbols_;
  std::map<std::uint64_t, index::Symbol> symbol_of_;
  struct AtomLess {
    bool operator()(const std::pair<index::Atom, Component>& a,
                    const std::pair<index::Atom, Component>& b) const {
      const int c = index::compare(a.first, b.first);
      return c != 0 ? c < 0 : a.second < b.second;
    }
  };
  std::map<std::pair<index::Atom, Component>, std::pair<z3::expr, z3::expr>,
           AtomLess>
      quotients_;
  std::map<std::pair<index::Atom, Component>, z3::expr, AtomLess> opaques_;
  std::vector<AllAtom> alls_;
  std::vector<index::Formula> assumed_;         // of kind all
  std::set<std::pair<int, Component>> closed_;  // formula, axis: instantiated
  std::vector<Axis> axes_;
  std::map<std::string, Component> generics_;
  std::map<std::string, z3::expr> nonempty_;
};

}  // namespace rewright::solver
