// SPDX-License-Identifier: Apache-2.0
//
// Wiring of one substitution. Operators come in topological order, as the
// system itself demands: an operator reads only what stands before it.
#include "taso/pattern.h"

#include <algorithm>
#include <map>
#include <set>

#include "taso/vocabulary.h"

namespace rewright::taso {
namespace {

class Side {
 public:
  Side(const Substitution& s, bool is_source, const std::string& file,
       Pattern& pattern)
      : ops_(is_source ? s.source : s.target),
        is_source_(is_source),
        file_(file),
        pattern_(pattern),
        name_("rule " + std::to_string(s.id) + ", " +
              (is_source ? "source" : "target")) {}

  void read() {
    if (ops_.empty()) refuse(name_, "has no operators");
    for (std::size_t i = 0; i < ops_.size(); ++i) read(i);
  }

  /// The value that a mapped output names.
  int output(const Edge& e, std::size_t number) {
    const std::string place =
        name_ + " of mapped output " + std::to_string(number);
    if (e.op < 0) refuse(place, "must be an operator, not an input");
    const int value = result(e, place, ops_.size());
    is_read_.insert(value);
    return value;
  }

  void require_all_read() const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const std::vector<int>& r = steps_[i].results;
      if (std::none_of(r.begin(), r.end(),
                       [&](int v) { return is_read_.contains(v); }))
        refuse(steps_[i].place,
               "no operator reads its result and no output is mapped to it");
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& place,
                           const std::string& message) const {
    throw base::InputError(file_, place + ": " + message);
  }

  int result(const Edge& e, const std::string& place, std::size_t before) {
    const auto op = static_cast<std::size_t>(e.op);
    if (op >= ops_.size())
      refuse(place, "there is no operator " + std::to_string(e.op));
    if (op >= before)
      refuse(place, "operator " + std::to_string(e.op) +
                        " does not come before the one that reads it");
    const std::vector<int>& results = steps_[op].results;
    if (e.slot < 0 || static_cast<std::size_t>(e.slot) >= results.size())
      refuse(place, "operator " + std::to_string(e.op) + " has no result " +
                        std::to_string(e.slot));
    return results[static_cast<std::size_t>(e.slot)];
  }

  int input(const Edge& e, const std::string& place) {
    if (e.slot != 0)
      refuse(place, "input " + std::to_string(e.op) + " has one result, not " +
                        std::to_string(e.slot));
    std::vector<std::int64_t>& names = pattern_.inputs;
    const auto found = std::find(names.begin(), names.end(), e.op);
    if (found == names.end())
      refuse(place,
             "input " + std::to_string(e.op) + " does not occur in the source");
    return static_cast<int>(found - names.begin());
  }

  void read(std::size_t i) {
    const Operator& op = ops_[i];
    Step step;
    step.code = op.code;
    step.place = name_ + " operator " + std::to_string(i) + " (" +
                 operator_name(op.code) + ')';
    for (std::size_t k = 0; k < op.inputs.size(); ++k) {
      const Edge& e = op.inputs[k];
      const std::string place = step.place + ", input " + std::to_string(k);
      const int value = e.op < 0 ? input(e, place) : result(e, place, i);
      step.operands.push_back(value);
      is_read_.insert(value);
    }
    read_parameters(op, step);
    const std::size_t results =
        step.code == code::split ? results_of_split(step) : 1;
    for (std::size_t k = 0; k < results; ++k)
      step.results.push_back(pattern_.values++);
    steps_.push_back(step);
    pattern_.steps.push_back(std::move(step));
    if (is_source_) ++pattern_.source_steps;
  }

  std::size_t results_of_split(const Step& step) const {
    const auto found = given_.find(parameter::num_outputs);
    if (found == given_.end()) refuse(step.place, "needs PM_NUM_OUTPUTS");
    return static_cast<std::size_t>(found->second);
  }

  std::vector<int> parameters_of(const Step& step) const {
    using namespace parameter;
    switch (step.code) {
      case code::conv:
        return {group, kernel_h, kernel_w, stride_h, stride_w, pad, acti};
      case code::matmul:
        return {acti};
      case code::concat:
        return {numdim, axis};
      case code::split:
        return {axis};
      case code::relu:
      case code::sigmoid:
      case code::tanh:
      case code::add:
      case code::mul:
        return {};
      default:
        refuse(step.place,
               step.code >= 0 && static_cast<std::size_t>(step.code) <
                                     operator_names().size()
                   ? "this operator is not supported"
                   : "unknown operator");
    }
  }

