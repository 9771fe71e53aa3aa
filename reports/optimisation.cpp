// SPDX-License-Identifier: Apache-2.0
#include "reports/optimisation.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evidence/names.h"

namespace rewright::reports {

namespace {

using evidence::Cost;
using evidence::RefusalReason;
using evidence::Status;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_nodes_named = 6;

std::string cost_text(const Cost& before, const Cost& after) {
  return fmt::format(
      "operators {:.0f} -> {:.0f}, elements {:.0f} -> {:.0f}, multiply-adds "
      "{:.0f} -> {:.0f}",
      before.operators, after.operators, before.elements, after.elements,
      before.multiply_adds, after.multiply_adds);
}

std::string list(const std::vector<std::string>& nodes) {
  std::string text;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (k == most_nodes_named)
      return text + fmt::format(" and {} more", nodes.size() - k);
    text += (k == 0 ? "" : ", ") + nodes[k];
  }
  return text;
}

/// "1 place", "3 places".
std::string places(int count) {
  return fmt::format("{} {}", count, count == 1 ? "place" : "places");
}

std::string applications(const evidence::Optimisation& run,
                         const Style& style) {
  std::string text;
  for (const evidence::Application& made : run.applications) {
    text += paint(made.rule, Tone::good, style) + '\n';
    text += fold("at " + list(made.nodes), 4, style.width);
    text += fold(cost_text(made.before, made.after), 4, style.width);
  }
  if (run.applications.empty()) text = "No rule was applied.\n";
  return text;
}

/// Reasons that hold almost everywhere are told by the names of the rules.
bool is_common(RefusalReason reason) {
  return reason == RefusalReason::operands || reason == RefusalReason::cost;
}

std::string refusals(const evidence::Optimisation& run, const Style& style) {
  std::map<RefusalReason, std::string> common;
  std::string text;
  for (const evidence::Refusal& refusal : run.refusals) {
    if (is_common(refusal.reason)) {
      std::string& names = common[refusal.reason];
      names += (names.empty() ? "" : ", ") + refusal.rule;
      if (refusal.count > 1) names += fmt::format(" x{}", refusal.count);
      if (!refusal.detail.empty()) names += " (" + refusal.detail + ")";
      continue;
    }
    text += fold(
        fmt::format(
            "{}: {}, {}; first at {}{}", refusal.rule, sentence(refusal.reason),
            places(refusal.count), list(refusal.nodes),
            refusal.detail.empty() ? std::string() : ": " + refusal.detail),
        2, style.width);
  }
  for (const auto& [reason, names] : common)
    text +=
        fold(fmt::format("{}: {}", sentence(reason), names), 2, style.width);
  return text.empty() ? "" : "Not applied:\n" + text;
}

std::string measurements(const evidence::Optimisation& run,
                         const Style& style) {
  std::string text;
  for (const evidence::Measurement& m : run.measurements)
    text += fold((m.value ? fmt::format("{:g}", *m.value) : m.failure) +
                     (m.is_best ? " (best): " : ": ") + m.what,
                 2, style.width);
  return text.empty() ? "" : "Measured:\n" + text;
}

std::string verdict(const evidence::Optimisation& run) {
  switch (run.status) {
    case Status::proved:
      return "proved equal to the original";
    case Status::refuted:
      return "NOT equal to the original, which is a defect: " + run.detail;
    case Status::unknown:
      return "not proved equal to the original: " + run.detail;
    case Status::not_run:
      return "not compared with the original";
  }
  return "";
}

Json cost_json(const Cost& cost) {
  return {{"operators", cost.operators},
          {"elements", cost.elements},
          {"multiply_adds", cost.multiply_adds}};
}

Json applications_json(const evidence::Optimisation& run) {
  Json all = Json::array();
  for (const evidence::Application& made : run.applications)
    all.push_back({{"rule", made.rule},
                   {"nodes", made.nodes},
                   {"before", cost_json(made.before)},
                   {"after", cost_json(made.after)}});
  return all;
}

Json refusals_json(const evidence::Optimisation& run) {
  Json all = Json::array();
  for (const evidence::Refusal& refusal : run.refusals)
    all.push_back({{"rule", refusal.rule},
                   {"reason", name(refusal.reason)},
                   {"count", refusal.count},
                   {"nodes", refusal.nodes},
                   {"detail", refusal.detail}});
  return all;
}

Json measurements_json(const evidence::Optimisation& run) {
  Json all = Json::array();
  for (const evidence::Measurement& m : run.measurements)
    all.push_back({{"what", m.what},
                   {"value", m.value ? Json(*m.value) : Json()},
                   {"failure", m.failure},
                   {"is_best", m.is_best}});
  return all;
}

}  // namespace

std::string text(const evidence::Optimisation& run, const Style& style) {
  std::string text = applications(run, style) + refusals(run, style) +
                     measurements(run, style);
  text +=
      fold(run.file + ": " + cost_text(run.before, run.after), 0, style.width);
  text += fold(fmt::format("{} applied; {}; {}; {:.2f} s; exit code {}",
                           run.applications.size(), verdict(run),
                           run.is_written ? "written to " + run.output
                                          : "nothing written",
                           run.seconds, run.code),
               0, style.width);
  return text;
}

std::string json(const evidence::Optimisation& run) {
  const Json record = {{"tool", "rewright"},
                       {"kind", "optimisation"},
                       {"file", run.file},
                       {"output", run.is_written ? Json(run.output) : Json()},
                       {"target", run.target},
                       {"cost", run.cost},
                       {"before", cost_json(run.before)},
                       {"after", cost_json(run.after)},
                       {"applications", applications_json(run)},
                       {"refusals", refusals_json(run)},
                       {"measurements", measurements_json(run)},
                       {"equivalence", name(run.status)},
                       {"detail", run.detail},
                       {"seconds", run.seconds},
                       {"code", run.code}};
  return record.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace rewright::reports
