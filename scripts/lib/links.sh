#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# links.sh: checks that every relative link of a page leads to a file (and heading) of the project, and that pages and
# sources cite only documents and decisions of the project.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
cd "$root"
mapfile -t pages < <(git ls-files -- '*.md')
mapfile -t sources < <(git ls-files -- '*.md' '*.java' '*.scala' '*.cpp' '*.h' '*.sh' scripts | grep -v -x scripts/lib/links.sh)

perl -e '
  use File::Basename; my (%heads, $wrong);
  sub wrong { print STDERR "  $_[0]\n"; $wrong = 1 }
  sub heads { my ($file) = @_; return $heads{$file} //= do { my %h; open my $in, "<", $file or die; while (<$in>) {
    next unless /^#+ +(.*?)\s*$/; my $h = lc $1; $h =~ s/[^\w\- ]//g; $h =~ s/ /-/g; $h{$h} = 1 } \%h } }
  for my $page (@ARGV) { open my $in, "<", $page or die "$page: $!"; my $fence;
    while (<$in>) { my $at = "$page:$."; $fence ^= 1 if /^```/; next if $fence; # heads() opens files, too
      while (/\]\(([^)\s]+)\)/g) { my ($path, $anchor) = split /#/, $1, 2; next if $path =~ /^[a-z]+:/;
        my $file = $path eq "" ? $page : dirname($page) . "/" . $path;
        if (!-e $file) { wrong("$at: $1 leads to nothing") }
        elsif (defined $anchor && !heads($file)->{$anchor}) { wrong("$at: $1: no such heading") } } } }
  exit($wrong ? 1 : 0)' "${pages[@]}" || status=1

# A citation "decision N" must name a file of docs/decisions, and documents outside the project must not be cited.
perl -e '
  my ($wrong, %decision); $decision{$_ + 0} = 1 for map { m{/(\d{4})-} } glob "docs/decisions/*.md";
  for my $file (@ARGV) { open my $in, "<", $file or die "$file: $!";
    while (<$in>) {
      while (/\bdecisions? (\d{1,4})\b/g) { print STDERR "  $file:$.: there is no decision $1\n" and $wrong = 1 unless $decision{$1 + 0} }
      print STDERR "  $file:$.: cites $1, which is not in the project\n" and $wrong = 1
        if /\b((?:design|verification|toolchain|workloads|libraries|style)\.md|seeds\.md \d|verification R\d|hazard \d\.\d)/ } }
  exit($wrong ? 1 : 0)' "${sources[@]}" || status=1
exit "${status:-0}"
