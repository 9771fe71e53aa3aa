#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: siblings.sh REWRIGHT
# Every shipped rule needs every conjunct of its `when`: without it a random
# case refutes the rule.
set -u

program=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

# To refute these it takes more than 2^31 elements.
cat >"$work/wanted" <<'END'
rem_of_iota: undecided: N <= 2147483647
rem_of_iota_plus_const: undecided: N <= 2147483647
END

"$program" check rewrites --suggest --json "$work/record.json" >/dev/null || exit
# One line per conjunct: RULE: KIND: CONJUNCT.
awk '
  /^      "name": / { name = $0; sub(/^ *"name": "/, "", name); sub(/",$/, "", name) }
  /^ *"(needed|redundant|undecided)": \[$/ { kind = $1; gsub(/[":]/, "", kind); next }
  /^ *\]/ { kind = "" }
  kind != "" { text = $0; sub(/^ *"/, "", text); sub(/",?$/, "", text)
               print name ": " kind ": " text }
' "$work/record.json" >"$work/conjuncts"
grep -v ': needed: ' "$work/conjuncts" >"$work/found"
needed=$(grep -c ': needed: ' "$work/conjuncts")
echo "$needed conjuncts are needed"
[ "$needed" -ge 100 ] || exit 1
diff "$work/wanted" "$work/found"
