#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# rtl-strength.sh DIR SEED COUNT PLAN: measures how many one-line edits of the RTL the checks find. It draws COUNT edits in
# each Chisel file of the tile, builds one product library in DIR in which an edit is selected at run time, and plays PLAN
# on it for each edit (RtlLadder); the results are in DIR/result.tsv. The tree and its tests must be built. Without an edit
# no result may differ. Results that DIR already has are used again, so that an interrupted run can continue. The number of
# an edit that ends elaboration must be added to FAIRLEAD_EDITS_OUT (DIR/edits.tsv lists the edits).
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[ $# = 4 ] || fail "usage: rtl-strength.sh DIR SEED COUNT PLAN, as /tmp/edits 1 20 none:60000:1-24,units:0-29,edges:1-18,raw:1-5"
dir=$(mkdir -p "$1" && cd "$1" && pwd)
resources=$root/testbench/src/test/resources/strength/rtl
cached() { find "${MAVEN_REPO:-$HOME/.m2}" -name "$1" | sort | tail -1; }
tests=$root/testbench/target/test-classes:$root/testbench/target/classes:$(cd "$root/testbench/target/lib" && printf "$PWD/%s:" *.jar)
tests=$tests$(cached 'junit-jupiter-api-5*.jar'):$(cached 'opentest4j-1*.jar'):$(cached 'junit-platform-commons-1*.jar')

if [ ! -f "$dir/tree/verilator/target/lib/libfairlead_product.so" ]; then
  rm -rf "$dir/tree"
  mkdir -p "$dir/tree"
  (cd "$root" && cp -a pom.xml .mvn scripts hw verilator sim-java testbench "$dir/tree/" 2>/dev/null || cp -a pom.xml scripts hw verilator sim-java testbench "$dir/tree/")
  java -cp "$tests" fairlead.strength.Instrument "$root/hw/src/main/scala/fairlead" "$dir/tree/hw/src/main/scala/fairlead" "$2" "$3"
  mv "$dir/tree/hw/src/main/scala/fairlead/edits.tsv" "$dir/drawn.tsv"
  cp "$resources/Mut.scala" "$dir/tree/hw/src/main/scala/fairlead/"
  say "compiling and elaborating $(wc -l <"$dir/drawn.tsv") edits"
  mvn -o -q -B -f "$dir/tree/pom.xml" -pl hw scala:compile
  classes=$dir/tree/hw/target/classes:$(cut -d: -f2- "$root/hw/target/elaborator.classpath")
  FAIRLEAD_EDITS_MADE=$dir/made.txt java -Xss8m -cp "$classes" fairlead.emit.Emit "$dir/tree/hw/target" product
  cmp "$root/hw/target/manifest.json" "$dir/tree/hw/target/manifest.json"
  cp "$resources/MutBit.sv" "$dir/tree/hw/target/rtl/product/"
  cp "$resources/fabric_edit.cpp" "$dir/tree/verilator/src/"
  echo 'extern int fl_edit;' >"$dir/tree/verilator/include/edit.h"
  sed -i 's/-include vl_hooks.h/-include vl_hooks.h -include edit.h/' "$dir/tree/verilator/lib.mk"
  sed -i 's/--threads 1 -O3/& -Wno-fatal -Wno-lint/' "$dir/tree/verilator/build.sh"
  "$dir/tree/verilator/build.sh" product
  # Lists the edits that became hardware. The first row is no edit, with which the library must not differ.
  { printf '0\tnone\n' && awk -F'\t' 'NR == FNR { made[$1] = 1; next } $1 in made' "$dir/made.txt" "$dir/drawn.tsv"; } >"$dir/edits.tsv"
fi

until FAIRLEAD_LIB_DIR=$dir/tree/verilator/target/lib FAIRLEAD_ROOT=$root \
  java -Xmx2g -Xss8m -XX:+UseSerialGC -cp "$tests" fairlead.strength.RtlLadder "$dir/edits.tsv" "$dir/result.tsv" "$4"; do
  [ $? = 3 ] || fail "the ladder has ended"
done
grep -q "^0"$'\t'"alive" "$dir/result.tsv" || fail "the library differs without an edit"
awk -F'\t' 'NR == FNR { how[$1] = $2; next } $1 in how && $1 > 0 {
    split($2, place, ":"); all[place[1]]++; n++; if (how[$1] == "alive") { left[place[1]]++; alive++; print "alive: " $0 } }
  END { for (unit in all) printf "%-28s %d of %d found\n", unit, all[unit] - left[unit], all[unit]; printf "%d of %d found\n", n - alive, n }' \
  "$dir/result.tsv" "$dir/edits.tsv"
