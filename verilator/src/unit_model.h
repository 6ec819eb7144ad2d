// A Verilated unit with a table of its ports. The generated file of each unit derives a class from UnitModel and
// registers it.
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
    int word;  // index in the array of inputs or of outputs
};

class UnitModel {
public:
    virtual ~UnitModel() = default;
    virtual void evaluate(bool clock) = 0;

    std::vector<UnitPort> inputs, outputs;
    int words[2] = {0, 0};  // number of words for inputs and for outputs
    std::string table;

protected:
    void port(const char* name, int bits, bool input, void* at, size_t bytes);
};

using UnitMaker = UnitModel* (*)();

/// Returns the makers of this library's units by name.
std::map<std::string, UnitMaker>& unit_makers();

struct UnitRegistration {
    UnitRegistration(const char* name, UnitMaker maker) { unit_makers()[name] = maker; }
};

}  // namespace fairlead
