// SPDX-License-Identifier: Apache-2.0
//
// What is known of functions that are not looked into otherwise: that they
// increase, where they cross some levels, and between which bounds they lie.
#include "solver/pointwise_query.h"

namespace rewright::solver {

using evidence::Axiom;
using ir::Function;

// exp, sigmoid, tanh, erf and atan increase strictly over the real numbers, log
// and sqrt where they are defined.
void Pointwise::Query::increases(const Factor& f, const z3::expr& value) {
  const bool everywhere =
      f.function == Function::exp || f.function == Function::sigmoid ||
      f.function == Function::tanh || f.function == Function::erf ||
      f.function == Function::atan;
  const bool is_log = f.function == Function::log;
  if (!everywhere && !is_log && f.function != Function::sqrt) return;
  may_know_more_ = true;
  if (!everything_) return;
  for (const Image& i : images_)
    if (i.function == f.function && z3::eq(i.value, value)) return;
  const z3::expr x = number(f.args[0]);
  const auto defined = [&](const z3::expr& at) {
    return everywhere ? z3().bool_val(true) : is_log ? at > 0 : at >= 0;
  };
  for (const Image& i : images_) {
    if (i.function != f.function) continue;
    axioms_.insert({Axiom::function_law, Axiom::total_order});
    encoder_.add(z3::implies(defined(x) && defined(i.argument),
                             (x < i.argument) == (value < i.value) &&
                                 (i.argument < x) == (i.value < value)));
  }
  images_.push_back({f.function, x, value});
  lies_in_range(f.function, x, value);
}

// Where the function is 0, 1 or 1/2, and between which bounds it lies.
void Pointwise::Query::lies_in_range(Function f, const z3::expr& x,
                                     const z3::expr& value) {
  axioms_.insert({Axiom::function_law, Axiom::total_order});
  const auto crosses = [&](int at, const z3::expr& level) {
    encoder_.add((x > at) == (value > level));
    encoder_.add((x < at) == (value < level));
  };
  const z3::expr zero = z3().real_val(0), one = z3().real_val(1);
  switch (f) {
    case Function::exp:
      return crosses(0, one);
    case Function::sigmoid:
      encoder_.add(value > 0 && value < 1);
      return crosses(0, z3().real_val(1, 2));
    case Function::tanh:
    case Function::erf:
      encoder_.add(value > -1 && value < 1);
      return crosses(0, zero);
    case Function::atan:
      return crosses(0, zero);
    case Function::log:
      encoder_.add(
          z3::implies(x > 0, (x > 1) == (value > 0) && (x < 1) == (value < 0)));
      return;
    case Function::sqrt:
      encoder_.add(z3::implies(
          x >= 0, value >= 0 && (x > 0) == (value > 0) && value * value == x));
      return;
    default:
      return;
  }
}

}  // namespace rewright::solver
