#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: special_values.sh REWRIGHT [--write]
# docs/special_values.md says what every shipped rule does to NaN, infinities, -0
# and subnormal numbers; --write writes that page anew.
set -u

program=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

"$program" check rewrites --format float32 --markdown "$work/special.md" ||
  exit 1
if [ "${2:-}" = --write ]; then
  mv "$work/special.md" docs/special_values.md
elif ! diff -u docs/special_values.md "$work/special.md"; then
  echo "docs/special_values.md is out of date: sh tests/cli/special_values.sh REWRIGHT --write"
  exit 1
fi
