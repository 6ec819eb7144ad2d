// SPDX-License-Identifier: Apache-2.0
// What a Verilated model calls instead of ending the process: the first failure is kept, the simulation goes on.
#pragma once

namespace fairlead {

/// First failure of the models evaluated by this thread since the last clear().
struct RtlFailure {
    bool failed;
    char text[1024];  // message of the first assertion, or file and line when it printed none
    char all[4096];   // messages of all assertions, a line each
    bool more;        // than `all` has room for

    void clear();
};

RtlFailure& rtl_failure();

}  // namespace fairlead

/// Takes the place of printf inside the model (VL_PRINTF), so that the text of a failed assertion is not lost.
int fairlead_vl_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
