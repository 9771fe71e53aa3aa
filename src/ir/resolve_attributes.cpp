// SPDX-License-Identifier: Apache-2.0
//
// Attribute values by the kind that the operator's signature gives them. Lists
// per axis come in three forms: keyed (`low=[r: l0, 2: 5]`), plain (aligned
// with the first axes of the frame, or with `axes=[...]`), and a single
// integer where there is one axis only.
#include <algorithm>

#include "ir/literal.h"
#include "ir/resolver.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

std::string counted(std::size_t count, const std::string& noun) {
  const std::string plural = noun == "axis" ? "axes" : noun + "s";
  return std::to_string(count) + " " + (count == 1 ? noun : plural);
}

class AttributeReader {
 public:
  AttributeReader(Scope& scope, const Operator& op, const syntax::Expr& call,
                  const Arguments& arguments, const Shape* first)
      : scope_(scope),
        op_(op),
        call_(call),
        arguments_(arguments),
        first_(first) {}

  Attributes read() {
    for (const auto& [spec, value] : arguments_.attributes) {
      if (spec->frame != Frame::result) attribute(*spec, *value);
    }
    for (const auto& [spec, value] : arguments_.attributes) {
      if (spec->frame == Frame::result) attribute(*spec, *value);
    }
    if (arguments_.pads != nullptr) pads(*arguments_.pads);
    for (const AttributeSpec& spec : op_.signature.attributes) complete(spec);
    return std::move(attributes_);
  }

 private:
  /// Where the entries of an attribute are counted.
  struct Entries {
    Shape dims;
    int offset = 0;  // the position of the first one
  };

  void complete(const AttributeSpec& spec) {
    if (attributes_.count(spec.name) != 0) return;
    if (spec.required) {
      scope_.fail(call_.position,
                  "'" + op_.name + "' needs the attribute '" + spec.name + "'");
    }
    if (spec.fallback) attributes_[spec.name] = *spec.fallback;
  }

  void attribute(const AttributeSpec& spec, const syntax::Expr& value) {
    attributes_[spec.name] = read(spec, value);
  }

  Attribute read(const AttributeSpec& spec, const syntax::Expr& value) {
    switch (spec.kind) {
      case AttributeKind::integer:
        return scope_.integer(value);
      case AttributeKind::flag:
        return flag(spec, value);
      case AttributeKind::axes:
        return Axes{axes(spec, value)};
      case AttributeKind::axis:
        return axis(spec, value);
      case AttributeKind::per_axis:
        return per_axis(spec, value);
      case AttributeKind::int_list:
        return int_list(spec, value);
      case AttributeKind::shape:
        return read_shape(scope_, value);
      case AttributeKind::text:
        return text(spec, value);
      case AttributeKind::number:
        return number(spec, value);
      case AttributeKind::type:
        return type(spec, value);
    }
    return {};
  }

  [[noreturn]] void fail(const AttributeSpec& spec, const syntax::Expr& value,
                         const std::string& needed) const {
    scope_.fail(value.position, "'" + spec.name + "' of '" + op_.name +
                                    "' is " + needed + ", not " +
                                    syntax::print(value));
  }

  index::Expr flag(const AttributeSpec& spec, const syntax::Expr& value) const {
    if (value.kind == Kind::boolean) return value.text == "true" ? 1 : 0;
    if (value.kind == Kind::integer && value.text == "0") return 0;
    if (value.kind == Kind::integer && value.text == "1") return 1;
    fail(spec, value, "0 or 1");
  }

  std::string text(const AttributeSpec& spec, const syntax::Expr& value) const {
    if (value.kind == Kind::string) return value.text;
    fail(spec, value, "a string");
  }

  ElementType type(const AttributeSpec& spec, const syntax::Expr& value) const {
    const auto set =
        value.kind == Kind::name ? parse_type_set(value.text) : std::nullopt;
    if (set && members(*set).size() == 1) return members(*set)[0];
    fail(spec, value, "one element type");
  }

  /// Only a constant tensor may be a number that depends on sizes.
  Attribute number(const AttributeSpec& spec, const syntax::Expr& value) {
    if (const auto written = literal(value)) return *written;
    if (!op_.signature.operands.empty()) fail(spec, value, "a number");
    const index::Expr size = scope_.integer(value);
    if (!size.is_constant()) return size;
    return ConstantNumber{.rational = base::Rational(size.constant())};
  }

  IntList int_list(const AttributeSpec& spec, const syntax::Expr& value) {
    if (value.kind != Kind::list) fail(spec, value, "a list");
    require_plain(spec, value);
    IntList result;
    for (const syntax::Expr& item : value.children) {
      result.values.push_back(scope_.integer(item));
    }
    return result;
  }

  bool is_keyed(const syntax::Expr& list) const {
    const auto given = std::ranges::count_if(
        list.keys, [](const syntax::Name& key) { return key.is_given(); });
    if (given == 0) return false;
    if (given == static_cast<std::ptrdiff_t>(list.keys.size())) return true;
    scope_.fail(list.position,
                "either all items of a list have a key or none has one");
  }

  void require_plain(const AttributeSpec& spec, const syntax::Expr& list) {
    if (!is_keyed(list)) return;
    scope_.fail(list.keys[0].position,
                "'" + spec.name + "' of '" + op_.name + "' has no keys");
  }

