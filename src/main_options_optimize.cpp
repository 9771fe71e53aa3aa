// SPDX-License-Identifier: Apache-2.0
#include "main_options_optimize.h"

#include <CLI/CLI.hpp>

namespace rewright {

namespace {

constexpr const char* examples = R"(Examples:
  rewright optimize model.onnx --target nash-m -o faster.onnx
  rewright optimize model.onnx --dry-run --json -
  rewright optimize model.onnx --only reduce_sum_merge -o merged.onnx
  rewright optimize model.onnx --cost multiply-adds --disable conv_1x1_to_matmul
    -o out.onnx
  rewright optimize model.onnx -o out.onnx --budget 50
    --measure 'estimate {model}' --measure-field time.ms

A rule is applied where its left side stands in the model, `when` holds with
the model's numbers, the right side is legal on the target, the rewrite is
proved at these sizes, and the cost becomes less: first the cost asked for, then
the other two. The result is compared with the original as `rewright equiv`
does, and written only when it is proved equal: exit code 2 when it is not
proved, 4 when it differs.

With --measure the command decides instead of the cost. It is run by `sh -c`
with the quoted path of a temporary model for each {model}, and has to end with
code 0; the last line of its output is the number, or with --measure-field its
output is JSON and a.b a field inside of another. The search is best first over
proved and legal changes. A candidate that gives no number is refused; the
model as it is must give one.)";

}  // namespace

void add_optimize(CLI::App& app, Arguments& a, const std::string& codes) {
  CLI::App* optimize = app.add_subcommand(
      "optimize", "Apply rules to an ONNX model and prove the result");
  optimize->add_option("MODEL", a.paths, "M.onnx")->required()->expected(1);
  optimize->add_option("-o,--output", a.output, "Where to write the result")
      ->type_name("OUT");
  optimize->add_flag("--dry-run", a.dry_run, "Say what would be done");
  optimize
      ->add_option("--rules", a.rule_files,
                   "Rule files or folders; default: the shipped rules")
      ->type_name("PATH")
      ->expected(1)
      ->take_all();
  optimize
      ->add_option("--only", a.only,
                   "Apply no rule but this; may be given several times")
      ->type_name("RULE")
      ->expected(1)
      ->take_all();
  optimize
      ->add_option("--disable", a.disabled,
                   "Do not apply this rule; may be given several times")
      ->type_name("RULE")
      ->expected(1)
      ->take_all();
  optimize->add_option("--max", a.most, "Apply at most so many rules")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  optimize
      ->add_option("--cost", a.cost,
                   "What has to become less first: operators, elements "
                   "(read and written) or multiply-adds")
      ->type_name("COST")
      ->capture_default_str();
  optimize
      ->add_option("--measure", a.measure,
                   "Choose by what this command says of a model, whose path "
                   "is put for {model}: it prints a number, less is better")
      ->type_name("CMD");
  optimize
      ->add_option("--measure-field", a.measure_field,
                   "The command prints JSON, and the number is this field")
      ->type_name("NAME");
  optimize->add_option("--budget", a.budget, "Runs of the command at most")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  optimize
      ->add_option("--target", a.targets,
                   "Device on which everything new must be legal")
      ->type_name("NAME|FILE")
      ->expected(1);
  optimize
      ->add_option("--min-confidence", a.min_confidence,
                   "Limits known less well count as not known")
      ->type_name("C")
      ->capture_default_str();
  optimize
      ->add_option("--json", a.json,
                   "Write a JSON record to this file; - = standard output, "
                   "which then has nothing else")
      ->type_name("FILE");
  optimize
      ->add_option("--data", a.data,
                   "Folder that holds rewrites/ and targets/; default: the "
                   "program's own")
      ->type_name("DIR");
  optimize->footer(std::string(examples) + "\n\n" + codes);
  optimize->callback([&a] { a.command = Command::optimize; });
}

}  // namespace rewright
