#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: readme.sh REWRIGHT [FILE]
# Runs every `$ rewright ...` line of the console blocks of README.md (or of
# FILE) and compares what it prints with what the page says, times aside. A
# block of a rule file (```rule PATH) must be that file, word for word.
set -u

program=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
page=${2:-$root/README.md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

# One file per block: NUMBER.console, or NUMBER.rule with its path first.
awk -v work="$work" '
  /^```console$/ { n++; out = work "/" n ".console"; next }
  /^```rule / { n++; out = work "/" n ".rule"; print $2 > out; next }
  /^```$/ { out = ""; next }
  out != "" { print > out }
' "$page"

without_times() {
  sed -E 's/ +[0-9]+$//; s/ +ms$//; s/; [0-9.]+ s;/;/'
}

failures=0
blocks=0
for block in "$work"/*.rule; do
  [ -e "$block" ] || continue
  blocks=$((blocks + 1))
  file=$(head -n 1 "$block")
  sed 1d "$block" | cmp -s - "$file" || {
    echo "not ok: the page shows another $file"
    failures=$((failures + 1))
  }
done
for block in "$work"/*.console; do
  [ -e "$block" ] || continue
  # shellcheck disable=SC2013 # one command a line
  sed -n 's/^\$ rewright //p' "$block" >"$work/commands"
  while read -r arguments; do
    blocks=$((blocks + 1))
    awk -v wanted="\$ rewright $arguments" '
      $0 == wanted { on = 1; next } /^\$ / { on = 0 } on { print }
    ' "$block" | without_times >"$work/said"
    # shellcheck disable=SC2086 # the page's words are the arguments
    "$program" $arguments 2>&1 </dev/null | without_times >"$work/is"
    if ! diff "$work/said" "$work/is" >"$work/diff"; then
      echo "not ok: rewright $arguments"
      cat "$work/diff"
      failures=$((failures + 1))
    fi
  done <"$work/commands"
done
echo "$blocks blocks, $failures differ"
[ "$failures" -eq 0 ] && [ "$blocks" -gt 0 ]
