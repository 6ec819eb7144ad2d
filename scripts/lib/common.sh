# SPDX-License-Identifier: Apache-2.0
# Helpers that the scripts share. Sourced, never run.

say() { echo "fairlead: $*" >&2; }

# Environment problem: nothing the user's input could change.
fail_env() {
  echo "fairlead: error: $*" >&2
  exit 5
}

fail() {
  echo "fairlead: error: $*" >&2
  exit 1
}

# stamp_of PATH...: one hash over the names and contents of all files under the paths. Build outputs do not count.
stamp_of() {
  find "$@" -name target -prune -o -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
}
