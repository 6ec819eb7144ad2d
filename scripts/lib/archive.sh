#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes target/fairlead.jsa, an archive of the classes that a run on either engine loads, ready to be mapped into
# memory. Without the archive a start takes longer.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

archive=$root/target/fairlead.jsa
scenario=$root/examples/halo3d.yaml
training=(--version)
[ ! -f "$scenario" ] || training=(run "$scenario" --engine lockstep --set "machine.shape=[2,2,1]" --out "$root/target/training" --force)
if FAIRLEAD_NO_BUILD=1 FAIRLEAD_ARCHIVE=$archive.new "$root/scripts/fairlead" "${training[@]}" >"$root/target/archive.log" 2>&1; then
  mv "$archive.new" "$archive"
else
  rm -f "$archive.new" # starts are slower
fi
