# SPDX-License-Identifier: Apache-2.0
# The library of single units: make -f units.mk UNITS="FenceUnit ..", or of another NAME. Run by build.sh, after Verilator.

# OUT, HW: folders of the build and of the Verilog, those of a structure or the default.
OUT       := target
HW        := ../hw/target
NAME      := units
OBJ       := $(OUT)/obj/units
LIB       := $(OUT)/lib/libfairlead_$(NAME).so
VERILATOR := $(shell verilator --getenv VERILATOR_ROOT)
CXXFLAGS  := -std=c++17 -O0 -g0 -fPIC -pthread -fno-gnu-unique -MMD -MP -Isrc -Iinclude -I$(HW)/generated/cpp \
             -DVL_IGNORE_UNKNOWN_ARCH -DVL_USER_FATAL -DVL_USER_STOP -DVL_USER_FINISH \
             -DVM_TRACE=0 -DVM_COVERAGE=0 -DVM_SC=0 -isystem $(VERILATOR)/include -isystem $(VERILATOR)/include/vltstd
MODEL     := $(CXXFLAGS) -w -include vl_hooks.h -DVL_PRINTF=fairlead_vl_printf
# Each half is one source, and it is not optimised: the compiler takes 15 s in place of 62 s, the tests of the units 5 s more.
ODD       := $(shell set -- $(UNITS); while [ $$# -gt 0 ]; do echo $$1; shift 2 || break; done)
EVEN      := $(filter-out $(ODD),$(UNITS))
HALVES    := $(OBJ)/$(NAME)_odd.o $(if $(EVEN),$(OBJ)/$(NAME)_even.o)
OWN       := $(OBJ)/unit_library.o $(OBJ)/vl_hooks.o $(if $(FAIRLEAD_MUTANTS),$(OBJ)/mutant_choice.o)

.DELETE_ON_ERROR:
.SECONDARY:

$(LIB): $(HALVES) $(OWN) target/obj/runtime.o exports.map units.mk
	@mkdir -p $(@D)
	g++ -shared -o $@.new $(filter %.o,$^) -Wl,-Bsymbolic -Wl,--version-script=exports.map -Wl,--no-undefined -pthread -latomic
	mv $@.new $@

# All of a unit's model with its port table, in one file.
$(OBJ)/%.cpp: $(OBJ)/%/verilate.stamp unit_ports.sed units.mk
	{ printf '#include "%s"\n' unit_model.h $*/model.cpp $*/model_slow.cpp; \
	  echo 'namespace unit_$* { namespace {'; \
	  echo 'struct Model final : fairlead::UnitModel {'; \
	  echo '    VerilatedContext context;'; \
	  echo '    V$* top{(context.threads(1), &context)};'; \
	  echo '    Model() {'; sed -nEf unit_ports.sed $(OBJ)/$*/V$*.h; echo '    }'; \
	  echo '    ~Model() override { Verilated::threadContextp(&context); } // out of which the scopes are taken'; \
  echo '    void evaluate(bool clock) override { top.clock = clock; top.eval(); }'; \
	  echo '};'; \
	  echo 'const fairlead::UnitRegistration unit("$*", [] { return static_cast<fairlead::UnitModel*>(new Model); });'; \
	  echo '}}'; } > $@

$(OBJ)/$(NAME)_odd.cpp: $(ODD:%=$(OBJ)/%.cpp) build.sh
	printf '#include "%s.cpp"\n' $(ODD) > $@

$(OBJ)/$(NAME)_even.cpp: $(EVEN:%=$(OBJ)/%.cpp) build.sh
	printf '#include "%s.cpp"\n' $(EVEN) > $@

$(HALVES): $(OBJ)/%.o: $(OBJ)/%.cpp
	g++ $(MODEL) -c -o $@ $<

$(OWN): $(OBJ)/%.o: src/%.cpp
	g++ $(CXXFLAGS) -Wall -Wextra -Werror -c -o $@ $<

-include $(wildcard $(OBJ)/*.d)
