#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh [variant...]: hw/target/rtl/<variant>/*.sv + C++ -> target/lib/libfairlead_<variant>.so and target/bin/replay_<variant>.
# Verilator runs only when the Verilog or its flags changed, g++ only for what depends on a change. Without arguments: the variants of
# FAIRLEAD_VARIANTS, else those of the fast tests. With product comes target/bin/router_alone,
# with lab target/bin/router_lab: its router without the tile. Variant units: single units of lab, each a top of its own (unit_abi.h); router_unit: the router alone, in the same way.
# FAIRLEAD_STRUCTURE: the folder of a structure (decision 18), from whose hw/ the Verilog is and into which obj/, lib/ and bin/ go.
# Variant cover: product with coverage of registers and lines, target/cover/libfairlead_product.so.
# FAIRLEAD_MUTANTS=1: the Verilog in FAIRLEAD_STRUCTURE is that of mutants (fairlead.lab.mutate), which yosys wrote: no lint.
# Variant units then has the units FAIRLEAD_UNITS of product.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../scripts/lib/common.sh"

hw=../hw/target out=target # as seen from $here
[ -z "${FAIRLEAD_STRUCTURE:-}" ] || hw=$FAIRLEAD_STRUCTURE/hw out=$FAIRLEAD_STRUCTURE
rtl=$(cd "$here" && cd "$hw/rtl" && pwd)
jobs=${FAIRLEAD_JOBS:-2}
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- ${FAIRLEAD_VARIANTS:-$test_variants}

units_of=lab
single_units="AckCounters BarrierLeg BarrierUnit ClassRouteBarriers GlobalLeg FenceUnit EpochUnit DlaArbiter InputUnit OutputUnit CommitUnit SwitchAllocator LinkTx MessageCredits ByteCounters ReceptionFifos ResponseRx CombineAlu CollectiveRouter PerfCounters NicCauses WaitCauses"
[ -z "${FAIRLEAD_MUTANTS:-}" ] || units_of=product single_units=${FAIRLEAD_UNITS:-}

# Flags of the Verilated model, by variant: lab checks and traces, the others are for speed. The data-flow pass takes what two expressions share out of conditions
# that seldom hold, and the model gets slower by it.
verilate_flags() {
  local flags="--x-assign fast --x-initial fast --threads 1 -O3 -fno-dfg"
  case $1 in
    one_clock_lab) flags="$flags --savable gates.vlt" ;;
    product | one_clock) flags="$flags --savable" ;; # only adds code that is called at a checkpoint
    lab) flags="$flags --savable --assert --trace-fst poke.vlt" ;;
    small) flags="$flags --savable poke.vlt" ;;
    cover) flags="$flags --coverage-line poke.vlt cover.vlt" ;;
    router_lab | units/*) flags="$flags --assert" ;;
    flat*) flags="$flags flat.vlt" ;;
  esac
  [ -z "${FAIRLEAD_MUTANTS:-}" ] || flags="$flags poke.vlt cover.vlt -Wno-lint -Wno-style -Wno-fatal"
  echo "$flags"
}

# verilate VARIANT TOP [RTL]: C++ of the top into target/obj/VARIANT, stamped; the Verilog is that of RTL, else of VARIANT. A tile is class VTile, whatever is around it.
verilate() {
  local variant=$1 top=$2 from=${3:-$1} class=V${2/OneClockTile/Tile} flags stamp file
  local obj source=$hw/rtl/$from verilog=hw/target/rtl/$from
  [ "$out" = target ] || verilog=$rtl/$from
  obj=$(cd "$here" && mkdir -p "$out/obj" && cd "$out/obj" && pwd)/$variant
  flags=$(verilate_flags "$variant")
  stamp="model, slow, trace: $flags $(cd "$root" && stamp_of "$verilog" verilator/config.vlt verilator/flat.vlt verilator/poke.vlt)"
  [ "$variant" != one_clock_lab ] || stamp="$stamp $(stamp_of "$here/gates.vlt")"
  [ "$variant" != cover ] || stamp="$stamp $(stamp_of "$here"/cover.*)"
  if [ "$(cat "$obj/verilate.stamp" 2>/dev/null)" = "$stamp" ]; then return; fi
  say "verilating $variant"
  rm -rf "$obj"
  mkdir -p "$obj/rtl"
  if [ "$variant" = cover ]; then
    for file in "$rtl/$from"/*.sv; do awk -f "$here/cover.awk" "$file" >"$obj/rtl/${file##*/}"; done
    source=target/obj/cover/rtl
  fi
  # shellcheck disable=SC2086
  (cd "$here" && verilator --cc $flags --top-module "$top" --prefix "$class" --Mdir "$out/obj/$variant" \
    config.vlt -y "$source" "$source/$top.sv")
  if [ "$variant" = cover ]; then # fabric_coverage.cpp has the points once a process, and a tile notes which it has come to
    (cd "$obj" && sed -nEf "$here/cover.sed" "${class}_"*__Slow.cpp >cover_points.inc)
    sed -i -E -e 's/^( *).*__vlCoverInsert\(&\((vlSymsp->__Vcoverage\[[0-9]+\])\), .*/\1\2 = 0;/' \
      -e 's/\.fetch_add\(1, std::memory_order_relaxed\)/.store(1, std::memory_order_relaxed)/' "$obj/${class}_"*.cpp
  fi
  (cd "$obj" && for file in "$class.cpp" "${class}_"*.cpp; do
    case $file in
      *__Trace*.cpp) echo "#include \"$file\"" >>model_trace.cpp ;; # only while a waveform is written
      *__Slow.cpp | *__Syms.cpp) echo "#include \"$file\"" >>model_slow.cpp ;; # once a tile
      *) echo "#include \"$file\"" >>model.cpp ;;
    esac
  done)
  echo "$stamp" >"$obj/verilate.stamp"
}

