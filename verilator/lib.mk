# SPDX-License-Identifier: Apache-2.0
# One library and its replay program: make -f lib.mk VARIANT=product. Run by build.sh, after Verilator.
# VARIANT=cover: `product` with coverage of registers, which takes its place in target/cover (scripts/lib/coverage.sh).
# VARIANT=router: no library but a program, the router of `product` without its tile.

# OUT, HW: folders of the build and of the Verilog, those of a structure or the default.
OUT       := target
HW        := ../hw/target
OBJ       := $(OUT)/obj/$(VARIANT)
COVERED   := $(if $(filter cover,$(VARIANT)),1,0)
LIB       := $(if $(filter 1,$(COVERED)),target/cover/libfairlead_product.so,$(OUT)/lib/libfairlead_$(VARIANT).so)
REPLAY    := $(if $(filter-out route% cover $(if $(FAIRLEAD_MUTANTS),%),$(VARIANT)),$(if $(wildcard src/replay_main.cpp),$(OUT)/bin/replay_$(VARIANT)))
ROUTER    := target/bin/router_alone
VERILATOR := $(shell verilator --getenv VERILATOR_ROOT)
UPPER     := $(shell echo $(patsubst own,product,$(VARIANT:cover=product)) | tr a-z A-Z)
TRACED    := $(if $(filter lab own,$(VARIANT)),1,0)

# The libraries of single modules have sources of their own; every tile library takes the whole fabric.
OWN       := $(if $(filter route%,$(VARIANT)),route,fabric)
SOURCES   := src/vl_hooks.cpp $(wildcard src/$(OWN)_*.cpp) $(if $(FAIRLEAD_MUTANTS),src/mutant_choice.cpp)
RUNTIME   := target/obj/runtime$(if $(filter 1,$(TRACED)),_trace)$(if $(filter 1,$(COVERED)),_cover).o

CXXFLAGS  := -std=c++17 -O2 -g1 -fPIC -pthread -fno-gnu-unique -MMD -MP \
             -DFAIRLEAD_VARIANT=$(UPPER) $(patsubst flat%,-DFAIRLEAD_FLAT=%,$(filter flat%,$(VARIANT))) \
             $(if $(filter one_clock%,$(VARIANT)),-DFAIRLEAD_GATED) \
             $(if $(filter lab small cover one_clock_lab $(if $(FAIRLEAD_MUTANTS),%),$(VARIANT)),-DFAIRLEAD_POKES) \
             $(if $(filter route_lab,$(VARIANT)),-DFAIRLEAD_UNSAFE) \
             $(if $(filter own,$(VARIANT)),-DFAIRLEAD_DRAWN_START) \
             $(if $(filter product small router,$(VARIANT)),-DFAIRLEAD_STRAIGHT) \
             -DVL_IGNORE_UNKNOWN_ARCH -DVL_USER_FATAL -DVL_USER_STOP -DVL_USER_FINISH \
             -DVM_TRACE=$(TRACED) -DVM_TRACE_FST=$(TRACED) -DVM_TRACE_VCD=0 -DVM_COVERAGE=$(COVERED) -DVM_SC=0 \
             -Iinclude -Isrc -I$(HW)/generated/cpp -isystem $(OBJ) \
             -isystem $(VERILATOR)/include -isystem $(VERILATOR)/include/vltstd
# The libraries for tests are no faster with -O2, and take three times as long to compile. Few tests run the flat ones.
BRIEF     := $(if $(filter flat%,$(VARIANT)),-O0,-O1)
MODEL     := $(CXXFLAGS) $(if $(filter flat% lab own small $(if $(FAIRLEAD_MUTANTS),%),$(VARIANT)),$(BRIEF)) -g0 -w -include vl_hooks.h -DVL_PRINTF=fairlead_vl_printf
WARNINGS  := -Wall -Wextra -Werror
# FAIRLEAD_SANITIZE=1: the fabric watches its own memory accesses and arithmetic (scripts/lib/sanitize.sh).
SANITIZE  := $(if $(FAIRLEAD_SANITIZE),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)

.DELETE_ON_ERROR:
.PHONY: all
all: $(if $(filter router,$(VARIANT)),$(ROUTER),$(LIB) $(REPLAY))

# Only the C ABI is visible, and each library binds to its own symbols: several live in one process.
$(LIB): $(OBJ)/model.o $(OBJ)/model_slow.o $(if $(filter 1,$(TRACED)),$(OBJ)/model_trace.o) $(OBJ)/library.o $(RUNTIME) exports.map lib.mk
	@mkdir -p $(@D)
	g++ -shared $(SANITIZE) -o $@.new $(filter %.o,$^) -Wl,-Bsymbolic -Wl,--version-script=exports.map -Wl,--no-undefined \
	  -pthread $(if $(filter 1,$(TRACED)),-lz) -latomic
	mv $@.new $@

$(OUT)/bin/replay_$(VARIANT): $(OUT)/obj/replay_main.o $(LIB)
	@mkdir -p $(@D)
	g++ $(SANITIZE) -o $@ $< -L$(OUT)/lib -lfairlead_$(VARIANT) '-Wl,-rpath,$$ORIGIN/../lib' -pthread

$(ROUTER): $(OBJ)/model.o $(OBJ)/model_slow.o $(RUNTIME) $(OBJ)/vl_hooks.o $(OBJ)/fabric_view.o $(OBJ)/router_alone.o lib.mk
	@mkdir -p $(@D)
	g++ -o $@ $(filter %.o,$^) -pthread -latomic

$(OBJ)/model.o: $(OBJ)/model.cpp lib.mk
	g++ $(MODEL) -c -o $@ $<

$(OBJ)/model_slow.o: $(OBJ)/model_slow.cpp lib.mk
	g++ $(MODEL) -O0 -c -o $@ $<

$(OBJ)/model_trace.o: $(OBJ)/model_trace.cpp lib.mk
	g++ $(MODEL) -O0 -c -o $@ $<

# All sources of the library in one unit: the headers of the model take longer to read than most of them to compile.
$(OBJ)/library.cpp: $(SOURCES) lib.mk
	printf '#include "%s"\n' $(notdir $(SOURCES)) > $@

$(OBJ)/library.o: $(OBJ)/library.cpp $(if $(filter fabric,$(OWN)),$(OBJ)/tile_pins.inc)
	g++ $(CXXFLAGS) $(if $(filter flat%,$(VARIANT)),-O0) $(WARNINGS) $(SANITIZE) -c -o $@ $<

$(OBJ)/tile_pins.inc: $(OBJ)/model.cpp unit_ports.sed lib.mk
	sed -nEf unit_ports.sed $(OBJ)/$(if $(filter flat%,$(VARIANT)),VFlat,VTile).h > $@

$(OBJ)/%.o: src/%.cpp $(OBJ)/model.cpp lib.mk
	g++ $(CXXFLAGS) $(WARNINGS) $(SANITIZE) -c -o $@ $<

-include $(wildcard $(OBJ)/*.d)
