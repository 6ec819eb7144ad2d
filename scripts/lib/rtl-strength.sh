#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# rtl-strength.sh DIR SEED COUNT [PLACE=COUNT..] [-- TEST..]: draws COUNT one-line edits in each Chisel file of the tile (in a folder, file or line PLACE another
# number), builds libraries in DIR in which an edit is chosen at run time, and runs the fast tests of the classes TEST (those of strength/rtl-tests.txt without
# arguments) for each edit up to the first that fails (TestLadder): DIR/result.tsv. The tree and its tests must be built. Without an edit nothing may fail; what is in
# DIR already is used again, so that an interrupted run goes on. An edit that ends elaboration goes by number into FAIRLEAD_EDITS_OUT (DIR/drawn.tsv has them).
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/ladder.sh"
[ $# -ge 3 ] || fail "usage: rtl-strength.sh DIR SEED COUNT [PLACE=COUNT..] [-- TEST..], as /tmp/edits 1 2 fence=12 barrier=12"
dir=$(mkdir -p "$1" && cd "$1" && pwd) draw=("$2" "$3")
shift 3
while [ $# -gt 0 ] && [ "$1" != -- ]; do draw+=("$1") && shift; done
[ $# -eq 0 ] || shift
resources=$root/testbench/src/test/resources/strength
read -ra rtl_tests <"$resources/rtl-tests.txt"

if [ ! -f "$dir/edits.tsv" ]; then
  rm -rf "$dir/tree"
  mkdir -p "$dir/tree"
  (cd "$root" && cp -a pom.xml .mvn scripts hw verilator sim-java testbench "$dir/tree/")
  rm -rf "$dir/tree/hw/target/"{analysis,classes} # the analysis names the class files of this tree, and the compiler would delete these
  java -cp "$tests" fairlead.lab.strength.Instrument "$root/hw/src/main/scala/fairlead" "$dir/tree/hw/src/main/scala/fairlead" "${draw[@]}"
  mv "$dir/tree/hw/src/main/scala/fairlead/edits.tsv" "$dir/drawn.tsv"
  cp "$resources/rtl/Mut.scala" "$dir/tree/hw/src/main/scala/fairlead/"
  say "compiling and elaborating $(wc -l <"$dir/drawn.tsv") edits"
  mvn -o -q -B -f "$dir/tree/pom.xml" -pl hw generate-sources scala:compile
  classes=$dir/tree/hw/target/classes:$(cut -d: -f2- "$root/hw/target/elaborator.classpath")
  FAIRLEAD_EDITS_MADE=$dir/made.txt java -Xss8m -cp "$classes" fairlead.lab.EmitLab "$dir/tree/hw/target" product lab small
  cmp "$root/hw/target/manifest.json" "$dir/tree/hw/target/manifest.json"
  verilator=$dir/tree/verilator
  selectable "$verilator"
  cp "$resources/rtl/fabric_edit.cpp" "$verilator/src/unit_edit.cpp"
  sed -i -e 's/ -include vl_hooks.h/& -include edit.h/' -e 's#vl_hooks.o$#& $(OBJ)/unit_edit.o#' "$verilator/units.mk"
  sed -i -e 's/--threads 1 -O3/& -Wno-fatal -Wno-lint/' -e 's/--trace-fst //' -e 's/program=.* ;;/continue ;;/' "$verilator/build.sh"
  sed -i 's/TRACED    := .*/TRACED := 0/' "$verilator/lib.mk"
  for variant in product lab small; do cp "$resources/rtl/MutBit.sv" "$dir/tree/hw/target/rtl/$variant/"; done
  "$verilator/build.sh" units product lab small
  # what is hardware, and first none: a library that differs without an edit is wrong
  { printf '0\tnone\n' && awk -F'\t' 'NR == FNR { made[$1] = 1; next } $1 in made' "$dir/made.txt" "$dir/drawn.tsv"; } >"$dir/edits.tsv"
fi
ladder "$dir" product,lab,small,units "${@:-${rtl_tests[@]}}"
