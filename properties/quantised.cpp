// SPDX-License-Identifier: Apache-2.0
#include "properties/quantised.h"

#include <algorithm>
#include <cmath>

#include "evaluate/arithmetic.h"
#include "evaluate/compare.h"
#include "ir/conversion.h"
#include "properties/cases.h"
#include "properties/conditions.h"
#include "properties/device.h"
#include "properties/device_operator.h"
#include "properties/device_tensor.h"
#include "properties/fixed_point.h"
#include "properties/stream.h"

namespace rewright::properties {
namespace {

using evidence::QuantisedResult;
using evidence::Reason;

constexpr double most_work = 2e6;  // scalar operations in 256 bits
constexpr int attempts_per_case = 20;
constexpr int attempts_before_solver = 100;
constexpr double same_scale = 1e-12;

/// Every floating class float32, every other one its first member.
Draw float_draw(const ir::Rule& rule, Values values) {
  Draw draw{{}, World::large, values};
  for (const ir::TypeSet set : rule.type_classes)
    draw.types.push_back(ir::restrict_to(set, ir::ElementClass::floating) != 0
                             ? ir::ElementType::float32
                             : ir::members(set).at(0));
  return draw;
}

/// Which inputs reach an output but as weights.
std::vector<bool> activations(const ir::Rule& rule) {
  std::vector<bool> inputs(rule.inputs.size(), false);
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs}) {
    std::vector<bool> nodes(graph->nodes.size(), false);
    const auto mark = [&](const ir::Ref& ref) {
      if (ref.node < 0)
        inputs[static_cast<std::size_t>(ref.slot)] = true;
      else
        nodes[static_cast<std::size_t>(ref.node)] = true;
    };
    for (const ir::Ref& output : graph->outputs) mark(output);
    for (std::size_t n = nodes.size(); n-- > 0;) {
      if (!nodes[n]) continue;
      const ir::Node& node = graph->nodes[n];
      for (std::size_t k = 0; k < node.operands.size(); ++k)
        if (node.operands[k] && !takes_weights(node, k))
          mark(*node.operands[k]);
    }
  }
  return inputs;
}

evaluate::Tensor doubles(const evaluate::Tensor& reals) {
  if (!reals.is<base::Real>()) return reals;
  return evaluate::Dense<double>{reals.shape(), doubles_of(reals)};
}

double distance(const base::Real& a, const base::Real& b) {
  if (a == b) return 0;
  const double d = base::Real(fabs(a - b)).convert_to<double>();
  return std::isnan(d) ? INFINITY : d;
}

/// What one case shows.
struct Observation {
  double worst = 0, bound = 0;
};

class Measuring {
 public:
  Measuring(const ir::Rule& rule, const DeviceModel& model,
            const FuzzOptions& options, solver::Session& session)
      : subject_(rule, options),
        options_(options),
        model_(model),
        session_(session),
        is_activation_(activations(rule)) {
    result_.bits = model.bits;
    for (const auto& [input, tensor] : options.constants)
      is_activation_.at(static_cast<std::size_t>(input)) = false;
  }

  QuantisedResult run() {
    const auto most = attempts_per_case * options_.cases;
    for (std::int64_t k = 0; k < most && !is_done(); ++k) {
      if (k == attempts_before_solver && result_.cases == 0 && !may_hold())
        break;
      try_case(subseed(options_.seed, static_cast<std::uint64_t>(k)),
               k >= attempts_before_solver && result_.cases == 0);
    }
    conclude();
    return result_;
  }

 private:
  bool is_done() const {
    return result_.cases >= options_.cases || work_ > most_work;
  }

  bool may_hold() {
    const auto answer = session_.satisfiable(
        subject_.rule().facts(), required(subject_.rule()), nullptr);
    if (answer == solver::Answer::no) result_.reason = Reason::vacuous;
    return answer != solver::Answer::no;
  }

