// SPDX-License-Identifier: Apache-2.0
//
// list: the shipped rules, the operators, the targets.
#include <filesystem>
#include <iostream>

#include "main_commands.h"
#include "main_data.h"
#include "main_output.h"
#include "onnx/supported.h"
#include "ops/table.h"
#include "pipeline_files.h"
#include "reports/layout.h"
#include "solver/target.h"
#include "syntax/parser.h"

namespace rewright {
namespace {

namespace fs = std::filesystem;
using evidence::ExitCode;
using Rows = std::vector<std::vector<reports::Cell>>;

/// The first line of the comment above a rule, without its sign.
std::string summary(const syntax::Rule& rule) {
  for (const std::string& comment : rule.comments) {
    const std::size_t text = comment.find_first_not_of("# ");
    if (text != std::string::npos) return comment.substr(text);
  }
  return "";
}

ExitCode list_rules(const std::string& data, Rows& rows) {
  const std::string folder = rules_folder(data);
  const pipeline::RuleFiles found = pipeline::find_rule_files({folder});
  ExitCode code = ExitCode::as_required;
  const auto refuse = [&](const base::InputError& e) {
    std::cerr << e.rendered() << '\n';
    code = ExitCode::bad_input;
  };
  for (const base::InputError& e : found.errors) refuse(e);
  for (const std::string& file : found.files) {
    try {
      const auto rules = syntax::parse_rules(pipeline::read_source(file)).rules;
      const std::string family =
          fs::path(file).lexically_relative(folder).parent_path().string();
      for (const syntax::Rule& r : rules)
        rows.push_back({{r.name.text}, {family}, {summary(r)}});
    } catch (const base::InputError& e) {
      refuse(e);
    }
  }
  return code;
}

/// "(T, T, T?; group=, strides=)"
std::string signature(const ir::Operator& op) {
  const ir::Signature& s = op.signature;
  std::string text;
  for (std::size_t i = 0; i < s.operands.size(); ++i) {
    const bool is_optional =
        s.required >= 0 && static_cast<int>(i) >= s.required;
    text += (i > 0 ? ", " : "") + s.operands[i] + (is_optional ? "?" : "");
  }
  if (s.variadic) text += "...";
  for (std::size_t i = 0; i < s.attributes.size(); ++i)
    text += (i > 0 ? ", " : "; ") + s.attributes[i].name;
  return "(" + text + ")";
}

std::string types(const ir::Operator& op) {
  std::string text;
  for (const auto& [letter, set] : op.signature.types)
    text += (text.empty() ? "" : "; ") + letter + ": " + ir::print(set);
  return text;
}

constexpr const char* accumulation =
    "Sums and products over axes are accumulated in the type itself, those of "
    "float16 and\nbfloat16 in float32 and rounded once; integers wrap around, "
    "so that the width of an\naccumulator does not show. What a device "
    "accumulates in is in its target file.\n";

ExitCode list_operators(Rows& rows) {
  for (const ir::Operator* op : ops::all())
    rows.push_back({{op->name + signature(*op)}, {types(*op)}});
  return ExitCode::as_required;
}

std::string words(onnx::ImportedAs as) {
  switch (as) {
    case onnx::ImportedAs::operation:
      return "as operators";
    case onnx::ImportedAs::formula:
      return "as formulas of operators";
    case onnx::ImportedAs::known_value:
      return "where the result follows from shapes and constants";
  }
  return "";
}

/// The operators of ONNX by the way they are imported.
std::string imports() {
  const auto supported = onnx::supported_operators();
  std::string text =
      "Operators of ONNX that are read: " + std::to_string(supported.size()) +
      ". Any other is carried as an opaque node.\n";
  for (const auto as : {onnx::ImportedAs::operation, onnx::ImportedAs::formula,
                        onnx::ImportedAs::known_value}) {
    std::string names;
    int count = 0;
    for (const auto& op : supported) {
      if (op.as != as) continue;
      names += (count++ == 0 ? "" : " ") + op.op_type;
    }
    text += reports::fold(
        std::to_string(count) + " " + words(as) + ": " + names, 2, 80);
  }
  return text;
}

ExitCode list_targets(const std::string& data, Rows& rows) {
  const std::string folder = targets_folder(data);
  const std::vector<std::string> names = pipeline::target_names({folder});
  if (names.empty())
    throw base::InputError(folder, "no target files in this folder");
  ExitCode code = ExitCode::as_required;
  for (const std::string& name : names) {
    try {
      const solver::Target target = solver::read_target(name, {folder});
      rows.push_back({{target.name},
                      {std::to_string(target.limits.size())},
                      {target.description}});
    } catch (const base::InputError& e) {
      std::cerr << e.rendered() << '\n';
      code = ExitCode::bad_input;
    }
  }
  return code;
}

}  // namespace

ExitCode run_list(const Arguments& a) {
  const std::string& what = a.paths.front();
  Rows rows;
  std::vector<reports::Column> columns;
  ExitCode code;
  if (what == "rules") {
    columns = {{"rule"}, {"family"}, {"about"}};
    code = list_rules(data_folder(a.data), rows);
  } else if (what == "ops") {
    columns = {{"operator"}, {"types"}};
    code = list_operators(rows);
  } else {
    columns = {{"target"}, {"limits", true}, {"about"}};
    code = list_targets(data_folder(a.data), rows);
  }
  reports::Style style = standard_output_style();
  style.width = std::string::npos;  // a list is searched: nothing is cut
  std::cout << reports::table(columns, rows, style);
  if (what == "ops") std::cout << '\n' << accumulation << '\n' << imports();
  return code;
}

}  // namespace rewright
