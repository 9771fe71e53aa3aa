#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test.sh [PRESET]
# Installs what is missing, builds everything with PRESET (release unless
# given) and runs all tests. The summary of ctest comes last.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
preset=${1:-release}
cd "$root"

sh scripts/install_deps.sh
cmake --preset "$preset"
cmake --build --preset "$preset" -j "$(nproc)"
ctest --test-dir "build/$preset" --output-on-failure -j2