  void try_case(std::uint64_t word, bool asks_solver) {
    const CaseSeed seed{(word & ~CaseSeed::low_bits) |
                        (asks_solver ? CaseSeed::solver_bit : 0)};
    const auto at = subject_.sizes_of(seed);
    auto instance = at ? instance_at(subject_, *at) : std::nullopt;
    if (!instance) return;
    if (is_large(instance->rule)) {
      is_too_large_ = true;
      return;
    }
    Stream stream(word);
    const Draw draw = float_draw(
        subject_.rule(), stream.chance(1, 2) ? Values::wide : Values::small);
    set_types(instance->rule, draw);
    if (shape_mismatch(*instance)) return;
    work_ += work_of(instance->rule);
    try {
      measure(instance->rule, draw, stream);
    } catch (const evaluate::Undefined&) {
    } catch (const evaluate::Uncertain&) {
    } catch (const evaluate::NotInWorld& lacking) {
      result_.reason = Reason::unsupported;
      lacking_ = lacking.what();
    }
  }

  void measure(const ir::Rule& instance, const Draw& draw, Stream& stream) {
    const auto inputs = draw_inputs(instance, draw, stream);
    if (!inputs) return;
    const DeviceSide lhs =
        run_on_device(instance, instance.lhs, *inputs, model_);
    const DeviceSide rhs =
        run_on_device(instance, instance.rhs, *inputs, model_);
    ++result_.cases;
    result_.lhs_requantisations =
        std::max(result_.lhs_requantisations, lhs.requantisations);
    result_.rhs_requantisations =
        std::max(result_.rhs_requantisations, rhs.requantisations);
    result_.accumulator_overflows += lhs.overflows + rhs.overflows;
    Observation seen;
    if (!lhs.is_bounded || !rhs.is_bounded) seen.bound = INFINITY;
    for (std::size_t o = 0; o < lhs.outputs.size(); ++o)
      compare(lhs.outputs[o], rhs.outputs[o], seen);
    result_.worst_code_difference =
        std::max(result_.worst_code_difference, seen.worst);
    bound_ = std::max(bound_, seen.bound);
    if (!std::isfinite(seen.bound)) ++unbounded_;
  }

  /// Inputs as the device has them, which meet the element conditions.
  std::optional<std::vector<DeviceTensor>> draw_inputs(const ir::Rule& instance,
                                                       const Draw& draw,
                                                       Stream& stream) const {
    Palette palette;
    palette.storage = Storage::float64;
    palette.values = draw.values;
    palette.moderate = true;
    palette.positive = stream.chance(subject_.traits().is_partial ? 3 : 1, 4);
    const FixedInputs& fixed = subject_.traits().fixed;
    Tensors drawn = draw_tensors(instance, draw, palette, fixed, stream);
    if (!meet_conditions(instance, palette, fixed, stream, drawn)) return {};
    std::vector<DeviceTensor> inputs;
    for (std::size_t k = 0; k < drawn.size(); ++k) {
      const bool is_constant = !is_activation_[k] && drawn[k].is<double>();
      inputs.push_back(
          is_constant ? device_constant(drawn[k])
                      : device_input(drawn[k], static_cast<int>(k), model_));
      drawn[k] = doubles(inputs.back().exact);
    }
    if (!conditions_hold(instance, drawn)) return {};
    return inputs;
  }

