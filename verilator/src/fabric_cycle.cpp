// The cycle loop. A node changes only its own state and the lists of later cycles, so a cycle may handle nodes in any
// order; ascending order gives the events in the order (cycle, node, unit, seq) without sorting.
#include <algorithm>

#include "fabric_clocks.h"
#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

// ---- a run ----

void Fabric::run(uint64_t limit) {
    if (m_state == CREATED) throw Error{FL_E_STATE, "run before reset"};
    if (m_state == FAILED) throw Error{FL_E_FAILED, last_error};
    rtl_failure().clear();
    begin_batch();
    if (m_crew) m_crew->wake();
    int stop = FL_STOP_LIMIT;
    // sums at rest count while the machine stays there: how often it comes to rest depends on the quantum
    const auto forget_rest = [this] {
        m_stat[FL_S_CHECKS] -= m_rest_checks;
        m_rest_checks = 0;
    };
    for (;;) {
        const uint64_t reaction =
            m_first_reactive > NEVER - m_config.software_latency ? NEVER : m_first_reactive + m_config.software_latency;
        if (m_state == FAILED) {
            stop = FL_STOP_FAILED;
        } else if (m_spilling || m_count >= m_full_at) {
            stop = FL_STOP_EVENTS_FULL;
        } else if (m_now >= reaction) {
            stop = FL_STOP_REACTION;
        } else if (m_now >= limit) {
            stop = FL_STOP_LIMIT;
        } else if (idle()) {
            stop = FL_STOP_IDLE;
            forget_rest();
            const uint64_t before = m_stat[FL_S_CHECKS];
            check_links(true);
            m_rest_checks = m_stat[FL_S_CHECKS] - before;
        } else {
            if (m_config.skip_quiescent && busy() == 0 && (m_queued == 0 || (stalled() != 0 && none_running()))) {
                const uint64_t work = std::min({next_work(), limit, reaction});
                if (work > m_now) {
                    m_now = work;
                    continue;
                }
            }
            if (m_now >= m_next_check) {
                check_links(false);
                m_next_check = m_now - m_now % CHECK_PERIOD + CHECK_PERIOD;
            }
            forget_rest();
            cycle();
            continue;
        }
        break;
    }
    if (m_crew) m_crew->rest();
    uint64_t flits = 0;
    for (const Part& part : m_parts) part.wheel.for_each_flit([&](const FlitItem&) { ++flits; });
    uint64_t* result = m_config.result;
    result[FL_R_CYCLE] = m_now;
    result[FL_R_EVENTS] = m_count;
    result[FL_R_STOP] = static_cast<uint64_t>(stop);
    result[FL_R_IN_FLIGHT] = flits;
    result[FL_R_COMMANDS] = m_commands;
    result[FL_R_POLLS] = m_polls;
    m_stat[FL_S_CYCLES] = m_now;
}

bool Fabric::idle() const {
    for (const Part& part : m_parts) {
        if (part.busy != 0 || !part.wheel.empty() || !part.alarms.empty()) return false;
    }
    // Every remaining command is behind a store that waits for a node which is also at rest.
    if (stalled() != 0) return m_due.empty() && none_running();
    return m_commands == 0 && m_limited_polls == 0;
}

bool Fabric::none_running() const {
    return std::all_of(m_parts.begin(), m_parts.end(), [](const Part& part) {
        return std::all_of(part.running.begin(), part.running.end(), [](uint64_t word) { return word == 0; });
    });
}

bool Fabric::is_running(uint32_t n) const {
    const Node& node = m_node[n];
    if (node.busy) return true;
    if (node.stalled) return false;
    if (node.tile_first != NONE || node.host_first != NONE || node.poll) return true;
    return m_bypass && !m_held[n].queue.empty();
}

uint64_t Fabric::next_work() const {
    uint64_t next = m_due.empty() ? NEVER : m_due.front().cycle;
    for (const Part& part : m_parts) {
        next = std::min(next, part.wheel.next(m_now));
        if (!part.alarms.empty()) next = std::min(next, part.alarms.front().first);
    }
    return next;
}

