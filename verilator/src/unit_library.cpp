// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "hw_layout.h"
#include "unit_abi.h"
#include "unit_model.h"
#include "verilated.h"
#include "vl_hooks.h"

namespace fairlead {

std::map<std::string, UnitMaker>& unit_makers() {
    static std::map<std::string, UnitMaker> makers;
    return makers;
}

void UnitModel::port(const char* name, int bits, bool input, void* at, size_t bytes) {
    if (std::strcmp(name, "clock") == 0) return;
    int& used = words[input ? 0 : 1];
    (input ? inputs : outputs).push_back({at, bytes, used});
    table += std::string(name) + (input ? " in " : " out ") + std::to_string(bits) + " " + std::to_string(used) + "\n";
    used += (bits + 63) / 64;
}

}  // namespace fairlead

using fairlead::UnitModel;

extern "C" {

const char* unit_layout_hash(void) { return fairlead::hw::MANIFEST_HASH; }

const char* unit_names(void) {
    static std::string names;
    names.clear();
    for (const auto& each : fairlead::unit_makers()) names += each.first + " ";
    return names.c_str();
}

void* unit_open(const char* name) {
    const auto found = fairlead::unit_makers().find(name);
    return found == fairlead::unit_makers().end() ? nullptr : found->second();
}

/// Verilator reads the time of an assertion of any unit from the thread's context, so that context must not be the
/// deleted one.
void unit_close(void* handle) {
    static VerilatedContext rest;
    delete static_cast<UnitModel*>(handle);
    Verilated::threadContextp(&rest);
}

const char* unit_ports(void* handle) { return static_cast<UnitModel*>(handle)->table.c_str(); }

int unit_words(void* handle, int outputs) { return static_cast<UnitModel*>(handle)->words[outputs != 0 ? 1 : 0]; }

void unit_settle(void* handle, const uint64_t* in, uint64_t* out) {
    UnitModel& unit = *static_cast<UnitModel*>(handle);
    for (const auto& each : unit.inputs) std::memcpy(each.at, in + each.word, each.bytes);
    unit.evaluate(false);
    std::memset(out, 0, sizeof *out * static_cast<size_t>(unit.words[1]));
    for (const auto& each : unit.outputs) std::memcpy(out + each.word, each.at, each.bytes);
}

const char* unit_edge(void* handle) {
    UnitModel& unit = *static_cast<UnitModel*>(handle);
    fairlead::RtlFailure& failure = fairlead::rtl_failure();
    failure.clear();
    unit.evaluate(true);
    unit.evaluate(false);
    if (!failure.failed) return nullptr;
    return failure.all[0] != '\0' ? failure.all : failure.text;
}
}
