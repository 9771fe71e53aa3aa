// SPDX-License-Identifier: Apache-2.0
//
// The rule is written as text, read again, and printed in canonical form.
#include "taso/write.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "syntax/parser.h"
#include "syntax/printer.h"
#include "taso/vocabulary.h"

namespace rewright::taso {
namespace {

using index::Expr;
using index::Symbol;

std::string call_name(int code) {
  static const std::map<int, std::string> names = {
      {code::conv, "Conv"},       {code::relu, "Relu"},
      {code::sigmoid, "Sigmoid"}, {code::tanh, "Tanh"},
      {code::concat, "Concat"},   {code::split, "Split"},
      {code::add, "Add"},         {code::mul, "Mul"},
      {code::matmul, "MatMul"}};
  return names.at(code);
}

std::string activation_name(Activation activation) {
  switch (activation) {
    case Activation::sigmoid:
      return "Sigmoid";
    case Activation::relu:
      return "Relu";
    case Activation::tanh:
      return "Tanh";
    case Activation::none:
      break;
  }
  return "";
}

/// Gives every size a name of its own: the letter of its role, numbered where
/// several have it.
class Naming {
 public:
  explicit Naming(const Shapes& shapes) {
    for (const std::vector<Expr>& sizes : shapes.inputs)
      for (const Expr& e : sizes) meet(e);
    for (const std::vector<Expr>& sizes : shapes.splits)
      for (const Expr& e : sizes) meet(e);
    for (const Expr& e : shapes.groups) meet(e);
    for (const Condition& c : shapes.conditions)
      for (const Expr& e : {c.left, c.right, c.factor}) meet(e);
    choose_letters();
    rename();
  }

  std::string print(const Expr& e) const {
    return index::print(substitute(e, by_));
  }
  std::string print(const Condition& c) const {
    const std::string left = print(c.left), right = print(c.right);
    switch (c.kind) {
      case Condition::Kind::multiple:
        return "mod(" + left + ", " + right + ") == 0";
      case Condition::Kind::at_least:
        return left + " >= " + right;
      case Condition::Kind::equal:
        break;
    }
    return left + " == " +
           (c.factor == 1 ? right : print(c.factor) + "*(" + right + ')');
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  void meet(const Expr& e) {
    std::map<std::uint64_t, Symbol> found;
    collect_symbols(e, found);
    meet(found);
  }
  void meet(const std::map<std::uint64_t, Symbol>& found) {
    for (const auto& [id, symbol] : found)
      if (seen_.insert(id).second) symbols_.push_back(symbol);
  }

  /// Sizes without a role take the letters that no role has.
  void choose_letters() {
    static const std::string letters = "ABDEFJKLMQRSUVXYZ";
    std::size_t next = 0;
    for (const Symbol& s : symbols_) {
      letters_.push_back(s->name.empty()
                             ? std::string(1, letters[next++ % letters.size()])
                             : s->name);
      ++count_[letters_.back()];
    }
  }

  void rename() {
    std::map<std::string, int> given;
    std::map<std::uint64_t, std::string> names;
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      std::string name = letters_[i];
      if (count_[name] > 1) name += std::to_string(++given[letters_[i]]);
      names_.push_back(name);
      names[symbols_[i]->id] = name;
    }
    for (const auto& [id, name] : names)  // the old order among terms
      by_[id] = Expr(index::make_symbol(name, index::SymbolKind::size));
  }

  std::vector<Symbol> symbols_;
  std::set<std::uint64_t> seen_;
  std::vector<std::string> letters_;
  std::map<std::string, int> count_;
  std::vector<std::string> names_;
  index::Substitution by_;
};

class Writer {
 public:
  Writer(const Pattern& pattern, const Shapes& shapes)
      : pattern_(pattern), shapes_(shapes), naming_(shapes) {
    count_uses();
  }

  std::string rule(const std::string& name, const std::string& comment) const {
    std::string text = "# " + comment + "\nrule " + name + '\n';
    text += axes() + sizes() + inputs();
    text += when();
    text += "lhs " + side(true) + "\nrhs " + side(false) + '\n';
    return text;
  }

