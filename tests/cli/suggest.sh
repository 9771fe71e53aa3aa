#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: suggest.sh REWRIGHT
# For each refuted rule of the table, the condition that mends it (or one that
# asks for less) is among those that `check --suggest` finds and proves.
set -u

program=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

# The element of x at any index is written x.
cat >"$work/wanted" <<'END'
add_of_pads_any_value: v == 0
clamp_equal_bounds_to_max: x <= a
clamp_lower_is_self_to_self: x <= y
clamp_minmax_bounds: l <= h
clamp_minmax_sum: e <= z
clamp_scale_mul: w >= 0
div_by_div_unguarded: z != 0
div_of_mul_unguarded: y != 0
dus_into_const_to_pad_clamped: 0 <= b and b + m <= n
dynamic_slice_of_dynamic_slice_clamped: 0 <= b1 and b1 + l1 <= n and 0 <= b2 and b2 + l2 <= l1
dynamic_slice_of_iota_clamped: 0 <= b and b + 1 <= N
dynamic_slice_to_slice_clamped: 0 <= b and b + l <= n
max_min_swap_2: y <= a
max_min_swap_4: a <= b
max_min_to_clamp_unguarded: l <= h
max_of_muls: z >= 0
min_max_swap: x <= y and x <= a
min_of_max_guarded: a <= x
mul_into_clamp: x >= 0
mul_of_pads_any_value: v == 1
nested_clamp_to_inner_weak_guard: l <= b
nested_dus_of_dynamic_slice_clamped: 0 <= b0 and b0 + l <= n and 0 <= b1 and b1 + m <= l
pad_of_concat_both_padded: l0 == 0 and h0 == 0
pad_of_pad_unguarded: l1 >= 0 and h1 >= 0 and i2 == 0
reverse_of_iota_same_axis: N == 1
reverse_of_pad_same_edges: l0 == h0
select_ge_zero_to_max: x >= 0 and z <= y
select_lt_zero_to_min: x >= 0 and z <= y
select_of_select_pred: p
END

"$program" check tests/cases/refuted/xla --suggest --json "$work/record.json" \
  >/dev/null
[ $? -eq 1 ] || { echo 'the rules are not refuted'; exit 1; }
awk '
  /^      "name": / { name = $0; sub(/^ *"name": "/, "", name); sub(/",$/, "", name) }
  /^ *"suggestions": / { on = 1 }
  /^ *"redundant": / { on = 0 }
  on && /^ *"when": / { text = $0; sub(/^ *"when": "/, "", text)
    sub(/",?$/, "", text); gsub(/forall i\.\.\.: /, "", text)
    gsub(/\[i\.\.\.\]/, "", text); print name ": " text }
' "$work/record.json" | sort >"$work/found"
sort "$work/wanted" | comm -23 - "$work/found" >"$work/missing"
echo "$(wc -l <"$work/wanted") conditions wanted, $(wc -l <"$work/found")" \
  "found, missing:"
cat "$work/missing"
[ ! -s "$work/missing" ]
