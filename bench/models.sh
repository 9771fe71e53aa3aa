#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: models.sh BUILD_DIR MODEL...
# Rewrites each model in three ways - `rewright optimize`, ONNX Runtime's own
# offline optimiser at its basic level, a walk of 200 proved rewrites drawn at
# random - and compares each result with the original. Prints a line for every
# comparison: model, way, verdict, exit code, operators, how many are congruent,
# regions, milliseconds of the whole program and of the proof alone.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
shift
work=$build/models
mkdir -p "$work"
seed=${SEED:-1}

compared() { # MODEL WAY OTHER
  code=0
  begin=$(date +%s%N)
  "$build/rewright" equiv "$1" "$3" --json "$work/record.json" --fuzz 0 \
    > "$work/report" 2>&1 || code=$?
  end=$(date +%s%N)
  python3 - "$work/record.json" "$(basename "$1" .onnx)" "$2" "$code" \
    "$(((end - begin) / 1000000))" << 'END'
import json, sys
record, model, way, code, total = sys.argv[1:]
results = json.load(open(record))["results"]
if not results:
    print(f"{model:24} {way:12} not read, exit {code}")
    sys.exit()
result = results[0]
regions = result["regions"] or {"second_nodes": 0, "congruent": 0, "regions": []}
seconds = result["seconds"]
proof = 1000 * (seconds["shape"] + seconds["value"])
print(f"{model:24} {way:12} {result['verdict']:8} exit {code}"
      f" {regions['second_nodes']:6} operators {regions['congruent']:6} congruent"
      f" {len(regions['regions']):4} regions {int(total):6} ms, proof {proof:.0f} ms")
END
}

for model in "$@"; do
  name=$(basename "$model" .onnx)
  compared "$model" itself "$model"
  if "$build/rewright" optimize "$model" -o "$work/$name.optimised.onnx" \
    > "$work/$name.optimised.txt" 2>&1; then
    compared "$model" optimised "$work/$name.optimised.onnx"
  else
    echo "$name: optimize: exit $?: $(tail -1 "$work/$name.optimised.txt")"
  fi
  if "$root/bench/onnxruntime" optimise "$model" "$work/$name.basic.onnx" \
    --level basic > "$work/$name.basic.txt" 2>&1; then
    compared "$model" onnxruntime "$work/$name.basic.onnx"
  else
    echo "$name: ONNX Runtime: $(tail -1 "$work/$name.basic.txt")"
  fi
  if "$build/bench_random_walk" "$model" 200 "$seed" "$work/$name.walk.onnx" \
    > "$work/$name.walk.txt" 2>&1; then
    compared "$model" walk "$work/$name.walk.onnx"
  else
    echo "$name: walk: $(tail -1 "$work/$name.walk.txt")"
  fi
done
