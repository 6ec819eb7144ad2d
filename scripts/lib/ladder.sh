# SPDX-License-Identifier: Apache-2.0
# What drawn-strength.sh and rtl-strength.sh share. Sourced, never run.
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

repo=$(sed -n 's/.*-Dmaven\.repo\.local=\([^ ]*\).*/\1/p' <<<"${MAVEN_OPTS:-}")
cached() { find "${repo:-$HOME/.m2}" -name "$1" | head -1; }
version() { sed -n "s/.*<$1.version>\(.*\)<.*/\1/p" "$root/pom.xml"; }
tests=$root/testbench/target/test-classes:$root/testbench/target/classes:$(cd "$root/testbench/target/lib" && printf "$PWD/%s:" *.jar)
for jar in junit-jupiter-{api,params,engine}-"$(version junit)" junit-platform-{commons,engine,launcher}-"$(version junit-platform)" opentest4j-1.3.0; do
  tests=$tests$(cached "$jar.jar"):
done

# selectable VERILATOR: the libraries of this copy of verilator/ have fl_choose (fabric_edit.cpp), and build soon.
selectable() {
  cp "$root/testbench/src/test/resources/strength/rtl/fabric_edit.cpp" "$1/src/"
  echo 'extern int fl_edit;' >"$1/include/edit.h"
  sed -i -e "s/ -include vl_hooks.h/& -include edit.h/" -e 's/\$(WARNINGS) .*-c /-O1 -g0 -include edit.h &/' "$1/lib.mk"
  [ "$(grep -c -- '-include edit.h' "$1/lib.mk")" = 2 ] || fail "$1/lib.mk has other rules than the two that ladder.sh knows"
}

# ladder DIR LIBRARIES TEST..: plays DIR/edits.tsv and says what is found; an edit that ends the process counts, and the next is begun. Exit code 4: the process is not sound any more.
ladder() {
  local dir=$1 libraries=$2 class place classes=() status=0
  shift 2
  for class in "$@"; do
    place=$(cd "$root/testbench/target/test-classes" && find . -path "*/$class.class" | sed 's#^\./##; s#/#.#g; s#\.class$##')
    [[ "$place" == +([^[:space:]]) ]] || fail "not one test $class, but: $place" # two names would end the process, and count as found
    classes+=("$place")
  done
  while :; do
    (cd "$root/testbench" && FAIRLEAD_LIB_DIR=$dir/tree/verilator/target/lib FAIRLEAD_ROOT=$root FAIRLEAD_NO_BUILD=1 \
      java -ea -Xmx2g -Xss8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ErrorFile=/dev/null -cp "$tests:$root/testbench/src/test/resources/strength/ladder" \
      fairlead.lab.strength.TestLadder "$dir/edits.tsv" "$dir/result.tsv" "$libraries" "${classes[@]}" >"$dir/ladder.log" 2>&1) && break || status=$?
    [ "$status" = 4 ] || [ -f "$dir/result.tsv.now" ] || [ "$(tail -1 "$dir/result.tsv" | cut -f2)" = hang ] || fail "the ladder has ended: $dir/ladder.log"
  done
  grep -q "^0"$'\t'"alive" "$dir/result.tsv" || fail "tests fail without an edit: $(grep "^0"$'\t' "$dir/result.tsv")"
  awk -F'\t' 'NR == FNR { how[$1] = $2; next } $1 in how && $1 > 0 {
      split($2, place, ":"); all[place[1]]++; n++; if (how[$1] == "alive") { left[place[1]]++; alive++; print "alive: " $0 } }
    END { for (file in all) printf "%-28s %d of %d found\n", file, all[file] - left[file], all[file]; printf "%d of %d found\n", n - alive, n }' \
    "$dir/result.tsv" "$dir/edits.tsv"
}
