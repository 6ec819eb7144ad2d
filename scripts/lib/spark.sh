#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds testbench/spark, which fetches Spark (218 MB) the first time. The build is skipped when the sources are
# unchanged; only problems are printed.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

stamp=$(build_stamp)-$(cd "$root" && stamp_of testbench/spark)
stamp_file=$root/testbench/spark/target/build.stamp
[ "$(cat "$stamp_file" 2>/dev/null)" != "$stamp" ] || exit 0
lock_build
[ "$(cat "$stamp_file" 2>/dev/null)" != "$stamp" ] || exit 0
[ -d "$root/testbench/spark/target/home" ] || say "first use of Spark: Maven fetches it once (218 MB)"
export FAIRLEAD_NO_BUILD=1
maven_quiet package -Pspark -Dmaven.test.skip=true -pl sim-java,testbench,testbench/spark ||
  fail_env "the module testbench/spark could not be built; all of it is in $root/target/build.log"
"$root/scripts/lib/archive.sh" # its jars have been written again
echo "$stamp" >"$stamp_file"
