#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: run.sh REWRIGHT
# Exit codes and messages of the built program, one check a line:
#
#     t WHAT CODE STREAM TEXT ARGUMENT...
#
# runs the program with the arguments and passes when it exits with CODE and
# its STREAM (out or err) contains TEXT. Prints TAP; exits 1 if a check failed.
# shellcheck disable=SC2016 # conditions are evaluated in c
set -u

program=$(cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
models=$(cd -- "$(dirname -- "$0")/../data/seed_onnx" && pwd)
tiny=$(cd -- "$(dirname -- "$0")/../data/targets" && pwd)/tiny.toml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 1
number=0
failures=0

report() { # OK WHAT
  number=$((number + 1))
  [ "$1" = ok ] || failures=$((failures + 1))
  echo "$1 $number - $2"
}

contains() { # TEXT FILE
  [ -z "$1" ] || grep -qF -e "$1" "$2"
}

run() { # ARGUMENT...; leaves $code, out, err
  code=0
  "$program" "$@" >out 2>err <"${input:-/dev/null}" || code=$?
}

t() { # WHAT CODE STREAM TEXT ARGUMENT...
  what=$1 wanted=$2 stream=$3 text=$4
  shift 4
  run "$@"
  if [ "$code" = "$wanted" ] && contains "$text" "$stream"; then
    report ok "$what"
  else
    report 'not ok' "$what"
    echo "# rewright $*: exit code $code, wanted $wanted and '$text' on std$stream"
    sed 's/^/# out: /' out
    sed 's/^/# err: /' err
  fi
}

c() { # WHAT CONDITION: on what the last run left
  if eval "$2"; then report ok "$1"; else report 'not ok' "$1: $2"; fi
}

rule() { # NAME TYPE LHS RHS
  printf 'rule %s\n  sizes  N\n  input  a, b : %s[N]\n  lhs    %s\n  rhs    %s\n' "$@"
}

mkdir good bad mixed targets expected
rule commutes float 'a + b' 'b + a' >good/commutes.rule
rule negated float 'a - b' 'b - a' >bad/negated.rule
rule typo flaot 'a + b' 'b + a' >typo.rule
cp good/commutes.rule typo.rule mixed
cat good/commutes.rule bad/negated.rule >two.rule
sed 's/  sizes/  expect refuted\n&/' bad/negated.rule >expected/refuted.rule
sed 's/  sizes/  expect proved\n&/' bad/negated.rule >unmet.rule
printf 'rule x  lhs\n' >truncated.rule
printf '\377\376' >binary.rule
: >empty.rule
sed 's/  sizes  N/sizes N/' good/commutes.rule >loose.rule

# What there is.
t 'help tells the exit codes' 0 out 'Exit codes' --help
t 'help gives examples' 0 out 'rewright equiv before.onnx after.onnx' --help
t 'help of a command gives examples' 0 out 'rewright check rewrites' check --help
t 'the version is printed' 0 out 'rewright ' --version
t 'operators are listed' 0 out 'ReduceSum(' list ops
t 'operators of ONNX are counted' 0 out 'Operators of ONNX that are read: ' list ops
t 'rules are listed' 0 out 'rule' list rules
t 'targets are listed' 0 out 'nash-m' list targets

# Mistakes on the command line are one line and code 3.
t 'a command is needed' 3 err 'rewright: '
t 'a mistyped command is suggested' 3 err "did you mean 'check'?" chek good
t 'a mistyped option is suggested' 3 err "did you mean '--target'?" check good --taget nash-m
c 'a mistake is one line' '[ "$(wc -l <err)" -eq 1 ]'
c 'a mistake leaves standard output empty' '[ ! -s out ]'
t 'check needs a path' 3 err 'PATH' check
t 'equiv needs two models' 3 err 'MODEL' equiv a.onnx
t 'a number must be one' 3 err '--fuzz' check good --fuzz many
t 'a count is not negative' 3 err '--fuzz' check good --fuzz -1
t 'a seed is not negative' 3 err '--seed' check good --seed -1
t 'at least one job' 3 err '--jobs' check good --jobs 0
t 'an unknown confidence is suggested' 3 err "unknown confidence 'publishd' (did you mean 'published'?)" check good --min-confidence publishd
t 'an unknown requirement is suggested' 3 err "unknown verdict 'prove' (did you mean 'proved'?)" check good --require prove
t 'an unknown target is suggested' 3 err "did you mean 'nash-m'?" check good --target nash-n
t 'an unknown list is told' 3 err "unknown list 'rule'" list rule
t 'fuzzed is not required without fuzzing' 3 err '--fuzz 0 contradicts --require fuzzed' check good --fuzz 0 --require fuzzed
t 'an unknown format' 3 err "unknown format 'float23'" check good --format float23
t 'bool is no format of numbers' 3 err "unknown format 'bool'" check good --format bool
t 'a mistyped format' 3 err "did you mean 'float16'" check good --format flaot16
t 'formats need random cases' 3 err '--fuzz 0 contradicts --format' check good --fuzz 0 --format int8
t 'a replay is in one format' 3 err 'takes one --format' check good --replay 1 --format int8,int16
t 'formats are rows' 0 out 'commutes  bfloat16' check good/commutes.rule --format float16,bfloat16
t 'a replay in a format of other tensors' 3 err 'has no tensors of int8' check good/commutes.rule --replay 1 --format int8
t 'a replay has no count' 3 err '--replay runs one case and contradicts --fuzz' check good --replay 1 --fuzz 5
t 'a replay has no other seed' 3 err 'contradicts --seed' check good --replay 1 --seed 5
t 'a replay is of one rule' 3 err '--replay: needs one rule and found 2' check two.rule --replay 1
t 'expectations are the requirement' 3 err '--expect takes the requirement' check good --expect --require proved
t 'legality needs a target' 3 err '--require-legal needs a --target' check good --require-legal
t 'a rule must be there' 3 err "there is no rule 'comutes' (did you mean 'commutes'?)" check good --rule comutes
t 'a data folder must be there' 3 err 'gone: no such folder' check good --data gone
t 'a record needs a folder' 3 err 'gone/x.json: cannot write: no such folder' check good --json gone/x.json

# Bad input files are code 3.
t 'a missing file' 3 err 'gone.rule: no such file or folder' check gone.rule
t 'a folder without rules' 3 err 'targets: no .rule files below this folder' check targets
t 'an empty file' 3 err 'empty.rule:' check empty.rule
t 'a binary file' 3 err 'binary.rule: not a text file: byte 0xFF in line 1' check binary.rule
t 'a truncated rule' 3 err 'truncated.rule:1:' check truncated.rule
t 'an unknown type is suggested' 3 err "(did you mean 'float'?)" check typo.rule
c 'a mistake has a caret' 'grep -q "^ *^$" err'
t 'the other files are still checked' 3 out 'commutes' check mixed --fuzz 5
t 'a missing model' 3 err 'gone.onnx' equiv gone.onnx gone.onnx
head -c 150 "$models"/baseline_op11.onnx >cut.onnx
t 'a model that is cut short' 3 err 'cut.onnx: is not an ONNX model, or is cut short' equiv cut.onnx cut.onnx
t 'a file that is no model' 3 err 'binary.rule' equiv binary.rule binary.rule

# Verdicts.
t 'a right rule is proved' 0 out 'proved' check good --fuzz 20
t 'a right rule needs no fuzzing' 0 out 'exit code 0' check good --fuzz 0
t 'a wrong rule is refuted' 1 out 'refuted' check bad
c 'a replay command is given' 'grep -q "rewright check bad/negated.rule --rule negated --replay" out'
replay=$(sed -n 's/^.* --replay \([0-9]*\)$/\1/p' out)
t 'a replay refutes again' 1 out '1 refuted' check bad/negated.rule --rule negated --replay "$replay"
t 'a wrong rule is unproved without fuzzing' 2 out 'unknown' check bad --fuzz 0
t 'the strictest code wins' 1 out 'exit code 1' check good bad --fuzz 50
input=good/commutes.rule
t 'standard input is checked' 0 out 'commutes' check - --fuzz 0
unset input
t 'a model equals itself' 0 out 'proved' equiv "$models/merged_op13.onnx" "$models/merged_op13.onnx" --fuzz 2

# Expectations.
t 'a met expectation' 0 out '0 expectations not met' check expected --expect --fuzz 50
t 'an unmet expectation' 1 out 'expected proved, found refuted' check unmet.rule --expect --fuzz 50
"$program" check typo.rule 2>err >out
{ printf '# expect malformed: '; sed -n '1s/^typo.rule:3:/4:/p' err; cat typo.rule; } >malformed.rule
t 'a file malformed as expected' 0 out '0 expectations not met' check malformed.rule --expect
c 'an expected mistake is not complained of' '[ ! -s err ]'
sed '1s/float/int/' malformed.rule >other.rule
t 'a file malformed otherwise' 1 out 'found malformed: 4:' check other.rule --expect
t 'without --expect it is bad input' 3 err 'malformed.rule:4:' check malformed.rule

# Records.
t 'a record goes to a file' 0 out 'proved' check good --fuzz 0 --json r.json
c 'the record is there' 'grep -q "\"verdict\": \"proved\"" r.json'
c 'nothing else is left' '[ "$(find . -name "r.json*" | wc -l)" -eq 1 ]'
t 'a record goes to standard output' 1 out '"verdict": "refuted"' check bad --json -
c 'and nothing else does' 'head -c 1 out | grep -q "{" && tail -n 1 out | grep -q "^}$"'
c 'nothing is said besides' '[ ! -s err ]'
t 'mistakes stay on standard error' 3 err 'gone: no such file' check good gone --fuzz 0 --json -
t 'no colour in files' 1 out 'refuted' check bad
c 'no escape sequences' '! grep -q "$(printf "\033")" out'
t 'one job' 1 out '"negated"' check good bad --json - --jobs 1
sed '/"seconds"/,/}/d; /"seconds"/d' out >one
t 'four jobs' 1 out '"negated"' check good bad --json - --jobs 4
sed '/"seconds"/,/}/d; /"seconds"/d' out >four
c 'the same record for every number of jobs' 'cmp -s one four'

# Canonical form.
t 'a loose file is named' 1 out 'loose.rule: not in canonical form' fmt --check loose.rule
t 'a loose file is written' 0 out '' fmt loose.rule
t 'and is canonical then' 0 out '' fmt --check loose.rule
input=good/commutes.rule
t 'standard input is formatted' 0 out 'rule commutes' fmt -
unset input
t 'a malformed file is not formatted' 3 err 'truncated.rule:1:' fmt truncated.rule good
c 'and stays as it was' '[ "$(cat truncated.rule)" = "rule x  lhs" ]'
t 'standard input stands alone' 3 err 'fmt - takes no other path' fmt - good

# Models on targets.
large=$models/dwconv_32x256x7x7_op13.onnx
t 'an illegal node is code 1' 1 out 'KH = 7; operands' lint "$large" --target "$tiny"
t 'an unknown limit is code 2' 2 out 'limits are not relied on' lint "$large" --target nash-m
t 'a legal model is code 0' 0 out '7 legal; ' lint "$models/dwconv_1x3x8x4_op13.onnx" --target nash-m --min-confidence neighbour
t 'one target of two refuses' 1 out 'on nash-m: unknown' lint "$large" --target nash-m --target "$tiny"
t 'lint needs a target' 3 err '--target' lint "$large"
t 'lint needs a model' 3 err 'MODEL' lint --target nash-m
t 'lint of what is no model' 3 err 'binary.rule' lint binary.rule --target nash-m --json made.json --markdown made.md
c 'and no report is written' '[ ! -e made.json ] && [ ! -e made.md ]'
t 'lint writes a record alone' 2 out '"kind": "lint"' lint "$large" --target nash-m --json -
c 'which is all there is' 'head -c 1 out | grep -q "{" && tail -n 1 out | grep -q "^}$"'
t 'lint writes tables' 2 out 'exit code 2' lint "$large" --target nash-m --markdown made.md
c 'with what is unknown' 'grep -q "^| unknown | Conv: not known" made.md'
t 'reports do not overwrite each other' 3 err 'write to one file' lint "$large" --target nash-m --json x --markdown x
c 'no line is wider than 100 columns' '"$program" lint "$large" --target "$tiny" | awk "length > 100 { exit 1 }"'
# Models.
t 'both sides of a rule are written' 0 out 'lhs.onnx' \
  export good/commutes.rule --sizes N=3 -o sides
t 'they are equal as models' 0 out 'proved' equiv sides/lhs.onnx sides/rhs.onnx
t 'sizes are chosen and said' 0 out 'commutes at N = ' \
  export good/commutes.rule -o sides
t 'a shipped rule is found' 0 out 'slice_of_slice at ' \
  export slice_of_slice -o sides
t 'one rule of several is meant' 3 err 'has several rules' \
  export two.rule -o none
t 'a rule of the file is found' 0 out 'negated at ' \
  export two.rule --rule negated -o sides
t 'a size must be given' 3 err "'N' needs a number" \
  export good/commutes.rule --ranks r=2 -o none
t 'a size must be a number' 3 err 'is not NAME=NUMBER' \
  export good/commutes.rule --sizes N=many -o none
t 'a name must be one of the rule' 3 err "nothing called 'M'" \
  export good/commutes.rule --sizes N=3,M=4 -o none
t 'a size must not be too small' 3 err "'N' is at least 1" \
  export good/commutes.rule --sizes N=-3 -o none
t 'an opset must be a known one' 3 err 'opset' \
  export good/commutes.rule --opset 99 -o none
t 'what ONNX cannot say is refused' 3 err 'cannot be written' \
  export reverse_of_reverse --opset 9 -o none
c 'nothing is written then' '[ ! -e none ]'

# Stories.
t 'a rule is explained' 0 out 'Holds over' explain good/commutes.rule --fuzz 5
t 'a wrong rule is explained' 1 out 'Counterexample' explain bad/negated.rule
t 'a rule to explain must be there' 3 err "'gone' is no file and no shipped rule" explain gone

# Models: assumptions, inputs from files, constants that are close.
pairs=$(cd -- "$models/../pairs" && pwd)
l1="$pairs/020_l1_norm_without_abs_a.onnx $pairs/020_l1_norm_without_abs_b.onnx"
erf="$pairs/094_gelu_erf_reciprocal_a.onnx $pairs/094_gelu_erf_reciprocal_b.onnx"
# shellcheck disable=SC2086 # two words each
{
  t 'two norms differ' 1 out 'refuted' equiv $l1
  t 'two norms are equal where inputs are not negative' 0 out 'assuming x >= 0' \
    equiv $l1 --assume 'x >= 0'
  t 'an assumption that does not help' 1 out 'refuted' equiv $l1 --assume 'x <= 0'
  t 'an assumption about nothing' 3 err "unknown name 'y'" equiv $l1 --assume 'y >= 0'
  t 'an assumption cut short' 3 err '--assume:1:4:' equiv $l1 --assume 'x >'
  t 'an assumption that cannot hold' 2 out 'too few instances' equiv $l1 --assume 'x > 0 and x < 0'
  t 'nor does it without random cases' 2 out 'too few instances' equiv $l1 --assume 'x > 0 and x < 0' --fuzz 0
  t 'one that can hold needs no random cases' 0 out 'proved' equiv $l1 --assume 'x >= 0' --fuzz 0
  t 'inputs from files' 1 out '020_l1_norm_without_abs_witness' \
    equiv $l1 --inputs "$pairs/020_l1_norm_without_abs_witness"
  t 'inputs that are not there' 3 err 'input_0.pb' equiv $l1 --inputs "$work/good"
  t 'a counterexample saved' 1 out 'refuted' equiv $l1 --save-counterexample "$work/saved"
  c 'it is there' '[ -f saved/input_0.pb ] && [ -f saved/output_0.pb ] && [ -f saved/second/output_0.pb ]'
  t 'a saved counterexample shows the difference' 1 out '--inputs' \
    equiv $l1 --inputs "$work/saved"
  t 'constants that are close are not equal' 2 out 'equal but for the rounding of constants' equiv $erf
  t 'constants that are close may do' 0 out 'close' equiv $erf --allow-close
  t 'the record of close models' 2 out '"verdict": "close"' equiv $erf --json -
}

echo "1..$number"
[ "$failures" -eq 0 ]
