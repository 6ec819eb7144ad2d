#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# where.sh UNIT...: prints the files of each unit, as docs/understand/units.md names them, and fails where one is
# missing.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
cd "$root/docs/understand"

for unit in "$@"; do
  row=$(grep -F "| $unit |" units.md) || { say "docs/understand/units.md has no unit $unit" && exit 1; }
  echo "$unit"
  IFS='|' read -r _ _ rtl twin tests alone proofs pages _ <<<"$row"
  for part in "RTL:$rtl" "twin:$twin" "tests of the twin:$tests" "tests of the RTL:$alone" "proofs:$proofs" "pages:$pages"; do
    files=$(grep -o '](.[^)]*)' <<<"${part#*:}" | tr -d ']()') || files=
    for file in $files; do
      [ -f "$file" ] || { say "$unit: $file does not exist" && exit 1; }
      printf '  %-18s %s\n' "${part%%:*}" "$(realpath --relative-to="$root" "$file")"
    done
    [ -n "$files" ] || printf '  %-18s %s\n' "${part%%:*}" "-"
  done
done