  std::vector<std::string> preconditions() const {
    std::vector<std::string> list;
    for (const int v : shapes_.ranks.narrowed) {
      const int rank = shapes_.ranks.rank[static_cast<std::size_t>(v)];
      list.push_back(rank == Ranks::any
                         ? input(v) + " has the shape of the other inputs"
                         : fmt::format("rank({}) == {}", input(v), rank));
    }
    for (const Condition& c : shapes_.conditions)
      list.push_back(naming_.print(c));
    return list;
  }

 private:
  std::string input(int value) const {
    const auto at = static_cast<std::size_t>(value);
    const auto number = static_cast<std::uint64_t>(pattern_.inputs[at]);
    return fmt::format("x{}", 0 - number);
  }

  bool is_input(int value) const {
    return static_cast<std::size_t>(value) < pattern_.inputs.size();
  }

  void count_uses() {
    uses_.assign(static_cast<std::size_t>(pattern_.values), 0);
    const auto use = [&](const std::vector<int>& values) {
      for (const int v : values) ++uses_[static_cast<std::size_t>(v)];
    };
    for (const Step& step : pattern_.steps) use(step.operands);
    use(pattern_.source_outputs);
    use(pattern_.target_outputs);
  }

  static std::string group_name(int group) {
    return std::string(1, static_cast<char>('r' + group % 6)) +
           (group < 6 ? "" : std::to_string(group / 6));
  }

  std::string axes() const {
    std::set<int> groups;
    for (std::size_t v = 0; v < pattern_.inputs.size(); ++v)
      if (shapes_.ranks.rank[v] == Ranks::any)
        groups.insert(shapes_.ranks.group[v]);
    std::string list;
    for (const int group : groups)
      list += (list.empty() ? "" : ", ") + group_name(group) + "...";
    return list.empty() ? "" : "axes " + list + '\n';
  }

  std::string sizes() const {
    std::string list;
    for (const std::string& name : naming_.names())
      list += (list.empty() ? "" : ", ") + name;
    return list.empty() ? "" : "sizes " + list + '\n';
  }

  std::string when() const {
    std::string all;
    for (const Condition& c : shapes_.conditions)
      all += (all.empty() ? "when " : " and ") + naming_.print(c);
    return all.empty() ? "" : all + '\n';
  }

  /// TASO computes with float32. What holds for floats holds for integers
  /// that wrap around, too, unless order and arithmetic meet.
  std::string type() const {
    bool has_order = false, has_arithmetic = false;
    for (const Step& step : pattern_.steps) {
      has_order = has_order || step.code == code::relu ||
                  step.activation == Activation::relu;
      has_arithmetic = has_arithmetic ||
                       (step.code != code::relu && step.code != code::concat &&
                        step.code != code::split);
    }
    return has_order && has_arithmetic ? "float" : "T";
  }

  std::string shape(std::size_t value) const {
    if (shapes_.ranks.rank[value] == Ranks::any)
      return group_name(shapes_.ranks.group[value]) + "...";
    std::string list;
    for (const Expr& e : shapes_.inputs[value])
      list += (list.empty() ? "" : ", ") + naming_.print(e);
    return list;
  }

  /// Neighbours of one shape share a line.
  std::string inputs() const {
    std::string text, last;
    const std::string element = type();
    for (std::size_t v = 0; v < pattern_.inputs.size(); ++v) {
      const std::string type = " : " + element + '[' + shape(v) + "]\n";
      const std::string name = input(static_cast<int>(v));
      if (type == last)
        text.replace(text.size() - last.size(), last.size(),
                     ", " + name + type);
      else
        text += "input " + name + type;
      last = type;
    }
    return text;
  }

  std::string value(int v) const {
    if (is_input(v)) return input(v);
    const auto found = expressions_.find(v);
    return found->second;
  }

  std::string arguments(const Step& step) const {
    std::string list;
    for (const int v : step.operands)
      list += (list.empty() ? "" : ", ") + value(v);
    return list;
  }

