// SPDX-License-Identifier: Apache-2.0
//
// The formula is resolved as the precondition of a rule that has the models'
// inputs and nothing else.
#include "pipeline_assume.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/error.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace rewright::pipeline {
namespace {

using syntax::Expr;
using Kind = syntax::Expr::Kind;

constexpr const char* place = "--assume";

/// Names as the rule language has them, each once.
class Identifiers {
 public:
  std::string of(const std::string& name) {
    std::string result;
    for (const char c : name)
      result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])))
      result.insert(result.begin(), '_');
    while (!taken_.insert(result).second) result += '_';
    return result;
  }

 private:
  std::set<std::string> taken_ = {
      "rule", "axes", "sizes", "ints",   "input",  "scalar", "types",
      "when", "lhs",  "rhs",   "legal",  "expect", "let",    "on",
      "and",  "or",   "not",   "forall", "true",   "false",  "inf"};
};

/// The inputs and their sizes under their names in the language.
struct Declared {
  std::map<std::uint64_t, std::string> sizes;  // by symbol
  std::vector<std::string> inputs;
};

Declared declared(const ir::Rule& rule) {
  Identifiers identifiers;
  Declared result;
  for (const ir::Input& input : rule.inputs)
    result.inputs.push_back(identifiers.of(input.name));
  const auto occurs = [&](const index::Symbol& size) {
    return std::any_of(
        rule.inputs.begin(), rule.inputs.end(), [&](const ir::Input& input) {
          return std::any_of(input.type.shape.begin(), input.type.shape.end(),
                             [&](const ir::Dim& dim) {
                               return index::mentions(dim.extent, size);
                             });
        });
  };
  for (const ir::SizeDecl& size : rule.sizes)
    if (occurs(size.symbol))
      result.sizes[size.symbol->id] = identifiers.of(size.symbol->name);
  return result;
}

/// Conjuncts about whole tensors as conjuncts about each element.
class Elementwise {
 public:
  explicit Elementwise(std::map<std::string, std::size_t> ranks)
      : ranks_(std::move(ranks)) {}

  Expr of(const Expr& e) {
    if (e.kind == Kind::conjunction) {
      Expr result = e;
      for (Expr& child : result.children) child = of(child);
      return result;
    }
    if (e.kind == Kind::forall) return e;
    rank_ = 0;
    is_met_ = false;
    Expr inner = indexed(e);
    if (rank_ == 0) return inner;
    Expr all;
    all.kind = Kind::forall;
    all.position = e.position;
    for (std::size_t k = 0; k < rank_; ++k) all.children.push_back(variable(k));
    all.children.push_back(std::move(inner));
    return all;
  }

 private:
  static Expr variable(std::size_t k) {
    Expr name;
    name.text = "assumed_index_" + std::to_string(k);
    return name;
  }

  Expr indexed(const Expr& e) {
    Expr result = e;
    const auto found = ranks_.find(e.text);
    if (e.kind == Kind::name && found != ranks_.end()) {
      if (std::exchange(is_met_, true) && rank_ != found->second)
        throw base::InputError(place,
                               "'" + e.text +
                                   "' has another rank than what it is "
                                   "compared with; use forall and indices");
      rank_ = found->second;
      if (rank_ == 0) return result;
      result.kind = Kind::element;
      for (std::size_t k = 0; k < rank_; ++k)
        result.children.push_back(variable(k));
      return result;
    }
    for (Expr& child : result.children) child = indexed(child);
    return result;
  }

  std::map<std::string, std::size_t> ranks_;
  std::size_t rank_ = 0;
  bool is_met_ = false;
};

std::string shape_text(const ir::Shape& shape,
                       const index::Substitution& renamed) {
  std::string text;
  for (const ir::Dim& dim : shape)
    text += (text.empty() ? "" : ", ") +
            index::print(index::substitute(dim.extent, renamed));
  return '[' + text + ']';
}

/// A rule whose precondition the formula is; sizes have the given names.
std::string text_of(const ir::Rule& rule, const Declared& names,
                    const Expr& formula) {
  index::Substitution renamed;
  std::string sizes, inputs, outputs;
  for (const ir::SizeDecl& size : rule.sizes) {
    const auto found = names.sizes.find(size.symbol->id);
    if (found == names.sizes.end()) continue;
    renamed[size.symbol->id] =
        index::Expr(index::make_symbol(found->second, index::SymbolKind::size));
    sizes += (sizes.empty() ? "  sizes " : ", ") + found->second;
    if (size.lower == 0) sizes += " >= 0";
  }
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const ir::TensorType& type = rule.inputs[k].type;
    const ir::TypeSet set =
        rule.type_classes.at(static_cast<std::size_t>(type.type_class));
    inputs += "  input " + names.inputs[k] + " : " +
              std::string(ir::name(ir::members(set).at(0))) +
              shape_text(type.shape, renamed) + '\n';
    outputs += (k == 0 ? "" : ", ") + names.inputs[k];
  }
  if (rule.inputs.size() > 1) outputs = '(' + outputs + ')';
  return "rule assumption\n" + sizes + '\n' + inputs + "  when " +
         syntax::print(formula) + "\n  lhs " + outputs + "\n  rhs " + outputs +
         '\n';
}

/// The assumptions of `from` in terms of the sizes of `rule`.
void adopt(const ir::Rule& from, const Declared& names,
           const std::string& formula, ir::Rule& rule) {
  index::Substitution own;
  for (const ir::SizeDecl& size : from.sizes)
    for (const ir::SizeDecl& mine : rule.sizes) {
      const auto found = names.sizes.find(mine.symbol->id);
      if (found != names.sizes.end() && found->second == size.symbol->name)
        own[size.symbol->id] = index::Expr(mine.symbol);
    }
  rule.when = rule.when && index::substitute(from.when, own);
  for (const ir::ElementCondition& condition : from.element_when) {
    ir::ElementCondition adopted = condition;
    for (ir::BoundVariable& variable : adopted.bound)
      variable.extent = index::substitute(variable.extent, own);
    adopted.value = ir::substitute(condition.value, own);
    adopted.text = formula;
    rule.element_when.push_back(std::move(adopted));
  }
}

}  // namespace

void assume(ir::Rule& rule, const std::string& formula) {
  if (rule.inputs.empty())
    throw base::InputError(place, "the models have no inputs");
  const auto source =
      std::make_shared<const base::Source>(base::Source{place, formula});
  const Expr parsed = syntax::parse_formula(source);
  const Declared names = declared(rule);
  std::map<std::string, std::size_t> ranks;
  for (std::size_t k = 0; k < rule.inputs.size(); ++k)
    ranks[names.inputs[k]] = rule.inputs[k].type.shape.size();
  const Expr all = Elementwise(std::move(ranks)).of(parsed);
  try {
    const auto text = std::make_shared<const base::Source>(
        base::Source{place, text_of(rule, names, all)});
    const ir::Rule resolved =
        ir::resolve(syntax::parse_rules(text), ops::table()).at(0);
    adopt(resolved, names, formula, rule);
  } catch (const base::InputError& wrong) {  // its place is in our text
    throw base::InputError(place, wrong.message() + ", in '" + formula + "'");
  }
}

}  // namespace rewright::pipeline
