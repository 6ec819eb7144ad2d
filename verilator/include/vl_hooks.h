// Hooks that a Verilated model calls instead of ending the process: the first failure is kept, and the simulation
// continues.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fairlead {

/// The first failure of the models that this thread evaluated since the last clear().
struct RtlFailure {
    bool failed;
    char text[1024];  // message of the first assertion, or file and line if it printed none
    char all[4096];   // messages of all assertions, one per line
    bool more;        // whether `all` had no room for a further message

    void clear();
};

RtlFailure& rtl_failure();

}  // namespace fairlead

/// Replaces printf inside the model (VL_PRINTF), so that the text of a failed assertion is not lost.
int fairlead_vl_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// The triggers of an evaluation as a mask: build.sh lets the model test several of them at once.
template <template <std::size_t> class Triggers, std::size_t N>
inline uint32_t fairlead_edges(Triggers<N>& triggers) {
    static_assert(N <= 32, "a mask of triggers has 32 bits");
    uint32_t edges = 0;
    for (std::size_t i = 0; i < N; ++i) edges |= static_cast<uint32_t>(triggers.at(i)) << i;
    return edges;
}
