#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# structure.sh FOLDER [LIBRARY..]: makes what is missing or older than the default build of the structure that
# FOLDER/structure.txt describes (decision 18): its manifest in FOLDER/hw, and the named libraries in FOLDER/lib;
# `verilog:LIBRARY` is only its Verilog, and `prove` the harnesses of the proofs; both are not built. Says on stderr what
# it does and about how long it will take. The tree must be built.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
exec >&2
folder=$1
shift
name="structure ${folder##*/}"
export FAIRLEAD_STRUCTURE=$folder

# Seconds on two free cores, which only the time that is told rests on: elaboration, Verilator and compiler, of a tile,
# of the lab tile, and of a route unit or a router.
seconds() {
  case $1 in
    manifest | verilog*) echo 8 ;;
    prove) echo 20 ;;
    lab) echo 200 ;;
    route*) echo 25 ;;
    *) echo 110 ;;
  esac
}

exec 8>"$folder/build.lock"
flock -n 8 || { say "$name: waiting for another process that builds it" && flock 8; }
stamp=$(structure_stamp)
fresh() { [ "$(cat "$folder/$1.stamp" 2>/dev/null)" = "$stamp" ]; }

todo=() left=0
for part in manifest "$@"; do
  [ -n "$part" ] || continue
  if fresh "$part"; then continue; fi
  todo+=("$part")
  left=$((left + $(seconds "$part")))
done
start=$SECONDS planned=0
[ ${#todo[@]} -eq 0 ] || FAIRLEAD_VARIANTS=product elaborated classes
for part in ${todo[@]+"${todo[@]}"}; do
  # what has been done so far tells how fast this machine is
  about=$left
  [ "$planned" -eq 0 ] || about=$((left * (SECONDS - start + 1) / planned))
  say "$name: $part; about $about s left"
  case $part in
    manifest) variant=() ;;
    verilog:*) variant=("${part#verilog:}") ;;
    *) variant=("$part") ;;
  esac
  java -Xss8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$(cat "$root/hw/target/elaborator.classpath")" \
    fairlead.lab.EmitLab --structure "$folder/structure.txt" "$folder/hw" ${variant[@]+"${variant[@]}"} >"$folder/build.log" 2>&1 ||
    fail_env "$name: not elaborated; see $folder/build.log"
  if [ "$part" != manifest ] && [ "${part#verilog:}" = "$part" ] && [ "$part" != prove ]; then
    "$root/verilator/build.sh" "$part" >>"$folder/build.log" 2>&1 || fail_env "$name: not built; see $folder/build.log"
  fi
  echo "$stamp" >"$folder/$part.stamp"
  left=$((left - $(seconds "$part")))
  planned=$((planned + $(seconds "$part")))
done
[ ${#todo[@]} -eq 0 ] || say "$name: built in $((SECONDS - start)) s"
