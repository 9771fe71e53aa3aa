// SPDX-License-Identifier: Apache-2.0
#include "main_options.h"

#include <algorithm>
#include <iostream>
#include <thread>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "ir/element_type.h"
#include "main_options_optimize.h"
#include "optimize/cost.h"
#include "solver/target.h"

namespace rewright {
namespace {

constexpr const char* exit_codes =
    R"(Exit codes, the strictest that applies (4 before 3 before 1 before 2):
  0  everything is as required
  1  something is refuted, or illegal on a target
  2  something is less than required: bounded, close, fuzzed, unknown or
     vacuous;
     with --require-legal also legality that is conditional or unknown
  3  bad input: a rule file, a model, a target file or the command line
  4  an internal error, or two stages contradict each other: a defect)";

constexpr const char* check_examples = R"(Examples:
  rewright check rewrites --target nash-m
  rewright check my.rule --fuzz 1000 --seed 7 --json -
  rewright check my.rule --rule slice_of_slice --replay 81985529216486895
  rewright check my.rule --suggest
  rewright check my.rule --format float16,bfloat16,int8
  rewright check tests/cases --expect

With --expect the exit code says whether each rule met its `expect` clause:
0 all did, 1 some did not. A rule without one is expected to be proved. A file
whose first line is `# expect malformed: LINE:COLUMN: MESSAGE` is expected to
be refused with exactly that message.)";

constexpr const char* main_examples = R"(Examples:
  rewright check rewrites --target nash-m --json results.json
  rewright equiv before.onnx after.onnx
  rewright optimize model.onnx --target nash-m -o faster.onnx
  rewright explain reduce_sum_merge --target nash-m
  rewright fmt --check rewrites
  rewright import taso graph_subst.pb -o taso_rules
  rewright lint model.onnx --target nash-m
  rewright list targets)";

constexpr const char* export_examples = R"(Examples:
  rewright export slice_of_slice -o out
  rewright export my.rule --sizes N=3,M=4 --ranks r=2 --opset 13 -o out
  rewright export my.rule --sizes n=2x3,c=5 --ranks r=2 -o out

Writes DIR/lhs.onnx and DIR/rhs.onnx, so that a runtime or a compiler can be
tried on both sides. A size that runs over the axes of a group is given for each
of them. Without --sizes and --ranks small numbers are chosen. Elements are
float32 where the rule allows it. What ONNX of that opset cannot say is one
message and exit code 3; then no file is written.)";

constexpr const char* import_examples = R"(Examples:
  rewright import taso graph_subst.pb -o taso_rules --repair
  rewright check taso_rules

FILE is JSON or a protocol buffer of TASO's; which of the two is seen from its
content. Each substitution becomes a file taso_NNN.rule, over the one of that
name. Where the target can be ill formed although the source is not, the rule
gets the weakest condition that mends it, which is also printed. A substitution
that cannot be read is one message and exit code 3; the others are imported.)";

constexpr const char* lint_help = R"(Examples:
  rewright lint model.onnx --target nash-m
  rewright lint model.onnx --target nash-m --min-confidence neighbour
  rewright lint model.onnx --target mine.toml --json - --markdown lint.md

Each node is legal, illegal (with the limit and the numbers), unknown (with
what is missing), or conditional: legal where a formula over the sizes that
the model leaves open holds. A node that Rewright takes apart is judged as the
operator it is where the target has limits on that one, else by its parts.

Exit codes:
  0  everything is legal
  1  something is illegal
  2  nothing is illegal, something unknown or conditional
  3  bad input: the model, a target file or the command line
  4  an internal error)";

/// The package reads "-1" as the largest unsigned number.
std::string refuse_sign(const std::string& number) {
  return number.starts_with('-') ? "a seed is not negative" : "";
}

/// Returns the option --target.
CLI::Option* add_target_options(CLI::App& app, Arguments& a) {
  app.add_option("--min-confidence", a.min_confidence,
                 "Limits known less well count as not known: published, "
                 "vendor, article, inferred, neighbour, assumed")
      ->type_name("C")
      ->capture_default_str();
  app.add_option("--data", a.data,
                 "Folder that holds rewrites/ and targets/; default: the "
                 "program's own")
      ->type_name("DIR");
  return app
      .add_option("--target", a.targets,
                  "Device to check legality on: a name or a TOML file; may be "
                  "given several times")
      ->type_name("NAME|FILE")
      ->expected(1)
      ->take_all();
}

