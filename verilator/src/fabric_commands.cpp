// Pending commands: they are in one heap, ordered by (cycle, node, task, seq), until their cycle. Then host commands
// are in a list of their node, and tile commands in one of their owner; the owners of a node that have one take turns.
#include <algorithm>
#include <cstring>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

bool Fabric::later(const Due& x, const Due& y) {
    if (x.cycle != y.cycle) return x.cycle > y.cycle;
    if (x.order != y.order) return x.order > y.order;
    return x.serial > y.serial;
}

void Fabric::check(const Command& command) const {
    const auto refuse = [&](int status, const std::string& what) {
        throw Error{status, "command " + std::to_string(command.op) + " (node " + std::to_string(command.node) +
                                ", task " + std::to_string(command.task) + ", seq " + std::to_string(command.seq) +
                                "): " + what};
    };
    if (command.node >= m_nodes) refuse(FL_E_ARGUMENT, "there are " + std::to_string(m_nodes) + " nodes");
    if (command.cycle < m_now) {
        refuse(FL_E_PAST, "cycle " + std::to_string(command.cycle) + " is before cycle " + std::to_string(m_now));
    }
    if (command.owner >> OWNER_BITS != 0) refuse(FL_E_ARGUMENT, "owner " + std::to_string(command.owner));
    if (command.op == TileCommand::FAULT_ARM && !CAPABILITY.faults)
        refuse(FL_E_UNSUPPORTED, "this library has no faults");
    if (command.op < HostCommand::LOAD) return;  // a tile command; the tile ignores an unknown code
    uint64_t address = command.w[0], bytes = 8;
    switch (command.op) {
        case HostCommand::STORE:
            if (command.w[2] >= 8) refuse(FL_E_ARGUMENT, "no such number of bytes");
            if (command.w[2] != 0) bytes = command.w[2];
            break;
        case HostCommand::LOAD:
        case HostCommand::ADD:
        case HostCommand::CAS_LOCAL:
            break;
        case HostCommand::TIMER:
            return;
        case HostCommand::FILL:
            bytes = command.w[1];
            break;
        case HostCommand::POLL:
            address &= 0xFFFFFFFFu;
            if ((command.w[0] >> 32 & 7) >= static_cast<uint64_t>(Comparison::COUNT) || command.w[0] >> 42 != 0 ||
                (command.w[0] >> 35 & 7) + (command.w[0] >> 38 & 7) > 7)
                refuse(FL_E_ARGUMENT, "no such comparison");
            break;
        default:
            refuse(FL_E_ARGUMENT, "no such command");
    }
    if (address > m_config.memory_bytes || bytes > m_config.memory_bytes - address) {
        refuse(FL_E_ARGUMENT, std::to_string(bytes) + " bytes at " + std::to_string(address) + " are beyond the " +
                                  std::to_string(m_config.memory_bytes) + " bytes of memory");
    }
}

void Fabric::submit(const Command* commands, int count) {
    if (m_state == CREATED) throw Error{FL_E_STATE, "submit before reset"};
    if (m_state == FAILED) throw Error{FL_E_FAILED, last_error};
    for (int i = 0; i < count; ++i) check(commands[i]);
    for (int i = 0; i < count; ++i) {
        const uint32_t slot = take_slot();
        m_slots[slot].command = commands[i];
        m_slots[slot].node = commands[i].node;
        push_due(commands[i].cycle, slot, false);
    }
    m_commands += static_cast<uint32_t>(count);
    m_stat[FL_S_COMMANDS] += static_cast<uint64_t>(count);
}

void Fabric::push_due(uint64_t cycle, uint32_t slot, bool wake) {
    const Command& command = m_slots[slot].command;
    const uint64_t order =
        static_cast<uint64_t>(command.node) << 48 | static_cast<uint64_t>(command.task) << 32 | command.seq;
    m_due.push_back({cycle, order, m_serial++, slot, wake});
    std::push_heap(m_due.begin(), m_due.end(), later);
}

