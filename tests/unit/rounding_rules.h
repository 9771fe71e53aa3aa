// SPDX-License-Identifier: Apache-2.0
//
// What tests of rounding error bounds share: shipped rules, tensors as exact
// numbers, and the worst error over its bound.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "ir_rules.h"
#include "rounding/absolute.h"
#include "rounding/formula.h"

namespace rewright::rounding {

using evaluate::Tensor;
using Tensors = std::vector<Tensor>;

inline std::vector<ir::Rule> rules_in(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files;
  if (path.extension() == ".rule") files.push_back(path);
  if (files.empty())
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(path))
      if (entry.path().extension() == ".rule") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<ir::Rule> rules;
  for (const auto& file : files) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    for (ir::Rule& rule : ir::resolve_text(text.str()))
      rules.push_back(std::move(rule));
  }
  return rules;
}

/// Floating numbers as Reals, which they are exactly; others as they are.
inline Tensor as_real(const Tensor& x) {
  return evaluate::with_element(
      x, [&]<class E>(evaluate::Element<E>) -> Tensor {
        if constexpr (std::is_constructible_v<double, E> &&
                      !std::is_integral_v<E>) {
          evaluate::Dense<base::Real> real{x.shape(), {}};
          for (const E& element : x.as<E>().data)
            real.data.emplace_back(static_cast<double>(element));
          return real;
        } else {
          return x;
        }
      });
}

inline Tensors as_reals(const Tensors& tensors) {
  Tensors reals;
  for (const Tensor& tensor : tensors) reals.push_back(as_real(tensor));
  return reals;
}

/// |computed - exact| over factor * magnitude for each element, of which the
/// largest; infinite where the bound is 0 and the error is not. Elements that
/// are not finite claim nothing.
inline double worst_ratio(const Tensor& computed, const Tensor& exact,
                          const base::Rational& factor,
                          const Tensor& magnitude) {
  const Tensor real = as_real(computed);
  const auto& x = real.as<base::Real>().data;
  const auto& y = exact.as<base::Real>().data;
  const auto& z = magnitude.as<base::Real>().data;
  const base::Real scale =
      evaluate::Arithmetic<base::Real>::from_rational(factor);
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!isfinite(x[k]) || !isfinite(y.at(k))) continue;
    const base::Real error = fabs(x[k] - y[k]);
    if (error == 0) continue;
    const base::Real bound = scale * z.at(k);
    worst = std::max(
        worst, bound == 0 ? HUGE_VAL : (error / bound).convert_to<double>());
  }
  return worst;
}

}  // namespace rewright::rounding
