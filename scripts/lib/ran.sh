#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ran.sh START FOLDER..: prints the number of tests that ran. It counts the reports in the folders that are newer than
# the file START. It fails if no test ran, because a filter that matches no test would otherwise look like a success.
set -euo pipefail
start=$1
shift
ran=$(find "$@" -name 'TEST-*.xml' -newer "$start" -print0 2>/dev/null |
  xargs -0r awk '/<testcase/ { n++ } /<skipped/ { n-- } END { print n + 0 }' || true)
echo "fairlead: ${ran:=0} tests ran"
if [ "$ran" -eq 0 ]; then
  echo "fairlead: no test ran: nothing is shown by this" >&2
  exit 1
fi
