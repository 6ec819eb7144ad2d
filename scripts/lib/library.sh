#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# library.sh PART: makes a part of the default build that is missing or old: a library, a program, `verilog:VARIANT`, or
# `elaborator` (its classes). Java calls it when a command or a test needs a part that the build has left out
# (fairlead.rtl.StructureBuild). Says on stderr what it makes and how long it took.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
exec >&2
start=$SECONDS part=$1
say "$part is built, because it is needed for the first time; this takes up to two minutes"
export FAIRLEAD_NO_BUILD=1 FAIRLEAD_VARIANTS=${part#verilog:}
case $part in
  elaborator) FAIRLEAD_VARIANTS=product elaborated classes ;;
  verilog:*) elaborated ;;
  *)
    elaborated
    "$root/verilator/build.sh" "$part" >"$root/target/library-$part.log" 2>&1 ||
      fail_env "$part was not built; see $root/target/library-$part.log"
    ;;
esac
stamp=$(build_stamp)
if grep -qs "^$stamp " "$root/target/build.stamp"; then echo "$stamp $part" >>"$root/target/build.stamp"; fi
say "$part built in $((SECONDS - start)) s"
