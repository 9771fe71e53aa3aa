// SPDX-License-Identifier: Apache-2.0
//
// Linear arithmetic over the monomials of inequalities, each monomial taken
// for an unknown of its own. By Farkas' lemma inequalities without a solution
// in the reals have a sum of nonnegative multiples that is a negative constant
// (Schrijver, Theory of Linear and Integer Programming, section 7.3).
#pragma once

#include <vector>

#include "index/expr.h"

namespace rewright::index {

bool is_same(const Atom& a, const Atom& b);
bool is_same(const Monomial& a, const Monomial& b);

/// Whether no values make all of `nonnegative` >= 0. True only with the
/// multiples in hand: they are found in floating point by the simplex method
/// and their sum is then formed exactly. False means "not shown".
bool is_infeasible(const std::vector<Expr>& nonnegative);

}  // namespace rewright::index
