#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ran.sh START FOLDER..: says how many tests ran, which failed and which were left out, by the reports in the folders
# that are newer than the file START. It fails if a test failed, because Maven goes on after one, and if no test ran,
# because a filter that matches no test would otherwise look like a success.
set -euo pipefail
start=$1
shift
# one line a test: ran, failed, (tool) or (data), and its name; a tool or data outside the project is missing
tests=$(find "$@" -name 'TEST-*.xml' -newer "$start" -print0 2>/dev/null | xargs -0r awk '
  function tell() { if (name != "") print how, name }
  /<testcase/ {
    tell(); how = "ran"; name = test = class = $0
    sub(/.*<testcase name="/, "", test); sub(/".*/, "", test)
    if (sub(/.* classname="/, "", class)) sub(/".*/, "", class); else class = "?"
    name = class ": " test
  }
  /<skipped/ { how = /data outside the project/ ? "(data)" : "(tool)" }
  /^ *<(failure|error)[ >\/]/ { how = "failed" }
  END { tell() }' || true)
ran=$(grep -cE '^(ran|failed) ' <<<"$tests" || true)
echo "fairlead: $ran tests ran"
status=0
if grep -q '^failed ' <<<"$tests"; then
  echo "fairlead: FAILED:"
  sed -n 's/^failed /  /p' <<<"$tests"
  status=1
fi
if grep -q '^(' <<<"$tests"; then
  echo "fairlead: SKIPPED:"
  sed -n 's/^\((.*)\) \(.*\)/  \2 \1/p' <<<"$tests"
  if [ -n "${FAIRLEAD_CI:-}" ] && grep -q '^(tool)' <<<"$tests"; then
    echo "fairlead: under .ci/run a missing tool is a failure" >&2
    status=1
  fi
fi
if [ "$ran" -eq 0 ]; then
  echo "fairlead: no test ran: nothing is shown by this" >&2
  status=1
fi
exit $status
