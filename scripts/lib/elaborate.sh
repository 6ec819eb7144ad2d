#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# elaborate.sh <hw/target> <class path>: Chisel -> SystemVerilog, manifest and its renderings; skipped when the hw sources are unchanged.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

out=$1
class_path=$2
stamp=$(stamp_of "$root/hw/src/main" "$root/hw/pom.xml" "$root/pom.xml" "${BASH_SOURCE[0]}")
stale=()
# The manifest speaks of all the tile libraries, whichever are built; the flat oracles take long and are elaborated on demand.
for variant in $(printf '%s\n' unit product lab small ${FAIRLEAD_VARIANTS:-$test_variants} | awk '!seen[$0]++'); do
  [ "$(cat "$out/rtl/$variant.stamp" 2>/dev/null)" = "$stamp" ] || stale+=("$variant")
done
if [ ${#stale[@]} -eq 0 ]; then
  say "elaboration unchanged"
  exit 0
fi
say "elaborating ${stale[*]}"
for variant in "${stale[@]}"; do rm -f "$out/rtl/$variant.stamp"; done
java -Xss8m -cp "$class_path" fairlead.emit.Emit "$out" "${stale[@]}"
for variant in "${stale[@]}"; do echo "$stamp" >"$out/rtl/$variant.stamp"; done
