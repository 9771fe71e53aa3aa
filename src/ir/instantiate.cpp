// SPDX-License-Identifier: Apache-2.0
//
// A rule at concrete sizes. Shapes are inferred anew from the numbers by the
// operators' own rules, so an instance does not rest on what was derived for
// symbols; only element types are carried over.
#include <algorithm>

#include "ir/expansion.h"
#include "ir/graph.h"

namespace rewright::ir {

namespace {

/// A condition that numbers did not decide; the instance shows nothing.
struct Undecided : std::runtime_error {
  using std::runtime_error::runtime_error;
};

index::Formula decided(const index::Formula& formula, const std::string& what) {
  if (formula.is_true() || formula.is_false()) return formula;
  throw Undecided(what + " stays undecided: " + index::print(formula));
}

class Instantiation {
 public:
  Instantiation(const Rule& rule, const Assignment& at)
      : old_(rule), expansion_(rule, at) {
    Rule& made = instance_.rule;
    made.name = rule.name;
    made.source = rule.source;
    made.position = rule.position;
    made.canonical_text = rule.canonical_text;
    made.expect = rule.expect;
    for (const ElementType type : at.types) {
      made.type_classes.push_back(set_of(type));
    }
  }

  Instance run() {
    try {
      fill();
    } catch (const index::Overflow& overflow) {
      discard(overflow.what());
    } catch (const Undecided& undecided) {
      discard(undecided.what());
    }
    return std::move(instance_);
  }

 private:
  void discard(const std::string& why) {
    instance_.when_holds = false;
    instance_.lhs_well_formed = false;
    instance_.rhs_well_formed = false;
    instance_.defect = why;
  }

  void fill() {
    const index::Formula when =
        decided(expansion_.formula(old_.when), "the precondition");
    instance_.when_holds = when.is_true();
    if (!instance_.when_holds) {
      instance_.defect = "the precondition does not hold";
      return;
    }
    Rule& made = instance_.rule;
    for (const Input& input : old_.inputs) {
      made.inputs.push_back(
          {input.name,
           {input.type.type_class, expansion_.shape(input.type.shape)},
           input.position});
    }
    for (const ElementCondition& condition : old_.element_when) {
      made.element_when.push_back(expansion_.condition(old_, condition));
    }
    for (const LegalClaim& claim : old_.legal_claims) {
      made.legal_claims.push_back(
          {claim.target, expansion_.formula(claim.where), claim.position});
    }
    instance_.lhs_well_formed = graph(old_.lhs, made.lhs, "lhs");
    instance_.rhs_well_formed = graph(old_.rhs, made.rhs, "rhs");
  }

  bool graph(const Graph& from, Graph& to, const std::string& side) {
    bool is_well_formed = true;
    for (const Node& old : from.nodes) {
      std::string defect;
      to.nodes.push_back(node(from, to, old, defect));
      if (!defect.empty()) {
        is_well_formed = false;
        blame(side + ": " + defect);
      }
      if (to.nodes.back().results.empty()) return false;  // nothing follows
    }
    to.outputs = from.outputs;
    return is_well_formed;
  }

  void blame(const std::string& defect) {
    if (instance_.defect.empty()) instance_.defect = defect;
  }

  Node node(const Graph& from, const Graph& to, const Node& old,
            std::string& defect) {
    Node made;
    made.op = old.op;
    made.operands = old.operands;
    made.attributes = expansion_.attributes(old_, from, old);
    made.name = old.name;
    made.position = old.position;
    const index::Facts facts;
    const Call call = call_of(instance_.rule, to, made, facts);
    try {
      take(infer_shapes(*made.op, call), call, old, made, defect);
    } catch (const IllFormed& wrong) {
      made.results.clear();
      defect = wrong.what();
    }
    return made;
  }

  static void take(Inferred inferred, const Call& call, const Node& old,
                   Node& made, std::string& defect) {
    const std::string what = describe(*made.op, call);
    if (inferred.results.size() != old.results.size()) {
      throw IllFormed(
          what + ": gives " + std::to_string(inferred.results.size()) +
          " results instead of " + std::to_string(old.results.size()));
    }
    for (std::size_t k = 0; k < old.results.size(); ++k) {
      made.results.push_back({old.results[k].type_class, Shape()});
      for (Dim& dim : inferred.results[k]) {
        if (!dim.extent.is_constant()) {
          throw Undecided(what + ": a dim stays " + index::print(dim.extent));
        }
        made.results.back().shape.push_back(std::move(dim));
      }
    }
    for (Condition& condition : inferred.conditions) {
      const bool holds = decided(condition.formula, what).is_true();
      if (!holds && defect.empty()) defect = what + " must " + condition.text;
      made.conditions.push_back(std::move(condition));
    }
  }

  const Rule& old_;
  Expansion expansion_;
  Instance instance_;
};

}  // namespace

Instance instantiate(const Rule& rule, const Assignment& at) {
  return Instantiation(rule, at).run();
}

namespace {

std::string tuple(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) {
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  }
  return "(" + text + ")";
}

std::vector<index::Symbol> symbols_of(const Rule& rule) {
  std::vector<index::Symbol> symbols;
  for (const SizeDecl& size : rule.sizes) symbols.push_back(size.symbol);
  symbols.insert(symbols.end(), rule.integers.begin(), rule.integers.end());
  return symbols;
}

}  // namespace

std::string describe(const Rule& rule, const Assignment& at) {
  const std::vector<index::Symbol> symbols = symbols_of(rule);
  std::string scalars;
  for (const index::Symbol& symbol : symbols) {
    if (!symbol->group.empty()) continue;
    scalars += (scalars.empty() ? "" : ", ") + symbol->name + " = " +
               std::to_string(at.values.at(symbol->id).at(0));
  }
  std::string text = scalars;
  for (const std::string& group : rule.groups) {
    const int rank = at.ranks.at(group);
    std::string vectors;
    for (const index::Symbol& symbol : symbols) {
      if (symbol->group != group || rank == 0) continue;
      vectors += (vectors.empty() ? ": " : ", ") + symbol->name +
                 (symbol->name == group ? "..." : "") + " = " +
                 tuple(at.values.at(symbol->id));
    }
    text += (text.empty() ? "" : "; ") + group + " has rank " +
            std::to_string(rank) + vectors;
  }
  return text;
}

}  // namespace rewright::ir
