// SPDX-License-Identifier: Apache-2.0
#include "reports/lint_json.h"

#include <nlohmann/json.hpp>

#include "evidence/names.h"
#include "reports/lint_groups.h"

namespace rewright::reports {
namespace {

using Json = nlohmann::ordered_json;
using evidence::LegalityStatus;
using evidence::TargetLint;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json limits(const evidence::SideLegality& side) {
  Json all = Json::array();
  for (const evidence::LimitUse& limit : side.limits)
    all.push_back({{"op", limit.op},
                   {"formula", limit.formula},
                   {"confidence", text_or_null(limit.confidence)},
                   {"source", limit.source},
                   {"outcome", limit.outcome},
                   {"note", limit.note}});
  return all;
}

Json objections(const std::vector<evidence::Objection>& list) {
  Json all = Json::array();
  for (const evidence::Objection& o : list)
    all.push_back({{"what", o.what}, {"numbers", text_or_null(o.numbers)}});
  return all;
}

Json judged(const evidence::SideLegality& side,
            const std::vector<evidence::Objection>& against) {
  return {{"status", name(side.status)},
          {"where", text_or_null(side.where)},
          {"confidence", text_or_null(side.confidence)},
          {"detail", side.detail},
          {"objections", objections(against)},
          {"limits", limits(side)}};
}

Json nodes(const TargetLint& target) {
  Json all = Json::array();
  for (const evidence::NodeLegality& node : target.nodes) {
    Json entry = {{"number", all.size()},
                  {"name", node.name},
                  {"op_type", node.op_type},
                  {"judged_by", text_or_null(node.judged_by)}};
    entry.update(judged(node.legality, node.objections));
    all.push_back(std::move(entry));
  }
  return all;
}

Json counts(const evidence::StatusCounts& counts) {
  const auto at = [&](LegalityStatus status) {
    const auto found = counts.find(status);
    return found == counts.end() ? std::size_t{0} : found->second;
  };
  return {{"legal", at(LegalityStatus::legal)},
          {"conditional", at(LegalityStatus::conditional)},
          {"unknown", at(LegalityStatus::unknown)},
          {"illegal", at(LegalityStatus::illegal)}};
}

Json by_op_type(const TargetLint& target) {
  Json all = Json::object();
  for (const auto& [op_type, of_it] : evidence::count_by_op_type(target))
    all[op_type] = counts(of_it);
  return all;
}

/// Bytes are a number where the sizes are, else the formula in them.
Json crossing(const evidence::Crossing& crossing) {
  return {{"values", crossing.values},
          {"bytes", crossing.number ? Json(*crossing.number) : Json()},
          {"bytes_formula", text_or_null(crossing.bytes)}};
}

Json share(const evidence::HostShare& share) {
  Json regions = Json::array();
  for (const evidence::HostRegion& region : share.regions)
    regions.push_back({{"nodes", region.nodes},
                       {"in", crossing(region.in)},
                       {"out", crossing(region.out)}});
  return {{"nodes", share.nodes},
          {"transitions", share.transitions},
          {"crossing", crossing(share.all)},
          {"regions", regions}};
}

Json target(const TargetLint& target) {
  return {{"target", target.target},
          {"status", name(target.status)},
          {"summary", counts(count_statuses(target))},
          {"by_op_type", by_op_type(target)},
          {"model", judged(target.model, target.objections)},
          {"nodes", nodes(target)},
          {"host_if_illegal", share(target.certain)},
          {"host_if_unknown", share(target.possible)}};
}

}  // namespace

std::string lint_json(const evidence::Lint& lint) {
  Json targets = Json::array();
  for (const TargetLint& t : lint.targets) targets.push_back(target(t));
  const Json json = {{"tool", "rewright"},
                     {"version", lint.version},
                     {"kind", "lint"},
                     {"model", lint.file},
                     {"min_confidence", lint.least_confidence},
                     {"targets", targets},
                     {"seconds", lint.seconds},
                     {"exit_code", static_cast<int>(lint.code)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace rewright::reports
