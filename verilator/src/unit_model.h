// SPDX-License-Identifier: Apache-2.0
// A Verilated unit behind its port table. The generated file of each unit derives from UnitModel and registers itself.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fairlead {

struct UnitPort {
    void* at;
    size_t bytes;
    int word;  // in the array of inputs or of outputs
};

class UnitModel {
public:
    virtual ~UnitModel() = default;
    virtual void evaluate(bool clock) = 0;

    std::vector<UnitPort> inputs, outputs;
    int words[2] = {0, 0};  // of inputs, of outputs
    std::string table;

protected:
    void port(const char* name, int bits, bool input, void* at, size_t bytes);
};

using UnitMaker = UnitModel* (*)();

/// The units of this library by name.
std::map<std::string, UnitMaker>& unit_makers();

struct UnitRegistration {
    UnitRegistration(const char* name, UnitMaker maker) { unit_makers()[name] = maker; }
};

}  // namespace fairlead
