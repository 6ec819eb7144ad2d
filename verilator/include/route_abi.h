// C ABI of the route libraries: the RouteUnit as a top module of its own, so that all its inputs can be enumerated.
// `route` has the unit of the product, `route_lab` that of the faults build.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of words of one question and of one answer.
enum { ROUTE_IN_WORDS = 2, ROUTE_OUT_WORDS = 2 };

/// Returns the hash of the layouts from which this library was built.
const char* route_layout_hash(void);

/// Returns 1 if the unit has a pin for an UnsafeVariant, else 0.
int route_has_unsafe(void);

/// Returns a new RouteUnit, or null if there is not enough memory.
void* route_open(void);
void route_close(void* handle);

/// Asks the unit `count` times. in[2 i]: inPort << 12 | inVc << 16 | vcRule << 19 | prefer << 21 | unsafe << 24 (a
/// register UNSAFE) | me << 40; in[2 i + 1]: header. out[2 i]: bits 63 to 0 of `allowed`; out[2 i + 1]: bits 79 to 64
/// of it | port << 16 | vc << 20 | adaptive << 24 | enters << 30.
void route_ask(void* handle, const uint64_t* in, uint64_t* out, int count);

#ifdef __cplusplus
}
#endif
