#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: format.sh [--check]
# Formats every C++ source that git tracks or would track; with --check only
# says which are not formatted, and fails if there are any.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

case "${1:-}" in
  '') options=-i ;;
  --check) options='--dry-run -Werror' ;;
  *) echo "usage: format.sh [--check]" >&2; exit 3 ;;
esac

# shellcheck disable=SC2016 # expanded by the inner shell
git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.h' |
  sort -zu | xargs -0 -r sh -c '
    for file do shift; [ -f "$file" ] && set -- "$@" "$file"; done
    [ $# -eq 0 ] || exec clang-format '"$options"' "$@"' format
