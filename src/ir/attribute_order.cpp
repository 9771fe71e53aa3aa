// SPDX-License-Identifier: Apache-2.0
#include "ir/attribute_order.h"

#include <algorithm>

namespace rewright::ir {

namespace {

using index::compare;

template <class T>
int order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

/// Lists by length, then element by element.
template <class List, class Compare>
int lists(const List& a, const List& b, Compare elements) {
  if (const int c = order(a.size(), b.size())) return c;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const int c = elements(a[k], b[k])) return c;
  return 0;
}

int of(const index::Expr& a, const index::Expr& b) { return compare(a, b); }

int of(const Axes& a, const Axes& b) { return order(a.entries, b.entries); }

int of(const std::optional<index::Expr>& a,
       const std::optional<index::Expr>& b) {
  if (!a || !b) return order(a.has_value(), b.has_value());
  return compare(*a, *b);
}

int of(const PerAxis& a, const PerAxis& b) {
  return lists(a.values, b.values,
               [](const auto& x, const auto& y) { return of(x, y); });
}

int of(const IntList& a, const IntList& b) {
  return lists(a.values, b.values,
               [](const auto& x, const auto& y) { return of(x, y); });
}

/// Labels never affect meaning.
int of(const Shape& a, const Shape& b) {
  return lists(a, b, [](const Dim& x, const Dim& y) {
    if (const int c = order(x.group, y.group)) return c;
    return compare(x.extent, y.extent);
  });
}

int of(const std::string& a, const std::string& b) { return order(a, b); }

int of(const ConstantNumber& a, const ConstantNumber& b) {
  if (const int c = order(a.kind, b.kind)) return c;
  if (const int c = order(a.rational, b.rational)) return c;
  return order(a.truth, b.truth);
}

int of(ElementType a, ElementType b) { return order(a, b); }

}  // namespace

int compare(const Attribute& a, const Attribute& b) {
  if (const int c = order(a.index(), b.index())) return c;
  return std::visit(
      [&]<class Kind>(const Kind& x) { return of(x, std::get<Kind>(b)); }, a);
}

int compare(const Attributes& a, const Attributes& b) {
  if (const int c = order(a.size(), b.size())) return c;
  for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) {
    if (const int c = order(i->first, j->first)) return c;
    if (const int c = compare(i->second, j->second)) return c;
  }
  return 0;
}

}  // namespace rewright::ir
