#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# native.sh COMPILER ARG..: what scripts/shmemcc, shmemcxx, mpicc and mpicxx do. The library is made when its sources
# change. With --race the program tells its loads and stores to a run with --races. It is no position-independent
# executable, so that its variables have the same addresses in each process.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
compiler=$1 sources=$root/testbench/src/main/c
shift
for tool in "$compiler" gcc ar; do
  command -v "$tool" >/dev/null || fail_env "$tool is missing: run scripts/setup"
done

place=$root/target/native
library=$place/libfairlead_native_$(stamp_of "$sources" | cut -c1-16).a
if [ ! -s "$library" ]; then
  mkdir -p "$place"
  made=$(mktemp -d "$place/made.XXXXXX")
  trap 'rm -rf "$made"' EXIT
  for source in "$sources"/*.c; do
    gcc -std=gnu11 -O1 -fno-strict-aliasing -Wall -Wextra -Werror -fPIC -I"$sources" -c "$source" -o "$made/$(basename "$source" .c).o" ||
      fail_env "the library of native programs does not compile"
  done
  ar rcs "$made/library.a" "$made"/*.o
  mv "$made/library.a" "$library" # of compilers that run at once, each finds a whole one at any time
  find "$place" -name 'libfairlead_native_*.a' ! -path "$library" -delete
  rm -rf "$made"
fi
link=(-x none -no-pie "$library") words=() race=()
for word in "$@"; do
  case $word in
    --race) race=(-specs="$sources/race.specs" -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -g) ;;
    -c | -S | -E | -M | -MM) link=() ;;&
    *) words+=("$word") ;;
  esac
done
[ ${#race[@]} -eq 0 ] || [ ${#link[@]} -eq 0 ] || link+=(-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset)
[ $# -gt 0 ] || link=()
exec "$compiler" -I"$sources" "${race[@]}" "${words[@]}" "${link[@]}"
