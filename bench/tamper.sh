#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tamper.sh MODEL DIR [COUNT [SEED]]
# Tampered copies of a model (bench_tamper) whose outputs are really other
# ones: both run in ONNX Runtime on random inputs and weights, and a copy stays
# only where its outputs differ by more than a ten-thousandth of the largest,
# far beyond rounding. Prints the line of JSON of every copy that stays, to
# DIR/tampered.jsonl too; exits with 0 when there are COUNT (10) of them.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${REWRIGHT_BUILD:-$root/build/release}
[ $# -ge 2 ] || { echo "usage: tamper.sh MODEL DIR [COUNT [SEED]]" >&2; exit 3; }
model=$1 folder=$2 count=${3:-10} seed=${4:-1}
for program in bench_fill bench_tamper; do
  [ -x "$build/$program" ] || {
    echo "tamper.sh: build $program first: cmake --build $build --target $program" >&2
    exit 3
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
mkdir -p "$folder"

"$build/bench_fill" "$model" "$work/inputs" --seed "$seed" --spread 1
"$root/bench/onnxruntime" run "$model" --inputs "$work/inputs" --outputs "$work/a"
# Half as many again, since some changes do not reach the outputs.
"$build/bench_tamper" "$model" "$folder" $((count + count / 2 + 2)) "$seed" \
  > "$work/lines" || true

kept=0
: > "$folder/tampered.jsonl"
while read -r line; do
  file=$(printf '%s\n' "$line" | sed 's/^{"file":"\([^"]*\)".*/\1/')
  apart=0
  if [ "$kept" -lt "$count" ]; then
    "$root/bench/onnxruntime" run "$file" --inputs "$work/inputs" \
      --outputs "$work/b" < /dev/null
    apart=$("$root/bench/onnxruntime" differ "$work/a" "$work/b" < /dev/null)
  fi
  if awk -v apart="$apart" 'BEGIN { exit !(apart > 1e-4) }'; then
    kept=$((kept + 1))
    printf '%s\n' "$line" | tee -a "$folder/tampered.jsonl"
  else
    rm -f "$file"
  fi
done < "$work/lines"
[ "$kept" -eq "$count" ] || {
  echo "tamper.sh: only $kept of $count copies found" >&2
  exit 1
}
