// SPDX-License-Identifier: Apache-2.0
//
// Which argument of a call is what. Operands come first, as far as they look
// like tensors; then attributes in the order of the signature. Named
// arguments may use the singular (`step` for `steps`, `axis` for `axes`) and
// ONNX's `kernel_shape` and `pads`. `axes=[...]` says to which axes plain
// lists belong, for operators that have lists per axis but no axes.
#include <algorithm>

#include "ir/resolver.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

std::string counted(std::size_t count, const std::string& noun) {
  if (count == 0) return "no " + noun + "s";
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class Parter {
 public:
  Parter(const Scope& scope, const Operator& op, const syntax::Expr& call)
      : scope_(scope), op_(op), call_(call) {}

  Arguments run() {
    for (std::size_t k = 0; k < call_.children.size(); ++k) {
      if (call_.keys[k].is_given()) {
        named(call_.keys[k], call_.children[k]);
      } else {
        positional(call_.children[k]);
      }
    }
    require_operands();
    return std::move(arguments_);
  }

 private:
  const Signature& signature() const { return op_.signature; }

  std::size_t required() const {
    return signature().required < 0
               ? signature().operands.size()
               : static_cast<std::size_t>(signature().required);
  }

  void positional(const syntax::Expr& argument) {
    const bool has_room =
        signature().variadic ||
        arguments_.operands.size() < signature().operands.size();
    const bool is_tensor =
        argument.kind != Kind::list && argument.kind != Kind::string;
    if (next_attribute_ == 0 && has_room && is_tensor) {
      arguments_.operands.push_back(&argument);
      return;
    }
    const auto& attributes = signature().attributes;
    if (next_attribute_ < attributes.size()) {
      return attribute(attributes[next_attribute_++], argument,
                       argument.position);
    }
    const std::string operands =
        signature().variadic ? "any number of operands"
                             : counted(signature().operands.size(), "operand");
    scope_.fail(argument.position, "'" + op_.name + "' takes " + operands +
                                       " and " +
                                       counted(attributes.size(), "attribute") +
                                       ": this argument is one too many");
  }

  void attribute(const AttributeSpec& spec, const syntax::Expr& argument,
                 base::Position position) {
    const auto is_same = [&spec](const auto& given) {
      return given.first == &spec;
    };
    if (std::ranges::any_of(arguments_.attributes, is_same)) {
      fail_twice(spec.name, position);
    }
    const bool is_padding = spec.name == "low" || spec.name == "high";
    if (is_padding && arguments_.pads != nullptr) {
      scope_.fail(position, "'pads' and '" + spec.name +
                                "' say the same: give one of them");
    }
    arguments_.attributes.emplace_back(&spec, &argument);
  }

  [[noreturn]] void fail_twice(const std::string& name,
                               base::Position position) const {
    scope_.fail(position,
                "attribute '" + name + "' of '" + op_.name + "' given twice");
  }

  const AttributeSpec* spec(const std::string& name) const {
    const auto& attributes = signature().attributes;
    const auto found =
        std::ranges::find(attributes, name, &AttributeSpec::name);
    return found == attributes.end() ? nullptr : &*found;
  }

  /// The attribute that a name stands for, other spellings included.
  const AttributeSpec* spelled(const std::string& name) const {
    if (const AttributeSpec* exact = spec(name)) return exact;
    if (name == "kernel_shape") return spec("kernel");
    return spec(name == "axis" ? "axes" : name + "s");
  }

  bool has_lists() const {
    return std::ranges::any_of(signature().attributes,
                               [](const AttributeSpec& spec) {
                                 return spec.kind == AttributeKind::per_axis;
                               });
  }

  void named(const syntax::Name& key, const syntax::Expr& argument) {
    if (const AttributeSpec* known = spelled(key.text)) {
      return attribute(*known, argument, key.position);
    }
    const auto& names = signature().operand_names;
    const auto operand = std::ranges::find(names, key.text);
    if (operand != names.end()) {
      return named_operand(static_cast<std::size_t>(operand - names.begin()),
                           key, argument);
    }
    if (has_lists() && (key.text == "axes" || key.text == "axis")) {
      if (arguments_.axes != nullptr) fail_twice("axes", key.position);
      arguments_.axes = &argument;
    } else if (key.text == "pads" && spec("low") && spec("high")) {
      pads(key, argument);
    } else {
      fail_unknown(key);
    }
  }

  void pads(const syntax::Name& key, const syntax::Expr& argument) {
    for (const auto& [given, value] : arguments_.attributes) {
      if (given->name != "low" && given->name != "high") continue;
      scope_.fail(key.position, "'" + given->name +
                                    "' and 'pads' say the same: give one of "
                                    "them");
    }
    arguments_.pads = &argument;
  }

  void named_operand(std::size_t k, const syntax::Name& key,
                     const syntax::Expr& argument) {
    auto& operands = arguments_.operands;
    if (operands.size() <= k) operands.resize(k + 1, nullptr);
    if (operands[k] != nullptr) {
      scope_.fail(key.position, "operand '" + key.text + "' of '" + op_.name +
                                    "' given twice");
    }
    operands[k] = &argument;
  }

  [[noreturn]] void fail_unknown(const syntax::Name& key) const {
    std::vector<std::string> known = signature().operand_names;
    for (const AttributeSpec& spec : signature().attributes) {
      known.push_back(spec.name);
    }
    if (has_lists()) known.emplace_back("axes");
    scope_.fail(key.position, "'" + op_.name + "' has no attribute '" +
                                  key.text + "'" +
                                  base::suggestion(key.text, known));
  }

  void require_operands() const {
    std::size_t given = 0;
    const auto& operands = arguments_.operands;
    while (given < operands.size() && operands[given] != nullptr) ++given;
    if (given >= required()) return;
    const std::size_t most = signature().operands.size();
    const std::string takes =
        signature().variadic ? "at least " + counted(required(), "operand")
        : most == required()
            ? counted(most, "operand")
            : std::to_string(required()) + " to " + counted(most, "operand");
    scope_.fail(call_.position, "'" + op_.name + "' takes " + takes +
                                    ", given " + std::to_string(given));
  }

  const Scope& scope_;
  const Operator& op_;
  const syntax::Expr& call_;
  Arguments arguments_;
  std::size_t next_attribute_ = 0;
};

}  // namespace

Arguments part_arguments(const Scope& scope, const Operator& op,
                         const syntax::Expr& call) {
  return Parter(scope, op, call).run();
}

}  // namespace rewright::ir