void add_json(CLI::App& app, Arguments& a) {
  app.add_option("--json", a.json,
                 "Write the JSON record to this file; - = standard output, "
                 "which then has nothing else")
      ->type_name("FILE");
}

/// Options that both stages and reports understand.
void add_stage_options(CLI::App& app, Arguments& a) {
  add_target_options(app, a);
  app.add_option("--fuzz", a.fuzz, "Random cases per rule; 0 = none")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--seed", a.seed, "Seed of the random cases")
      ->type_name("S")
      ->check(refuse_sign)
      ->capture_default_str();
  app.add_option("--format", a.formats,
                 "Also try each rule with all its numbers in these formats: "
                 "float64, float32, float16, bfloat16, int64, int32, int16, "
                 "int8")
      ->type_name("F,...")
      ->delimiter(',')
      ->take_all();
  app.add_option("--replay", a.replay,
                 "Run the one case of this seed instead of random ones")
      ->type_name("SEED")
      ->check(refuse_sign);
}

void add_run_options(CLI::App& app, Arguments& a) {
  add_json(app, a);
  app.add_option("--require", a.require,
                 "The least that is good enough: proved, bounded or fuzzed")
      ->type_name("VERDICT")
      ->capture_default_str();
  app.add_flag("--require-legal", a.require_legal,
               "Legality must hold for all sizes, on every target");
  app.add_option("--jobs", a.jobs, "Rules checked at the same time")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

void add_check(CLI::App& app, Arguments& a) {
  CLI::App* check = app.add_subcommand("check", "Check rules");
  check->add_option("PATH", a.paths, "Rule files, folders of them, or -")
      ->required();
  check->add_option("--rule", a.rules, "Check only the rule of this name")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  add_stage_options(*check, a);
  add_run_options(*check, a);
  check
      ->add_option(
          "--markdown", a.markdown,
          "Write a table of the rules to this file; with --format, of what "
          "they do to special values")
      ->type_name("FILE");
  check->add_flag("--suggest", a.suggest,
                  "Refuted rules: look for a precondition under which they are "
                  "proved; proved ones: for conditions that are not needed");
  check->add_flag("--expect", a.expect,
                  "Test cases: compare with what the files expect");
  check->footer(std::string(check_examples) + "\n\n" + exit_codes);
  check->callback([&a] { a.command = Command::check; });
}

void add_equiv(CLI::App& app, Arguments& a) {
  CLI::App* equiv = app.add_subcommand("equiv", "Compare two ONNX models");
  equiv->add_option("MODEL", a.paths, "A.onnx B.onnx")->required()->expected(2);
  add_stage_options(*equiv, a);
  add_run_options(*equiv, a);
  equiv
      ->add_option("--assume", a.assumed,
                   "What holds of the inputs, in the rule language: "
                   "'x >= 0 and N <= 8'; may be given several times")
      ->type_name("FORMULA")
      ->expected(1)
      ->take_all();
  equiv
      ->add_option("--inputs", a.inputs,
                   "Try the models at the inputs in this folder, input_0.pb "
                   "and so on, instead of at random ones")
      ->type_name("DIR");
  equiv
      ->add_option("--save-counterexample", a.save_counterexample,
                   "Write the inputs at which the models differ into this "
                   "folder, as input_0.pb and so on, and the outputs of each")
      ->type_name("DIR");
  equiv->add_flag("--allow-close", a.allow_close,
                  "Models that are equal but for the rounding of constants "
                  "are good enough");
  equiv->footer(exit_codes);
  equiv->callback([&a] { a.command = Command::equiv; });
}

void add_fmt(CLI::App& app, Arguments& a) {
  CLI::App* fmt =
      app.add_subcommand("fmt", "Write rule files in canonical form");
  fmt->add_option("PATH", a.paths,
                  "Rule files or folders of them, changed in place; - = "
                  "standard input to standard output")
      ->required();
  fmt->add_flag("--check", a.fmt_check,
                "Change nothing; name the files that are not in canonical "
                "form and exit 1 if there are any");
  fmt->callback([&a] { a.command = Command::fmt; });
}

void add_explain(CLI::App& app, Arguments& a) {
  CLI::App* explain =
      app.add_subcommand("explain", "Tell how a rule is proved, or why not");
  explain->add_option("RULE", a.paths, "A rule file, or a shipped rule's name")
      ->required()
      ->expected(1);
  add_stage_options(*explain, a);
  explain->footer(exit_codes);
  explain->callback([&a] { a.command = Command::explain; });
}

void add_export(CLI::App& app, Arguments& a) {
  CLI::App* command =
      app.add_subcommand("export", "Write both sides of a rule as ONNX models");
  command->add_option("RULE", a.paths, "A rule file, or a shipped rule's name")
      ->required()
      ->expected(1);
  command->add_option("--rule", a.rules, "The rule of this name in the file")
      ->type_name("NAME")
      ->expected(1);
  command->add_option("--sizes", a.sizes, "Sizes and integers of the rule")
      ->type_name("N=3,...")
      ->delimiter(',');
  command->add_option("--ranks", a.ranks, "Numbers of axes of its groups")
      ->type_name("r=2,...")
      ->delimiter(',');
  command->add_option("--opset", a.opset, "Opset of ONNX")
      ->type_name("N")
      ->check(CLI::Range(9, 21))
      ->capture_default_str();
  command->add_option("-o,--output", a.output, "Folder to write to")
      ->type_name("DIR")
      ->required();
  command
      ->add_option("--data", a.data,
                   "Folder that holds rewrites/ and targets/; default: the "
                   "program's own")
      ->type_name("DIR");
  command->footer(export_examples);
  command->callback([&a] { a.command = Command::export_rule; });
}

void add_taso(CLI::App& app, Arguments& a) {
  CLI::App* taso = app.add_subcommand(
      "taso", "Substitutions of the TASO superoptimizer, JSON or binary");
  taso->add_option("FILE", a.paths, "The substitutions, or -")
      ->required()
      ->expected(1);
  taso->add_option("-o,--output", a.output, "Folder to write rules to")
      ->type_name("DIR")
      ->required();
  taso->add_flag("--repair", a.repair,
                 "Check rules whose convolutions may be grouped; where one is "
                 "refuted and proved with group = 1, write NAME_group1.rule");
  taso->add_option("--json", a.json,
                   "Write a JSON record to this file; - = standard output, "
                   "which then has nothing else")
      ->type_name("FILE");
  taso->add_option("--jobs", a.jobs, "Rules checked at the same time")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  taso->footer(std::string(import_examples) + "\n\n" + exit_codes);
  taso->callback([&a] { a.command = Command::import; });
}

void add_import(CLI::App& app, Arguments& a) {
  CLI::App* import =
      app.add_subcommand("import", "Write another system's rules as rules");
  import->require_subcommand(1);
  add_taso(*import, a);
  import->footer(import_examples);
}

void add_lint(CLI::App& app, Arguments& a) {
  CLI::App* lint = app.add_subcommand(
      "lint", "Say which nodes of an ONNX model targets take");
  lint->add_option("MODEL", a.paths, "The model")->required()->expected(1);
  add_target_options(*lint, a)->required();
  add_json(*lint, a);
  lint->add_option("--markdown", a.markdown, "Write tables to this file")
      ->type_name("FILE");
  lint->footer(lint_help);
  lint->callback([&a] { a.command = Command::lint; });
}

void add_list(CLI::App& app, Arguments& a) {
  CLI::App* list = app.add_subcommand("list", "List what there is");
  list->add_option("WHAT", a.paths, "rules, ops or targets")
      ->required()
      ->expected(1);
  list->add_option("--data", a.data,
                   "Folder that holds rewrites/ and targets/; default: the "
                   "program's own")
      ->type_name("DIR");
  list->callback([&a] { a.command = Command::list; });
}

[[noreturn]] void refuse(const std::string& message) {
  throw base::InputError("rewright", message);
}

void require_one_of(const std::string& what, const std::string& given,
                    const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), given) != known.end()) return;
  std::string all;
  for (const std::string& k : known) all += (all.empty() ? "" : ", ") + k;
  const std::string near = base::suggestion(given, known);
  refuse("unknown " + what + " '" + given + "'" +
         (near.empty() ? "; it is one of " + all : near));
}

