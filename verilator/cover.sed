# SPDX-License-Identifier: Apache-2.0
# Points of --coverage-line in the generated C++, for fabric_coverage.cpp: index, file, line, column, hierarchy, page, comment, lines.
s/^.*__vlCoverInsert\(&\(vlSymsp->__Vcoverage\[([0-9]+)\]\), first, (.*)\);$/{\1, \2},/p
