#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws sentences at random from the pages and the Javadoc, for a reader to judge: sentences.sh [SEED [COUNT]].
# A sentence is plain when it has a subject and a verb (a field's or class's comment may be a noun phrase, a method's
# may begin with its verb), uses only words of docs/understand/glossary.md and of the field, and is understood at first
# reading.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
git ls-files -z -- '*.md' '*/src/main/*.java' | perl -0 -e '
  my ($seed, $count) = @ARGV;
  chomp(my @files = <STDIN>);
  my @all;
  for my $file (map { tr/\0//dr } @files) {
    open my $in, "<", $file or die "$file: $!";
    local $/;
    my $text = <$in>;
    my @blocks;
    if ($file =~ /\.md$/) {
      $text =~ s/^```.*?^```//gms;
      @blocks = map { s/^\s*([-*]|\d+\.)\s+//r } grep { !/^\s*(\||#|<!--|    )/ } split /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=#)|(?<=\n)(?=\|)/, $text;
    } else {
      while ($text =~ m{/\*\*(.*?)\*/}gs) {
        (my $doc = $1) =~ s/^\s*\*\s?//gm;
        push @blocks, split /\n\s*\n|<p>|^\@\w+(?:\s+<?\w+>?)?/m, $doc;
      }
    }
    for my $block (@blocks) {
      $block =~ s/\s+/ /g;
      push @all, map { "$file: $_" } grep { /\w+ \w+/ } split /(?<=[.!?]) (?=[A-Z`*])/, $block =~ s/^ | $//gr;
    }
  }
  srand $seed;
  print scalar(@all), " sentences, seed $seed\n";
  print splice(@all, rand @all, 1), "\n" for 1 .. ($count < @all ? $count : @all);
' "${1:-1}" "${2:-30}"