# remove_damaged LIBRARY: one that is not as it was linked, so that make links it again.
remove_damaged() {
  [ -f "$1" ] || return 0
  [ "$(sum_of "$1")" = "$(cat "$1.crc32" 2>/dev/null)" ] || rm -f "$1"
}

# side_by_side COMMAND..: runs the command in the background, at most $jobs at a time; all_ended waits for the rest, and fails if any of them has failed.
pending=0 failed=0
side_by_side() {
  if [ "$pending" -lt "$jobs" ]; then pending=$((pending + 1)); else wait -n || failed=1; fi
  "$@" &
}
all_ended() {
  for ((; pending > 0; pending--)); do wait -n || failed=1; done
  [ "$failed" = 0 ]
}

targets=() libraries=()
for variant in "$@"; do
  case $variant in prove | laboratory) continue ;; esac # read by the provers; Java alone
  library=$(cd "$here" && mkdir -p "$out/lib" && cd "$out/lib" && pwd)/libfairlead_$variant.so
  [ "$variant" != cover ] || library=$here/target/cover/libfairlead_product.so
  remove_damaged "$library"
  libraries+=("$library") targets+=("$variant")
  if [ "$variant" = units ]; then
    for unit in $single_units; do side_by_side verilate "units/$unit" "$unit" "$units_of"; done
    continue
  fi
  if [ "$variant" = cover ]; then
    side_by_side verilate cover Tile product
    continue
  fi
  if [ "$variant" = router_unit ]; then # a library of units with one unit
    side_by_side verilate units/TorusRouter TorusRouter router_unit
    continue
  fi
  [ -f "$rtl/$variant/top.txt" ] || { wait && fail "no Verilog of variant $variant in $rtl"; }
  side_by_side verilate "$variant" "$(cat "$rtl/$variant/top.txt")"
  [ "$out" = target ] || continue
  case $variant in
    product) program=router ;;
    lab) program=router_lab ;;
    *) continue ;;
  esac
  side_by_side verilate $program TorusRouter "$variant"
  targets+=("$program")
done
all_ended

make -s -C "$here" -f all.mk -j"$jobs" OUT="$out" HW="$hw" UNITS="$single_units" ${targets[@]+"${targets[@]}"}
for library in ${libraries[@]+"${libraries[@]}"}; do note_sum "$library"; done
