// The Verilated models of a fabric: one VTile per node, or one VFlat with all nodes and their links (FAIRLEAD_FLAT).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fabric.h"
#include "verilated.h"
#include "vl_straight.h"
#ifdef FAIRLEAD_FLAT
#include "VFlat.h"
#include "VFlat___024root.h"
FAIRLEAD_EVALUATE(VFlat)
FAIRLEAD_SETTLE(VFlat)
#else
#include "VTile.h"
#include "VTile___024root.h"
FAIRLEAD_EVALUATE(VTile)
FAIRLEAD_SETTLE(VTile)
#endif

#ifndef FAIRLEAD_VARIANT
#error "FAIRLEAD_VARIANT names the capabilities of this library"
#endif

namespace fairlead {

#ifdef FAIRLEAD_FLAT
inline constexpr bool FLAT = true;
using Top = VFlat;
#else
inline constexpr bool FLAT = false;
using Top = VTile;
#endif

#ifdef FAIRLEAD_GATED
inline constexpr bool GATED = true;  // a tile has one clock, and gates of its own behind it
#else
inline constexpr bool GATED = false;
#endif

#ifdef FAIRLEAD_POKES
inline constexpr bool POKES = true;
#else
inline constexpr bool POKES = false;
#endif

inline constexpr const hw::Capability& CAPABILITY = hw::FAIRLEAD_VARIANT;

/// Sets the clocks of all units of a tile; a flat model has a single clock pin.
inline void unit_clocks(const hw::TilePorts& pin, uint8_t level) {
    *pin.clock = level;
    if constexpr (!FLAT) {
        *pin.pickClock = *pin.sendClock = *pin.replyClock = *pin.receiveClock = level;
        *pin.orderClock = *pin.storeClock = *pin.treeClock = *pin.countClock = *pin.cfgClock = level;
    }
}

struct Fabric::Tiles {
    VerilatedContext context;
    std::vector<std::unique_ptr<Top>> tops;  // one per node; a single one when FLAT

    Tiles() = default;
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;

    /// The destructor of a model removes its scopes from the context of the thread, which may belong to another fabric,
    /// alive or destroyed; therefore the context is set first.
    ~Tiles() {
        cover(false);
        Verilated::threadContextp(&context);
        tops.clear();
        Verilated::threadContextp(Verilated::defaultContextp());
    }

    /// Library `cover`: either begins to observe the registers after their first reset, or adds what was observed to
    /// the coverage of this process.
    void cover(bool begins);

    Top& of(uint32_t node) { return *tops[FLAT ? 0 : node]; }
};

}  // namespace fairlead
