// The depths of the router's buffers, as the configuration registers of a machine give them.
#pragma once
#include <cstdint>

#include "hw_layout.h"

namespace fairlead {

/// The link VC buffers of all routers: both ends of a link must agree, so they depend on the dimension of the link and
/// the number of its VC alone.
struct LinkDepths {
    static constexpr int VCS = 1 << hw::LinkCtl::vc.width;

    uint32_t flits[3][VCS];  // depth in flits
    uint32_t slots[3][VCS];  // credits: flits, or packets with cut-through
};

/// Field `field` of a register of depths. A field whose depth is 0 says nothing.
struct DepthField {
    uint32_t depth, slots;

    static DepthField of(uint64_t value, int field) {
        const uint64_t word = value >> (field * hw::BufferDepth::WIDTH);
        return {static_cast<uint32_t>(hw::BufferDepth::depth.get(word)),
                static_cast<uint32_t>(hw::BufferDepth::slots.get(word))};
    }
    static constexpr int COUNT = 2 * hw::CLASSES;  // fields of a register
};

}  // namespace fairlead