/// Moves the commands whose cycle has come to the lists of their nodes; for a poll at its limit, its node checks its
/// polls.
void Fabric::admit_due() {
    while (!m_due.empty() && m_due.front().cycle <= m_now) {
        const uint32_t slot = m_due.front().slot;
        const bool at_limit = m_due.front().wake;
        std::pop_heap(m_due.begin(), m_due.end(), later);
        m_due.pop_back();
        Slot& entry = m_slots[slot];
        Node& node = m_node[entry.node];
        if (at_limit) {
            entry.timed = false;
            if (!entry.watching) {
                free_slot(slot);
                continue;
            }
            node.poll = true;
        } else if (entry.command.op >= HostCommand::LOAD) {
            append(node.host_first, node.host_last, slot);
        } else {
            await_turn(node, slot);
            ++m_queued;
        }
        wake(entry.node);
    }
}

void Fabric::put_command(Part& part, Node& node) {
    const uint32_t slot = node.tile_first;
    const Command& command = m_slots[slot].command;
    const OwnedCmdPins& pin = node.ports.cmd;
    *pin.valid = 1;
    *pin.op = static_cast<uint8_t>(command.op);
    *pin.owner = static_cast<uint8_t>(command.owner & ((1u << OWNER_BITS) - 1));
    if (command.op == TileCommand::FAULT_ARM && command.w[0] < 32) node.faults |= 1u << command.w[0];
    node.load_wrong |= command.op == TileCommand::FAULT_ARM && command.w[0] == FaultId::LOAD_WRONG;
    for (int i = 0; i < 4; ++i) *pin.w[i] = command.w[i];
    node.pins |= 1u << COMMAND;
    const bool gives = (command.op >= TileCommand::TREE_GIVE && command.op <= TileCommand::TREE_ABORT) ||
                       command.op == TileCommand::TASK_RESET || command.op == TileCommand::TASK_GRANT;
    const bool shared = command.op >= TileCommand::DEVICE_LOCK && command.op <= TileCommand::DEVICE_DRAIN;
    const bool joins = command.op == TileCommand::BAR_ENTER || command.op == TileCommand::BAR_LEAVE ||
                       command.op == TileCommand::BAR_ADD || command.op == TileCommand::BAR_READ;
    const bool routed = joins && BarrierCommand::barrier.get(command.w[0]) != 0;
    if (gives || shared || routed) node.pins |= 1u << TREE_COMMAND;
    const bool counts = command.op == TileCommand::COUNT_CONTROL || command.op == TileCommand::COUNT_READ;
    if (counts) node.pins |= 1u << COUNT_COMMAND;
    end_turn(node, slot);
    part.freed.push_back(slot);
    ++part.acted;
    ++part.put;
}

/// Adds a tile command to those of its owner.
void Fabric::await_turn(Node& node, uint32_t slot) {
    for (uint32_t at = node.tile_first; at != NONE; at = m_slots[at].next) {
        if (m_slots[at].command.owner == m_slots[slot].command.owner) {
            append(m_slots[at].later_first, m_slots[at].later_last, slot);
            return;
        }
    }
    m_slots[slot].later_first = m_slots[slot].later_last = NONE;
    append(node.tile_first, node.tile_last, slot);
}

/// Removes the first command of the turns; the next one of its owner comes after those of all others.
void Fabric::end_turn(Node& node, uint32_t slot) {
    node.tile_first = m_slots[slot].next;
    const uint32_t follows = m_slots[slot].later_first;
    if (follows == NONE) return;
    m_slots[follows].later_first = m_slots[follows].next;
    m_slots[follows].later_last = m_slots[slot].later_last;
    append(node.tile_first, node.tile_last, follows);
}

/// Tells whether a store waits for space in the FIFO. It then stalls all later commands and the memory of its node.
bool Fabric::is_stalled(const Node& node) const {
    if (*node.ports.storeStall == 0 || node.tile_first == NONE) return false;
    const uint16_t op = m_slots[node.tile_first].command.op;
    return op == TileCommand::DLA_REQUEST || op == TileCommand::DLA_DATA;
}

void Fabric::append(uint32_t& first, uint32_t& last, uint32_t slot) {
    m_slots[slot].next = NONE;
    if (first == NONE) {
        first = slot;
    } else {
        m_slots[last].next = slot;
    }
    last = slot;
}

uint32_t Fabric::take_slot() {
    if (m_free_slot == NONE) {
        m_slots.push_back({});
        return static_cast<uint32_t>(m_slots.size() - 1);
    }
    const uint32_t slot = m_free_slot;
    m_free_slot = m_slots[slot].next;
    return slot;
}

void Fabric::free_slot(uint32_t slot) {
    m_slots[slot].watching = false;
    m_slots[slot].next = m_free_slot;
    m_free_slot = slot;
}

}  // namespace fairlead
