#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds Rewright and answers the questions that started it: are the shipped
# rules right and legal on nash-m, and are the forms of the original graph
# equal? Every pair is asked twice, once for equality alone, which must be
# proved, and once more against nash-m, where a grouped convolution that the
# device refuses is an answer and not a failure. JSON goes to build/verify/.
# Exits 1 if anything failed.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

sh scripts/install_deps.sh
cmake --preset release
cmake --build --preset release --target rewright -j "$(nproc)"

rewright=build/release/rewright
models=tests/data/seed_onnx
out=build/verify
target=nash-m
failures=0
mkdir -p "$out"

# The verdict in a record of one result.
verdict_of() { # FILE
  sed -n 's/.*"verdict" *: *"\([^"]*\)".*/\1/p' "$1" 2>/dev/null | head -n 1
}

# How the summary of a record of one result counts its legality.
legality_of() { # FILE
  for status in illegal conditional legal; do
    if grep -Eq "\"$status\" *: *[1-9]" "$1" 2>/dev/null; then
      echo "$status"
      return
    fi
  done
  echo unknown
}

# Runs equiv and leaves its exit code in $code.
equiv() { # A B JSON [OPTION...]
  a=$1 b=$2 json=$3
  shift 3
  rm -f "$json"
  code=0
  "$rewright" equiv "$models/$a.onnx" "$models/$b.onnx" "$@" \
    --json "$json" >"${json%.json}.txt" 2>&1 || code=$?
}

# A refusal by the device is a possible answer for this pair.
may_be_illegal() { # A B
  case "$1 $2" in *dwconv*) return 0 ;; *) return 1 ;; esac
}

check_pair() { # A B
  plain=$out/$1--$2.json
  device=$out/$1--$2--$target.json
  equiv "$1" "$2" "$plain"
  plain_code=$code
  equiv "$1" "$2" "$device" --target "$target" --fuzz 0
  result=ok
  [ "$plain_code" -eq 0 ] || result=FAILED
  if [ "$code" -ne 0 ]; then
    if ! [ "$code" -eq 1 ] || ! may_be_illegal "$1" "$2" ||
      [ "$(verdict_of "$device")" != proved ] ||
      [ "$(legality_of "$device")" != illegal ]; then
      result=FAILED
    fi
  fi
  verdict=$(verdict_of "$plain")
  status=$(legality_of "$device")
  printf '%-26s %-26s %-9s %-12s %-11s %s\n' "$1" "$2" "${verdict:--}" \
    "$status" "$plain_code $code" "$result"
  if [ "$result" != ok ]; then
    failures=$((failures + 1))
    sed 's/^/    /' "${plain%.json}.txt" "${device%.json}.txt"
  fi
}

check_pairs() { # MODEL...
  while [ $# -gt 1 ]; do
    first=$1
    shift
    for second do check_pair "$first" "$second"; done
  done
}

printf '\nRules, target %s\n\n' "$target"
"$rewright" check rewrites --target "$target" --json "$out/rules.json" || {
  echo "check failed with exit code $?"
  failures=$((failures + 1))
}

printf '\nPairs of models\n\n'
printf '%-26s %-26s %-9s %-12s %-11s %s\n' a b verdict "$target" \
  'exit codes' result
check_pairs baseline_op13 merged_op13 mergedkeep_op13 swapsum_op13 \
  flatsum_op13 flatpre_op13 matmul_op13 einsum_op13
for size in 1x3x8x4 8x64x16x16 32x256x7x7; do
  check_pairs "mulsum_${size}_op13" "mulsumsum_${size}_op13" \
    "dwconv_${size}_op13"
done

printf '\nRecords are in %s\n' "$out"
if [ "$failures" -ne 0 ]; then
  echo "$failures failed"
  exit 1
fi
echo "all as required"
