#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh DIR [TESTS [ARG..]]: builds the libraries of tiles in DIR with a fabric that watches its memory accesses
# and its arithmetic (AddressSanitizer and UndefinedBehaviorSanitizer of g++), and runs on them the fast tests that
# drive the fabric, or TESTS as Maven names them, with arguments for Maven. Before that a call with too little room must
# be noticed. Exit code 1: a test failed or something was reported (DIR/asan.*, DIR/ubsan.*). The tree and its tests
# must be built. The tiles themselves, which Verilator wrote, are taken as they are.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[ $# -ge 1 ] || fail "usage: sanitize.sh DIR [TESTS [ARG..]]"
dir=$(mkdir -p "$1/obj" "$1/lib" && cd "$1" && pwd)
# the second simulator does not run with a foreign allocator
tests=${2:-fairlead.engine.**.*Test,fairlead.system.**.*Test,!IcarusTest}
rm -f "$dir"/asan.* "$dir"/ubsan.*

FAIRLEAD_VARIANTS="product lab small flat4" elaborated
cd "$root/verilator"
cp -a target/lib/. "$dir/lib"
for variant in product lab small flat4; do
  say "the fabric of $variant, watched"
  if [ ! -f "target/obj/$variant/model.o" ]; then
    rm -f "target/lib/libfairlead_$variant.so"
    FAIRLEAD_NO_CACHE=1 ./build.sh "$variant"
  fi
  cp -a --update "target/obj/$variant" "$dir/obj"
  rm -f "$dir/obj/$variant"/library.o "$dir/lib/libfairlead_$variant.so"*
  FAIRLEAD_SANITIZE=1 make -s -f all.mk OUT="$dir" HW=../hw/target "$variant" -j2
  sum_of "$dir/lib/libfairlead_$variant.so" >"$dir/lib/libfairlead_$variant.so.crc32"
done

# run TESTS [ARG..]: Maven's exit code; the sanitizers come before the C++ library, whose exceptions they watch
run() {
  local wanted=$1
  shift
  (
    cd "$root"
    export FAIRLEAD_NO_BUILD=1
    export ASAN_OPTIONS=handle_segv=0:detect_leaks=0:allow_user_segv_handler=1:log_path=$dir/asan
    export UBSAN_OPTIONS=print_stacktrace=1:log_path=$dir/ubsan
    LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)" \
      mvn -B -o -f pom.xml package -pl sim-java,verilator,testbench \
      -Dfairlead.excludedTags=slow -Dfairlead.test.timeout=7200 "-Dfairlead.test.libraries=$dir/lib" \
      -Dsurefire.failIfNoSpecifiedTests=false "-Dtest=$wanted" "$@" </dev/null >"$dir/tests.log" 2>&1
  )
}

if run OverrunTest -Dfairlead.overrun=true || ! grep -qs heap-buffer-overflow "$dir"/asan.*; then
  fail "a call with too little room was not noticed; see $dir/tests.log"
fi
say "a call with too little room is noticed"
rm -f "$dir"/asan.*
status=0
run "$tests" "${@:3}" || status=1
grep -E '^\[(INFO|ERROR|WARNING)\] Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$' "$dir/tests.log" | tail -1
for report in "$dir"/asan.* "$dir"/ubsan.*; do
  [ ! -e "$report" ] || { say "reported: $report" && status=1; }
done
[ $status = 0 ] || fail "see $dir/tests.log"
