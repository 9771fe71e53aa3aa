// SPDX-License-Identifier: Apache-2.0
//
// Where a Split cuts: the system keeps, for each axis of a tensor, where the
// last Concat along it joined its operands; elementwise operators hand that on
// where all operands agree, a product or convolution takes the rows of its
// first operand and the columns (output channels) of its second. A Split of k
// results undoes the last k-1 joins.
#include "taso/shapes.h"

#include <algorithm>
#include <memory>

#include "taso/vocabulary.h"

namespace rewright::taso {
namespace {

using index::Expr;

/// An axis, and how it was joined from two.
struct Axis;
using Joined = std::shared_ptr<const Axis>;
struct Axis {
  Expr size;
  Joined first, second;  // null: not known to be joined
};
using Sizes = std::vector<Joined>;

Joined whole(const Expr& size) {
  return std::make_shared<Axis>(Axis{size, nullptr, nullptr});
}

Joined join(const Joined& a, const Joined& b) {
  return std::make_shared<Axis>(Axis{a->size + b->size, a, b});
}

Expr fresh(const std::string& role) {
  return Expr(index::make_symbol(role, index::SymbolKind::size));
}

class Reader {
 public:
  Reader(const Pattern& pattern, const std::string& name, bool ungrouped)
      : pattern_(pattern), name_(name), ungrouped_(ungrouped) {
    shapes_.ranks = read_ranks(pattern, name);
    axes_.resize(static_cast<std::size_t>(pattern.values));
    shapes_.groups.assign(pattern.steps.size(), 1);
    shapes_.splits.resize(pattern.steps.size());
  }

  Shapes read() {
    for (std::size_t v = 0; v < pattern_.inputs.size(); ++v) make_input(v);
    for (at_ = 0; at_ < pattern_.source_steps; ++at_) read_step();
    for (at_ = 0; at_ < pattern_.source_steps; ++at_)
      if (step().code == code::conv) read_group();
    for (at_ = 0; at_ < pattern_.source_steps; ++at_)
      if (step().code == code::conv)
        equations_.assume_multiple(operand(1)[0]->size, shapes_.groups[at_],
                                   "P");
    for (; at_ < pattern_.steps.size(); ++at_) {
      read_step();
      if (step().code == code::conv) read_group();
    }
    finish();
    return std::move(shapes_);
  }

 private:
  const Step& step() const { return pattern_.steps[at_]; }
  bool is_source() const { return at_ < pattern_.source_steps; }
  const Sizes& operand(std::size_t k) const {
    return axes_[static_cast<std::size_t>(step().operands.at(k))];
  }
  Sizes& result(std::size_t k = 0) {
    return axes_[static_cast<std::size_t>(step().results.at(k))];
  }
  bool has_rank() const {
    return shapes_.ranks.rank[static_cast<std::size_t>(step().results[0])] !=
           Ranks::any;
  }
  [[noreturn]] void refuse(const std::string& message) const {
    throw base::InputError(name_, step().place + ": " + message);
  }

  /// Whether values of this family are only ever weights of convolutions.
  bool is_weight(int family) const {
    bool found = false;
    for (const Step& s : pattern_.steps) {
      if (s.code != code::conv) continue;
      const auto of = [&](int value) {
        return shapes_.ranks.family[static_cast<std::size_t>(value)];
      };
      if (of(s.operands[0]) == family || of(s.results[0]) == family)
        return false;
      found = found || of(s.operands[1]) == family;
    }
    return found;
  }

  void make_input(std::size_t v) {
    const int rank = shapes_.ranks.rank[v];
    std::vector<std::string> roles(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank == 4)
      roles = is_weight(shapes_.ranks.family[v])
                  ? std::vector<std::string>{"O", "I", "KH", "KW"}
                  : std::vector<std::string>{"N", "C", "H", "W"};
    for (const std::string& role : roles)
      axes_[v].push_back(whole(fresh(role)));
  }

  void equate(const Expr& a, const Expr& b) {
    const Equations::Answer answer =
        is_source() ? equations_.assume(a - b) : equations_.need(a - b);
    if (answer == Equations::Answer::impossible)
      refuse("the sizes of its operands can never fit");
  }
  /// In the sizes known to be equal so far.
  Expr current(const Expr& e) {
    return is_source() ? equations_.solved(e) : equations_.reduced(e);
  }

  bool are_joined_alike(const Joined& a, const Joined& b) {
    if (current(a->size) != current(b->size)) return false;
    if (!a->first || !b->first) return !a->first && !b->first;
    return are_joined_alike(a->first, b->first) &&
           are_joined_alike(a->second, b->second);
  }

  Joined combine(const Joined& a, const Joined& b) {
    equate(a->size, b->size);
    return are_joined_alike(a, b) ? a : whole(a->size);
  }

  void read_step() {
    if (!has_rank()) return;  // one axis group throughout
    switch (step().code) {
      case code::matmul:
        equate(operand(0)[1]->size, operand(1)[0]->size);
        result() = {operand(0)[0], operand(1)[1]};
        return;
      case code::conv:
        return read_conv();
      case code::split:
        return read_split();
      default:
        return read_aligned();
    }
  }

