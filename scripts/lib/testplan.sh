#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# testplan.sh: prints a table of the requirements and hazards of docs/understand/requirements.md with the tests that
# have their tag, and with the properties that the page names.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
options "" "$@"
cd "$root"

# lines "T <id> <test>" and "P <id> <properties>", divided by tabs
tests() {
  find . -path '*/src/test/java/*' -name '*.java' -not -path './*/target/*' -print0 | sort -z | xargs -0 awk '
    FNR == 1 { tags = ""; class = FILENAME; gsub(/.*\/|\.java$/, "", class) }
    /^ *@Tag\("(R-|M-|hazard-)/ { split($0, text, "\""); tags = tags " " text[2] }
    tags != "" && match($0, /(class|void) [A-Za-z0-9]+/) {
      name = substr($0, RSTART, RLENGTH); kind = name; sub(/ .*/, "", kind); sub(/.* /, "", name)
      n = split(tags, ids, " ")
      for (i = 1; i <= n; i++) print "T\t" ids[i] "\t" (kind == "class" ? name : class "#" name)
      tags = ""
    }'
}
properties() {
  sed -nE 's/^\| ([RM]-[^ ]+) \|([^|]*)\|([^|]*)\|$/P\t\1\t\3/p' docs/understand/requirements.md
  awk -F'\t' 'NR > 1 { print "P\t" $1 "\t " $3 " " }' docs/understand/machine-requirements.tsv
}
{ tests && properties; } | awk -F'\t' '
  !($2 in seen) { seen[$2] = 1; order[++count] = $2 }
  $1 == "T" { tests[$2] = tests[$2] (tests[$2] == "" ? "" : ", ") $3 }
  $1 == "P" { properties[$2] = $3 }
  END { print "| requirement | tests | properties |\n|---|---|---|"; fflush()
    for (i = 1; i <= count; i++) {
      id = order[i]
      print "| " id " | " tests[id] " |" (id in properties ? properties[id] : " ") "|" | "sort -V"
    } }'