  void require_arity(const Step& step, std::int64_t least,
                     std::int64_t most) const {
    const auto n = static_cast<std::int64_t>(step.operands.size());
    if (n < least || n > most)
      refuse(step.place, "takes " + std::to_string(least) +
                             (most > least ? " or more" : "") +
                             " inputs and has " + std::to_string(n));
  }

  void check_arity(const Step& step) const {
    const bool is_binary = step.code == code::conv || step.code == code::add ||
                           step.code == code::mul || step.code == code::matmul;
    if (step.code == code::concat)
      require_arity(step, 1, largest);
    else
      require_arity(step, is_binary ? 2 : 1, is_binary ? 2 : 1);
  }

  std::optional<std::int64_t> take(const Step& step, int key,
                                   std::int64_t least,
                                   std::int64_t most) const {
    const auto found = given_.find(key);
    if (found == given_.end()) return std::nullopt;
    if (found->second < least || found->second > most)
      refuse(step.place, parameter_name(key) + " must not be " +
                             std::to_string(found->second));
    return found->second;
  }

  void read_window(Step& step) const {
    using namespace parameter;
    Window& w = step.window;
    w.kernel[0] = take(step, kernel_h, 1, largest);
    w.kernel[1] = take(step, kernel_w, 1, largest);
    w.stride[0] = take(step, stride_h, 1, largest).value_or(1);
    w.stride[1] = take(step, stride_w, 1, largest).value_or(1);
    w.is_padded = take(step, pad, 0, 1).value_or(0) == 0;
    w.group = take(step, group, 1, largest);
  }

  /// Checks first that every parameter is one that the operator has.
  void read_parameters(const Operator& op, Step& step) {
    using namespace parameter;
    std::vector<int> known = parameters_of(step);
    check_arity(step);
    known.insert(known.end(), {op_type, num_inputs, num_outputs});
    given_.clear();
    for (const auto& [key, value] : op.parameters) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        refuse(step.place, "has no " + parameter_name(key));
      if (!given_.emplace(key, value).second)
        refuse(step.place, "has " + parameter_name(key) + " twice");
    }
    const auto arity = static_cast<std::int64_t>(step.operands.size());
    take(step, op_type, step.code, step.code);
    take(step, num_inputs, arity, arity);
    const bool is_split = step.code == code::split;
    take(step, num_outputs, is_split ? 2 : 1, is_split ? most_results : 1);
    step.activation =
        static_cast<Activation>(take(step, acti, 0, 3).value_or(0));
    if (const auto a = take(step, axis, 0, most_axes - 1)) step.axis = *a;
    if (const auto r = take(step, numdim, 1, most_axes)) step.rank = *r;
    const bool has_axis = is_split || step.code == code::concat;
    if (has_axis && !step.axis) refuse(step.place, "needs PM_AXIS");
    if (step.code == code::conv) read_window(step);
  }

  static constexpr std::int64_t largest = 1'000'000;
  static constexpr std::int64_t most_axes = 64;
  static constexpr std::int64_t most_results = 64;

  const std::vector<Operator>& ops_;
  bool is_source_;
  const std::string& file_;
  Pattern& pattern_;
  std::string name_;
  std::vector<Step> steps_;
  std::map<int, std::int64_t> given_;
  std::set<int> is_read_;
};

/// Inputs in the order in which the source reads them.
std::vector<std::int64_t> inputs_of(const Substitution& s) {
  std::vector<std::int64_t> names;
  for (const Operator& op : s.source)
    for (const Edge& e : op.inputs)
      if (e.op < 0 &&
          std::find(names.begin(), names.end(), e.op) == names.end())
        names.push_back(e.op);
  return names;
}

}  // namespace

Pattern read_pattern(const Substitution& s, const std::string& name) {
  Pattern pattern;
  pattern.id = s.id;
  pattern.inputs = inputs_of(s);
  pattern.values = static_cast<int>(pattern.inputs.size());
  Side source(s, true, name, pattern), target(s, false, name, pattern);
  source.read();
  target.read();
  if (s.outputs.empty())
    throw base::InputError(
        name, "rule " + std::to_string(s.id) + ": maps no outputs");
  for (std::size_t i = 0; i < s.outputs.size(); ++i) {
    pattern.source_outputs.push_back(source.output(s.outputs[i].source, i));
    pattern.target_outputs.push_back(target.output(s.outputs[i].target, i));
  }
  source.require_all_read();
  target.require_all_read();
  return pattern;
}

}  // namespace rewright::taso