void Fabric::fail(uint32_t node, const char* text) {
    if (m_staging) {
        Part& part = part_of(node);
        if (part.failed && part.failed_node <= node) return;
        part.failed = true;
        part.failed_node = node;
        part.failed_text = text;
        return;
    }
    if (m_state == FAILED && m_failed_node <= node) return;  // no cycle follows the one that fails
    m_state = FAILED;
    m_failed_node = node;
    last_error = "cycle " + std::to_string(m_now) + " node " + std::to_string(node) + ": " + text;
}

// ---- a cycle ----

void Fabric::cycle() {
    for (Part& part : m_parts) part.sent = part.wheel.take(m_now);
    admit_due();
    m_cycle_start = m_count;
    m_staging = m_parts.size() > 1;
    if constexpr (FLAT) {
        step_flat();
    } else if (m_crew && !m_tracing && is_worth_sharing()) {
        m_crew->share();
    } else {
        for (Part& part : m_parts) work(part);
    }
    m_staging = false;
    merge();
    if (m_tracing) wave_dump(m_now);
    end_cycle_events();
    ++m_now;
}

/// Sets the pins of a part's nodes from the items that are due, and marks these nodes as awake.
void Fabric::deliver(const Part& part, const Bucket& bucket) {
    const auto is_here = [&](uint32_t node) { return node >= part.first && node < part.last; };
    for (const FlitItem& flit : bucket.flits) {
        const uint32_t node = flit.link / LINKS, direction = flit.link % LINKS;
        if (!is_here(node)) continue;
        Node& to = m_node[node];
        const LinkFlitPins& pin = to.ports.linkIn[direction];
        *pin.ctl = flit.ctl;
        *pin.w0 = flit.w0;
        *pin.w1 = flit.w1;
        to.pins |= 1u << (LINK + direction);
        wake(node);
    }
    for (const CreditItem& credit : bucket.credits) {
        const uint32_t node = credit.link / LINKS, direction = credit.link % LINKS;
        if (!is_here(node)) continue;
        Node& to = m_node[node];
        *to.ports.creditIn[direction] = credit.vcs;
        to.pins |= 1u << (CREDIT + direction);
        wake(node);
        uint16_t* outstanding = &m_outstanding[credit.link * VCS];
        for (uint32_t vcs = credit.vcs; vcs != 0; vcs &= vcs - 1) {
            uint16_t& count = outstanding[__builtin_ctz(vcs)];
            if (count == 0) {
                fail(node, "a link returned more credits than were spent");
            } else {
                --count;
            }
        }
    }
    for (const MemoryRequest& request : bucket.requests) {
        if (!is_here(request.node)) break;  // only the part of a node sends its memory requests
        Node& at = m_node[request.node];
        at.request[request.kind] = &request;
        at.due |= 1u << request.kind;
        wake(request.node);
    }
    deliver_tree(part, bucket);
    for (const GlobalItem& item : bucket.global_down) {
        for (const uint32_t node : m_gi_groups[item.to].second) {
            if (!is_here(node)) continue;
            uint64_t& pins = *m_node[node].ports.giIn;
            pins = (pins & ~((1ull << PATTERN_BITS) - 1)) | item.pattern;
            m_node[node].pins |= GLOBAL_PIN;
            wake(node);
        }
    }
}

/// Wakes the nodes whose alarms are due.
void Fabric::ring(Part& part) {
    while (!part.alarms.empty() && part.alarms.front().first <= m_now) {
        m_node[part.alarms.front().second].pins |= ALARM_PIN;
        wake(part.alarms.front().second);
        std::pop_heap(part.alarms.begin(), part.alarms.end(), std::greater<>());
        part.alarms.pop_back();
    }
}

/// Executes one node in one cycle: memory, host commands, pins, evaluation, outputs.
void Fabric::step(uint32_t n) {
    if (prepare(n)) evaluate(n);
    settle(n);
}

/// Does the work before the evaluation: memory, host commands, pins. Returns whether the tile must be evaluated.
bool Fabric::prepare(uint32_t n) {
    Node& node = m_node[n];
    if (m_bypass) hold(n);
    if (!node.stalled) {
        if (node.due != 0 || node.host_first != NONE || node.poll) serve(n);
        if (node.tile_first != NONE) put_command(part_of(n), node);
    }
    return node.busy || node.pins != 0 || !m_config.skip_quiescent;
}

