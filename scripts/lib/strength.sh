#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# strength.sh FIRST LAST [TEST..]: measures which edits of the fabric the tests find. It applies the edits FIRST to LAST of
# testbench/src/test/resources/strength/fabric.txt one at a time in a copy of this (built) tree, builds the libraries and
# runs the given tests, or those of the fabric. For each edit it prints "alive" or the first test that failed. An edit
# takes about a minute.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
first=$1 last=$2
shift 2
fabric_tests=("$@")
[ $# -gt 0 ] || read -ra fabric_tests <"$root/testbench/src/test/resources/strength/fabric-tests.txt"
tests=$(IFS=, && echo "${fabric_tests[*]}")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -a "$root/." "$copy/"
export FAIRLEAD_NO_BUILD=1 FAIRLEAD_VARIANTS="product lab small flat4" MAKEFLAGS=WARNINGS= # what an edit leaves unused is no error

# apply N: applies edit N in the copy and prints its file. It is an error if the old text does not occur exactly once.
apply() {
  perl -e 'my ($n, $copy) = @ARGV; my ($file, @old, @new, @edits);
    my $end = sub { push @edits, [$file, join("\n", @old), join("\n", @new)] if @old && @new; @old = @new = (); };
    while (<STDIN>) { chomp;
      if (/^- (.*)/) { $end->() if @new; push @old, $1; } elsif (/^\+ (.*)/) { push @new, $1; } else { $end->(); $file = $_ if /^[^#\s]/; } }
    $end->();
    exit 3 if $n > @edits;
    my ($f, $from, $to) = @{$edits[$n - 1]}; local $/; open my $in, "<", "$copy/$f" or die "$f: $!"; my $text = <$in>; close $in;
    my $count = () = $text =~ /\Q$from\E/g; die "edit $n of $f: the text stands $count times\n" if $count != 1;
    $text =~ s/\Q$from\E/$to/; open my $out, ">", "$copy/$f" or die; print $out $text; print "$f\n";' "$1" "$copy" \
    <"$root/testbench/src/test/resources/strength/fabric.txt"
}

alive=0
for ((n = first; n <= last; n++)); do
  file=$(apply "$n") || { [ $? -eq 3 ] && break || continue; }
  result=alive
  if ! mvn -o -q -B -Dstyle.color=never -f "$copy/pom.xml" package -pl sim-java,verilator,testbench -Dfairlead.excludedTags=slow "-Dtest=$tests" \
    -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.skipAfterFailureCount=1 >"$copy/log" 2>&1 </dev/null; then
    result=$(grep -m1 -E '^\[ERROR\] +[A-Za-z]+Test[.:]|: error: ' "$copy/log" || echo "the tests did not end")
  fi
  [ "$result" != alive ] || alive=$((alive + 1))
  echo "$n $file: $result"
  cp -p "$root/$file" "$copy/$file" && touch "$copy/$file"
done
echo "alive: $alive"
