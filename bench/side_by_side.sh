#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: side_by_side.sh [BUILD_DIR] [ROUNDS]
# Times Rewright, PyTorch and ONNX Runtime on the same models and shapes, each
# on one thread and in processor time. They take turns in every round and the
# best of each counts: what else the machine does is the same for all. What is not
# there is installed where that is possible: PyTorch by apt, ONNX Runtime by npm
# into BUILD_DIR/side_by_side. Prints milliseconds, then ratios.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$(CDPATH='' cd -- "${1:-$root/build/release}" && pwd)
rounds=${2:-5}
models=$root/tests/data/seed_onnx
rule=$root/rewrites/reduce/reduce_sum_merge.rule
fuzz_cases=20000
work=$build/side_by_side
python=/usr/bin/python3
mkdir -p "$work"
: > "$work/times"
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=1

for program in bench_evaluate rewright; do
  [ -x "$build/$program" ] || {
    echo "side_by_side.sh: build $program first: cmake --build $build --target $program" >&2
    exit 3
  }
done

set -- baseline_op13 merged_op13
for form in mulsum mulsumsum dwconv; do
  for shape in 8x64x16x16 32x256x7x7; do set -- "$@" "${form}_${shape}_op13"; done
done

has_torch() { "$python" -c 'import torch' 2> /dev/null; }
has_torch || {
  [ "$(id -u)" -eq 0 ] && command -v apt-get > /dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y \
      --no-install-recommends python3-torch > "$work/apt.log" 2>&1
} || true
has_torch || echo "PyTorch is not to be had (apt python3-torch): left out"

has_runtime() { [ -d "$work/node_modules/onnxruntime-node" ]; }
has_runtime || {
  command -v npm > /dev/null &&
    (cd "$work" && ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save \
      onnxruntime-node > npm.log 2>&1)
} || true
has_runtime || echo "ONNX Runtime is not to be had (npm onnxruntime-node): left out"

# Lines "MODEL WHAT MILLISECONDS" from each of them; of fuzzing, cases a second.
fuzz_rate() {
  used=$(bash -c 'TIMEFORMAT="%U %S"; time "$@" > /dev/null' - \
    "$build/rewright" check "$rule" --fuzz "$fuzz_cases" --jobs 1 2>&1)
  echo "$used" | awk -v cases="$fuzz_cases" '
    { printf "fuzz rewright %.6f\n", 1000 * ($1 + $2) / cases }'
}

round=0
while [ "$round" -lt "$rounds" ]; do
  round=$((round + 1))
  echo "round $round of $rounds" >&2
  (
    cd "$models"
    for model; do
      "$build/bench_evaluate" --rounds 3 "$model.onnx"
    done
    fuzz_rate
    if has_torch; then "$python" "$root/bench/side_by_side.py" "$@"; fi
    if has_runtime; then
      NODE_PATH=$work/node_modules node "$root/bench/side_by_side.js" "$@"
    fi
  ) >> "$work/times"
done

awk '
  NF >= 3 && $3 + 0 == $3 {
    if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 }
    key = $1 SUBSEP $2
    if (!(key in best) || $3 < best[key]) best[key] = $3
  }
  function cell(model, what) {
    return (model, what) in best ? sprintf("%.2f", best[model, what]) : "-"
  }
  function ratio(model, above, below) {
    if (!((model, above) in best) || !((model, below) in best)) return "-"
    return sprintf("%.2f", best[model, above] / best[model, below])
  }
  function row(a, b, c, d, e, f) {
    printf "%-28s %10s %10s %10s %10s %13s\n", a, b, c, d, e, f
  }
  END {
    row("milliseconds, one thread", "rewright", "exact", "one pass",
      "PyTorch", "ONNX Runtime")
    for (k = 1; k <= n; ++k) {
      m = order[k]
      if (m != "fuzz")
        row(m, cell(m, "rewright"), cell(m, "exact"), cell(m, "one-pass"),
          cell(m, "torch"), cell(m, "onnxruntime"))
    }
    print ""
    printf "%-28s %10s %10s %10s %13s\n", "times as long as", "rewright/",
      "PyTorch/", "PyTorch/", "ONNX Runtime/"
    printf "%-28s %10s %10s %10s %13s\n", "", "one pass", "rewright",
      "exact", "rewright"
    for (k = 1; k <= n; ++k) {
      m = order[k]
      if (m != "fuzz")
        printf "%-28s %10s %10s %10s %13s\n", m,
          ratio(m, "rewright", "one-pass"), ratio(m, "torch", "rewright"),
          ratio(m, "torch", "exact"), ratio(m, "onnxruntime", "rewright")
    }
    print ""
    if (("fuzz", "rewright") in best)
      printf "fuzzing reduce_sum_merge: %.0f cases a second", \
        1000 / best["fuzz", "rewright"]
    if (("fuzz", "torch") in best)
      printf ", %.0f with PyTorch: %s times as many", \
        1000 / best["fuzz", "torch"], ratio("fuzz", "torch", "rewright")
    print ""
  }' "$work/times"
