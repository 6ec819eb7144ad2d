// SPDX-License-Identifier: Apache-2.0
// C ABI of the library `units`: units of the tile, each Verilated as a top of its own, driven pin by pin. A handle is
// not for two threads at a time. Values of ports stand in arrays of 64-bit words, inputs and outputs apart.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Identity of the layouts that this library was built from.
const char* unit_layout_hash(void);

/// Names of the units, each followed by a blank.
const char* unit_names(void);

/// A unit with all registers and inputs 0; null when there is none of that name.
void* unit_open(const char* name);
void unit_close(void* handle);

/// A line for each port but the clock: name, "in" or "out", width in bits, index of its first word in the array.
const char* unit_ports(void* handle);

/// Words of the arrays of inputs and of outputs.
int unit_words(void* handle, int outputs);

/// Gives the inputs, lets the logic settle and reads the outputs: any number of times a cycle.
void unit_settle(void* handle, const uint64_t* in, uint64_t* out);

/// The clock edge that ends the cycle. Returns null, or the assertions that failed at it, a line each.
const char* unit_edge(void* handle);

#ifdef __cplusplus
}
#endif