  /// Elementwise operators, and Concat, which joins one axis.
  void read_aligned() {
    Sizes sizes = operand(0);
    for (std::size_t n = 1; n < step().operands.size(); ++n)
      for (std::size_t k = 0; k < sizes.size(); ++k)
        sizes[k] = step().axis == k ? join(sizes[k], operand(n)[k])
                                    : combine(sizes[k], operand(n)[k]);
    result() = sizes;
  }

  void read_conv() {
    const Sizes& x = operand(0);
    const Sizes& w = operand(1);
    Sizes sizes = {x[0], w[0]};
    for (const std::size_t k : {0, 1}) {
      const auto& kernel = step().window.kernel[k];
      if (kernel) equate(w[k + 2]->size, *kernel);
      sizes.push_back(whole(window(x[k + 2]->size, w[k + 2]->size, k)));
    }
    result() = sizes;
  }

  Expr window(const Expr& size, const Expr& kernel, std::size_t k) {
    const Window& w = step().window;
    if (w.is_padded) {
      if (!w.kernel[k] || *w.kernel[k] % 2 == 0 || w.stride[k] != 1)
        refuse(
            "PM_PAD 0 is supported for kernels of known odd size with "
            "stride 1");
      return size;
    }
    if (is_source())
      equations_.assume_at_least(size, kernel);
    else
      equations_.need_at_least(size, kernel);
    return index::div(current(size) - current(kernel), w.stride[k]) + 1;
  }

  /// The system divides the channels of the input by those of the weight.
  void read_group() {
    const Expr channels = operand(0)[1]->size, per_group = operand(1)[1]->size;
    Expr& group = shapes_.groups[at_];
    const bool is_exact =
        divide_exactly(current(channels), current(per_group), group);
    if (step().window.group)
      group = *step().window.group;
    else if (!is_exact)
      group = is_source() && ungrouped_ ? Expr(1) : fresh("G");
    const bool is_chosen = !is_exact && !step().window.group && group != 1;
    if (is_source()) {
      shapes_.may_be_grouped = shapes_.may_be_grouped || is_chosen;
      equate(channels, group * per_group);
      return;
    }
    if (is_chosen)
      equations_.add_condition({.left = current(channels),
                                .right = current(per_group),
                                .factor = group});
    else
      equate(channels, group * per_group);
    equations_.need_multiple(operand(1)[0]->size, group);
  }

  /// The parts of an axis that `count - 1` joins made; empty when there were
  /// not as many.
  static Sizes parts(Joined axis, std::size_t count) {
    Sizes list;
    for (; list.size() + 1 < count && axis->first; axis = axis->first)
      list.insert(list.begin(), axis->second);
    if (list.size() + 1 < count) return {};
    list.insert(list.begin(), axis);
    return list;
  }

  void read_split() {
    const std::size_t axis = step().axis.value();
    const std::size_t count = step().results.size();
    Sizes pieces = parts(operand(0)[axis], count);
    if (pieces.empty()) {
      if (!is_source())
        refuse("where to split is not known: no Concat joined this axis");
      pieces = cut(axis, count);
    }
    for (std::size_t i = 0; i < count; ++i) {
      result(i) = operand(0);
      result(i)[axis] = pieces[i];
      shapes_.splits[at_].push_back(pieces[i]->size);
    }
  }

  /// A source that splits what it did not join matches any cut; the target
  /// then may split there, too.
  Sizes cut(std::size_t axis, std::size_t count) {
    Sizes pieces;
    for (std::size_t i = 0; i < count; ++i) pieces.push_back(whole(fresh("")));
    Joined joined = pieces[0];
    for (std::size_t i = 1; i < count; ++i) joined = join(joined, pieces[i]);
    equate(operand(0)[axis]->size, joined->size);
    axes_[static_cast<std::size_t>(step().operands[0])][axis] = joined;
    return pieces;
  }

  void finish() {
    for (Expr& e : shapes_.groups) e = equations_.solved(e);
    for (std::vector<Expr>& list : shapes_.splits)
      for (Expr& e : list) e = equations_.solved(e);
    for (std::size_t v = 0; v < pattern_.inputs.size(); ++v) {
      shapes_.inputs.emplace_back();
      for (const Joined& axis : axes_[v])
        shapes_.inputs.back().push_back(equations_.solved(axis->size));
    }
    shapes_.conditions = equations_.conditions();
  }

  const Pattern& pattern_;
  const std::string& name_;
  bool ungrouped_;
  std::size_t at_ = 0;  // the step that is read
  Equations equations_;
  std::vector<Sizes> axes_;  // per value
  Shapes shapes_;
};

}  // namespace

Shapes read_shapes(const Pattern& pattern, const std::string& name,
                   bool ungrouped) {
  return Reader(pattern, name, ungrouped).read();
}

}  // namespace rewright::taso
