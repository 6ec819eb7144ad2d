// C ABI of the library `units`: single units of the tile, each Verilated as a top module of its own and driven pin by
// pin. Only one thread at a time may use a handle. The values of ports are in arrays of 64-bit words, one array for
// inputs and one for outputs.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the hash of the layouts from which this library was built.
const char* unit_layout_hash(void);

/// Returns the names of the units, each followed by a blank.
const char* unit_names(void);

/// Returns a unit whose registers and inputs are all 0, or null if there is no unit of this name.
void* unit_open(const char* name);
void unit_close(void* handle);

/// Returns a line for each port but the clock: name, "in" or "out", width in bits, index of the first word in its
/// array.
const char* unit_ports(void* handle);

/// Returns the number of words in the array of inputs or of outputs.
int unit_words(void* handle, int outputs);

/// Sets the inputs, lets the logic settle and reads the outputs. It may be called any number of times per cycle.
void unit_settle(void* handle, const uint64_t* in, uint64_t* out);

/// Executes the clock edge that ends the cycle. Returns null, or the assertions that failed at the edge, one per line.
const char* unit_edge(void* handle);

#ifdef __cplusplus
}
#endif
