// SPDX-License-Identifier: Apache-2.0
//
// export: both sides of a rule as ONNX models, to be tried elsewhere.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "ir/resolve.h"
#include "main_commands.h"
#include "main_data.h"
#include "main_rule.h"
#include "onnx/export_model.h"
#include "onnx/write_model.h"
#include "ops/table.h"
#include "pipeline_files.h"
#include "properties/sizes.h"
#include "syntax/parser.h"

namespace rewright {
namespace {

namespace fs = std::filesystem;
using evidence::ExitCode;
using Numbers = std::vector<std::int64_t>;

bool is_wanted(const ir::Rule& rule, const std::vector<std::string>& names) {
  return names.empty() ||
         std::find(names.begin(), names.end(), rule.name) != names.end();
}

/// The only rule that is meant; of several right sides the first.
ir::Rule read_rule(const Arguments& a) {
  NamedRule named = find_rule(a.paths.front(), data_folder(a.data));
  if (!a.rules.empty()) named.names = a.rules;
  std::vector<ir::Rule> found;
  const auto source = pipeline::read_source(named.file);
  for (ir::Rule& rule : ir::resolve(syntax::parse_rules(source), ops::table()))
    if (is_wanted(rule, named.names)) found.push_back(std::move(rule));
  if (found.empty())
    throw base::InputError(named.file,
                           "has no rule '" + named.names.at(0) + "'");
  if (found.size() > 1 && named.names.empty())
    throw base::InputError(named.file,
                           "has several rules; choose one with --rule");
  return found[0];
}

[[noreturn]] void refuse(const std::string& message) {
  throw base::InputError("rewright", message);
}

std::int64_t number(const std::string& text, const std::string& entry) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end)
    refuse("'" + entry + "' is not NAME=NUMBER");
  return value;
}

/// "n=2x3" as n: 2, 3.
std::map<std::string, Numbers> read_numbers(
    const std::vector<std::string>& entries) {
  std::map<std::string, Numbers> read;
  for (const std::string& entry : entries) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos)
      refuse("'" + entry + "' is not NAME=NUMBER");
    Numbers list;
    std::string rest = entry.substr(equals + 1);
    for (std::size_t cross = 0; cross != std::string::npos;) {
      cross = rest.find('x');
      list.push_back(number(rest.substr(0, cross), entry));
      if (cross != std::string::npos) rest = rest.substr(cross + 1);
    }
    if (!read.emplace(entry.substr(0, equals), list).second)
      refuse("'" + entry.substr(0, equals) + "' is given twice");
  }
  return read;
}

/// The sizes of a group that has no name for them are called by its own.
std::string without_dots(const std::string& name) {
  return name.ends_with("...") ? name.substr(0, name.size() - 3) : name;
}

/// Takes `count` numbers called `name` out of those given.
Numbers take(std::map<std::string, Numbers>& given, const std::string& name,
             std::size_t count, const std::string& option) {
  const auto found = given.find(name);
  if (found == given.end() && count == 0) return {};
  if (found == given.end())
    refuse("'" + name + "' needs a number: " + option + " " + name + "=...");
  const Numbers list = found->second;
  if (list.size() != count)
    refuse("'" + name + "' needs " + std::to_string(count) +
           " numbers, as in " + option + " " + name + "=2x3");
  given.erase(found);
  return list;
}

void require_all_used(const std::map<std::string, Numbers>& rest) {
  if (!rest.empty())
    refuse("the rule has nothing called '" + rest.begin()->first + "'");
}

