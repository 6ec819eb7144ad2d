#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# own.sh FOLDER VERILOG: makes FOLDER/lib/libfairlead_own.so, the tile of VERILOG with the modules of FOLDER/units in place
# of ours, and notes its checksum in FOLDER/made. Says on stderr what it does and how long it took.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
exec >&2
folder=$1 verilog=$2 start=$SECONDS
names=$(cd "$folder/units" && printf '%s, ' *.sv | sed 's/\.sv, $//; s/\.sv,/,/g')

exec 8>"$folder/build.lock"
flock -n 8 || { say "$names: waiting for another process that builds it" && flock 8; }
[ ! -e "$folder/made" ] || exit 0
say "$names: the library with this unit is built; this takes up to a minute"
rm -rf "$folder/hw" && mkdir -p "$folder/hw/rtl"
cp -r "$verilog" "$folder/hw/rtl/own"
ln -s "$(cd "$verilog/../.." && pwd)/generated" "$folder/hw/generated"
for file in "$folder"/units/*.sv; do
  module=$(basename "$file" .sv)
  cp "$file" "$folder/hw/rtl/own"
  # other modules in these files are the unit's own, also where the machine has some of the same name
  sed -nE 's/^[[:space:]]*module[[:space:]]+(\w+).*/\1/p' "$folder/hw/rtl/own/$module.sv" | sort -u | while read -r name; do
    [ "$name" = "$module" ] || [ ! -e "$verilog/$name.sv" ] || sed -i -E "s/\b$name\b/${name}_of_$module/g" "$folder/hw/rtl/own/$module.sv"
  done
done
FAIRLEAD_STRUCTURE=$folder "$root/verilator/build.sh" own >"$folder/build.log" 2>&1 ||
  { grep -E '^%(Error|Warning)|error:' "$folder/build.log" || true; fail_env "$names: not built; see $folder/build.log"; }
cp "$folder/lib/libfairlead_own.so.crc32" "$folder/made"
say "$names: built in $((SECONDS - start)) s"
