// SPDX-License-Identifier: Apache-2.0
//
// The driver: draws case seeds, runs them, keeps counts, shrinks the first
// failure. RapidCheck's own checker keeps its state in unguarded globals, so
// it cannot run in several threads at once; its random numbers, shrink trees
// and their traversal have no state and are used directly. Limits are counts
// and estimates of work, never seconds, so a result does not depend on the
// machine.
#include "properties/fuzz.h"

#include <algorithm>
#include <memory>
#include <set>

#include <rapidcheck/Random.h>

#include "ir/opaque.h"
#include "properties/cases.h"
#include "properties/degree.h"

namespace rewright::properties {
namespace {

using evidence::FuzzResult;
using evidence::Reason;
using evidence::Status;

constexpr int draws_per_shape = 2;         // most bugs show at some shapes only
constexpr int shapes_before_solver = 100;  // at least, before it is asked
constexpr double work_per_case = 1e5;      // of more cases than usual
constexpr double most_work_to_shrink = 2e8;  // of one case, which is repeated
constexpr std::int64_t most_elements = 100'000'000;  // of any tensor

/// Of so many shapes like this one gets tensors: outputs without elements can
/// only differ in shape, and those with a single one hide which it is, unless
/// the rule has no others.
std::int64_t shapes_per_one(const ir::Rule& rule, const ir::Rule& instance) {
  std::int64_t elements = 0;
  for (std::size_t o = 0; o < rule.lhs.outputs.size(); ++o) {
    const auto shape_in = [&](const ir::Rule& r) {
      return r.type_of(r.lhs, r.lhs.outputs[o]).shape;
    };
    elements += shape_in(rule).empty()
                    ? 2
                    : evaluate::count(ir::concrete(shape_in(instance)));
  }
  return elements == 0 ? 8 : elements == 1 ? 4 : 1;
}

/// How many times slower than a machine number.
double cost_of(World world) {
  switch (world) {
    case World::exact:
      return 60;
    case World::rounding:
      return 100;
    case World::residue:
      return 3;
    case World::large:
    case World::machine:
      break;
  }
  return 1;
}

class Fuzzing {
 public:
  Fuzzing(const ir::Rule& rule, const FuzzOptions& options,
          solver::Session& session)
      : subject_(rule, options),
        options_(options),
        session_(session),
        degree_(degree_of_difference(rule)) {
    result_.seed = options.seed;
    result_.status = Status::unknown;
  }

  FuzzResult run() {
    if (!subject_.has_draws() || options_.cases <= 0) return not_run();
    rc::Random random(options_.seed);
    while (result_.cases < options_.cases && !is_exhausted())
      try_shape(random.split().next());
    sweep_shapes(random);
    return concluded();
  }

  FuzzResult replay(std::uint64_t word) {
    if (!subject_.has_draws()) return not_run();
    result_.seed = word;
    options_.cases = 1;
    const CaseSeed seed{word};
    const auto at = subject_.sizes_of(seed);
    auto instance = at ? instance_at(subject_, *at) : std::nullopt;
    if (!instance)
      ++result_.discarded;
    else
      try_case(seed, *at, *instance);
    return concluded();
  }

 private:
  FuzzResult not_run() {
    result_.status = Status::not_run;
    result_.reason =
        options_.cases <= 0 ? Reason::switched_off : Reason::unsupported;
    return result_;
  }

  /// More cases may take more work.
  double most_work() const {
    return std::max(options_.most_work,
                    work_per_case * static_cast<double>(options_.cases));
  }

  bool is_refuted() const { return result_.status == Status::refuted; }

  bool is_exhausted() const {
    const auto most = 100 + 10 * options_.cases;
    return is_refuted() || is_impossible_ || work_ > most_work() ||
           result_.discarded > most || skipped_ > most;
  }

  void try_shape(std::uint64_t random) {
    CaseSeed seed{(random & ~CaseSeed::low_bits) |
                  (asks_solver_ ? CaseSeed::solver_bit : 0)};
    ++shapes_;
    const auto at = subject_.sizes_of(seed);
    const auto instance = at ? instance_of(*at) : nullptr;
    if (!instance) return reject_shape();
    if (largest_tensor(instance->rule) > most_elements) {
      is_too_large_ = true;
      return reject_shape();
    }
    ++good_shapes_;
    const std::int64_t per_one =
        shapes_per_one(subject_.rule(), instance->rule);
    if (per_one > 1 && poor_shapes_++ % per_one > 0) {
      try_shapes(seed, *at, *instance);
      ++skipped_;
      return;
    }
    for (int k = 0; k < draws_per_shape && !is_exhausted(); ++k) {
      if (result_.cases >= options_.cases) return;
      seed.word =
          (seed.word & ~CaseSeed::draw_bits) | (draws_++ & CaseSeed::draw_bits);
      try_case(seed, *at, *instance);
    }
  }

