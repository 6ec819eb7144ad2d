#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# elaborate.sh <class path>: Chisel -> SystemVerilog, manifest and its renderings in hw/target; skipped when the hw
# sources are unchanged.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

mkdir -p "$root/hw/target/rtl"
stamp=${FAIRLEAD_HW_STAMP:-$(hw_stamp)} # of the sources from which the classes are
echo "$1" >"$root/hw/target/elaborator.classpath" # for what is elaborated later, on demand
echo "$stamp" >"$root/hw/target/classes.stamp"
stale=$(stale_variants)
if [ -z "$stale" ]; then
  say "elaboration unchanged"
  exit 0
fi
say "elaborating" $stale
for variant in $stale; do rm -rf "$root/hw/target/rtl/$variant"{,.stamp}; done # a unit that is gone leaves no file
# shellcheck disable=SC2086
java -Xss8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$1" fairlead.lab.EmitLab "$root/hw/target" $stale
keep=false # in the cache, unless a source was changed since the classes were compiled
[ "${FAIRLEAD_HW_STAMP:-}" != "$(hw_stamp)" ] || keep=true
for variant in $stale; do
  echo "$stamp" >"$root/hw/target/rtl/$variant.stamp"
  # the tables of the documentation list the properties that the Verilog of lab has
  rest=(generated/cpp generated/java)
  [ "$variant" != lab ] || rest=(generated manifest.json)
  ! $keep || cache_put "verilog-$stamp-$variant" "$root/hw/target" "rtl/$variant" "rtl/$variant.stamp" "${rest[@]}"
done