  Entries entries(const AttributeSpec& spec) const {
    if (spec.frame == Frame::result) return {result_shape()};
    if (first_ == nullptr) return {};
    if (spec.frame != Frame::operand_spatial) return {*first_};
    Entries spatial{{}, 2};
    if (first_->size() > 2) {
      spatial.dims.assign(first_->begin() + 2, first_->end());
    }
    return spatial;
  }

  /// The shape of a result that an attribute spells out.
  const Shape& result_shape() const {
    static const Shape none;
    for (const auto& [name, value] : attributes_) {
      if (const auto* shape = std::get_if<Shape>(&value)) return *shape;
    }
    return none;
  }

  std::vector<int> axes(const AttributeSpec& spec,
                        const syntax::Expr& value) const {
    if (spec.frame == Frame::result && first_ != nullptr) {
      return read_inserted_axes(scope_, value, *first_);
    }
    const Entries frame = entries(spec);
    return read_axes(scope_, value, frame.dims, frame.offset);
  }

  Axes axis(const AttributeSpec& spec, const syntax::Expr& value) const {
    Axes result{axes(spec, value)};
    if (result.entries.size() != 1) fail(spec, value, "one axis");
    return result;
  }

  /// The entries with which plain lists are aligned.
  std::vector<int> aligned(const Entries& frame) const {
    if (arguments_.axes != nullptr) {
      return read_axes(scope_, *arguments_.axes, frame.dims, frame.offset);
    }
    std::vector<int> all(frame.dims.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
    return all;
  }

  void set(PerAxis& values, const Entries& frame, int entry,
           const syntax::Expr& value) {
    const auto k = static_cast<std::size_t>(entry);
    values.values[k] = scope_.integer(value, frame.dims[k].group);
  }

  PerAxis per_axis(const AttributeSpec& spec, const syntax::Expr& value) {
    const Entries frame = entries(spec);
    PerAxis result{std::vector<std::optional<index::Expr>>(frame.dims.size())};
    if (value.kind == Kind::list && is_keyed(value)) {
      keyed(spec, value, frame, result);
      return result;
    }
    const std::vector<int> entries = aligned(frame);
    if (value.kind != Kind::list) {
      if (entries.size() != 1) {
        fail(spec, value,
             "a list for the " + counted(entries.size(), "axis") + " of " +
                 print(frame.dims));
      }
      set(result, frame, entries[0], value);
      return result;
    }
    require_fit(spec, value, value.children.size(), entries, frame);
    for (std::size_t k = 0; k < value.children.size(); ++k) {
      set(result, frame, entries[k], value.children[k]);
    }
    return result;
  }

  void keyed(const AttributeSpec& spec, const syntax::Expr& list,
             const Entries& frame, PerAxis& result) {
    for (std::size_t k = 0; k < list.children.size(); ++k) {
      const int entry =
          read_key(scope_, list.keys[k], frame.dims, frame.offset);
      if (result.values[static_cast<std::size_t>(entry)]) {
        scope_.fail(
            list.keys[k].position,
            "'" + spec.name + "' of '" + op_.name + "' gives this axis twice");
      }
      set(result, frame, entry, list.children[k]);
    }
  }

  void require_fit(const AttributeSpec& spec, const syntax::Expr& list,
                   std::size_t given, const std::vector<int>& entries,
                   const Entries& frame) const {
    const bool has_axes = arguments_.axes != nullptr;
    if (has_axes ? given == entries.size() : given <= entries.size()) return;
    scope_.fail(list.position,
                "'" + spec.name + "' of '" + op_.name + "' has " +
                    counted(given, "item") + " for the " +
                    (has_axes ? counted(entries.size(), "axis") + " given"
                              : counted(entries.size(), "axis") + " of " +
                                    print(frame.dims)));
  }

  /// `pads=[b1, b2, e1, e2]`: all that is added in front, then behind.
  void pads(const syntax::Expr& list) {
    const auto& specs = op_.signature.attributes;
    const AttributeSpec& low =
        *std::ranges::find(specs, std::string("low"), &AttributeSpec::name);
    const Entries frame = entries(low);
    const std::vector<int> entries = aligned(frame);
    const std::size_t half = list.children.size() / 2;
    if (list.kind != Kind::list || list.children.size() % 2 != 0) {
      scope_.fail(list.position, "'pads' of '" + op_.name +
                                     "' is a list with two items an axis, "
                                     "not " +
                                     syntax::print(list));
    }
    require_plain(low, list);
    require_fit(low, list, half, entries, frame);
    for (const std::size_t side : {0, 1}) {
      PerAxis values{
          std::vector<std::optional<index::Expr>>(frame.dims.size())};
      for (std::size_t k = 0; k < half; ++k) {
        set(values, frame, entries[k], list.children[side * half + k]);
      }
      attributes_[side == 0 ? "low" : "high"] = std::move(values);
    }
  }

  Scope& scope_;
  const Operator& op_;
  const syntax::Expr& call_;
  const Arguments& arguments_;
  const Shape* first_;
  Attributes attributes_;
};

}  // namespace

Attributes read_attributes(Scope& scope, const Operator& op,
                           const syntax::Expr& call, const Arguments& arguments,
                           const Shape* first) {
  return AttributeReader(scope, op, call, arguments, first).read();
}

}  // namespace rewright::ir
