#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# columns.sh: names the lines over 120 columns of pages, outside tables and code, and of comments of Java and Scala that
# have a line of their own. Exit code 1: there are some.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
cd "$root"
long=$(
  git ls-files -z -- '*.md' | xargs -0 perl -CSD -lne '
    $fence ^= 1 if /^\s*```/; $row = length > 120 && !$fence && !/^\s*\|/;
    print "  $ARGV:$.: ", length, " columns, at most 120" if $row; close ARGV, $fence = 0 if eof'
  git ls-files -z -- '*.java' '*.scala' | xargs -0 perl -CSD -lne '
    print "  $ARGV:$.: ", length, " columns, at most 120" if length > 120 && m{^\s*(/\*\*|\* |//)}; close ARGV if eof'
)
[ -z "$long" ] || { echo "$long" >&2; exit 1; }
