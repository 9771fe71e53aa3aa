// SPDX-License-Identifier: Apache-2.0
//
// import: another system's rules as files of our own.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "main_commands.h"
#include "main_output.h"
#include "pipeline.h"
#include "pipeline_files.h"
#include "taso/import.h"

namespace rewright {
namespace {

namespace fs = std::filesystem;
using evidence::ExitCode;
using Json = nlohmann::ordered_json;

/// Which refuted rules hold without groups, by name: "" where that is unknown.
using Repairs = std::map<std::string, bool>;

std::string read_stream(std::istream& stream, const std::string& name) {
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw base::InputError(name, "cannot be read");
  return bytes;
}

std::string read_catalogue_file(const std::string& path) {
  if (path == "-") return read_stream(std::cin, "<stdin>");
  std::error_code failure;
  if (fs::is_directory(path, failure))
    throw base::InputError(path, "is a folder, not a file of rules");
  std::ifstream stream = pipeline::open_file(path);
  return read_stream(stream, path);
}

void make_folder(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure || !fs::is_directory(folder, failure))
    throw base::InputError(
        folder, "cannot make this folder" +
                    (failure ? ": " + failure.message() : std::string()));
}

std::string file_of(const std::string& folder, const std::string& rule) {
  return (fs::path(folder) / (rule + ".rule")).string();
}

/// The names among the rules of `files` that have the verdict.
std::vector<std::string> with_verdict(const std::vector<std::string>& files,
                                      evidence::Verdict verdict,
                                      const Arguments& a) {
  std::vector<std::string> names;
  if (files.empty()) return names;
  pipeline::Options options;
  options.fuzz.cases = a.fuzz;
  options.fuzz.seed = a.seed;
  options.jobs = a.jobs;
  Progress progress;
  options.progress = std::ref(progress);
  for (const evidence::Result& r : pipeline::check(files, options).results)
    if (r.internal_error.empty() && r.judgement.verdict == verdict)
      names.push_back(r.name);
  return names;
}

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// For each rule that is refuted and may have groups, whether it is proved
/// without; those that are get a file.
Repairs repair(const std::vector<taso::ImportedRule>& rules,
               const Arguments& a) {
  std::vector<std::string> files, candidates;
  for (const taso::ImportedRule& rule : rules)
    if (!rule.ungrouped_name.empty())
      files.push_back(file_of(a.output, rule.name));
  const auto refuted = with_verdict(files, evidence::Verdict::refuted, a);
  for (const taso::ImportedRule& rule : rules) {
    if (!contains(refuted, rule.name)) continue;
    candidates.push_back(file_of(a.output, rule.ungrouped_name));
    write_file(candidates.back(), rule.ungrouped_text);
  }
  const auto proved = with_verdict(candidates, evidence::Verdict::proved, a);
  Repairs repairs;
  for (const taso::ImportedRule& rule : rules) {
    if (!contains(refuted, rule.name)) continue;
    repairs[rule.name] = contains(proved, rule.ungrouped_name);
    std::error_code failure;
    if (!repairs[rule.name])
      fs::remove(file_of(a.output, rule.ungrouped_name), failure);
  }
  return repairs;
}

Json record_of(const taso::ImportedRule& rule, const Repairs& repairs,
               const Arguments& a) {
  Json json = {{"name", rule.name},
               {"file", file_of(a.output, rule.name)},
               {"preconditions", rule.preconditions}};
  const auto found = repairs.find(rule.name);
  if (found != repairs.end())
    json["repaired"] =
        found->second ? Json(file_of(a.output, rule.ungrouped_name)) : Json();
  return json;
}

std::string record(const taso::Import& import, const Repairs& repairs,
                   const Arguments& a) {
  Json rules = Json::array(), errors = Json::array();
  for (const taso::ImportedRule& rule : import.rules)
    rules.push_back(record_of(rule, repairs, a));
  for (const base::InputError& e : import.errors)
    errors.push_back({{"file", e.file()}, {"message", e.message()}});
  const Json json = {{"tool", "rewright"}, {"version", REWRIGHT_VERSION},
                     {"kind", "import"},   {"source", a.paths.front()},
                     {"rules", rules},     {"errors", errors}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list)
    text += (text.empty() ? "" : " and ") + item;
  return text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string report(const taso::Import& import, const Repairs& repairs,
                   const Arguments& a) {
  const auto narrowed = static_cast<std::size_t>(std::count_if(
      import.rules.begin(), import.rules.end(),
      [](const auto& rule) { return !rule.preconditions.empty(); }));
  std::string text = fmt::format("{} written to {}, {} left out\n",
                                 counted(import.rules.size(), "rule"), a.output,
                                 import.errors.size());
  if (narrowed > 0)
    text += fmt::format(
        "{} with a precondition that the target needs to be "
        "well formed:\n",
        counted(narrowed, "rule"));
  for (const taso::ImportedRule& rule : import.rules)
    if (!rule.preconditions.empty())
      text += fmt::format("  {}  {}\n", rule.name, joined(rule.preconditions));
  if (!repairs.empty())
    text += counted(repairs.size(), "rule") +
            " with grouped convolutions refuted:\n";
  for (const taso::ImportedRule& rule : import.rules)
    if (const auto found = repairs.find(rule.name); found != repairs.end())
      text += fmt::format("  {}  {}\n", rule.name,
                          found->second
                              ? "proved with group = 1: " + rule.ungrouped_name
                              : "not proved with group = 1 either");
  return text;
}

}  // namespace

ExitCode run_import(const Arguments& a) {
  if (a.json != "-") require_folder_of(a.json);
  const std::string& path = a.paths.front();
  const taso::Import import = taso::import_rules(path == "-" ? "<stdin>" : path,
                                                 read_catalogue_file(path));
  for (const base::InputError& e : import.errors)
    std::cerr << e.rendered() << '\n';
  if (!import.rules.empty()) make_folder(a.output);
  for (const taso::ImportedRule& rule : import.rules)
    write_file(file_of(a.output, rule.name), rule.text);
  const Repairs repairs = a.repair ? repair(import.rules, a) : Repairs{};
  if (a.json == "-")
    std::cout << record(import, repairs, a);
  else
    std::cout << report(import, repairs, a);
  if (!a.json.empty() && a.json != "-")
    write_file(a.json, record(import, repairs, a));
  return import.errors.empty() ? ExitCode::as_required : ExitCode::bad_input;
}

}  // namespace rewright
