#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh [OPTION..]: `fairlead mutate` with these options, with the rungs pages and tests: the tests of the units that this tree has. They must be compiled
# (scripts/test does it), and yosys, Verilator and g++ installed (scripts/setup --tests).
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/ladder.sh"
[ -f "$root/testbench/target/test-classes/fairlead/mutate/MutantTests.class" ] || fail "no compiled tests in $root/testbench/target/test-classes: run scripts/test"
FAIRLEAD_JAVA_OPTS="${FAIRLEAD_JAVA_OPTS:-} -Dfairlead.mutate.tests=$tests" exec "$root/scripts/fairlead" mutate "$@"
