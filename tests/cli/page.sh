#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: page.sh REWRIGHT rules|special_values [--write]
# Every shipped rule is proved, and docs/rules.md says what comes out of
# checking them, docs/special_values.md what they do to NaN, infinities, -0 and
# subnormal numbers; --write writes that page anew.
set -u

program=$1
page=docs/$2.md
case $2 in
  rules) options='--target nash-m' ;;
  special_values) options='--format float32' ;;
  *) echo "page.sh: there is no page $2" >&2 && exit 3 ;;
esac
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

# shellcheck disable=SC2086 # options are several words
"$program" check rewrites $options --markdown "$work/page.md" || exit 1
if [ "${3:-}" = --write ]; then
  mv "$work/page.md" "$page"
elif ! diff -u "$page" "$work/page.md"; then
  echo "$page is out of date: sh tests/cli/page.sh REWRIGHT $2 --write"
  exit 1
fi
