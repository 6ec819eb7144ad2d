# SPDX-License-Identifier: Apache-2.0
# Several libraries at a time, which share the jobs of make: make -j2 -f all.mk product lab units. Run by build.sh, after Verilator.

.PHONY: none units $(filter-out units,$(MAKECMDGOALS))

none: # without a goal nothing is made

units:
	+$(MAKE) -s -f units.mk UNITS="$(UNITS)"

$(filter-out none units,$(MAKECMDGOALS)):
	+$(MAKE) -s -f lib.mk VARIANT=$@ OUT=$(OUT) HW=$(HW)
