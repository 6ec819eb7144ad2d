// Waveforms of chosen nodes for a window of cycles. Only libraries that are verilated with --trace-fst write them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fabric.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

namespace fairlead {

struct Fabric::Wave {
    std::string path;
    std::vector<uint32_t> nodes;
    uint64_t from, to;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> file;
#endif
};

}  // namespace fairlead
