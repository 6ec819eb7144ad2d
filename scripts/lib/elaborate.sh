#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# elaborate.sh <hw/target> <class path>: Chisel -> SystemVerilog, manifest and its renderings; skipped when the hw sources are unchanged.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

out=$1
class_path=$2
stamp_file=$out/elaborate.stamp
stamp=$(stamp_of "$root/hw/src/main" "$root/hw/pom.xml" "$root/pom.xml" "${BASH_SOURCE[0]}")
if [ "$(cat "$stamp_file" 2>/dev/null)" = "$stamp" ] && [ -f "$out/manifest.json" ]; then
  say "elaboration unchanged"
  exit 0
fi
rm -f "$stamp_file"
java -Xss8m -cp "$class_path" fairlead.emit.Emit "$out"
echo "$stamp" >"$stamp_file"