/// Determines, after the outputs, whether the node needs work in the next cycle.
void Fabric::settle(uint32_t n) {
    Node& node = m_node[n];
    Part& part = part_of(n);
    if (m_bypass) {
        part.stalled -= node.stalled;
        node.stalled = is_stalled(node);
        part.stalled += node.stalled;
    }
    const uint64_t bit = 1ull << (n & 63);
    if (is_running(n)) {
        part.running[n >> 6] |= bit;
    } else {
        part.running[n >> 6] &= ~bit;
    }
}

/// Models one ordered host interface: while a store waits, memory requests that are due are queued; afterwards one
/// request of each port proceeds per cycle.
void Fabric::hold(uint32_t n) {
    Node& node = m_node[n];
    Held& held = m_held[n];
    Part& part = part_of(n);
    part.stalled -= node.stalled;
    node.stalled = is_stalled(node);
    part.stalled += node.stalled;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (node.due >> kind & 1) held.queue.push_back(*node.request[kind]);
    }
    node.due = 0;
    if (node.stalled) return;
    for (size_t i = 0; i < held.queue.size();) {
        const uint8_t kind = held.queue[i].kind;
        if (node.due >> kind & 1) {
            ++i;
            continue;
        }
        held.now[kind] = held.queue[i];
        node.request[kind] = &held.now[kind];
        node.due = static_cast<uint8_t>(node.due | 1u << kind);
        held.queue.erase(held.queue.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void Fabric::evaluate(uint32_t n) {
    posedge(n);
    collect(n);
    if (m_tracing) {
        m_evaluated.push_back(n);
    } else {
        rearm(n);
        idle_pins(m_node[n]);
    }
}

void Fabric::posedge(uint32_t n) {
    rise(n);
    Part& part = part_of(n);
    ++part.stat[FL_S_TILES_EVALUATED];
    if (part.failure->failed) assertion_failed(n);
}

void Fabric::idle_pins(Node& node) {
    const TilePorts& pin = node.ports;
    const uint32_t used = node.pins;
    node.pins = 0;
    for (uint32_t links = used & LINK_BITS; links != 0; links &= links - 1) *pin.linkIn[__builtin_ctz(links)].ctl = 0;
    for (uint32_t links = used >> CREDIT & LINK_BITS; links != 0; links &= links - 1)
        *pin.creditIn[__builtin_ctz(links)] = 0;
    if (used >> READ & 1) *pin.readReply[0].valid = 0;
    if (used >> READ & 2) *pin.readReply[1].valid = 0;
    if (used >> WRITE & 1) *pin.writeAck[0].valid = 0;
    if (used >> WRITE & 2) *pin.writeAck[1].valid = 0;
    if (used >> COMMAND & 1) *pin.cmd.valid = 0;
    if (used >> STATUS & 1) *pin.statusAck = 0;
    if ((used & TREE_PINS) != 0) idle_tree(pin, used);
}

/// Executes a cycle of a flat model: the inputs of all tiles, one evaluation, the outputs of all tiles. The events are
/// sorted at the end of the cycle. The links are inside the model; the fabric still counts the flits on them, but the
/// pins that it would set are not connected.
void Fabric::step_flat() {
    Part& part = m_parts.front();
    part.failure = &rtl_failure();
    if (part.sent != nullptr) deliver(part, *part.sent);
    ring(part);
    for (uint32_t n = 0; n < m_nodes; ++n) {
        Node& node = m_node[n];
        if (node.due != 0 || node.host_first != NONE || node.poll) serve(n);
        if (node.tile_first != NONE) put_command(part_of(n), node);
    }
    uint32_t pins = 0;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        *m_node[n].ports.now = static_cast<uint32_t>(m_now);
        pins |= m_node[n].pins;
    }
    if ((pins & COMMAND_PIN) != 0) load_command(0);
    posedge(0);
    part.stat[FL_S_TILES_EVALUATED] += m_nodes - 1;
    for (uint32_t n = 0; n < m_nodes; ++n) collect(n);
    if (m_tracing) {
        m_evaluated.push_back(0);
    } else {
        rearm(0);
    }
    for (uint32_t n = 0; n < m_nodes; ++n) idle_pins(m_node[n]);
}

}  // namespace fairlead
