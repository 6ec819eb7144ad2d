#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# drawn-strength.sh DIR SEED COUNT [TEST..]: draws COUNT one-line edits of the C++ fabric, builds libraries in DIR in which an edit is chosen at run time, and runs the fast
# tests of the classes TEST (those that have the fabric in them, without arguments) for each edit up to the first that fails (TestLadder): DIR/result.tsv. The tree
# and its tests must be built. Without an edit nothing may fail; what is in DIR already is used again, so that an interrupted run goes on.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/ladder.sh"
[ $# -ge 3 ] || fail "usage: drawn-strength.sh DIR SEED COUNT [TEST..], as /tmp/edits 1 60"
dir=$(mkdir -p "$1" && cd "$1" && pwd) seed=$2 count=$3
shift 3
[ $# -gt 0 ] || read -ra fabric_tests <"$root/testbench/src/test/resources/strength/fabric-tests.txt"
libraries="product lab small flat4"

if [ ! -f "$dir/edits.tsv" ]; then
  rm -rf "$dir/tree"
  mkdir -p "$dir/tree"
  ln -s "$root/hw" "$dir/tree/hw"
  cp -a "$root/verilator" "$dir/tree/"
  selectable "$dir/tree/verilator"
  touch -d 2000-01-01 "$dir/tree/verilator/lib.mk" # the models are those of the tree
  left=() bad=()
  draw() { java -cp "$tests" fairlead.lab.strength.FabricEdits "$root/verilator" "$dir/drawn" "$seed" "$1" "${left[@]}" && cp -r "$dir"/drawn/{src,include} "$dir/tree/verilator/"; }
  build() { make -s -k -j2 -C "$dir/tree/verilator" -f lib.mk "VARIANT=$1" "WARNINGS=$2" REPLAY= 2>"$dir/log"; }
  first=$((2 * count)) # about half do not compile
  while
    draw "$first" || fail "no edits are drawn"
    bad=()
    for library in product lab flat4; do # some lines are of some libraries only
      build "$library" -fsyntax-only || mapfile -t -O ${#bad[@]} bad < <(sed -n 's/^\(edit-[0-9]*\):.*\(error\|required from\).*/\1/p' "$dir/log" | sort -u)
    done
    [ ${#bad[@]} -gt 0 ]
  do
    say "do not compile: ${bad[*]}"
    left+=("${bad[@]}")
    first=$count
  done
  draw "$count"
  for library in $libraries; do
    build "$library" "" || fail "library $library: $dir/log"
    note_sum "$dir/tree/verilator/target/lib/libfairlead_$library.so"
  done
  { printf '0\tnone\n' && cat "$dir/drawn/edits.tsv"; } >"$dir/edits.tsv"
fi
ladder "$dir" "${libraries// /,}" "${@:-${fabric_tests[@]}}"
