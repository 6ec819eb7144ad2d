# SPDX-License-Identifier: Apache-2.0
# Functions that the scripts share. This file is sourced and not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { echo "fairlead: $*" >&2; }

# Ends with the exit code of an environment problem, which no other input of the user could avoid.
fail_env() {
  echo "fairlead: error: $*" >&2
  exit 5
}

fail() {
  echo "fairlead: error: $*" >&2
  exit 1
}

# options "ALLOWED.." ARG..: --help prints the comment at the head of the running script; an argument that is not in the
# list of allowed ones is refused.
options() {
  local allowed=" $1 " word
  shift
  for word in "$@"; do
    case $word in
      -h | --help)
        sed -n '3,/^[^#]/{s/^# \{0,1\}//p}' "$0"
        exit 0
        ;;
    esac
    [[ $allowed == *" $word "* ]] && continue
    say "scripts/$(basename "$0"): no such argument: $word; known:${allowed}--help"
    exit 2
  done
}

# stamp_of PATH...: prints one hash over the names and contents of all files under the paths, without build outputs.
stamp_of() {
  find "$@" -name target -prune -o -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
}

# The libraries that `scripts/fairlead run` needs, the larger sets that the fast tests, the laboratory and the slow
# tests need. What is in none of them, or not in the one that was built, is built when a command or a test first asks
# for it (scripts/lib/library.sh).
run_variants="product"
test_variants="$run_variants lab"
# units: single units of lab; laboratory: its Java; prove: only the Verilog of the proof harnesses
lab_variants="$test_variants units small flat4 route route_lab laboratory prove"
slow_variants="$lab_variants router flat8 one_clock one_clock_lab"

# Prints one hash over all files that elaboration depends on.
hw_stamp() { (cd "$root" && stamp_of hw/src/main hw/src/lab hw/pom.xml pom.xml scripts/lib/elaborate.sh); }

# verilog_of VARIANT: prints whose Verilog a variant is made of.
verilog_of() {
  case $1 in
    units) echo lab ;;
    router | cover) echo product ;;
    laboratory) ;;
    *) echo "$1" ;;
  esac
}

# Prints the variants of FAIRLEAD_VARIANTS whose Verilog is older than the sources.
stale_variants() {
  local stamp variant
  stamp=$(hw_stamp)
  for variant in $(for variant in ${FAIRLEAD_VARIANTS:-$test_variants}; do verilog_of "$variant"; done | awk '!seen[$0]++'); do
    [ "$(cat "$root/hw/target/rtl/$variant.stamp" 2>/dev/null)" = "$stamp" ] || echo "$variant"
  done
}

# Makes the Verilog of FAIRLEAD_VARIANTS that is missing or old, one process at a time; with argument `classes` the
# classes of the elaborator, which are not needed where the Verilog has been found in the cache.
elaborated() {
  local stamp variant
  stamp=$(hw_stamp)
  mkdir -p "$root/target"
  exec 6>"$root/target/elaborate.lock" && flock 6
  for variant in $(stale_variants); do rm -rf "$root/hw/target/rtl/$variant" && cache_get "verilog-$stamp-$variant" "$root/hw/target" || true; done
  [ "$(cat "$root/hw/target/classes.stamp" 2>/dev/null)" = "$stamp" ] || rm -f "$root/hw/target/elaborator.classpath"
  if [ -n "$(stale_variants)" ] || { [ "${1:-}" = classes ] && [ ! -f "$root/hw/target/elaborator.classpath" ]; }; then
    FAIRLEAD_HW_STAMP=$stamp maven_quiet process-classes -pl hw || fail_env "the elaboration failed; all of it is in $root/target/build.log"
  fi
  exec 6>&-
}

# The cache of build outputs, which all checkouts of a user share; FAIRLEAD_NO_CACHE=1 turns it off. An entry is one
# compressed file, whose checksum shows whether it is damaged. The entries that were used last remain, 2 GB at most.
cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/fairlead

# cache_get KEY DIR: brings the files of an entry into DIR; fails if there is none.
cache_get() {
  local entry=$cache/$1.tgz
  [ -z "${FAIRLEAD_NO_CACHE:-}" ] && [ -f "$entry" ] || return 1
  if ! gzip -t "$entry" 2>/dev/null; then
    say "the cache has a damaged entry, which is built again: $entry"
    rm -f "$entry"
    return 1
  fi
  mkdir -p "$2" && tar -xzmf "$entry" -C "$2" && touch "$entry"
}

# cache_put KEY DIR FILE..: keeps files or folders of DIR.
cache_put() {
  local entry=$cache/$1.tgz dir=$2
  shift 2
  [ -z "${FAIRLEAD_NO_CACHE:-}" ] && mkdir -p "$cache" 2>/dev/null || return 0
  if tar -czf "$entry.$$" -C "$dir" "$@" 2>/dev/null; then mv -f "$entry.$$" "$entry"; else rm -f "$entry.$$"; fi
  find "$cache" -type f -printf '%T@ %s %p\n' | sort -rn | awk '(used += $2) > 2e9' | cut -d' ' -f3- | xargs -r -d '\n' rm -f
}

# Prints one hash over everything that the launcher's programs depend on, without tests. It includes the path of the
# checkout, because the class-data archive contains paths.
build_stamp() {
  (cd "$root" && { echo "$root"; stamp_of pom.xml .mvn scripts/build scripts/lib hw/pom.xml hw/src/main hw/src/lab sim-java/pom.xml \
    sim-java/src/main verilator testbench/pom.xml testbench/src/main testbench/lab/pom.xml testbench/lab/src/main; } | sha256sum | cut -c1-64)
}

# Prints what the libraries of a structure are as old as: the hw sources and the default library that the build has
# made. fairlead.rtl.StructureBuild compares the same.
structure_stamp() { cat "$root/hw/target/rtl/product.stamp" "$root/verilator/target/lib/libfairlead_product.so.crc32"; }

# Takes the lock of the only build at a time and holds it until this process ends. Processes that a build or a test
# starts never build.
lock_build() {
  mkdir -p "$root/target"
  exec 9>"$root/target/build.lock"
  flock -n 9 && return
  say "waiting for another build (lock: $root/target/build.lock)"
  flock 9
}

sum_of() { perl -MCompress::Raw::Zlib=crc32 -0777 -ne 'printf "%08x\n", crc32($_)' "$1"; }

# maven_quiet ARG...: runs Maven with only errors and module names on the terminal; target/build.log has all output.
maven_quiet() {
  local log=$root/target/build.log
  mvn -B -f "$root/pom.xml" "$@" </dev/null 2>&1 | tee "$log" |
    { grep --line-buffered -E '^fairlead:|^\[ERROR\]|^%(Error|Warning)|: error: |^\[INFO\] Building Fairlead' || true; } >&2
}

# optional_tool NAME WHAT: succeeds if the tool is installed. A missing tool is reported as a skip, or under .ci/run as
# a failure.
optional_tool() {
  command -v "$1" >/dev/null 2>&1 && return 0
  [ -z "${FAIRLEAD_CI:-}" ] || fail_env "$1 is not installed ($2); run scripts/setup"
  say "SKIPPED $2: $1 is not installed"
  return 1
}
