// SPDX-License-Identifier: Apache-2.0
//
// Shrinking of tensor elements towards 0 and 1 with RapidCheck's shrink trees:
// first whole tensors, then halves, down to single elements, and all elements
// of one value at once. An element only ever becomes simpler, hence shrinking
// ends.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <rapidcheck/Shrinkable.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/shrink/Shrink.h>
#include <rapidcheck/shrinkable/Create.h>
#include <rapidcheck/shrinkable/Operations.h>

#include "evaluate/arithmetic.h"
#include "properties/cases.h"

namespace rewright::properties {
namespace {

constexpr std::int64_t most_elements = 2048;
constexpr std::size_t most_common_values = 16;
constexpr double most_work = 3e7;  // scalar operations over all candidates

template <class E>
double as_double(const E& x) {
  if constexpr (std::is_same_v<E, evaluate::Boolean>)
    return x.value ? 1 : 0;
  else if constexpr (std::is_same_v<E, base::Whole>)
    return static_cast<double>(x.value);
  else if constexpr (std::is_same_v<E, base::Residue>)
    return static_cast<double>(x.value());
  else if constexpr (evaluate::is_bounded<E>)
    return static_cast<double>(x.value);
  else
    return static_cast<double>(x);
}

/// 0 is the simplest, then 1, small integers, large ones, fractions, and what
/// is no number.
double complexity(double x) {
  if (std::isnan(x)) return 1e300;
  if (std::isinf(x)) return x > 0 ? 1e298 : 1e299;
  if (x == 0) return std::signbit(x) ? 0.5 : 0;
  const double size = std::fabs(x) + (x < 0 ? 0.5 : 0);
  return x == std::trunc(x) ? size : 1e150 + size;
}

/// Elements [begin, end) of a tensor become `value` where that is simpler; if
/// `only` is given, those equal to it.
struct Edit {
  std::size_t tensor;
  std::int64_t begin, end;
  std::int64_t value;
  std::optional<double> only = {};
};
/// Made together.
using Edits = std::vector<Edit>;

template <class E>
E element_from(std::int64_t value) {
  if constexpr (std::is_same_v<E, evaluate::Boolean>)
    return {value != 0};
  else
    return evaluate::Arithmetic<E>::from_integer(value);
}

bool simplify(const Edit& edit, Tensors& tensors) {
  bool changed = false;
  std::visit(
      [&]<class E>(evaluate::Dense<E>& dense) {
        const E value = element_from<E>(edit.value);
        for (auto k = edit.begin; k < edit.end; ++k) {
          E& element = dense.data[static_cast<std::size_t>(k)];
          const double now = as_double(element);
          if (complexity(as_double(value)) >= complexity(now)) continue;
          if (edit.only && now != *edit.only) continue;
          element = value;
          changed = true;
        }
      },
      tensors[edit.tensor].storage);
  return changed;
}

double element_at(const evaluate::Tensor& tensor, std::int64_t offset) {
  return std::visit(
      [&](const auto& dense) {
        return as_double(dense.data[static_cast<std::size_t>(offset)]);
      },
      tensor.storage);
}

/// Integers to try for one element.
std::vector<std::int64_t> simpler(double x) {
  std::vector<std::int64_t> values = {0, 1, 2, 3, -1};
  if (std::isnan(x) || std::fabs(x) > 0x1p62) return values;
  const auto whole = static_cast<std::int64_t>(x);
  auto steps = rc::shrink::integral<std::int64_t>(whole);
  while (const auto step = steps.next()) values.push_back(*step);
  values.push_back(whole);
  return values;
}

/// All elements of one value, wherever they are: equal ones stay equal.
void add_common_edits(const Tensors& tensors, const std::set<std::size_t>& free,
                      std::vector<Edits>& edits) {
  std::set<double> values;
  for (const auto t : free)
    for (std::int64_t k = 0; k < tensors[t].size(); ++k)
      if (values.size() < most_common_values)
        values.insert(element_at(tensors[t], k));
  for (const double only : values) {
    for (const std::int64_t value : {0, 1}) {
      Edits together;
      for (const auto t : free)
        together.push_back({t, 0, tensors[t].size(), value, only});
      edits.push_back(std::move(together));
    }
  }
}

void add_edits(std::size_t tensor, const evaluate::Tensor& of,
               std::vector<Edits>& edits) {
  const std::int64_t size = of.size();
  for (std::int64_t chunk = size; chunk > 1; chunk = (chunk + 1) / 2)
    for (std::int64_t begin = 0; begin < size; begin += chunk)
      for (const std::int64_t value : {0, 1})
        edits.push_back(
            {{tensor, begin, std::min(begin + chunk, size), value}});
  for (std::int64_t k = 0; k < size; ++k)
    for (const auto value : simpler(element_at(of, k)))
      edits.push_back({{tensor, k, k + 1, value}});
}

/// All tensors that one edit makes simpler, lazily.
class EditedTensors {
 public:
  EditedTensors(const Tensors& tensors, const std::set<std::size_t>& free)
      : tensors_(tensors) {
    for (const auto t : free) add_edits(t, tensors[t], edits_);
    add_common_edits(tensors, free, edits_);
  }

  rc::Maybe<Tensors> operator()() {
    while (next_ < edits_.size()) {
      Tensors edited = tensors_;
      bool changed = false;
      for (const auto& edit : edits_[next_++])
        changed |= simplify(edit, edited);
      if (changed) return edited;
    }
    return rc::Nothing;
  }

 private:
  Tensors tensors_;
  std::vector<Edits> edits_;
  std::size_t next_ = 0;
};

/// The tensors that may be changed.
std::set<std::size_t> free_of(const Tensors& tensors,
                              const FixedInputs& fixed) {
  std::set<std::size_t> free;
  for (std::size_t t = 0; t < tensors.size(); ++t)
    if (!fixed.count(static_cast<int>(t))) free.insert(t);
  return free;
}

std::int64_t elements_of(const Tensors& tensors,
                         const std::set<std::size_t>& free) {
  std::int64_t total = 0;
  for (const auto t : free) total += tensors[t].size();
  return total;
}

}  // namespace

Failure with_simple_elements(const Subject& subject, Failure failure) {
  const auto free = free_of(failure.inputs, subject.traits().fixed);
  if (elements_of(failure.inputs, free) > most_elements) return failure;
  auto instance = instance_at(subject, failure.at);
  if (!instance || shape_mismatch(*instance)) return failure;
  set_types(instance->rule, failure.draw);
  auto left = static_cast<int>(
      std::clamp(most_work / work_of(instance->rule), 20.0, 3000.0));
  const auto still_fails = [&](const Tensors& inputs) {
    if (left-- <= 0) return false;
    auto comparison =
        try_inputs(instance->rule, failure.draw, subject.traits(), inputs);
    if (!comparison || !comparison->mismatch) return false;
    failure.inputs = inputs;
    failure.mismatch = std::move(*comparison->mismatch);
    return true;
  };
  const auto edited = [&](const Tensors& inputs) {
    return left > 0 ? rc::Seq<Tensors>(EditedTensors(inputs, free))
                    : rc::Seq<Tensors>();
  };
  rc::shrinkable::findLocalMin(
      rc::shrinkable::shrinkRecur(Tensors(failure.inputs), edited),
      still_fails);
  return failure;
}

}  // namespace rewright::properties
