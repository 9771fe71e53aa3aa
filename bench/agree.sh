#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: agree.sh A.onnx B.onnx [FILL_OPTION...]
# Runs two models that are to be equal in ONNX Runtime, unoptimised, on inputs
# (weights too) drawn at random by bench_fill, which takes the options, and
# holds the outputs against the bounds on rounding errors that Rewright derives
# for both (bench_agree). Prints one line of JSON; exits with 0 when they
# agree, 1 when they do not, 2 when no bound is known, 3 when something fails.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${REWRIGHT_BUILD:-$root/build/release}
[ $# -ge 2 ] || { echo "usage: agree.sh A.onnx B.onnx [FILL_OPTION...]" >&2; exit 3; }
for program in bench_fill bench_agree; do
  [ -x "$build/$program" ] || {
    echo "agree.sh: build $program first: cmake --build $build --target $program" >&2
    exit 3
  }
done
a=$1 b=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

"$build/bench_fill" "$a" "$work/inputs" "$@"
"$root/bench/onnxruntime" run "$a" --inputs "$work/inputs" --outputs "$work/a"
"$root/bench/onnxruntime" run "$b" --inputs "$work/inputs" --outputs "$work/b"
code=0
"$build/bench_agree" "$a" "$b" "$work/inputs" "$work/a" "$work/b" || code=$?
exit "$code"
