#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# library.sh PART: makes a part of the default build that is missing: a library, a program, `prove` (the Verilog of the proof harnesses) or `elaborator`
# (its classes). Java calls it when a command or a test first needs the part (fairlead.rtl.StructureBuild). Says on stderr what it makes and how long it took.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
exec >&2
start=$SECONDS part=$1
say "$part is built, because it is needed for the first time; this takes up to two minutes"
export FAIRLEAD_NO_BUILD=1 FAIRLEAD_VARIANTS=$part
if [ "$part" = elaborator ]; then
  FAIRLEAD_VARIANTS=product elaborated classes
else
  elaborated
  "$root/verilator/build.sh" "$part" >"$root/target/library-$part.log" 2>&1 || fail_env "$part was not built; see $root/target/library-$part.log"
  stamp=$(build_stamp)
  if grep -qs "^$stamp " "$root/target/build.stamp"; then echo "$stamp $part" >>"$root/target/build.stamp"; fi
fi
say "$part built in $((SECONDS - start)) s"
