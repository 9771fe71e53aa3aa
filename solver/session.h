// SPDX-License-Identifier: Apache-2.0
//
// One Session owns one Z3 context, its budget and its counters; one per
// thread. Queries are over integers (index formulas); every query can be
// logged as SMT-LIB 2. Budgets are counted in Z3 resource units, so an answer
// does not depend on the machine's load; a time limit far beyond them only
// stops what would never end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "index/facts.h"

namespace rewright::solver {

enum class Answer { yes, no, unknown };

struct Budget {
  std::uint32_t resources_per_query = 500'000;    // Z3 rlimit units
  std::uint32_t resources_per_question = 30'000;  // of the oracle
  /// After so many queries, or so many that used up what they may, the session
  /// asks no more: every answer is unknown.
  std::int64_t most_queries = 1'000'000'000;
  int most_given_up = 1'000'000;
  /// Whether a proof that failed is tried in other ways that take longer.
  bool last_resorts = true;
};

/// Ways that save time and change no answer: each can be left out.
struct Shortcuts {
  bool algebra = true;         // what Facts decide of shapes needs no Z3
  bool small_witness = true;   // a few numbers may show that `when` can hold
  bool shared_context = true;  // easy queries meet a context that is warm
};

/// Values for symbols: one number, or for a group symbol one per axis.
using Model = std::map<std::uint64_t, std::vector<std::int64_t>>;

class Session : public index::Oracle {
 public:
  explicit Session(Budget budget = {}, Shortcuts shortcuts = {});
  ~Session() override;

  /// Whether `facts` imply `goal`: yes = proved, no = a model of the
  /// contrary exists. `log` (may be null) receives the obligation.
  Answer implies(const index::Facts& facts, const index::Formula& goal,
                 std::vector<evidence::Obligation>* log,
                 const std::string& what);
  /// Oracle: implies(...) == Answer::yes, unlogged.
  bool implies(const index::Facts& facts, const index::Formula& goal) override;
  /// Whether facts and `formula` have a solution; `model` (may be null)
  /// receives one. A group symbol gets one value per axis of the model.
  Answer satisfiable(const index::Facts& facts, const index::Formula& formula,
                     Model* model);

  double seconds() const;  // spent inside Z3
  std::int64_t queries() const;
  const Budget& budget() const;

  struct Context;  // z3, private to solver/
  Context& context() { return *context_; }

 private:
  std::unique_ptr<Context> context_;
};

}  // namespace rewright::solver
