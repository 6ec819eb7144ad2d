#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# coverage.sh DIR [fast]: builds the library that counts toggles of registers and lines of the Verilog
# (docs/lab/coverage.md) and plays on it, in lockstep with the twin, what the fast tests play, and (without `fast`) all
# other runs, each part in a process of its own. Prints the shares of the fast tier, the shares of all, and what is
# wrong with the lists of the bits that never toggle, of the counters that wrap and of the points that are never hit;
# that is exit code 1. DIR/fast and DIR/rest have the counts in Verilator's format. The tree and its tests must be
# built.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[ $# = 1 ] || [ "$#-${2:-}" = 2-fast ] || fail "usage: coverage.sh DIR [fast]"
dir=$(mkdir -p "$1" && cd "$1" && pwd)
"$root/verilator/build.sh" cover >&2
export FAIRLEAD_ROOT=$root FAIRLEAD_LIB_DIR=$root/verilator/target/cover
cd "$root/testbench"
repo=$(sed -n 's/.*-Dmaven\.repo\.local=\([^ ]*\).*/\1/p' <<<"${MAVEN_OPTS:-}")
cached() { find "${repo:-$HOME/.m2}" -name "$1" | sort | tail -1; }
tests=lab/target/test-classes:lab/target/classes:target/test-classes:target/classes:$(printf '%s:' target/lib/*.jar)
# PresetEngine asserts
tests=$tests$(cached 'junit-jupiter-api-5*.jar'):$(cached 'opentest4j-1*.jar'):$(cached 'junit-platform-commons-1*.jar')
runs() { java -ea -Xss8m -Xmx3g -XX:+UseSerialGC -cp "$tests" fairlead.lab.lockstep.CoverageRuns "$@"; }
covered() { java -cp "$tests" "fairlead.lab.lockstep.${1}Coverage" "${@:2}"; }
parts=$(runs list | grep "^${2:-}")
rm -rf "${dir:?}/fast" "$dir/rest"
mkdir "$dir/fast" "$dir/rest"
pending=0 failed=0
while read -r tier part; do # each in a process of its own, at most FAIRLEAD_JOBS at a time
  if [ "$pending" -lt "${FAIRLEAD_JOBS:-2}" ]; then pending=$((pending + 1)); else wait -n || failed=1; fi
  FAIRLEAD_COVERAGE=$dir/$tier runs "$part" >&2 &
done <<<"$parts"
for ((; pending > 0; pending--)); do wait -n || failed=1; done
[ "$failed" = 0 ] || fail "the runs for coverage differ from the twin, or ended early"
echo "fast tier: $(covered Register "$dir/fast")"
echo "fast tier: $(covered Line "$dir/fast")"
[ "${2:-}" != fast ] || exit 0
covered Register "$dir/fast" "$dir/rest" list || failed=1
covered Line "$dir/fast" "$dir/rest" list || failed=1
exit $failed