  void compare(const DeviceTensor& given_lhs, const DeviceTensor& given_rhs,
               Observation& seen) const {
    if (given_lhs.is_constant && given_rhs.is_constant) return;
    if (!is_floating(given_lhs))
      return compare_others(given_lhs, given_rhs, seen);
    const DeviceTensor lhs = comparable(given_lhs, given_rhs);
    const DeviceTensor rhs = comparable(given_rhs, given_lhs);
    const double scale = std::max(lhs.scale, rhs.scale);
    const bool is_same = std::fabs(lhs.scale - rhs.scale) <= same_scale * scale;
    for (std::size_t k = 0; k < lhs.codes.size(); ++k) {
      const auto& x = lhs.bounded.as<evaluate::Bounded<double>>().data[k];
      const auto& y = rhs.bounded.as<evaluate::Bounded<double>>().data[k];
      const double exact = distance(lhs.exact.as<base::Real>().data[k],
                                    rhs.exact.as<base::Real>().data[k]);
      const double bound = (x.error + y.error + exact) / scale * (1 + 1e-9);
      const double seen_here =
          is_same ? static_cast<double>(std::abs(lhs.codes[k] - rhs.codes[k]))
                  : std::fabs(lhs.values.as<double>().data[k] -
                              rhs.values.as<double>().data[k]) /
                        scale;
      seen.worst = std::max(seen.worst, seen_here);
      seen.bound =
          std::max(seen.bound, is_same && std::isfinite(bound)
                                   ? std::min(std::floor(bound), all_codes())
                                   : bound);
    }
  }

  /// Saturated codes of one scale are no further apart.
  double all_codes() const {
    return static_cast<double>(2 * largest_code(model_.bits) + 1);
  }

  DeviceTensor comparable(const DeviceTensor& x,
                          const DeviceTensor& other) const {
    return x.is_constant ? with_scale(x, other.scale, model_) : x;
  }

  /// Truth values and indices have no codes: any difference counts as one.
  static void compare_others(const DeviceTensor& lhs, const DeviceTensor& rhs,
                             Observation& seen) {
    const auto& a = lhs.is_constant ? lhs.exact : lhs.values;
    const auto& b = rhs.is_constant ? rhs.exact : rhs.values;
    if (evaluate::differ(a, b)) seen.worst = std::max(seen.worst, 1.0);
    if (evaluate::differ(lhs.exact, rhs.exact)) seen.bound = INFINITY;
  }

  void conclude() {
    if (result_.cases == 0) {
      if (result_.reason == Reason::none)
        result_.reason = Reason::rare_precondition;
      result_.detail = is_too_large_ ? "the tensors are large" : lacking_;
      return;
    }
    result_.reason = Reason::none;
    if (unbounded_ == 0) result_.code_bound = bound_;
    result_.detail = change();
    if (unbounded_ > 0)
      add_detail("no bound is known in " + std::to_string(unbounded_) + " of " +
                 std::to_string(result_.cases) + " cases");
    if (result_.accumulator_overflows > 0)
      add_detail(counted(result_.accumulator_overflows, "sum") + " overflowed");
  }

  std::string change() const {
    const int fewer = result_.lhs_requantisations - result_.rhs_requantisations;
    if (fewer == 0) return "";
    return (fewer > 0 ? "removes " : "adds ") +
           counted(std::abs(fewer), "requantisation");
  }

  static std::string counted(std::int64_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  }

  void add_detail(const std::string& text) {
    result_.detail += (result_.detail.empty() ? "" : "; ") + text;
  }

  Subject subject_;
  FuzzOptions options_;
  DeviceModel model_;
  solver::Session& session_;
  std::vector<bool> is_activation_;
  QuantisedResult result_;
  std::string lacking_;
  double work_ = 0, bound_ = 0;
  std::int64_t unbounded_ = 0;
  bool is_too_large_ = false;
};

bool has_floating(const ir::Rule& rule) {
  return std::ranges::any_of(rule.type_classes, [](ir::TypeSet set) {
    return ir::restrict_to(set, ir::ElementClass::floating) != 0;
  });
}

}  // namespace

QuantisedResult quantised(const ir::Rule& rule, int bits,
                          const FuzzOptions& options, solver::Session& session,
                          const solver::Quantisation& device) {
  if (!has_floating(rule) || ir::converts(rule)) {
    QuantisedResult result;
    result.bits = bits;
    result.reason = Reason::unsupported;
    result.detail = has_floating(rule) ? "the rule quantises by itself"
                                       : "nothing is of floating type";
    return result;
  }
  return Measuring(rule, {bits, device}, options, session).run();
}

}  // namespace rewright::properties