  /// Integers decide between many cases of a shape rule, and a shape is cheap
  /// to check.
  void sweep_shapes(rc::Random& random) {
    if (subject_.rule().integers.empty() || asks_solver_) return;
    for (auto k = options_.cases; k > 0 && !is_exhausted(); --k) {
      const CaseSeed seed{random.split().next() & ~CaseSeed::low_bits};
      const auto at = subject_.sizes_of(seed);
      const auto instance = at ? instance_of(*at) : nullptr;
      if (instance) try_shapes(seed, *at, *instance);
    }
  }

  /// Shapes without choice are inferred once.
  std::shared_ptr<ir::Instance> instance_of(const ir::Assignment& at) {
    if (last_ && at.values == last_at_.values && at.ranks == last_at_.ranks)
      return last_;
    auto instance = instance_at(subject_, at);
    last_at_ = at;
    last_ = instance ? std::make_shared<ir::Instance>(std::move(*instance))
                     : nullptr;
    return last_;
  }

  /// After many rejections the solver is asked, first whether there is
  /// anything to be found.
  void reject_shape() {
    ++result_.discarded;
    if (shapes_ < shapes_before_solver || 50 * good_shapes_ >= shapes_) return;
    if (asks_solver_) {
      is_impossible_ = good_shapes_ == 0 && shapes_ > 2 * shapes_before_solver;
      return;
    }
    asks_solver_ = true;
    const auto answer = session_.satisfiable(
        subject_.rule().facts(), required(subject_.rule()), nullptr);
    is_impossible_ = answer == solver::Answer::no;
    if (is_impossible_) result_.reason = Reason::vacuous;
  }

  /// Whether shapes alone refute the rule.
  bool try_shapes(CaseSeed seed, const ir::Assignment& at,
                  ir::Instance& instance) {
    const Draw& draw = subject_.draw_of(seed, instance.rule);
    set_types(instance.rule, draw);
    auto mismatch = shape_mismatch(instance);
    if (mismatch) refute(seed, {at, draw, {}, std::move(*mismatch)});
    return is_refuted();
  }

  void try_case(CaseSeed seed, const ir::Assignment& at,
                ir::Instance& instance) {
    const Draw& draw = subject_.draw_of(seed, instance.rule);
    if (lacking_.count(&draw)) {
      ++skipped_;
      return;
    }
    if (try_shapes(seed, at, instance)) return;
    const double work = work_of(instance.rule) * cost_of(draw.world);
    if (work > std::max(most_work(), options_.most_work_of_case)) {
      is_too_large_ = true;
      ++skipped_;
      return;
    }
    auto trial = run_trial(instance.rule, draw, subject_.traits(), seed.word);
    work_ += work;
    count(trial.comparison, draw);
    if (draw.world == World::residue &&
        trial.comparison.kind == Comparison::Kind::agree)
      count_residues(instance.rule);
    if (trial.comparison.mismatch)
      refute(seed,
             {at, draw, std::move(trial.inputs),
              std::move(*trial.comparison.mismatch)},
             work <= most_work_to_shrink);
  }

  /// Sizes rarely matter for the degree.
  void count_residues(const ir::Rule& instance) {
    ++result_.residue_cases;
    const auto degree = degree_ ? degree_ : degree_of_difference(instance);
    result_.residue_miss = std::max(
        result_.residue_miss,
        degree ? *degree / static_cast<double>(base::Residue::prime) : 1.0);
  }

  void count(const Comparison& comparison, const Draw& draw) {
    switch (comparison.kind) {
      case Comparison::Kind::agree:
      case Comparison::Kind::differ:
        ++result_.cases;
        break;
      case Comparison::Kind::discarded:
        ++result_.discarded;
        break;
      case Comparison::Kind::not_in_world:
        lacking_.insert(&draw);
        break;
    }
    result_.observed = std::max(result_.observed, comparison.observed);
    result_.observed_bits =
        std::max(result_.observed_bits, comparison.observed_bits);
    const auto& seen = comparison.error_over_bound;
    result_.worst_error_over_bound =
        std::max(result_.worst_error_over_bound, seen.worst);
    result_.elements_with_bound += seen.elements;
    result_.elements_without_bound += seen.unbounded;
  }

