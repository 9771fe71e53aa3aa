// SPDX-License-Identifier: Apache-2.0
//
// How an axis is named: by its group (`q...`), by a label, by its size when
// that is unique in the shape, or by position. A position counts entries from
// the front, or from the back when negative, and must not have to pass over
// an axis group, which stands for any number of axes.
#include <algorithm>
#include <optional>

#include "ir/literal.h"
#include "ir/resolver.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

/// The integer that `e` writes, sign included.
std::optional<std::int64_t> position_in(const syntax::Expr& e) {
  if (e.kind == Kind::integer) return parse_integer(e.text);
  if (e.kind != Kind::negate) return std::nullopt;
  const auto inner = position_in(e.children[0]);
  return inner ? std::optional(-*inner) : std::nullopt;
}

bool is_digits(const std::string& text) {
  return text.find_first_not_of("0123456789") == std::string::npos;
}

class AxisFinder {
 public:
  AxisFinder(const Scope& scope, const Shape& frame, int offset)
      : scope_(scope), frame_(frame), offset_(offset) {}

  int find(const syntax::Expr& item) const {
    if (const auto written = position_in(item)) {
      return by_position(*written, item.position);
    }
    if (item.kind == Kind::group) return by_group(item.text, item.position);
    if (item.kind == Kind::name) return by_name(item.text, item.position);
    scope_.fail(item.position,
                "an axis is a position, a group such as r..., a label or a "
                "size, not " +
                    syntax::print(item));
  }

  int find(const syntax::Name& key) const {
    if (is_digits(key.text)) {
      if (const auto written = parse_integer(key.text)) {
        return by_position(*written, key.position);
      }
    }
    if (scope_.is_group(key.text)) return by_group(key.text, key.position);
    return by_name(key.text, key.position);
  }

 private:
  std::string shape() const { return print(frame_); }

  int by_position(std::int64_t written, base::Position position) const {
    const auto count = static_cast<std::int64_t>(frame_.size());
    const std::int64_t entry =
        written < 0 ? written + count : written - offset_;
    if (entry < 0 || entry >= count) {
      scope_.fail(position, "there is no axis " + std::to_string(written) +
                                " in " + where());
    }
    const auto at = frame_.begin() + entry;
    const auto passed = written < 0
                            ? std::find_if(at, frame_.end(), is_group)
                            : std::find_if(frame_.begin(), at + 1, is_group);
    const bool is_passed =
        written < 0 ? passed != frame_.end() : passed != at + 1;
    if (is_passed) {
      scope_.fail(position, "axis " + std::to_string(written) + " of " +
                                shape() +
                                " is not one axis for every rank of " +
                                passed->group + "...: name the axis");
    }
    return static_cast<int>(entry);
  }

  std::string where() const {
    return offset_ == 0
               ? shape()
               : shape() + ", which begins at axis " + std::to_string(offset_);
  }

  int by_group(const std::string& group, base::Position position) const {
    std::vector<std::string> groups;
    for (const Dim& dim : frame_) {
      if (is_group(dim)) groups.push_back(dim.group);
    }
    return only(
        position, group + "...",
        "is no axis group of " + shape() + base::suggestion(group, groups),
        [&](const Dim& dim) { return dim.group == group; });
  }

  int by_name(const std::string& name, base::Position position) const {
    const auto has_label = [&](const Dim& dim) { return dim.label == name; };
    const std::string is_none =
        "is no axis of " + shape() + base::suggestion(name, names());
    if (std::ranges::any_of(frame_, has_label)) {
      return only(position, name, is_none, has_label);
    }
    if (scope_.is_group(name)) {
      scope_.fail(position,
                  "'" + name + "' is an axis group: write " + name + "...");
    }
    return only(position, name, is_none, [&](const Dim& dim) {
      const index::Symbol symbol = dim.extent.symbol();
      return symbol && symbol->name == name &&
             symbol->kind == index::SymbolKind::size &&
             is_group(dim) == !symbol->group.empty();
    });
  }

