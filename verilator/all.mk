# SPDX-License-Identifier: Apache-2.0
# Several libraries at a time, which share the jobs of make: make -j2 -f all.mk product lab units. Run by build.sh, after Verilator.

.PHONY: none units router_unit $(filter-out units router_unit,$(MAKECMDGOALS))

none: # without a goal nothing is made

units:
	+$(MAKE) -s -f units.mk UNITS="$(UNITS)" OUT=$(OUT) HW=$(HW)

router_unit:
	+$(MAKE) -s -f units.mk UNITS=TorusRouter NAME=$@ OUT=$(OUT) HW=$(HW)

$(filter-out none units router_unit,$(MAKECMDGOALS)):
	+$(MAKE) -s -f lib.mk VARIANT=$@ OUT=$(OUT) HW=$(HW)
