#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: rules.sh REWRIGHT [--write]
# Every shipped rule is proved, and docs/rules.md says what comes out of
# checking them; --write writes that page anew.
set -u

program=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$root" || exit 1

"$program" check rewrites --target nash-m --markdown "$work/rules.md" || exit 1
if [ "${2:-}" = --write ]; then
  mv "$work/rules.md" docs/rules.md
elif ! diff -u docs/rules.md "$work/rules.md"; then
  echo "docs/rules.md is out of date: sh tests/cli/rules.sh REWRIGHT --write"
  exit 1
fi
