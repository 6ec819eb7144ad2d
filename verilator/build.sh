#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh [variant...]: hw/target/rtl/<variant>/*.sv + C++ -> target/lib/libfairlead_<variant>.so and target/bin/replay_<variant>.
# Verilator runs only when the Verilog or its flags changed, g++ only for what depends on a change. Without arguments: the variants of
# FAIRLEAD_VARIANTS, else those of the fast tests. What is built is kept for other checkouts under a hash of all that it is made of (cache_get).
# Variant router: target/bin/router_alone, the router of product without its tile.
# Variant units: single units of lab, each a top of its own (unit_abi.h); router_unit: the router alone, in the same way.
# FAIRLEAD_STRUCTURE: the folder of a structure (decision 18), from whose hw/ the Verilog is and into which obj/, lib/ and bin/ go.
# Variant cover: product with coverage of registers and lines, target/cover/libfairlead_product.so.
# Variant own: product with units of the user, in the folder that FAIRLEAD_STRUCTURE names (scripts/lib/own.sh).
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
single_units="AckCounters BarrierLeg BarrierUnit ClassRouteBarriers GlobalLeg FenceUnit EpochUnit DlaArbiter InputUnit OutputUnit CommitUnit SwitchAllocator LinkTx MessageCredits ByteCounters ReceptionFifos ResponseRx CombineAlu CollectiveRouter PerfCounters NicCauses WaitCauses HostGuard ConfigGuard"
[ -z "${FAIRLEAD_MUTANTS:-}" ] || units_of=product single_units=${FAIRLEAD_UNITS:-}

