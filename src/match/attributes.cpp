// SPDX-License-Identifier: Apache-2.0
#include "match/attributes.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace rewright::match {

using index::Expr;

namespace {

/// The default of an integer per axis; nothing when it has none that is the
/// same for all calls.
std::optional<Expr> default_of(const std::string& name, const Expr& extent) {
  static const std::set<std::string> ones = {"strides", "dilations",
                                             "input_dilations", "steps"};
  static const std::set<std::string> zeros = {"low", "high", "interior",
                                              "starts"};
  if (ones.count(name)) return Expr(1);
  if (zeros.count(name)) return Expr(0);
  if (name == "ends" || name == "slice_sizes") return extent;
  return std::nullopt;
}

ir::Shape frame_of(const ir::AttributeSpec& spec, const ir::Node& node,
                   const std::vector<ir::Shape>& operands) {
  if (spec.frame == ir::Frame::result) return node.results.at(0).shape;
  if (operands.empty()) return {};
  const ir::Shape& shape = operands.front();
  if (spec.frame != ir::Frame::operand_spatial) return shape;
  return shape.size() > 2 ? ir::Shape(shape.begin() + 2, shape.end())
                          : ir::Shape();
}

bool is_positive(const std::optional<Expr>& e) {
  return !e || (e->is_constant() && e->constant() > 0);
}

class Normaliser {
 public:
  Normaliser(const ir::Node& node, const std::vector<ir::Shape>& operands)
      : node_(node), operands_(operands), result_(node.attributes) {}

  ir::Attributes run() {
    for (const ir::AttributeSpec& spec : node_.op->signature.attributes) {
      if (spec.fallback) result_.emplace(spec.name, *spec.fallback);
      if (spec.kind == ir::AttributeKind::per_axis) per_axis(spec);
    }
    axes();
    from_shapes();
    return std::move(result_);
  }

 private:
  bool has(const std::string& name) const { return result_.count(name) != 0; }

  bool declares(const std::string& name) const {
    const auto& specs = node_.op->signature.attributes;
    return std::ranges::find(specs, name, &ir::AttributeSpec::name) !=
           specs.end();
  }

  std::optional<Expr> step(std::size_t axis) const {
    const auto found = node_.attributes.find("steps");
    if (found == node_.attributes.end()) return std::nullopt;
    const auto& steps = std::get<ir::PerAxis>(found->second).values;
    return axis < steps.size() ? steps[axis] : std::nullopt;
  }

  /// Slices backwards have other defaults, so their ends stay as they are.
  void per_axis(const ir::AttributeSpec& spec) {
    const ir::Shape frame = frame_of(spec, node_, operands_);
    const bool is_end = spec.name == "starts" || spec.name == "ends";
    const bool slices = is_end && declares("steps");
    if (!has(spec.name) && !default_of(spec.name, 0)) return;
    auto& values = std::get<ir::PerAxis>(
                       result_.emplace(spec.name, ir::PerAxis()).first->second)
                       .values;
    values.resize(frame.size());
    for (std::size_t k = 0; k < frame.size(); ++k) {
      if (slices && !is_positive(step(k))) continue;
      if (!values[k]) values[k] = default_of(spec.name, frame[k].extent);
      if (slices) values[k] = position(*values[k], frame[k].extent);
    }
  }

  /// Where a slice begins or ends, counted from the front and not beyond.
  static Expr position(const Expr& at, const Expr& extent) {
    if (!at.is_constant()) return at;
    const Expr front = at.constant() < 0 ? at + extent : at;
    if (!front.is_constant() || !extent.is_constant()) return front;
    return std::clamp<std::int64_t>(front.constant(), 0, extent.constant());
  }

  std::size_t rank() const {
    return operands_.empty() ? 0 : operands_.front().size();
  }

  void axes() {
    if (declares("perm") && !has("perm")) {
      ir::Axes reversed;
      reversed.entries.resize(rank());
      std::iota(reversed.entries.rbegin(), reversed.entries.rend(), 0);
      result_["perm"] = reversed;
    }
    if (!declares("axes")) return;
    if (declares("noop_with_empty_axes")) reduced_axes();
    if (node_.op->name == "Squeeze" && !has("axes"))
      result_["axes"] = axes_of_one();
    if (has("axes"))
      std::ranges::sort(std::get<ir::Axes>(result_.at("axes")).entries);
  }

  /// No axes mean all of them, or none: the flag then is needed no more.
  void reduced_axes() {
    auto& axes =
        std::get<ir::Axes>(result_.emplace("axes", ir::Axes()).first->second);
    const auto* flag = std::get_if<Expr>(&result_.at("noop_with_empty_axes"));
    const bool is_noop = flag != nullptr && !flag->is_zero();
    if (axes.entries.empty() && !is_noop) {
      axes.entries.resize(rank());
      std::iota(axes.entries.begin(), axes.entries.end(), 0);
    }
    result_.erase("noop_with_empty_axes");
  }

