# SPDX-License-Identifier: Apache-2.0
# Helpers that the scripts share. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { echo "fairlead: $*" >&2; }

# Environment problem: nothing that the user typed could change it.
fail_env() {
  echo "fairlead: error: $*" >&2
  exit 5
}

fail() {
  echo "fairlead: error: $*" >&2
  exit 1
}

# options "ALLOWED.." ARG..: --help prints the comment at the head of the script that runs; what is not allowed is refused.
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

# stamp_of PATH...: one hash over the names and contents of all files under the paths. Build outputs do not count.
stamp_of() {
  find "$@" -name target -prune -o -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
}

# Libraries that the command line needs, and those that the fast and the slow tests need besides.
run_variants="product lab route"
test_variants="$run_variants small route_lab flat4 units prove" # units: single units of lab; prove: the harnesses of the proofs, Verilog only
slow_variants="$test_variants flat8"

# All that elaboration depends on.
hw_stamp() { (cd "$root" && stamp_of hw/src/main hw/pom.xml pom.xml scripts/lib/elaborate.sh); }

# Variants whose Verilog is not that of the sources. The manifest speaks of all tile libraries, whichever are built; the flat oracles take
# long and are elaborated on demand.
stale_variants() {
  local stamp variant
  stamp=$(hw_stamp)
  for variant in $(printf "%s\n" product lab small route route_lab ${FAIRLEAD_VARIANTS:-$test_variants} | awk "!seen[\$0]++ && !/^units$/"); do
    [ "$(cat "$root/hw/target/rtl/$variant.stamp" 2>/dev/null)" = "$stamp" ] || echo "$variant"
  done
}

# What the launcher runs depends on these; tests do not count. The place counts, as the class-data archive holds paths.
build_stamp() {
  (cd "$root" && { echo "$root"; stamp_of pom.xml .mvn scripts/build scripts/lib hw/pom.xml hw/src/main sim-java/pom.xml \
    sim-java/src/main verilator testbench/pom.xml testbench/src/main; } | sha256sum | cut -c1-64)
}

# One build at a time: holds a lock until this process ends. Processes that a build or test starts never build.
lock_build() {
  mkdir -p "$root/target"
  exec 9>"$root/target/build.lock"
  flock -n 9 && return
  say "waiting for another build (lock: $root/target/build.lock)"
  flock 9
}

# maven ARG...: quiet on the terminal except for what matters; everything in target/build.log.
maven_quiet() {
  local log=$root/target/build.log
  mvn -B -f "$root/pom.xml" "$@" </dev/null 2>&1 | tee "$log" |
    { grep --line-buffered -E '^fairlead:|^\[ERROR\]|^%(Error|Warning)|: error: |^\[INFO\] Building Fairlead' || true; } >&2
}

# optional_tool NAME WHAT: true when installed. A missing one is a skip by name, under .ci/run a failure.
optional_tool() {
  command -v "$1" >/dev/null 2>&1 && return 0
  [ -z "${FAIRLEAD_CI:-}" ] || fail_env "$1 is not installed ($2); run scripts/setup"
  say "SKIPPED $2: $1 is not installed"
  return 1
}
