#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# checker-strength.sh DIR SEED COUNT: draws COUNT faults of the checkers (one instruction of fairlead.check each) and plays the tests of the checkers, and those that
# give the machine flaws which a verdict must see, up to the first failure: DIR/result.tsv. The tree and its tests must be built. What is in DIR already is used again.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/ladder.sh"
[ $# = 3 ] || fail "usage: checker-strength.sh DIR SEED COUNT, as /tmp/checkers 1 60"
dir=$(mkdir -p "$1" && cd "$1" && pwd) seed=$2 count=$3

names() { (cd "$1" && find "$2" -name '*Test.class' | sort | sed 's#/#.#g; s#\.class$##'); }
sim=$root/sim-java/target
mapfile -t classes < <(names "$sim/test-classes" fairlead/check && names "$root/testbench/target/test-classes" fairlead/system/fault)
classes+=(fairlead.workload.collective.WrongAlgorithmTest fairlead.workload.pattern.DeviceMessagesTest fairlead.lab.faults.FaultTableTest)
path=$sim/test-classes:$sim/classes:$tests
java_of() { ulimit -t 90; FAIRLEAD_ROOT=$root FAIRLEAD_LIB_DIR=$root/verilator/target/lib FAIRLEAD_NO_BUILD=1 java -ea -Xmx2g -Xss8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$1" fairlead.lab.mutate.CheckerMutants "${@:2}"; }

cd "$root/testbench"
[ -f "$dir/mutants.tsv" ] || java_of "$path" draw "$dir" "$seed" "$count"
touch "$dir/result.tsv"
play() { # NUMBER UNIT: the tests of the unit come first
  local own=() others=() class
  for class in "${classes[@]}"; do
    if [[ "$class" = *."$2"Test ]]; then own+=("$class"); else others+=("$class"); fi
  done
  { java_of "$dir/$1:$path" play "${own[@]}" "${others[@]}" 2>"$dir/log" || true; } | grep -P '^(found|alive)\t' || printf 'found\tthe process ended\n'
}
if ! grep -qP '^0\t' "$dir/result.tsv"; then
  printf '0\t%s\n' "$(play none none)" >>"$dir/result.tsv"
fi
grep -qP '^0\talive' "$dir/result.tsv" || fail "tests fail without a fault: $(head -1 "$dir/result.tsv")"
while IFS=$'\t' read -r number unit text; do
  if ! grep -qP "^$number\t" "$dir/result.tsv"; then
    printf '%s\t%s\t%s\n' "$number" "$(play "$number" "$unit")" "$text" >>"$dir/result.tsv"
  fi
done <"$dir/mutants.tsv"
awk -F'\t' '$1 > 0 { n++; if ($2 == "alive") { alive++; reached += $3 == "reached"; print "alive: " $1 " " $4 " (" $3 ")" } }
  END { printf "%d of %d found; %d live, of which the tests execute %d\n", n - alive, n, alive, reached }' "$dir/result.tsv"
