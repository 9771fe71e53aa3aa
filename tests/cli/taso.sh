#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: taso.sh REWRIGHT
# Imports TASO's catalogue, repairs what is wrong for grouped convolutions, and
# checks every rule: all but the eleven wrong ones are proved, and those are
# refuted. Prints TAP; exits 1 if a check failed.
set -u

program=$(cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
data=$(cd -- "$(dirname -- "$0")/../data/taso" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 1
number=0
failures=0

c() { # WHAT WANTED FOUND
  number=$((number + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $number - $1"
  else
    failures=$((failures + 1))
    echo "not ok $number - $1"
    printf '# wanted %s\n# found  %s\n' "$2" "$3"
  fi
}

run() { # ARGUMENT...; leaves $code, out, err
  code=0
  "$program" "$@" >out 2>err </dev/null || code=$?
}

# Names of the results of a record that have a verdict, on one line.
named() { # VERDICT FILE
  sed -n 's/^ *"name": "\(.*\)",$/\1/p; s/^ *"verdict": "\(.*\)",$/is \1/p' "$2" |
    awk -v wanted="is $1" '/^is / { if ($0 == wanted) print name; next }
      { name = $0 }' | sort | tr '\n' ' '
}

run import taso "$data/taso_rules.json" -o rules --json import.json
c 'the whole catalogue is imported' 0 "$code"
c 'a rule is a file' 133 "$(find rules -name '*.rule' | wc -l | tr -d ' ')"
c 'preconditions are told' '28 rules with a precondition' \
  "$(sed -n 's/^\(28 rules with a precondition\).*/\1/p' out)"
c 'and are in the record' 28 \
  "$(grep -c '"preconditions": \[$' import.json)"
run fmt --check rules
c 'files are in canonical form' 0 "$code"

wrong='taso_098 taso_099 taso_100 taso_105 taso_125 taso_126 taso_127 taso_128'
wrong="$wrong taso_129 taso_130 taso_131 "
run check rules --json checked.json
c 'wrong rules make exit code 1' 1 "$code"
c 'the wrong rules are refuted' "$wrong" "$(named refuted checked.json)"
c 'the other rules are proved' 122 "$(named proved checked.json | wc -w | tr -d ' ')"

{ echo '['; grep -E '^\{"id": (98|99|105|12[5-9]),' "$data/taso_rules.json" |
  sed '$s/,$//'; echo ']'; } >wrong.json
run import taso wrong.json -o repaired --repair
c 'repairs are found' 0 "$code"
c 'with one group they hold' \
  'taso_098 taso_105 taso_125 taso_126 taso_127 taso_128 taso_129 ' \
  "$(find repaired -name '*_group1.rule' | sed 's|.*/||; s|_group1.rule||' |
    sort | tr '\n' ' ')"
run check repaired/taso_0*_group1.rule repaired/taso_1*_group1.rule --fuzz 0
c 'and are proved' 0 "$code"

run import taso "$data/mistakes.json" -o some
c 'mistakes are bad input' 3 "$code"
c 'each is one line' 6 "$(wc -l <err | tr -d ' ')"
c 'the other rules are there' taso_000.rule "$(ls some)"
run import taso "$data/mistakes.json" -o some --json -
c 'the record stands alone on standard output' '{ }' \
  "$(head -n 1 out) $(tail -n 1 out)"
run import taso gone.json -o none
c 'a missing file' 'gone.json: no such file or folder' "$(cat err)"
c 'is bad input' 3 "$code"
c 'and leaves no folder' 'no' "$([ -e none ] && echo yes || echo no)"
run import taso "$data/taso_rules.json" -o out
c 'a file in place of the folder is bad input' 3 "$code"
run import tas gone.json -o none
c 'a mistyped system is suggested' 1 "$(grep -c "did you mean 'taso'?" err)"
run import taso --help
c 'help has an example' 1 "$(grep -c 'rewright check taso_rules' out)"

echo "1..$number"
[ "$failures" -eq 0 ]
