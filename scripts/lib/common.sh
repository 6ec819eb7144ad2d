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

# The libraries that the command line needs, and the larger sets that the fast and the slow tests need.
run_variants="product lab route"
test_variants="$run_variants laboratory small route_lab flat4 units prove" # units: single units of lab and collective; prove: only the Verilog of the proof harnesses
slow_variants="$test_variants flat8 one_clock one_clock_lab"

# Prints one hash over all files that elaboration depends on.
hw_stamp() { (cd "$root" && stamp_of hw/src/main hw/src/lab hw/pom.xml pom.xml scripts/lib/elaborate.sh); }

# Prints the variants whose Verilog is older than the sources. The tile libraries are always included, because the
# manifest describes all of them; the flat oracles take long and are elaborated only on demand.
stale_variants() {
  local stamp variant
  stamp=$(hw_stamp)
  for variant in $(printf "%s\n" product lab small route route_lab ${FAIRLEAD_VARIANTS:-$test_variants} | awk "!seen[\$0]++ && !/^(units|laboratory)$/"); do
    [ "$(cat "$root/hw/target/rtl/$variant.stamp" 2>/dev/null)" = "$stamp" ] || echo "$variant"
  done
}

# Prints one hash over everything that the launcher's programs depend on, without tests. It includes the path of the
# checkout, because the class-data archive contains paths.
build_stamp() {
  (cd "$root" && { echo "$root"; stamp_of pom.xml .mvn scripts/build scripts/lib hw/pom.xml hw/src/main hw/src/lab sim-java/pom.xml \
    sim-java/src/main verilator testbench/pom.xml testbench/src/main testbench/lab/pom.xml testbench/lab/src/main; } | sha256sum | cut -c1-64)
}

# Prints what the libraries of a structure are as old as: the hw sources and the default library that the build has made.
# fairlead.rtl.StructureBuild compares the same.
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

# note_sum LIBRARY: the sum of what make has linked, which fairlead.rtl.NativeLibraries compares before it loads the library.
note_sum() {
  [ ! -f "$1" ] || [ "$1.crc32" -nt "$1" ] || sum_of "$1" >"$1.crc32"
}

# maven_quiet ARG...: runs Maven with only errors and module names on the terminal; target/build.log has all output.
maven_quiet() {
  local log=$root/target/build.log
  mvn -B -f "$root/pom.xml" "$@" </dev/null 2>&1 | tee "$log" |
    { grep --line-buffered -E '^fairlead:|^\[ERROR\]|^%(Error|Warning)|: error: |^\[INFO\] Building Fairlead' || true; } >&2
}

# optional_tool NAME WHAT: succeeds if the tool is installed. A missing tool is reported as a skip, or under .ci/run as a
# failure.
optional_tool() {
  command -v "$1" >/dev/null 2>&1 && return 0
  [ -z "${FAIRLEAD_CI:-}" ] || fail_env "$1 is not installed ($2); run scripts/setup"
  say "SKIPPED $2: $1 is not installed"
  return 1
}
