// SPDX-License-Identifier: Apache-2.0
//
// The equation of Einsum, "ij,jk->ik". A letter names one entry, an axis or a
// whole axis group; an ellipsis stands for the same number of entries in every
// term that has it. What an ellipsis covers broadcasts, letters must agree.
#pragma once

#include <string>
#include <vector>

#include "ir/shape.h"

namespace rewright::ops {

/// A letter's code, or first_of_ellipsis + position within the ellipsis.
using EquationLabel = int;
constexpr EquationLabel first_of_ellipsis = 256;
using EquationTerm = std::vector<EquationLabel>;

struct Equation {
  std::vector<EquationTerm> terms;  // one per operand, a label per entry
  EquationTerm result;
};

/// Reads an explicit equation against the operands' shapes. Throws
/// ir::IllFormed with a sentence when they do not fit.
Equation parse_equation(const std::string& text,
                        const std::vector<ir::Shape>& operands);

/// The explicit form of an equation of ONNX, without spaces. An absent right
/// side is the ellipsis and every letter that occurs once, sorted; ellipses
/// become letters of their own unless their dims broadcast.
std::string explicit_equation(const std::string& text,
                              const std::vector<ir::Shape>& operands);

}  // namespace rewright::ops
