// SPDX-License-Identifier: Apache-2.0
//
// How an operator reads its call. An attribute of the wrong kind is our own
// mistake, since the resolver gives every attribute the kind of its spec.
#include "ir/operator.h"

namespace rewright::ir {

namespace {

template <class Kind>
const Kind& attribute(const Call& call, const std::string& name) {
  return std::get<Kind>(call.attributes.at(name));
}

}  // namespace

bool Call::has(int operand) const {
  const auto k = static_cast<std::size_t>(operand);
  return k < operands.size() && given.at(k);
}

int Call::rank(int operand) const {
  return static_cast<int>(shape(operand).size());
}

bool Call::has(const std::string& name) const {
  return attributes.count(name) != 0;
}

const index::Expr& Call::integer(const std::string& name) const {
  return attribute<index::Expr>(*this, name);
}

bool Call::flag(const std::string& name) const {
  return !integer(name).is_zero();
}

const std::vector<int>& Call::axes(const std::string& name) const {
  return attribute<Axes>(*this, name).entries;
}

int Call::axis(const std::string& name) const { return axes(name).at(0); }

index::Expr Call::per_axis(const std::string& name, std::size_t entry,
                           const index::Expr& fallback) const {
  if (!has(name)) return fallback;
  const auto& values = attribute<PerAxis>(*this, name).values;
  if (entry >= values.size()) return fallback;
  return values[entry].value_or(fallback);
}

const std::vector<index::Expr>& Call::int_list(const std::string& name) const {
  return attribute<IntList>(*this, name).values;
}

const Shape& Call::target_shape(const std::string& name) const {
  return attribute<Shape>(*this, name);
}

const std::string& Call::text(const std::string& name) const {
  return attribute<std::string>(*this, name);
}

const ConstantNumber& Call::number(const std::string& name) const {
  return attribute<ConstantNumber>(*this, name);
}

}  // namespace rewright::ir
