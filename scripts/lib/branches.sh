#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# branches.sh DIR [ARG..]: runs the fast tests of sim-java and testbench with JaCoCo, which Maven fetches, and prints
# how many branches and lines of the Java sources they execute: in all, by module, and of the packages with the most
# missed branches. Further arguments go to Maven, as in -Dtest=ProverTest. DIR/branches.csv has every package,
# DIR/{sim-java,testbench}/index.html the sources. Counted are the processes that run tests and those that
# WorkerPool.Options.java starts with their options: workers, cases of regress, mutants. Those of scripts/fairlead and
# other commands that a test writes out are not. Without tests (-DskipTests) it prints the counts that DIR has. The tree
# must be built. Exit code 1: a test fails, or (without further arguments) less than 87 % of all branches are executed.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[ $# -ge 1 ] || fail "usage: branches.sh DIR [ARG..]"
dir=$(mkdir -p "$1" && cd "$1" && pwd)
shift
export FAIRLEAD_NO_BUILD=1 FAIRLEAD_VARIANTS=$test_variants
run() { mvn -B -Dstyle.color=never -f "$root/pom.xml" -Pcoverage "-Dfairlead.branches=$dir" "$@" </dev/null >&2; }
status=0
[[ " $* " == *" -DskipTests "* ]] || rm -f "$dir/jacoco.exec" # to which each process adds
run -fae -pl sim-java,verilator,testbench package -Dsurefire.failIfNoSpecifiedTests=false "$@" || status=1
run -q -pl sim-java,testbench jacoco:report || fail "no report: $dir/jacoco.exec"

# columns of JaCoCo: group (with commas), package, class, then missed and covered instructions, branches, lines,
# complexity, methods
awk -F, -v OFS=, '
  BEGIN { print "module", "package", "branches_covered", "branches_missed", "lines_covered", "lines_missed" }
  FNR == 1 { count = split(FILENAME, path, "/"); module = path[count - 1]; next }
  { key = module OFS $(NF - 11); mb[key] += $(NF - 7); b[key] += $(NF - 6); ml[key] += $(NF - 5); l[key] += $(NF - 4) }
  END { for (key in b) print key, b[key], mb[key], l[key], ml[key] | "sort" }
' "$dir"/{sim-java,testbench}/jacoco.csv >"$dir/branches.csv"
row='
  function share(covered, missed) { return 100 * covered / (covered + missed + !(covered + missed)) }
  { printf "%-44s %8d %8d %6.1f %% %9d %8d %6.1f %%\n", $1,
      $2 + $3, $3, share($2, $3), $4 + $5, $5, share($4, $5) }'
printf '%-44s %8s %8s %8s %9s %8s %8s\n' "" branches missed covered lines missed covered
awk -F, 'NR > 1 { for (i = 3; i <= 6; i++) { sum[$1, i] += $i; sum["all", i] += $i } }
  END {
    split("all sim-java testbench", names, " ")
    for (k = 1; k <= 3; k++) { n = names[k]; print n, sum[n, 3] + 0, sum[n, 4] + 0, sum[n, 5] + 0, sum[n, 6] + 0 }
  }' "$dir/branches.csv" | awk "$row"
echo "the packages with the most missed branches:"
tail -n +2 "$dir/branches.csv" | sort -t, -k4,4nr | head -12 | awk -F, '{ print $1 "/" $2, $3, $4, $5, $6 }' | awk "$row"
if [ $# -eq 0 ]; then # all fast tests were run
  awk -F, -v least=87 'NR > 1 { ran += $3; all += $3 + $4 } END { exit 100 * ran < least * all }' \
    "$dir/branches.csv" || fail "less than 87 % of the branches are executed"
fi
exit $status