  ir::Axes axes_of_one() const {
    ir::Axes axes;
    for (std::size_t k = 0; k < rank(); ++k)
      if (operands_.front()[k].extent.is(1))
        axes.entries.push_back(static_cast<int>(k));
    return axes;
  }

  void from_shapes() {
    const std::string& op = node_.op->name;
    if (op == "Reshape" || op == "Expand") {
      result_["shape"] = node_.results.at(0).shape;
      result_.erase("allowzero");
    }
    if (op != "Split") return;
    const int axis = std::get<ir::Axes>(result_.at("axis")).entries.at(0);
    ir::IntList lengths;
    for (const ir::TensorType& part : node_.results)
      lengths.values.push_back(
          part.shape.at(static_cast<std::size_t>(axis)).extent);
    result_["split"] = lengths;
    result_.erase("num_outputs");
  }

  const ir::Node& node_;
  const std::vector<ir::Shape>& operands_;
  ir::Attributes result_;
};

// --- Equality ---------------------------------------------------------------

bool is_same(const ir::ConstantNumber& a, const ir::ConstantNumber& b) {
  if (a.kind != b.kind) return false;
  using Kind = ir::ConstantNumber::Kind;
  if (a.kind == Kind::rational) return a.rational == b.rational;
  return a.kind != Kind::truth || a.truth == b.truth;
}

/// The constant as a size, when it is one.
std::optional<Expr> integer(const ir::Attribute& value) {
  if (const auto* e = std::get_if<Expr>(&value)) return *e;
  const auto* number = std::get_if<ir::ConstantNumber>(&value);
  constexpr std::int64_t most = std::int64_t{1} << 62;
  if (number == nullptr || number->kind != ir::ConstantNumber::Kind::rational ||
      denominator(number->rational) != 1 || number->rational > most ||
      number->rational < -most)
    return std::nullopt;
  return Expr(static_cast<std::int64_t>(numerator(number->rational)));
}

class Equator {
 public:
  explicit Equator(std::vector<Equation>& into) : into_(into) {}

  bool operator()(const ir::Attribute& a, const ir::Attribute& b) {
    if (a.index() != b.index()) {
      const auto left = integer(a), right = integer(b);
      return left && right && equal(*left, *right);
    }
    return std::visit(
        [&](const auto& left) {
          using Kind = std::decay_t<decltype(left)>;
          return equal(left, std::get<Kind>(b));
        },
        a);
  }

  bool equal(const ir::Shape& a, const ir::Shape& b) {
    return std::ranges::equal(a, b, [&](const auto& left, const auto& right) {
      return equal(left.extent, right.extent);
    });
  }

 private:
  /// Numbers that differ never become equal.
  bool equal(const Expr& a, const Expr& b) {
    if (a == b) return true;
    if (a.is_constant() && b.is_constant()) return false;
    into_.emplace_back(a, b);
    return true;
  }

  bool equal(const ir::Axes& a, const ir::Axes& b) {
    return a.entries == b.entries;
  }

  bool equal(const ir::PerAxis& a, const ir::PerAxis& b) {
    return std::ranges::equal(a.values, b.values,
                              [&](const auto& left, const auto& right) {
                                return left.has_value() == right.has_value() &&
                                       (!left || equal(*left, *right));
                              });
  }

  bool equal(const ir::IntList& a, const ir::IntList& b) {
    return std::ranges::equal(a.values, b.values,
                              [&](const Expr& left, const Expr& right) {
                                return equal(left, right);
                              });
  }

  bool equal(const std::string& a, const std::string& b) { return a == b; }
  bool equal(const ir::ConstantNumber& a, const ir::ConstantNumber& b) {
    return is_same(a, b);
  }
  bool equal(ir::ElementType a, ir::ElementType b) { return a == b; }

  std::vector<Equation>& into_;
};

}  // namespace

std::vector<ir::Shape> operand_shapes(const ir::Rule& rule,
                                      const ir::Graph& graph,
                                      const ir::Node& node) {
  std::vector<ir::Shape> shapes;
  for (const auto& operand : node.operands)
    shapes.push_back(operand ? rule.type_of(graph, *operand).shape
                             : ir::Shape());
  return shapes;
}

ir::Attributes normalised(const ir::Node& node,
                          const std::vector<ir::Shape>& operands) {
  return Normaliser(node, operands).run();
}

bool equate(const ir::Attributes& a, const ir::Attributes& b,
            std::vector<Equation>& into) {
  if (a.size() != b.size()) return false;
  Equator equator(into);
  return std::ranges::equal(a, b, [&](const auto& left, const auto& right) {
    return left.first == right.first && equator(left.second, right.second);
  });
}

bool equate(const ir::Shape& a, const ir::Shape& b,
            std::vector<Equation>& into) {
  return Equator(into).equal(a, b);
}

}  // namespace rewright::match
