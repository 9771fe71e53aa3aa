// SPDX-License-Identifier: Apache-2.0
#include "solver/session.h"

#include "solver/context.h"

namespace rewright::solver {

namespace {

/// Nothing is known to need it: it only stops what would never end.
constexpr unsigned last_resort_milliseconds = 10000;

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() {
    const std::chrono::duration<double> d =
        std::chrono::steady_clock::now() - start_;
    total_ += d.count();
  }

 private:
  double& total_;
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

}  // namespace

Answer Session::Context::run(
    z3::context& z3, const index::Facts& facts,
    const std::function<void(Encoder&)>& fill,
    const std::function<void(Encoder&, const z3::model&)>& read,
    evidence::Obligation* log, std::uint32_t resources) {
  z3::solver solver(z3, z3::solver::simple());
  z3::params params(z3);
  params.set("rlimit", resources);
  params.set("timeout", last_resort_milliseconds);
  // Its non-linear real core does not count its work against the budget.
  params.set("arith.nl.nra", false);
  solver.set(params);
  Encoder encoder(z3, solver, facts);
  fill(encoder);
  encoder.finish();
  if (log) log->smtlib = solver.to_smt2();
  const Stopwatch watch(seconds);
  try {
    switch (solver.check()) {
      case z3::sat:
        if (read) read(encoder, solver.get_model());
        return Answer::yes;
      case z3::unsat:
        return Answer::no;
      case z3::unknown:
        break;
    }
  } catch (const z3::exception&) {
    // out of resources while building the model
  }
  return Answer::unknown;
}

// What is easy is answered in the shared context. What is not is asked again
// in a fresh one, with the whole budget: how far a budget reaches depends on
// what a context has seen, and an answer must not. Questions of a small budget
// are asked once: nothing but time depends on them.
Answer Session::Context::satisfiable(
    const index::Facts& facts, const std::function<void(Encoder&)>& fill,
    const std::function<void(Encoder&, const z3::model&)>& read,
    evidence::Obligation* log, std::uint32_t resources) {
  if (given_up >= budget.most_given_up || queries >= budget.most_queries) {
    if (log) log->answer = "unknown";
    return Answer::unknown;
  }
  ++queries;
  // The facts' own oracle must not be asked while a query is being built.
  index::Facts plain = facts;
  plain.set_oracle(nullptr);
  const bool whole_budget = resources >= budget.resources_per_query;
  Answer answer = Answer::unknown;
  if (shortcuts.shared_context)
    answer = run(shared ? *shared : shared.emplace(), plain, fill, read, log,
                 whole_budget ? resources / 4 : resources);
  if (answer == Answer::unknown &&
      (whole_budget || !shortcuts.shared_context)) {
    z3::context fresh;
    answer = run(fresh, plain, fill, read, log, resources);
  }
  if (answer == Answer::unknown && whole_budget) ++given_up;
  if (log)
    log->answer = answer == Answer::yes  ? "sat"
                  : answer == Answer::no ? "unsat"
                                         : "unknown";
  return answer;
}

Session::Session(Budget budget, Shortcuts shortcuts)
    : context_(std::make_unique<Context>()) {
  context_->budget = budget;
  context_->shortcuts = shortcuts;
}

Session::~Session() = default;

Answer Session::implies(const index::Facts& facts, const index::Formula& goal,
                        std::vector<evidence::Obligation>* log,
                        const std::string& what) {
  evidence::Obligation obligation;
  obligation.what = what;
  const Answer counter = context_->satisfiable(
      facts, [&](Encoder& e) { e.add(!e.formula(goal)); }, nullptr,
      log ? &obligation : nullptr);
  if (log) log->push_back(std::move(obligation));
  return counter == Answer::no    ? Answer::yes
         : counter == Answer::yes ? Answer::no
                                  : Answer::unknown;
}

bool Session::implies(const index::Facts& facts, const index::Formula& goal) {
  return context_->satisfiable(
             facts, [&](Encoder& e) { e.add(!e.formula(goal)); }, nullptr,
             nullptr, context_->budget.resources_per_question) == Answer::no;
}

Answer Session::satisfiable(const index::Facts& facts,
                            const index::Formula& formula, Model* model) {
  return context_->satisfiable(
      facts, [&](Encoder& e) { e.add(e.formula(formula)); },
      [&](Encoder& e, const z3::model& m) {
        if (model) *model = e.values(m);
      },
      nullptr);
}

double Session::seconds() const { return context_->seconds; }
const Budget& Session::budget() const { return context_->budget; }

std::int64_t Session::queries() const { return context_->queries; }

}  // namespace rewright::solver