  void refute(CaseSeed seed, Failure failure, bool may_shrink = true) {
    if (options_.shrink && may_shrink)
      failure = shrunk(subject_, std::move(failure), seed.word);
    evidence::Counterexample found;
    found.assignment = failure.at;
    found.assignment.types = failure.draw.types;
    found.sizes = ir::describe(subject_.rule(), failure.at);
    const auto& inputs = subject_.rule().inputs;
    for (std::size_t k = 0; k < failure.inputs.size(); ++k)
      found.inputs.emplace_back(inputs[k].name, failure.inputs[k]);
    found.world = failure.mismatch.world;
    found.output = failure.mismatch.output;
    found.index = failure.mismatch.index;
    found.lhs = failure.mismatch.lhs;
    found.rhs = failure.mismatch.rhs;
    found.seed = seed.word;
    result_.status = Status::refuted;
    result_.counterexample = std::move(found);
  }

  FuzzResult concluded() {
    if (is_refuted()) return result_;
    result_.agreed = result_.cases > 0;
    const auto found = std::to_string(result_.cases) + " of " +
                       std::to_string(options_.cases) + " cases";
    if (work_ > most_work() || is_too_large_) {
      result_.detail = found + ": the tensors are large";
    } else if (10 * result_.cases < options_.cases) {
      if (result_.reason == Reason::none)
        result_.reason = Reason::rare_precondition;
      result_.detail =
          found + " found, " + std::to_string(result_.discarded) + " discarded";
    }
    return result_;
  }

  Subject subject_;
  FuzzOptions options_;
  solver::Session& session_;
  FuzzResult result_;
  std::set<const Draw*> lacking_;  // worlds without an operation of the rule
  std::shared_ptr<ir::Instance> last_;
  ir::Assignment last_at_;
  std::optional<double> degree_;  // of the difference, at any sizes
  std::uint64_t draws_ = 0;
  std::int64_t shapes_ = 0, good_shapes_ = 0, skipped_ = 0;
  std::int64_t poor_shapes_ = 0;
  double work_ = 0;
  bool asks_solver_ = false, is_impossible_ = false, is_too_large_ = false;
};

/// Opaque nodes cannot be evaluated.
std::optional<FuzzResult> refusal(const ir::Rule& rule) {
  FuzzResult result;
  result.detail = ir::why_opaque(rule);
  if (result.detail.empty()) return std::nullopt;
  result.reason = Reason::unsupported;
  return result;
}

/// Where no small tensors are to be had: a few cases of larger ones.
FuzzOptions enlarged(FuzzOptions options) {
  options.cases = std::min<std::int64_t>(options.cases, 4);
  options.largest_elements *= 256;
  return options;
}

/// Whether sizes are numbers and so large that no case would be tried.
bool is_always_too_large(const ir::Rule& rule, const FuzzOptions& options) {
  return rule.sizes.empty() && rule.integers.empty() && options.cases > 0 &&
         work_of(rule) >
             std::max({options.most_work, options.most_work_of_case,
                       work_per_case * static_cast<double>(options.cases)});
}

FuzzResult too_large(const FuzzOptions& options) {
  FuzzResult result;
  result.status = Status::unknown;
  result.seed = options.seed;
  result.detail =
      "0 of " + std::to_string(options.cases) + " cases: the tensors are large";
  return result;
}

}  // namespace

FuzzResult fuzz(const ir::Rule& rule, const FuzzOptions& options,
                solver::Session& session) {
  if (const auto refused = refusal(rule)) return *refused;
  if (is_always_too_large(rule, options)) return too_large(options);
  const FuzzResult found = Fuzzing(rule, options, session).run();
  if (found.reason != Reason::rare_precondition || found.cases > 0)
    return found;
  const FuzzResult large = Fuzzing(rule, enlarged(options), session).run();
  return large.cases > 0 || large.status == Status::refuted ? large : found;
}

FuzzResult replay(const ir::Rule& rule, std::uint64_t seed,
                  const FuzzOptions& options, solver::Session& session) {
  if (const auto refused = refusal(rule)) return *refused;
  const FuzzResult found = Fuzzing(rule, options, session).replay(seed);
  if (found.cases > 0 || found.status == Status::refuted) return found;
  return Fuzzing(rule, enlarged(options), session).replay(seed);
}

}  // namespace rewright::properties
