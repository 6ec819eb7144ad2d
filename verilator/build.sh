#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh [variant...]: hw/target/rtl/<variant>/*.sv + C++ -> target/lib/libfairlead_<variant>.so and target/bin/replay_<variant>.
# Verilator runs only when the Verilog or its flags changed, g++ only for what depends on a change.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../scripts/lib/common.sh"

rtl=$root/hw/target/rtl
jobs=${FAIRLEAD_JOBS:-2}
[ $# -gt 0 ] || set -- unit product lab small

# Flags of the Verilated model, by variant: product and small are for speed, the others check and trace.
verilate_flags() {
  local flags="--x-assign fast --x-initial fast --threads 1 -O3"
  case $1 in
    unit) flags="$flags --assert" ;;
    lab) flags="$flags --assert --trace-fst" ;;
  esac
  echo "$flags"
}

# verilate VARIANT TOP: C++ of one top into target/obj/VARIANT, stamped.
verilate() {
  local variant=$1 top=$2 flags
  local obj=$here/target/obj/$variant stamp_file=$here/target/obj/$variant/$2.stamp
  flags=$(verilate_flags "$variant")
  local stamp
  stamp="$flags $(stamp_of "$rtl/$variant" "$here/config.vlt" "$here/lib.mk" "${BASH_SOURCE[0]}")"
  if [ "$(cat "$stamp_file" 2>/dev/null)" = "$stamp" ]; then return; fi
  say "verilating $variant/$top"
  rm -rf "$obj/V$top"* "$obj/model_$top.cpp" "$stamp_file"
  mkdir -p "$obj"
  # shellcheck disable=SC2086
  (cd "$here" && verilator --cc $flags --top-module "$top" --prefix "V$top" --Mdir "target/obj/$variant" \
    config.vlt -y "../hw/target/rtl/$variant" "../hw/target/rtl/$variant/$top.sv")
  (cd "$obj" && printf '#include "%s"\n' "V$top.cpp" "V${top}_"*.cpp >"model_$top.cpp")
  echo "$stamp" >"$stamp_file"
}

for variant in "$@"; do
  tops=$(tr '\n' ' ' <"$rtl/$variant/tops.txt")
  if [ -z "${tops// /}" ]; then
    say "$variant has no top module yet: no library"
    continue
  fi
  for top in $tops; do verilate "$variant" "$top"; done
  make -s -C "$here" -f lib.mk -j"$jobs" VARIANT="$variant" TOPS="$tops"
done
