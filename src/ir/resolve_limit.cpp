// SPDX-License-Identifier: Apache-2.0
//
// Limits of target files. A name may have several values, one per axis: the
// formula then holds for each of them. Names with equally many values (and
// the same axis groups) walk together, axis by axis, as vectors do in `when`;
// others are combined in every way. A name without values limits nothing.
// `product(reduced)` is the product of all values of a name.
#include <algorithm>
#include <map>

#include "ir/index_reader.h"
#include "ir/resolve.h"

namespace rewright::ir {

namespace {

using Kind = syntax::Expr::Kind;

class LimitReader {
 public:
  LimitReader(const base::Source& source, const std::vector<NamedDim>& names)
      : source_(source), names_(names) {}

  index::Formula read(const syntax::Expr& formula) {
    collect(formula);
    return combine(formula, walks_.begin());
  }

 private:
  using Walks = std::vector<std::vector<const NamedDim*>>;

  const NamedDim& find(const syntax::Expr& name) const {
    const auto found = std::ranges::find(names_, name.text, &NamedDim::name);
    if (found != names_.end()) return *found;
    std::vector<std::string> known;
    for (const NamedDim& dim : names_) known.push_back(dim.name);
    throw base::InputError(source_, name.position,
                           "unknown name '" + name.text + "'" +
                               base::suggestion(name.text, known));
  }

  static bool walk_together(const NamedDim& a, const NamedDim& b) {
    return std::ranges::equal(a.values, b.values, {}, &Dim::group, &Dim::group);
  }

  /// Finds the names of the formula and sorts them into walks.
  void collect(const syntax::Expr& e) {
    if (e.kind == Kind::call && e.text == "product") return;
    for (const syntax::Expr& child : e.children) collect(child);
    if (e.kind != Kind::name) return;
    const NamedDim& dim = find(e);
    for (auto& walk : walks_) {
      if (!walk_together(*walk.front(), dim)) continue;
      if (std::ranges::find(walk, &dim) == walk.end()) walk.push_back(&dim);
      return;
    }
    walks_.push_back({&dim});
  }

  /// The formula for every step of the walks from `walk` on.
  index::Formula combine(const syntax::Expr& formula, Walks::iterator walk) {
    if (walk == walks_.end()) return instance(formula);
    index::Formula result(true);
    for (std::size_t k = 0; k < walk->front()->values.size(); ++k) {
      for (const NamedDim* name : *walk) current_[name] = name->values[k];
      const std::string& group = walk->front()->values[k].group;
      const index::Formula step = combine(formula, std::next(walk));
      result = result && (group.empty() ? step : index::all(group, step));
    }
    return result;
  }

  /// The formula at the current values, about the generic component of the
  /// groups among them.
  index::Formula instance(const syntax::Expr& formula) const {
    Vocabulary vocabulary;
    vocabulary.value = [this](const syntax::Expr& name) {
      return Component{current_.at(&find(name)).extent};
    };
    vocabulary.sizes = [](const std::string&) { return std::nullopt; };
    vocabulary.call = [this](const syntax::Expr& call) {
      return product(call);
    };
    IndexReader reader(source_, std::move(vocabulary));
    index::Formula result = reader.component(formula, "");
    for (const index::Formula& positive : reader.take_divisors()) {
      result = result && positive;
    }
    return result;
  }

  std::optional<index::Expr> product(const syntax::Expr& call) const {
    if (call.text != "product") return std::nullopt;
    if (call.children.size() == 1 && call.children[0].kind == Kind::name) {
      return elements(find(call.children[0]).values);
    }
    throw base::InputError(source_, call.position,
                           "'product' takes one name, as in product(kernel)");
  }

  const base::Source& source_;
  const std::vector<NamedDim>& names_;
  Walks walks_;
  std::map<const NamedDim*, Dim> current_;
};

}  // namespace

index::Formula resolve_limit(const syntax::Expr& formula,
                             const base::Source& source,
                             const std::vector<NamedDim>& names) {
  return LimitReader(source, names).read(formula);
}

}  // namespace rewright::ir
