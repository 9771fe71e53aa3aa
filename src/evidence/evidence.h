// SPDX-License-Identifier: Apache-2.0
//
// What each stage can say about one rule or pair of models. A stage knows no
// other stage; the verdict (verdict.h) is a pure function of these records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/position.h"
#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::evidence {

enum class Status { proved, refuted, unknown, not_run };

/// Why a stage could not decide.
enum class Reason {
  none,
  residue,            // normal forms differ by the printed remainder
  solver_unknown,     // the solver gave up within its budget
  vacuous,            // the precondition or lhs can never hold
  unsupported,        // something this stage does not treat
  overflow,           // size arithmetic left 64 bits
  switched_off,       // by an option
  earlier_stage,      // not needed after what an earlier stage found
  machine_integers,   // holds over the integers, not shown for wrap-around
  rare_precondition,  // too few instances satisfy the precondition
  constants,          // equal but for the rounding of constants
};
std::string_view sentence(Reason reason);

/// One statement given to a solver, as SMT-LIB 2, and its answer.
struct Obligation {
  std::string what;    // "rhs dim 0 equals lhs dim 0"
  std::string answer;  // "algebra", "unsat", "sat", "unknown"
  std::string smtlib;  // empty when the algebra decided and nothing was sent
};

struct ShapeProof {
  Status status = Status::not_run;
  Reason reason = Reason::none;
  std::string detail;
  std::vector<Obligation> obligations;
  bool holds_when_empty = false;  // also for sizes 0
};

/// Axioms a value proof used, in the order they weaken the claim.
enum class Axiom {
  data_movement,
  commutativity,
  associativity,
  distributivity,
  additive_identity,        // x + 0
  multiplicative_identity,  // x * 1
  annihilation,             // x * 0
  additive_inverse,         // x - x
  division,                 // x / x, inverses of products
  order,                    // min, max, comparisons by a total order
  total_order,              // exactly one of a < b, a == b, a > b
  ordered_ring,             // order together with + or *
  function_law,             // exp(a + b) = exp(a) exp(b), ...
};
std::string_view name(Axiom axiom);

enum class FloatEffect {
  bit_exact,
  sign_of_zero,  // +0 and -0 may be exchanged
  rounding,      // another rounding of the same exact value
  special,       // NaN or infinity may appear or vanish, and rounding
};
std::string_view name(FloatEffect effect);

struct ValueProof {
  Status status = Status::not_run;
  Reason reason = Reason::none;
  std::string detail;  // the residue, in the rule language
  std::string scope;   // "all sizes, all ranks"
  /// Of sides that are equal but for constants: by how much these differ at
  /// most, relative to the larger; status is then unknown.
  double closeness = 0;
  bool bounded = false;                 // proved, but only within `scope`
  std::vector<std::string> holds_over;  // "every commutative ring", ...
  std::vector<Axiom> axioms;
  bool only_machine_integers = false;  // not the integers without bounds
  FloatEffect float_effect = FloatEffect::bit_exact;
  std::vector<std::string> steps;  // for people, one line each
  std::vector<Obligation> obligations;
  double solver_seconds = 0;
};

/// An instance on which the two sides differ (or rhs is ill formed).
struct Counterexample {
  ir::Assignment assignment;
  std::string sizes;  // "N = 3, M = 1; r has rank 2: n = (2, 3)"
  std::vector<std::pair<std::string, evaluate::Tensor>> inputs;
  std::string world;  // "rational", "int8", "float32", ...
  int output = 0;
  std::vector<std::int64_t> index;  // of the differing element
  std::string lhs;                  // value there, or "ill formed: ..."
  std::string rhs;
  std::uint64_t seed = 0;
  std::string folder = {};  // that the inputs were read from; "" = drawn
  std::optional<ir::ElementType> format;  // the one the seed is for, if any
};

struct FuzzResult {
  Status status = Status::not_run;  // proved never: agreed = unknown
  bool agreed = false;              // ran and found no difference
  Reason reason = Reason::none;
  std::string detail;
  std::int64_t cases = 0;
  std::int64_t discarded = 0;
  std::uint64_t seed = 0;
  double worst_error_over_bound = 0;
  /// Elements of either side whose error was held against its bound, and those
  /// that had none: NaN, infinities, what may overflow.
  std::int64_t elements_with_bound = 0;
  std::int64_t elements_without_bound = 0;
  /// Cases in residues modulo 2^61 - 1, and the probability at most that one
  /// of them agrees although the sides differ, as polynomials or quotients of
  /// polynomials, at its sizes; 1 where nothing is known.
  std::int64_t residue_cases = 0;
  double residue_miss = 0;
  /// The worst difference seen between the two sides in a float format; a
  /// proof that promised less is contradicted.
  FloatEffect observed = FloatEffect::bit_exact;
  /// The same with what another order of a sum explains, which is no
  /// contradiction.
  FloatEffect observed_bits = FloatEffect::bit_exact;
  std::optional<Counterexample> counterexample;
};

enum class LegalityStatus { legal, conditional, unknown, illegal, not_run };

struct LimitUse {
  std::string op;          // operator of the target file
  std::string node;        // where in the graph
  std::string formula;     // as instantiated over the rule's sizes
  std::string confidence;  // published, vendor, ...
  std::string source;
  std::string outcome;  // "holds", "restricts", "violated", "not known"
  std::string note;
};

/// Legality of one side on one target.
struct SideLegality {
  LegalityStatus status = LegalityStatus::not_run;
  std::string where;       // "H <= 31 and W <= 31"; "" unless conditional
  std::string confidence;  // the lowest relied on
  std::string detail;      // the violated limit, the unknown limits, notes
  std::vector<LimitUse> limits;
};

struct Legality {
  std::string target;
  SideLegality lhs, rhs;
  bool leaves_accelerator = false;  // lhs could run there, rhs cannot
  std::optional<bool> claim_holds;  // of the rule's own `legal` clause
};

}  // namespace rewright::evidence
