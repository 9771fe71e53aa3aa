// SPDX-License-Identifier: Apache-2.0
#include "laws/abstraction.h"

namespace rewright::laws {

using index::Expr;
using index::SymbolKind;

Abstraction::Abstraction(const LawCall& concrete, Random& random)
    : random_(random), call_(concrete) {
  for (ir::Shape& one : call_.shapes) shape(one, false);
  for (auto& [name, value] : call_.attributes) attribute(name, value);
  assume_truths();
}

Expr Abstraction::symbol(std::int64_t value, SymbolKind kind) {
  for (const Known& known : known_)
    if (known.value == value && known.symbol->kind == kind && random_.coin())
      return Expr(known.symbol);
  const bool is_size = kind == SymbolKind::size;
  const auto made = index::make_symbol(
      (is_size ? "N" : "k") + std::to_string(known_.size()), kind);
  if (is_size)
    call_.facts.add_size(made, value >= 1 && !random_.once_in(4) ? 1 : 0);
  else
    call_.facts.add_integer(made);
  values_.set(made, value);
  known_.push_back({made, value});
  return Expr(made);
}

Expr Abstraction::size(const Expr& number) {
  if (random_.once_in(3)) return number;
  const std::int64_t n = number.constant();
  if (n >= 4 && n % 2 == 0 && random_.coin())
    return symbol(n / 2, SymbolKind::size) * symbol(2, SymbolKind::size);
  if (n >= 2 && random_.once_in(4)) return symbol(n - 1, SymbolKind::size) + 1;
  return symbol(n, SymbolKind::size);
}

Expr Abstraction::integer(const Expr& number) {
  if (random_.coin()) return number;
  return symbol(number.constant(), SymbolKind::integer);
}

void Abstraction::shape(ir::Shape& shape, bool is_literal_special) {
  for (ir::Dim& dim : shape)
    if (!is_literal_special || dim.extent.constant() >= 0)
      dim.extent = size(dim.extent);
}

void Abstraction::attribute(const std::string& name, ir::Attribute& attribute) {
  ir::AttributeKind kind = ir::AttributeKind::text;
  for (const ir::AttributeSpec& spec : call_.op.signature.attributes)
    if (spec.name == name) kind = spec.kind;
  if (auto* e = std::get_if<Expr>(&attribute)) {
    if (kind == ir::AttributeKind::integer) *e = integer(*e);
  } else if (auto* list = std::get_if<ir::PerAxis>(&attribute)) {
    for (auto& value : list->values)
      if (value) value = integer(*value);
  } else if (auto* items = std::get_if<ir::IntList>(&attribute)) {
    for (Expr& value : items->values) value = integer(value);
  } else if (auto* target = std::get_if<ir::Shape>(&attribute)) {
    shape(*target, true);
  }
}

void Abstraction::assume_truths() {
  if (known_.empty()) return;
  for (std::int64_t n = random_.between(0, 4); n > 0; --n) {
    const Known &a = random_.pick(known_), &b = random_.pick(known_);
    const std::int64_t gap = a.value - b.value;
    if (random_.coin())
      call_.facts.assume(less_equal(Expr(b.symbol) + gap, Expr(a.symbol)));
    else if (a.symbol != b.symbol && random_.once_in(3))
      call_.facts.assume(equal(Expr(b.symbol) + gap, Expr(a.symbol)));
    else if (a.value >= 0)
      call_.facts.assume(
          less_equal(random_.between(0, a.value), Expr(a.symbol)));
    else
      call_.facts.assume(index::less(Expr(a.symbol), 0));
  }
}

}  // namespace rewright::laws
