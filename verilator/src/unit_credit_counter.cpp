// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <new>

#include "VCreditCounter.h"
#include "hw_layout.h"
#include "unit_abi.h"
#include "vl_hooks.h"

namespace {

struct CreditCounter {
    VerilatedContext context;
    VCreditCounter top{&context};

    void clock_cycle() {
        top.clock = 0;
        top.eval();
        top.clock = 1;
        top.eval();
    }

    void reset() {
        top.reset = 1;
        top.io_spend = 0;
        top.io_refund = 0;
        clock_cycle();
        top.reset = 0;
    }
};

CreditCounter& of(void* handle) { return *static_cast<CreditCounter*>(handle); }

}  // namespace

extern "C" {

const char* unit_manifest_hash(void) { return fairlead::hw::MANIFEST_HASH; }

const char* unit_last_error(void) { return fairlead::rtl_failure().text; }

void* unit_cc_open(void) {
    std::unique_ptr<CreditCounter> dut(new (std::nothrow) CreditCounter);
    if (dut == nullptr) return nullptr;
    fairlead::rtl_failure().clear();
    dut->reset();
    return dut.release();
}

void unit_cc_close(void* handle) { delete static_cast<CreditCounter*>(handle); }

int unit_cc_step(void* handle, int events) {
    CreditCounter& dut = of(handle);
    dut.top.io_spend = events & 1;
    dut.top.io_refund = events >> 1 & 1;
    dut.clock_cycle();
    return fairlead::rtl_failure().failed ? 1 : 0;
}

int unit_cc_can_send(void* handle) { return of(handle).top.io_canSend; }

int unit_cc_credits(void* handle) { return of(handle).top.io_credits; }
}
