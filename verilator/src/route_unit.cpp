// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <new>

#include "VRouteUnit.h"
#include "hw_layout.h"
#include "route_abi.h"
#include "verilated.h"

namespace {

struct RouteUnit {
    VerilatedContext context;
    VRouteUnit top{&context};
};

}  // namespace

extern "C" {

const char* route_layout_hash(void) { return fairlead::hw::MANIFEST_HASH; }

int route_has_unsafe(void) {
#ifdef FAIRLEAD_UNSAFE
    return 1;
#else
    return 0;
#endif
}

void* route_open(void) { return new (std::nothrow) RouteUnit; }

void route_close(void* handle) { delete static_cast<RouteUnit*>(handle); }

void route_ask(void* handle, const uint64_t* in, uint64_t* out, int count) {
    VRouteUnit& top = static_cast<RouteUnit*>(handle)->top;
    for (int i = 0; i < count; ++i) {
        const uint64_t pins = in[i * ROUTE_IN_WORDS];
        top.io_me = pins >> 40;
        top.io_inPort = pins >> 12 & 15;
        top.io_inVc = pins >> 16 & 7;
        top.io_vcRule = pins >> 19 & 3;
        top.io_prefer = pins >> 21 & 7;
#ifdef FAIRLEAD_UNSAFE
        top.io_unsafe = pins >> 24 & 0xFFFF;
#endif
        top.io_header = in[i * ROUTE_IN_WORDS + 1];
        top.eval();
        const uint64_t low = top.io_allowed[0] | static_cast<uint64_t>(top.io_allowed[1]) << 32;
        out[i * ROUTE_OUT_WORDS] = low;
        out[i * ROUTE_OUT_WORDS + 1] = (top.io_allowed[2] & 0xFFFF) | static_cast<uint64_t>(top.io_port) << 16 |
                                       static_cast<uint64_t>(top.io_vc) << 20 |
                                       static_cast<uint64_t>(top.io_adaptive) << 24 |
                                       static_cast<uint64_t>(top.io_enters) << 30;
    }
}
}
