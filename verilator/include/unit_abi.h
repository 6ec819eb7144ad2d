// SPDX-License-Identifier: Apache-2.0
// C ABI of the unit library: single modules for directed tests, one opaque handle each.
// Status: 0 done, 1 an assertion of the module failed (text by unit_last_error), until unit_cc_close.
#pragma once
#include <cstdint>

extern "C" {

const char* unit_manifest_hash(void);

/// Text of the last failure in this thread, or "".
const char* unit_last_error(void);

/// A CreditCounter after reset; null when there is no memory.
void* unit_cc_open(void);
void unit_cc_close(void* handle);

/// One clock cycle with events: bit 0 spend, bit 1 refund.
int unit_cc_step(void* handle, int events);

int unit_cc_can_send(void* handle);
int unit_cc_credits(void* handle);
}
