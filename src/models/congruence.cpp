// SPDX-License-Identifier: Apache-2.0
#include "models/congruence.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace rewright::models {

bool is_commutative(const ir::Operator& op) {
  static const std::set<std::string> names = {"Add", "Mul", "Max",  "Min",
                                              "And", "Or",  "Equal"};
  return names.count(op.name) != 0;
}

namespace {

/// Writes what an attribute is, so that equal texts mean equal attributes.
class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}

  void operator()(const index::Expr& e) const { out_ << index::print(e); }
  void operator()(const ir::Axes& axes) const {
    for (const int entry : axes.entries) out_ << entry << ',';
  }
  void operator()(const ir::PerAxis& list) const {
    for (const auto& e : list.values) {
      if (e) (*this)(*e);
      out_ << ',';
    }
  }
  void operator()(const ir::IntList& list) const {
    for (const index::Expr& e : list.values) {
      (*this)(e);
      out_ << ',';
    }
  }
  void operator()(const ir::Shape& shape) const {
    for (const ir::Dim& dim : shape) {
      out_ << dim.group << ':';
      (*this)(dim.extent);
      out_ << ',';
    }
  }
  /// With its length, for a text may hold anything.
  void operator()(const std::string& text) const {
    out_ << text.size() << '"' << text;
  }
  void operator()(const ir::ConstantNumber& number) const {
    out_ << static_cast<int>(number.kind) << ' ' << number.truth << ' '
         << number.rational;
  }
  void operator()(const ir::ElementType& type) const {
    out_ << static_cast<int>(type);
  }

 private:
  std::ostream& out_;
};

}  // namespace

std::string text_of(const ir::Node& node) {
  std::ostringstream text;
  text << node.op->name;
  for (const auto& [name, attribute] : node.attributes) {
    text << ' ' << name << '=';
    std::visit(Writer(text), attribute);
  }
  return std::move(text).str();
}

Congruence::Congruence(const ir::Rule& rule) : rule_(rule) {
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const ir::Ref input{-1, static_cast<int>(k)};
    keep(Side::first, count_, input);
    keep(Side::second, count_++, input);
  }
  for (const ir::Node& node : rule.lhs.nodes) {
    const int n = static_cast<int>(numbers_[0].size());
    numbers_[0].push_back(numbers_of(Side::first, node));
    for (std::size_t k = 0; k < numbers_[0].back().size(); ++k)
      keep(Side::first, numbers_[0].back()[k], {n, static_cast<int>(k)});
  }
  known_of_first_ = known_;
  count_of_first_ = count_;
}

void Congruence::restart() {
  known_ = known_of_first_;
  count_ = count_of_first_;
  numbers_[1].clear();
  places_[1].resize(rule_.inputs.size());
}

bool Congruence::number_next() {
  const auto n = numbers_[1].size();
  numbers_[1].push_back(numbers_of(Side::second, rule_.rhs.nodes.at(n)));
  bool is_known = true;
  for (std::size_t k = 0; k < numbers_[1].back().size(); ++k) {
    const int number = numbers_[1].back()[k];
    keep(Side::second, number, {static_cast<int>(n), static_cast<int>(k)});
    is_known = is_known && value(Side::first, number) != nullptr;
  }
  return is_known;
}

void Congruence::merge(int slot, int number) {
  const int n = static_cast<int>(numbers_[1].size()) - 1;
  numbers_[1].back().at(static_cast<std::size_t>(slot)) = number;
  keep(Side::second, number, {n, slot});
}

int Congruence::number(Side side, const ir::Ref& ref) const {
  const auto slot = static_cast<std::size_t>(ref.slot);
  if (ref.node < 0) return ref.slot;
  return numbers_[side == Side::second]
      .at(static_cast<std::size_t>(ref.node))
      .at(slot);
}

const ir::Ref* Congruence::value(Side side, int number) const {
  const std::vector<Place>& places = places_[side == Side::second];
  const auto at = static_cast<std::size_t>(number);
  return at < places.size() && places[at].is_there ? &places[at].ref : nullptr;
}

void Congruence::keep(Side side, int number, const ir::Ref& ref) {
  std::vector<Place>& places = places_[side == Side::second];
  const auto at = static_cast<std::size_t>(number);
  if (places.size() <= at) places.resize(at + 1);
  if (!places[at].is_there) places[at] = {ref, true};
}

std::vector<int> Congruence::numbers_of(Side side, const ir::Node& node) {
  const auto [found, is_new] = known_.try_emplace(key(side, node));
  if (is_new)
    for (std::size_t k = 0; k < node.results.size(); ++k)
      found->second.push_back(count_++);
  return found->second;
}

std::string Congruence::key(Side side, const ir::Node& node) const {
  std::ostringstream text;
  text << text_of(node);
  std::vector<int> operands;
  for (const auto& operand : node.operands)
    operands.push_back(operand ? number(side, *operand) : -1);
  if (is_commutative(*node.op)) std::sort(operands.begin(), operands.end());
  for (const int operand : operands) text << ' ' << operand;
  for (const ir::TensorType& type : node.results)
    text << ' ' << type.type_class;
  return std::move(text).str();
}

}  // namespace rewright::models