# Flags of the Verilated model, by variant: lab checks and traces, the others are for speed. The data-flow pass takes what two expressions share out of conditions
# that seldom hold, and the model gets slower by it. So it does where expressions of more than 100 operations stay outside of such conditions (gate-stmts).
verilate_flags() {
  local flags="--x-assign fast --x-initial fast --threads 1 -O3 -fno-dfg --gate-stmts 10000"
  case $1 in
    one_clock_lab) flags="$flags --savable gates.vlt" ;;
    own) # units of the user, with their assertions and signals; fairlead.rtl.VerilogPorts has had their lint
      flags="$flags --savable --assert --trace-fst --x-initial unique -Wno-fatal -Wno-lint -Wno-style"
      ;;
    product | one_clock) flags="$flags --savable" ;; # only adds code that is called at a checkpoint
    lab) flags="$flags --savable --assert --trace-fst poke.vlt" ;;
    small) flags="$flags --savable poke.vlt" ;;
    cover) flags="$flags --coverage-line poke.vlt cover.vlt" ;;
    units/*) flags="$flags --assert" ;;
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
  mask_edges "$obj" "$class"
  (cd "$obj" && for file in "$class.cpp" "${class}_"*.cpp; do
    case $file in
      *__Trace*.cpp) echo "#include \"$file\"" >>model_trace.cpp ;; # only while a waveform is written
      *__Slow.cpp | *__Syms.cpp) echo "#include \"$file\"" >>model_slow.cpp ;; # once a tile
      *) echo "#include \"$file\"" >>model.cpp ;;
    esac
  done)
  echo "$stamp" >"$obj/verilate.stamp"
}

# mask_edges OBJ CLASS: an evaluation asks fifty times which of several clocks have an edge; a mask answers with one test (vl_hooks.h).
mask_edges() {
  local file
  for file in $(grep -l '__VnbaTriggered\.at(' "$1/$2_"*.cpp); do
    sed -i -E "/^void $2___024root___eval_nba\(/,/^\}/{
      s/^    \/\/ Body/&\n    const uint32_t edges = fairlead_edges(vlSelf->__VnbaTriggered);/
      s/vlSelf->__VnbaTriggered\.at\((\w+)\)/(edges \& 1U << \1)/g
    }" "$file"
  done
}

# made_files VARIANT: what is made, as seen from $out; the first file is the library or the program.
made_files() {
  case $1 in
    cover) echo cover/libfairlead_product.so ;;
    router) echo bin/router_alone ;;
    route* | units) echo "lib/libfairlead_$1.so" ;;
    *) [ -n "${FAIRLEAD_MUTANTS:-}" ] && echo "lib/libfairlead_$1.so" || echo "lib/libfairlead_$1.so bin/replay_$1" ;;
  esac
}

# source_of VARIANT: whose Verilog it is made of.
source_of() { [ "$1" = units ] && echo "$units_of" || verilog_of "$1"; }

# is_cached VARIANT: tells whether other checkouts can have use of it.
is_cached() { [ "$1" != cover ] && [ -z "${FAIRLEAD_MUTANTS:-}${FAIRLEAD_SANITIZE:-}" ]; }

# made_stamp VARIANT: one hash over all that a library is made of: its Verilog, the sources here with their flags, and the tools. It is
# the same in every checkout, and the key of what is kept for other checkouts.
made_stamp() {
  { echo "$1 ${FAIRLEAD_SANITIZE:-} ${FAIRLEAD_MUTANTS:-} $single_units" && echo "$tools" &&
    cd "$rtl" && stamp_of "$(source_of "$1")" && cd ../generated && stamp_of cpp && cd "$here" && stamp_of include src ./*.*; } | sha256sum | cut -c1-64
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

tools="$(verilator --version) $(g++ --version | head -1)"
place=$(cd "$here" && mkdir -p "$out" && cd "$out" && pwd)
[ "$out" != target ] || { exec 7>"$place/build.lock" && flock 7; }
declare -A stamps=() # of what is made, before it is made
for variant in "$@"; do
  case $variant in prove | laboratory) continue ;; esac # read by the provers; Java alone
  made=$place/$(made_files "$variant" | cut -d' ' -f1)
  [ -d "$rtl/$(source_of "$variant")" ] || { wait && fail "no Verilog of variant $variant in $rtl"; }
  stamp=$(made_stamp "$variant")
  # a library that is damaged is linked again, and so is one that another state of the sources has left here
  if [ "$(cat "$made.stamp" 2>/dev/null)" = "$stamp $(sum_of "$made" 2>/dev/null)" ]; then continue; fi
  rm -f "$made" "$made.stamp"
  if is_cached "$variant" && cache_get "library-$stamp" "$place"; then
    say "$variant: an earlier build of the same sources"
    continue
  fi
  stamps[$variant]=$stamp
  case $variant in
    units) for unit in $single_units; do side_by_side verilate "units/$unit" "$unit" "$units_of"; done ;;
    router_unit) side_by_side verilate units/TorusRouter TorusRouter router_unit ;; # a library of units with one unit
    cover) side_by_side verilate cover Tile product ;;
    router) side_by_side verilate "$variant" TorusRouter "$(source_of "$variant")" ;;
    *) side_by_side verilate "$variant" "$(cat "$rtl/$variant/top.txt")" ;;
  esac
done
all_ended
[ ${#stamps[@]} -gt 0 ] || exit 0

make -s -C "$here" -f all.mk -j"$jobs" OUT="$out" HW="$hw" UNITS="$single_units" "${!stamps[@]}"
for variant in "${!stamps[@]}"; do
  # shellcheck disable=SC2207
  files=($(made_files "$variant"))
  made=$place/${files[0]}
  sum_of "$made" >"$made.crc32" # fairlead.rtl.NativeLibraries compares it before it loads the library
  stamp=$(made_stamp "$variant")
  [ "$stamp" = "${stamps[$variant]}" ] || continue # a source was changed meanwhile
  echo "$stamp $(cat "$made.crc32")" >"$made.stamp"
  if is_cached "$variant"; then cache_put "library-$stamp" "$place" "${files[@]}" "${files[0]}".{crc32,stamp}; fi
done
