// The records that cross the ABI or a link. They are little-endian and naturally aligned, without padding.
#pragma once
#include <cstdint>

#include "fairlead_abi.h"
#include "hw_layout.h"

namespace fairlead {

using Event = hw::EventRecord;
static_assert(sizeof(Event) == FL_EVENT_BYTES);

struct Command {
    uint64_t cycle;  // earliest cycle of action
    uint32_t node;
    uint16_t task;
    uint16_t op;  // hw::TileCommand or hw::HostCommand
    uint64_t w[4];
    uint32_t seq;
    uint32_t owner;  // a task, or the system
    uint64_t zero;
};
static_assert(sizeof(Command) == FL_COMMAND_BYTES);

/// The comparison of a POLL command (w0 bits 34:32) of bytes of the word at the address with w1. The next fields of w0
/// are the bytes that are left out above (37:35) and below (40:38), and whether the word of the others has a sign (41).
enum class Comparison : uint8_t {
    EQUAL = 0,
    NOT_EQUAL = 1,
    LESS = 2,
    LESS_EQUAL = 3,
    GREATER = 4,
    GREATER_EQUAL = 5,
    COUNT
};

/// The finaliser of the random number generator splitmix64.
inline uint64_t mix64(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}
inline constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15ull;

}  // namespace fairlead
