#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh [OPTION..]: `scripts/lab mutate` with these options, with the rungs pages and tests: the tests of the units
# that this tree has. They must be compiled (scripts/test and scripts/lab test do it), and yosys, Verilator and g++
# installed (scripts/setup --tests).
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

repo=$(sed -n 's/.*-Dmaven\.repo\.local=\([^ ]*\).*/\1/p' <<<"${MAVEN_OPTS:-}")
cached() { find "${repo:-$HOME/.m2}" -name "$1" | head -1; }
version() { sed -n "s/.*<$1.version>\(.*\)<.*/\1/p" "$root/pom.xml"; }
tests=$(printf "$root/testbench/%s:" {lab/,}target/{test-classes,classes})
tests+=$(cd "$root/testbench/target/lib" && printf "$PWD/%s:" *.jar)
for jar in junit-jupiter-{api,params,engine}-"$(version junit)" \
  junit-platform-{commons,engine,launcher}-"$(version junit-platform)" opentest4j-1.3.0; do
  tests=$tests$(cached "$jar.jar"):
done
[ -f "$root/testbench/lab/target/test-classes/fairlead/lab/mutate/MutantTests.class" ] ||
  fail "no compiled tests in $root/testbench/lab/target/test-classes: run scripts/lab test"
FAIRLEAD_JAVA_OPTS="${FAIRLEAD_JAVA_OPTS:-} -Dfairlead.mutate.tests=$tests" exec "$root/scripts/lab" mutate "$@"