ir::Assignment given_numbers(const ir::Rule& rule, const Arguments& a) {
  auto ranks = read_numbers(a.ranks);
  auto sizes = read_numbers(a.sizes);
  ir::Assignment at;
  for (const std::string& group : rule.groups) {
    const std::int64_t rank = take(ranks, group, 1, "--ranks")[0];
    if (rank < 0 || rank > 8) refuse("a rank is 0 to 8");
    at.ranks[group] = static_cast<int>(rank);
  }
  const auto fill = [&](const index::Symbol& symbol,
                        std::optional<std::int64_t> least) {
    const std::string& group = symbol->group;
    const int count = group.empty() ? 1 : at.ranks.at(group);
    Numbers& list = at.values[symbol->id];
    list = take(sizes, without_dots(symbol->name),
                static_cast<std::size_t>(count), "--sizes");
    for (const std::int64_t number : list)
      if (least && number < *least)
        refuse("'" + symbol->name + "' is at least " + std::to_string(*least));
  };
  for (const ir::SizeDecl& size : rule.sizes) fill(size.symbol, size.lower);
  for (const index::Symbol& integer : rule.integers)
    fill(integer, std::nullopt);
  require_all_used(ranks);
  require_all_used(sizes);
  return at;
}

ir::ElementType preferred(ir::TypeSet types) {
  const bool has_float = types & ir::set_of(ir::ElementType::float32);
  const bool has_long = types & ir::set_of(ir::ElementType::int64);
  if (has_float) return ir::ElementType::float32;
  return has_long ? ir::ElementType::int64 : ir::members(types).at(0);
}

void choose_types(const ir::Rule& rule, ir::Assignment& at) {
  for (const ir::TypeSet types : rule.type_classes)
    at.types.push_back(preferred(types));
}

/// Small numbers at which both sides are well formed.
ir::Assignment chosen_numbers(const ir::Rule& rule) {
  constexpr std::uint64_t most_draws = 50;
  properties::Sizes sizes(rule, {});
  for (std::uint64_t seed = 1; seed <= most_draws; ++seed) {
    auto at = sizes.draw(seed);
    if (!at) at = sizes.draw_model(seed);
    if (!at) continue;
    choose_types(rule, *at);
    const ir::Instance instance = ir::instantiate(rule, *at);
    if (instance.when_holds && instance.lhs_well_formed &&
        instance.rhs_well_formed)
      return *at;
  }
  refuse("no sizes were found that the rule holds for; give them by --sizes");
}

ir::Instance instance_of(const ir::Rule& rule, const ir::Assignment& at) {
  ir::Instance instance = ir::instantiate(rule, at);
  if (!instance.when_holds)
    refuse("the rule is not said of " + ir::describe(rule, at) +
           (instance.defect.empty() ? "" : ": " + instance.defect));
  if (!instance.lhs_well_formed || !instance.rhs_well_formed)
    refuse("at " + ir::describe(rule, at) +
           " a side is not well formed: " + instance.defect);
  return instance;
}

onnx::Model model_of(const ir::Rule& rule, const ir::Graph& side,
                     const std::string& name, const Arguments& a) {
  const std::string path = (fs::path(a.output) / (name + ".onnx")).string();
  try {
    return onnx::export_model(rule, side, {}, onnx::output_names(rule, side),
                              a.opset, path);
  } catch (const ir::IllFormed& wrong) {
    throw base::InputError(rule.source->name,
                           name + " cannot be written: " + wrong.what());
  }
}

void make_folder(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure || !fs::is_directory(folder, failure))
    throw base::InputError(folder, "cannot make this folder");
}

}  // namespace

ExitCode run_export(const Arguments& a) {
  const ir::Rule rule = read_rule(a);
  const bool is_given = !a.sizes.empty() || !a.ranks.empty();
  ir::Assignment at = is_given ? given_numbers(rule, a) : chosen_numbers(rule);
  if (is_given) choose_types(rule, at);
  const ir::Instance instance = instance_of(rule, at);
  const onnx::Model lhs = model_of(instance.rule, instance.rule.lhs, "lhs", a);
  const onnx::Model rhs = model_of(instance.rule, instance.rule.rhs, "rhs", a);
  for (const onnx::Model* model : {&lhs, &rhs})
    onnx::check_model(*model, model->path);
  make_folder(a.output);
  for (const onnx::Model* model : {&lhs, &rhs})
    onnx::write_model(*model, model->path);
  std::cout << rule.name << " at " << ir::describe(rule, at) << ": " << lhs.path
            << " and " << rhs.path << ", opset " << a.opset << "\n";
  return ExitCode::as_required;
}

}  // namespace rewright