  template <class Predicate>
  int only(base::Position position, const std::string& name,
           const std::string& is_none, Predicate is_meant) const {
    const auto first = std::find_if(frame_.begin(), frame_.end(), is_meant);
    if (first == frame_.end()) {
      scope_.fail(position, "'" + name + "' " + is_none);
    }
    if (std::find_if(first + 1, frame_.end(), is_meant) != frame_.end()) {
      scope_.fail(position, "'" + name + "' names more than one axis of " +
                                shape() + ": use a position or labels");
    }
    // A size that is an axis here is also in use as a name.
    scope_.find(name);
    return static_cast<int>(first - frame_.begin());
  }

  std::vector<std::string> names() const {
    std::vector<std::string> known;
    for (const Dim& dim : frame_) {
      if (!dim.label.empty()) known.push_back(dim.label);
      if (const auto symbol = dim.extent.symbol()) {
        if (!is_group(dim)) known.push_back(symbol->name);
      }
    }
    return known;
  }

  const Scope& scope_;
  const Shape& frame_;
  int offset_;
};

/// The items of a list; a single axis may stand without brackets.
std::vector<const syntax::Expr*> items(const Scope& scope,
                                       const syntax::Expr& list) {
  if (list.kind != Kind::list) return {&list};
  std::vector<const syntax::Expr*> result;
  for (std::size_t k = 0; k < list.children.size(); ++k) {
    if (list.keys[k].is_given()) {
      scope.fail(list.keys[k].position, "a list of axes has no keys");
    }
    result.push_back(&list.children[k]);
  }
  return result;
}

void add_new(const Scope& scope, const syntax::Expr& item, int entry,
             std::vector<int>& entries) {
  if (std::ranges::find(entries, entry) != entries.end()) {
    scope.fail(item.position,
               "axis " + syntax::print(item) + " is given twice");
  }
  entries.push_back(entry);
}

}  // namespace

std::vector<int> read_axes(const Scope& scope, const syntax::Expr& list,
                           const Shape& frame, int offset) {
  const AxisFinder finder(scope, frame, offset);
  std::vector<int> entries;
  for (const syntax::Expr* item : items(scope, list)) {
    add_new(scope, *item, finder.find(*item), entries);
  }
  return entries;
}

int read_key(const Scope& scope, const syntax::Name& key, const Shape& frame,
             int offset) {
  return AxisFinder(scope, frame, offset).find(key);
}

namespace {

/// The entry of the result at a written position; no group may lie between
/// it and the end from which it counts.
int inserted_entry(const Scope& scope, const syntax::Expr& item,
                   std::int64_t rank) {
  const auto written = position_in(item);
  if (!written) {
    scope.fail(item.position,
               "an inserted axis has no name yet: give its position, not " +
                   syntax::print(item));
  }
  const std::int64_t entry = *written < 0 ? *written + rank : *written;
  if (entry >= 0 && entry < rank) return static_cast<int>(entry);
  scope.fail(item.position, "there is no axis " + std::to_string(*written) +
                                " in a result of " + std::to_string(rank) +
                                (rank == 1 ? " axis" : " axes"));
}

}  // namespace

std::vector<int> read_inserted_axes(const Scope& scope,
                                    const syntax::Expr& list,
                                    const Shape& rest) {
  const std::vector<const syntax::Expr*> axes = items(scope, list);
  const auto rank = static_cast<std::int64_t>(rest.size() + axes.size());
  std::vector<int> entries;
  for (const syntax::Expr* item : axes) {
    add_new(scope, *item, inserted_entry(scope, *item, rank), entries);
  }
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const int entry = entries[k];
    const auto before = static_cast<std::size_t>(
        entry - std::ranges::count_if(
                    entries, [entry](int other) { return other < entry; }));
    const bool from_back = axes[k]->kind == Kind::negate;
    const auto middle = rest.begin() + static_cast<std::ptrdiff_t>(before);
    const auto first = from_back ? middle : rest.begin();
    const auto last = from_back ? rest.end() : middle;
    const auto passed = std::find_if(first, last, is_group);
    if (passed == last) continue;
    scope.fail(axes[k]->position, "axis " + syntax::print(*axes[k]) +
                                      " is not one place for every rank of " +
                                      passed->group +
                                      "...: count from the other end");
  }
  return entries;
}

}  // namespace rewright::ir