std::vector<std::string> number_formats() {
  std::vector<std::string> names;
  for (const ir::ElementType type : ir::members(ir::numeric_types))
    names.emplace_back(ir::name(type));
  return names;
}

/// Refuses values that are not known and options that contradict each other.
void validate(const Arguments& a, const CLI::App& app) {
  const auto has = [&](const std::string& option) {
    const CLI::Option* found = app.get_option_no_throw(option);
    return found != nullptr && found->count() > 0;
  };
  require_one_of("confidence", a.min_confidence, solver::confidence_names());
  require_one_of("cost", a.cost, optimize::measure_names());
  require_one_of("verdict", a.require, {"proved", "bounded", "fuzzed"});
  if (a.command == Command::list)
    require_one_of("list", a.paths.front(), {"rules", "ops", "targets"});
  if (a.fuzz == 0 && has("--require") && a.require == "fuzzed")
    refuse("--fuzz 0 contradicts --require fuzzed");
  if (a.replay && has("--fuzz"))
    refuse("--replay runs one case and contradicts --fuzz");
  if (a.replay && has("--seed"))
    refuse("--replay has a seed of its own and contradicts --seed");
  for (const std::string& format : a.formats)
    require_one_of("format", format, number_formats());
  if (a.replay && a.formats.size() > 1)
    refuse("--replay runs one case and takes one --format");
  if (a.fuzz == 0 && !a.formats.empty())
    refuse("--fuzz 0 contradicts --format");
  if (a.expect && (has("--require") || a.require_legal))
    refuse("--expect takes the requirement from the files and contradicts " +
           std::string(a.require_legal ? "--require-legal" : "--require"));
  if (a.require_legal && a.targets.empty())
    refuse("--require-legal needs a --target");
  const bool reads_input = std::count(a.paths.begin(), a.paths.end(), "-") > 0;
  if (a.command == Command::fmt && reads_input && a.paths.size() > 1)
    refuse("fmt - takes no other path");
}

