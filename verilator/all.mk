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

# What Verilator links with every model, once for all libraries, those of structures too, which may be built at the same time.
VERILATOR := $(shell verilator --getenv VERILATOR_ROOT)
RUNTIMES  := target/obj/runtime.o target/obj/runtime_trace.o target/obj/runtime_cover.o
traced     = $(if $(filter %_trace.o,$@),1,0)
covered    = $(if $(filter %_cover.o,$@),1,0)

lab own: target/obj/runtime_trace.o
cover: target/obj/runtime_cover.o
$(filter-out none lab own cover,$(MAKECMDGOALS)): target/obj/runtime.o

$(RUNTIMES): all.mk include/vl_hooks.h
	@mkdir -p $(@D)
	printf '#include "%s"\n' verilated.cpp verilated_threads.cpp verilated_save.cpp \
	  $(if $(filter 1,$(traced)),verilated_fst_c.cpp) $(if $(filter 1,$(covered)),verilated_cov.cpp) | \
	  g++ -std=c++17 -O2 -g0 -w -fPIC -pthread -fno-gnu-unique -DVL_IGNORE_UNKNOWN_ARCH -DVL_USER_FATAL -DVL_USER_STOP -DVL_USER_FINISH \
	  -DVM_TRACE=$(traced) -DVM_TRACE_FST=$(traced) -DVM_TRACE_VCD=0 -DVM_COVERAGE=$(covered) -DVM_SC=0 -DVL_PRINTF=fairlead_vl_printf \
	  -Iinclude -include vl_hooks.h -isystem $(VERILATOR)/include -isystem $(VERILATOR)/include/vltstd -x c++ -c -o $@.$$$$ - && mv $@.$$$$ $@

# The replay program, once for all libraries: it knows them by their C ABI alone.
REPLAY := $(OUT)/obj/replay_main.o
$(filter-out none units router% route% cover $(if $(FAIRLEAD_MUTANTS),%),$(MAKECMDGOALS)): $(if $(wildcard src/replay_main.cpp),$(REPLAY))

$(REPLAY): src/replay_main.cpp $(wildcard include/*.h) $(HW)/generated/cpp/hw_layout.h all.mk
	@mkdir -p $(@D)
	g++ -std=c++17 -O2 -g1 -Wall -Wextra -Werror -Iinclude -Isrc -I$(HW)/generated/cpp -isystem $(VERILATOR)/include \
	  -isystem $(VERILATOR)/include/vltstd $(if $(FAIRLEAD_SANITIZE),-fsanitize=address -fsanitize=undefined) -c -o $@ $<
