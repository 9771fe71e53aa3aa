#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: optimize.sh REWRIGHT
# What `rewright optimize` does to the seed's models: exit codes, messages,
# files. A check is a line as in run.sh. Prints TAP; exits 1 if a check failed.
# shellcheck disable=SC2016 # conditions are evaluated in c
set -u

program=$(cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
models=$(cd -- "$(dirname -- "$0")/../data/seed_onnx" && pwd)
baseline=$models/baseline_op13.onnx
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

t() { # WHAT CODE STREAM TEXT ARGUMENT...
  what=$1 wanted=$2 stream=$3 text=$4
  shift 4
  code=0
  "$program" "$@" >out 2>err </dev/null || code=$?
  if [ "$code" = "$wanted" ] && grep -qF -e "$text" "$stream"; then
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

t 'the two sums of the seed become one' 0 out 'proved equal to the original' \
  optimize "$baseline" --target nash-m -o merged.onnx
c 'the result is written' '[ -s merged.onnx ]'
c 'one sum is left' '[ "$(grep -ac ReduceSum merged.onnx)" -ge 1 ]'
t 'the result is what equiv says it is' 0 out 'proved' \
  equiv "$baseline" merged.onnx --fuzz 0
t 'it is the form that was merged by hand' 0 out 'proved' \
  equiv "$models/merged_op13.onnx" merged.onnx --fuzz 0
t 'nothing is left to be done' 0 out 'No rule was applied' \
  optimize merged.onnx --target nash-m --dry-run
t 'why the grouped convolution was not taken is said' 0 out \
  'mul_reduce_sum_to_grouped_conv' \
  optimize "$models/mulsum_8x64x16x16_op13.onnx" --target nash-m --dry-run
c 'with the limits that are not known' \
  'tr "\n" " " <out | grep -qF "large sizes are"'

t 'a dry run writes nothing' 0 out 'nothing written' \
  optimize "$baseline" --dry-run
t 'rules can be chosen' 0 out 'reduce_sum_merge' \
  optimize "$baseline" --only reduce_sum_merge --dry-run
t 'rules can be left out' 0 out '0 applied' \
  optimize "$baseline" --only reduce_sum_merge --disable reduce_sum_merge \
  --dry-run
t 'the number of rules can be limited' 0 out '0 applied' \
  optimize "$baseline" --max 0 --dry-run
t 'the record is JSON alone' 0 out '"equivalence": "proved"' \
  optimize "$baseline" --dry-run --json -
c 'it names what was applied' 'grep -qF "\"applications\"" out'

t 'a rule that is none is refused' 3 err "there is no rule 'reduce_sum_merg'" \
  optimize "$baseline" --only reduce_sum_merg --dry-run
t 'a model that is none is refused' 3 err 'missing.onnx' \
  optimize missing.onnx -o out.onnx
c 'and nothing is written' '[ ! -e out.onnx ]'
t 'an output is needed' 3 err 'needs -o OUT.onnx' optimize "$baseline"
t 'a dry run has no output' 3 err 'contradicts' \
  optimize "$baseline" --dry-run -o out.onnx
t 'the folder of the output must be there' 3 err 'nowhere' \
  optimize "$baseline" -o nowhere/out.onnx
t 'a cost that is none is refused' 3 err "unknown cost 'time'" \
  optimize "$baseline" --cost time --dry-run

printf 'rule wrong\n  axes r...\n  input x : float[r...]\n' >wrong.rule
printf '  sizes A, B\n  lhs let y = x\n    Mul(y, y)\n' >>wrong.rule
t 'a rule file with a mistake is refused' 3 err 'wrong.rule' \
  optimize "$baseline" --rules wrong.rule --dry-run
cat >false.rule <<'RULE'
# Not so: a sum is no mean.
rule sums_are_a_mean
  axes   n..., p..., m..., q..., t...
  input  x : float[n..., p..., m..., q..., t...]
  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...],
           keepdims=0)
  rhs    ReduceMean(x, axes=[p..., q...], keepdims=0)
RULE
t 'a rule that is not true is not applied' 0 out '0 applied' \
  optimize "$baseline" --rules false.rule --dry-run
c 'because it is not proved' 'grep -qF "not proved at these sizes" out'

cat >size.sh <<'SH'
wc -c <"$1"
SH
t 'an estimator decides' 0 out 'Measured:' \
  optimize "$baseline" --measure 'sh size.sh {model}' --budget 4 -o small.onnx
c 'it was asked no more often than that' \
  '[ "$(sed -n "/^Measured:/,\$p" out | grep -c "^  [0-9]")" -le 4 ]'
t 'an estimator that fails on the model as it is is an error' 3 err \
  'ended with code 7' \
  optimize "$baseline" --measure 'exit 7; {model}' -o none.onnx
c 'without a result' '[ ! -e none.onnx ]'
t 'an estimator must print a number' 3 err 'is no number' \
  optimize "$baseline" --measure 'echo fast {model}' -o none.onnx
t 'an estimator must be given the model' 3 err '{model}' \
  optimize "$baseline" --measure 'echo 1' -o none.onnx
t 'a field of JSON can be measured' 0 out 'exit code 0' \
  optimize "$baseline" --measure 'echo "{\"time\": {\"ms\": 2}}"; : {model}' \
  --measure-field time.ms --budget 1 --dry-run
t 'a field that is not there is an error' 3 err "has no field 'ms'" \
  optimize "$baseline" --measure 'echo "{}"; : {model}' --measure-field ms \
  --dry-run

echo "1..$number"
[ "$failures" = 0 ]