/// The commands below `app` and the options of those that were given.
void collect_words(const CLI::App& app, std::vector<std::string>& known) {
  for (const CLI::App* command : app.get_subcommands(nullptr))
    known.push_back(command->get_name());
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        known.push_back("--" + name);
    collect_words(*command, known);
  }
}

/// The option or command that a mistyped word is near to.
std::string near_word(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> known;
  collect_words(app, known);
  const auto given = app.get_subcommands();
  const bool has_inner =
      !given.empty() && !given[0]->get_subcommands(nullptr).empty();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool is_option = word.starts_with("--");
    if (!is_option && i > (has_inner ? 2 : 1)) continue;
    const std::string name = word.substr(0, word.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (std::string near = base::suggestion(name, known); !near.empty())
      return near;
  }
  return "";
}

}  // namespace

void require_distinct_outputs(const Arguments& a) {
  if (a.markdown == "-")
    throw base::InputError("--markdown", "needs a file; see --json - instead");
  if (!a.json.empty() && a.json == a.markdown)
    throw base::InputError(a.json, "--json and --markdown write to one file");
}

std::variant<Arguments, int> parse_arguments(int argc, char** argv) {
  Arguments a;
  a.jobs = static_cast<int>(
      std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
  CLI::App app("Says whether a tensor-graph rewrite may be applied",
               "rewright");
  app.set_version_flag("--version", "rewright " REWRIGHT_VERSION);
  app.require_subcommand(1);
  app.footer(std::string(main_examples) + "\n\n" + exit_codes);
  add_check(app, a);
  add_equiv(app, a);
  add_export(app, a);
  add_fmt(app, a);
  add_explain(app, a);
  add_import(app, a);
  add_lint(app, a);
  add_list(app, a);
  add_optimize(app, a, exit_codes);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {  // also the version
    return app.exit(help);
  } catch (const CLI::ParseError& e) {
    std::cerr << "rewright: " << e.what() << near_word(app, argc, argv)
              << "; see rewright --help\n";
    return 3;
  }
  validate(a, *app.get_subcommands().front());
  return a;
}

}  // namespace rewright