  std::string window(const Step& step, const Expr& group) const {
    std::string text;
    if (group != 1) text += ", group=" + naming_.print(group);
    const Window& w = step.window;
    if (w.stride[0] != 1 || w.stride[1] != 1)
      text += fmt::format(", strides=[{}, {}]", w.stride[0], w.stride[1]);
    if (!w.is_padded) return text;
    const std::int64_t h = *w.kernel[0] / 2, width = *w.kernel[1] / 2;
    if (h == 0 && width == 0) return text;
    return text + fmt::format(", pads=[{}, {}, {}, {}]", h, width, h, width);
  }

  std::string call(std::size_t at) const {
    const Step& step = pattern_.steps[at];
    if (step.code == code::add || step.code == code::mul)
      return '(' + value(step.operands[0]) +
             (step.code == code::add ? " + " : " * ") +
             value(step.operands[1]) + ')';
    std::string text = call_name(step.code) + '(' + arguments(step);
    if (step.axis) text += fmt::format(", axis={}", *step.axis);
    if (step.code == code::conv) text += window(step, shapes_.groups[at]);
    if (step.code == code::split) text += ", split=[" + split(at) + ']';
    text += ')';
    const std::string activation = activation_name(step.activation);
    return activation.empty() ? text : activation + '(' + text + ')';
  }

  std::string split(std::size_t at) const {
    std::string list;
    for (const Expr& e : shapes_.splits[at])
      list += (list.empty() ? "" : ", ") + naming_.print(e);
    return list;
  }

  /// Results that are read more than once, and those of a Split, get a name.
  std::string side(bool is_source) const {
    expressions_.clear();
    std::string text;
    const std::size_t first = is_source ? 0 : pattern_.source_steps;
    const std::size_t last =
        is_source ? pattern_.source_steps : pattern_.steps.size();
    for (std::size_t at = first; at < last; ++at) text += let(at, at - first);
    const std::vector<int>& outputs =
        is_source ? pattern_.source_outputs : pattern_.target_outputs;
    std::string list;
    for (const int v : outputs) list += (list.empty() ? "" : ", ") + value(v);
    return text + (outputs.size() > 1 ? '(' + list + ')' : list);
  }

  /// "let o1 = .." or nothing, when the call stands where it is read.
  std::string let(std::size_t at, std::size_t number) const {
    const Step& step = pattern_.steps[at];
    const std::string call_text = call(at);
    const bool is_single = step.results.size() == 1;
    if (is_single && uses_[static_cast<std::size_t>(step.results[0])] == 1) {
      expressions_[step.results[0]] = call_text;
      return "";
    }
    std::string names;
    for (std::size_t k = 0; k < step.results.size(); ++k) {
      std::string& name = expressions_[step.results[k]];
      name = fmt::format("o{}", number);
      if (!is_single) name += fmt::format("_{}", k);
      names += (k > 0 ? ", " : "") + name;
    }
    return "let " + (is_single ? names : '(' + names + ')') + " = " +
           call_text + '\n';
  }

  const Pattern& pattern_;
  const Shapes& shapes_;
  Naming naming_;
  std::vector<int> uses_;
  mutable std::map<int, std::string> expressions_;  // of the side at hand
};

std::string canonical(const std::string& name, std::string text) {
  return syntax::print(syntax::parse_rules(std::make_shared<const base::Source>(
      base::Source{name, std::move(text)})));
}

}  // namespace

Written write_rule(const Pattern& pattern, const Shapes& shapes,
                   const std::string& name, const std::string& comment) {
  const Writer writer(pattern, shapes);
  return {canonical(name, writer.rule(name, comment)), writer.preconditions()};
}

std::string summary(const Pattern& pattern) {
  std::string text;
  for (std::size_t i = 0; i < pattern.steps.size(); ++i) {
    const Step& step = pattern.steps[i];
    if (i > 0) text += i == pattern.source_steps ? " => " : ", ";
    text += call_name(step.code);
    const std::string activation = activation_name(step.activation);
    if (!activation.empty()) text += '+' + activation;
  }
  return text;
}

}  // namespace rewright::taso
