// The clocks of the tiles: which of them have an edge in a cycle, and how an edge is evaluated. A part of
// fabric_cycle.cpp, so that the loop over the tiles has it in place.
#pragma once
#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr uint32_t ALARM_PIN = 1u << 18, COMMAND_PIN = 1u << 16, TREE_PINS = 0xFFu << 22 | 1u << 31;
}

#ifdef FAIRLEAD_GATED

/// Executes one cycle of a tile with one clock: the gates take their enables from the inputs and registers while the
/// clock is low, then it rises. Changes no other state.
void Fabric::rise(uint32_t n) {
    const TilePorts& pin = m_node[n].ports;
    *pin.now = static_cast<uint32_t>(m_now);
    for (const uint8_t level : {0, 1}) {
        *pin.clock = level;
        m_tiles->of(n).eval_step();
    }
    pins_edge(n);
}

/// Executes one clock cycle of all tiles that does not advance the cycle count.
void Fabric::reset_clock() {
    for (uint32_t n = 0; n < m_nodes; ++n) rise(n);
}

// a command is an input as any other, and the clock falls when the inputs of the next cycle are there
void Fabric::load_command(uint32_t) {}
void Fabric::negedge(uint32_t) {}
void Fabric::rearm(uint32_t) {}

#else

namespace {
constexpr uint32_t STATUS_PIN = 1u << 19, COUNT_PINS = 1u << 30;
/// The pins that are inputs of each group of units. The router uses commands only for faults.
constexpr uint32_t ROUTER_PINS = 0xFFF | (CAPABILITY.faults ? COMMAND_PIN : 0), PICK_PINS = COMMAND_PIN,
                   SEND_PINS = 1u << 20, REPLY_PINS = 1u << 21 | COMMAND_PIN, RECEIVE_PINS = 0xC000 | COMMAND_PIN,
                   ORDER_PINS = COMMAND_PIN, STORE_PINS = COMMAND_PIN | GLOBAL_PIN | ALARM_PIN | STATUS_PIN;
}  // namespace

/// Evaluates a tile and changes no other state.
void Fabric::rise(uint32_t n) {
    const Node& node = m_node[n];
    const TilePorts& pin = node.ports;
    *pin.now = static_cast<uint32_t>(m_now);
    if constexpr (FLAT) {
        *pin.clock = 1;
    } else {
        if ((node.pins & COMMAND_PIN) != 0) load_command(n);
        const bool all = !m_config.skip_quiescent || m_now == m_all_at;
        *pin.clock = all || *pin.routerActs != 0 || (node.pins & ROUTER_PINS) != 0;
        *pin.pickClock = all || *pin.pickActs != 0 || (node.pins & PICK_PINS) != 0;
        *pin.sendClock = all || *pin.sendActs != 0 || (node.pins & SEND_PINS) != 0;
        *pin.replyClock = all || *pin.replyActs != 0 || (node.pins & REPLY_PINS) != 0;
        *pin.receiveClock = all || *pin.receiveActs != 0 || (node.pins & RECEIVE_PINS) != 0;
        *pin.orderClock = all || *pin.orderActs != 0 || (node.pins & ORDER_PINS) != 0;
        *pin.storeClock = all || *pin.storeActs != 0 || (node.pins & STORE_PINS) != 0;
        *pin.treeClock = all || *pin.treeActs != 0 || (node.pins & TREE_PINS) != 0;
        const auto counted = *pin.clock | *pin.pickClock | *pin.sendClock | *pin.replyClock | *pin.receiveClock |
                             *pin.orderClock | *pin.storeClock;
        *pin.countClock = all || *pin.countActs || (node.pins & COUNT_PINS) != 0 || (*pin.counting & counted);
    }
    evaluate_top(m_tiles->of(n));
    if (VM_TRACE_FST) pins_edge(n);
}

/// Executes one clock cycle of all tiles that does not advance the cycle count.
void Fabric::reset_clock() {
    for (uint32_t n = 0; n < (FLAT ? 1 : m_nodes); ++n) {
        for (const uint8_t level : {1, 0}) {
            const TilePorts& pin = m_node[n].ports;
            *pin.hostClock = level;
            unit_clocks(pin, level);
            m_tiles->of(n).eval_step();
            if (VM_TRACE_FST && level == 1) pins_edge(n);
        }
    }
}

/// Executes the edge that loads the command from the pins into the tile, before the edges of its units in the same
/// cycle.
void Fabric::load_command(uint32_t n) {
    const TilePorts& pin = m_node[n].ports;
    Top& tile = m_tiles->of(n);
    unit_clocks(pin, 0);
    *pin.hostClock = 1;
    evaluate_top(tile);
    if (VM_TRACE_FST) pins_edge(n);
    *pin.hostClock = 0;
    tile.rootp->__Vtrigrprev__TOP__hostClock = 0;
}

/// Executes the falling edge, which is visible in waveforms only.
void Fabric::negedge(uint32_t n) {
    const TilePorts& pin = m_node[n].ports;
    unit_clocks(pin, 0);
    m_tiles->of(n).eval_step();
}

/// Replaces a falling edge. No logic in a tile depends on it, so only the model's record of the last clock level is
/// reset.
void Fabric::rearm(uint32_t n) {
    auto& root = *m_tiles->of(n).rootp;
    root.__Vtrigrprev__TOP__clock = 0;
#ifndef FAIRLEAD_FLAT
    root.__Vtrigrprev__TOP__pickClock = 0;
    root.__Vtrigrprev__TOP__sendClock = 0;
    root.__Vtrigrprev__TOP__replyClock = 0;
    root.__Vtrigrprev__TOP__receiveClock = 0;
    root.__Vtrigrprev__TOP__orderClock = 0;
    // a clock of which a structure has no unit is not there
    const auto optional = [](auto& tile) {
        if constexpr (COLLECTIVE_UNITS > 0) tile.__Vtrigrprev__TOP__treeClock = 0;
        if constexpr (CAPABILITY.dlaChannels > 0 || BARRIER_UNIT > 0) tile.__Vtrigrprev__TOP__storeClock = 0;
    };
    optional(root);
    root.__Vtrigrprev__TOP__countClock = 0;
#endif
}

#endif

}  // namespace fairlead
