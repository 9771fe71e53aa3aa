// SPDX-License-Identifier: Apache-2.0
//
// One attempt at one output of a rule in one kind of arithmetic.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/constant_facts.h"
#include "solver/constant_terms.h"
#include "solver/pointwise.h"
#include "solver/session.h"

namespace rewright::solver {

class Attempt {
 public:
  /// Steps and obligations are appended to `proof`. `constants` (may be null)
  /// are inputs whose values are known, used when nothing else helps.
  Attempt(const ir::Rule& rule, Session& session,
          ir::ElementClass element_class, const ConstantData* constants,
          evidence::ValueProof& proof);

  bool prove(int output);
  const std::set<evidence::Axiom>& axioms() const { return axioms_; }
  evidence::Reason reason() const { return reason_; }
  const std::string& residue() const { return residue_; }
  /// Whether the proof speaks of machine integers alone.
  bool uses_machine_integers() const { return uses_machine_integers_; }
  /// Whether the proof is one for the constants as they are.
  bool uses_constants() const { return uses_constants_; }
  /// By how much factors of the sides that are constants differ where the
  /// sides are equal otherwise; 0 when what prove() showed is exact.
  double closeness() const { return closeness_; }
  /// The values compared, once prove() was called.
  const ir::Value& left() const { return left_; }
  const ir::Value& right() const { return right_; }

 private:
  struct Sides {
    ir::Value left, right;
  };
  struct Forms {
    Sum left, right;
    std::vector<Definedness> left_defined, right_defined;
    std::set<evidence::Axiom> axioms;
  };
  bool prove_sides(const index::Facts& facts, const Sides& sides);
  bool prove_with(const index::Facts& facts, const Sides& sides);
  bool prove_by_exponentials(const index::Facts& facts, const Sides& sides);
  bool prove_by_elements(const index::Facts& facts, const Sides& sides);
  bool prove_at(const index::Facts& facts, const Sides& sides,
                const std::vector<ir::BoundVariable>& variables);
  Forms normal_forms(const Sides& sides, const index::Facts& facts);
  Forms split_outputs(Sides& sides, index::Facts& facts);
  bool equal_forms(Forms& forms, const index::Facts& facts);
  bool equal_but_for_constants(const Forms& forms, const index::Facts& facts,
                               std::set<evidence::Axiom>& axioms);
  bool equal_unrolled(const Sides& sides, const index::Facts& facts);
  bool same_definedness(const Forms& forms, const index::Facts& facts,
                        Pointwise& pointwise);
  bool is_always(const Definedness& d, const index::Facts& facts,
                 Pointwise& pointwise);
  bool congruent(const Sides& sides, const index::Facts& facts);
  void step(const std::string& text);

  const ir::Rule& rule_;
  Session& session_;
  ir::ElementClass class_;
  bool has_constants_;
  evidence::ValueProof& proof_;
  ConstantData constants_;
  std::set<evidence::Axiom> axioms_;
  std::vector<index::Symbol> output_variables_;
  std::vector<std::string> names_;
  int output_ = 0;
  int depth_ = 0;
  evidence::Reason reason_ = evidence::Reason::residue;
  std::string residue_;
  bool uses_machine_integers_ = false;
  double closeness_ = 0;
  bool uses_constants_ = false;
  ir::Value left_, right_;
};

}  // namespace rewright::solver
