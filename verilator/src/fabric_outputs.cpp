// The outputs of a tile in one cycle: flits, credits, memory requests, events, barrier pattern, alarm.
#include <algorithm>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr int STATUS_MASK = 16;            // bit of linkMask for the DLA status
constexpr uint32_t MEMORY_BITS = 0x1F;     // its bits from READ on for read, write and status requests
constexpr int TREE_OUT = STATUS_MASK + 1;  // its first bit for the collective network: flits, then credits
constexpr int DEVICE_MASK = 23;            // its bit for a write of the shared device
}  // namespace

void Fabric::collect(uint32_t n) {
    Node& node = m_node[n];
    Part& part = part_of(n);
    const TilePorts& pin = node.ports;
    const uint32_t links = *pin.linkMask;
    if ((links & 0xFFF) != 0) collect_links(n, links);
    if ((links >> READ & MEMORY_BITS) != 0) collect_memory(n, links);
    if (links >> TREE_OUT != 0) {
        collect_tree(n, links >> TREE_OUT & TREE_BITS, links >> (TREE_OUT + TREE_LINKS) & TREE_BITS);
        if (links >> DEVICE_MASK & 1) collect_write(n, pin.deviceReq, DEVICE_KIND);
    }
    for (uint64_t ports = *pin.eventMask; ports != 0; ports &= ports - 1) {
        const int port = __builtin_ctzll(ports);
        const EventPortPins& event = pin.events[port];
        emit(n, FIRST_TILE_PORT_UNIT + port, *event.kind, 0, *event.a, *event.b, 0);
    }
    const uint64_t gi = *pin.giOut;
    if (gi != node.gi) {
        node.gi = gi;
        part.gi_nodes.push_back(n);
    }
    const bool busy = *pin.quiescent == 0;
    if (busy != node.busy) {
        node.busy = busy;
        part.busy += busy ? 1u : ~0u;
    }
    if (*pin.alarm != 0) {
        part.alarms.push_back({m_now + *pin.alarm, n});
        std::push_heap(part.alarms.begin(), part.alarms.end(), std::greater<>());
    }
}

void Fabric::collect_links(uint32_t n, uint32_t mask) {
    uint32_t hops = 0;
    for (uint32_t links = mask & LINK_BITS; links != 0; links &= links - 1) send_flit(n, __builtin_ctz(links), hops);
    for (uint32_t links = mask >> CREDIT & LINK_BITS; links != 0; links &= links - 1) {
        const int direction = __builtin_ctz(links);
        const uint32_t to = m_neighbour[n * LINKS + static_cast<uint32_t>(direction)];
        if (to == NONE) return fail(n, "a credit on a link that leads nowhere");
        part_of(n)
            .wheel.at(m_now + m_config.credit_latency)
            .credits.push_back({to, *m_node[n].ports.creditOut[direction]});
    }
}

void Fabric::send_flit(uint32_t n, int direction, uint32_t& hops) {
    const LinkFlitPins& pin = m_node[n].ports.linkOut[direction];
    const uint32_t link = n * LINKS + static_cast<uint32_t>(direction), to = m_neighbour[link];
    if (to == NONE) return fail(n, "a flit on a link that leads nowhere");
    Part& part = part_of(n);
    const FlitItem flit{*pin.ctl, *pin.w0, *pin.w1, to};
    const uint32_t vc = static_cast<uint32_t>(LinkCtl::vc.get(flit.ctl));
    if (takes_slot(flit.ctl) && ++m_outstanding[link * VCS + vc] > m_links.slots[direction / 2][vc])
        fail(n, "more on a link than its buffer has slots");
    part.wheel.at(m_now + m_config.link_latency).flits.push_back(flit);
    ++part.stat[FL_S_FLIT_HOPS];
    if (m_config.hop_events && LinkCtl::head.get(flit.ctl)) {
        const uint64_t place = HopEvent::link.put(static_cast<uint64_t>(direction)) | HopEvent::vc.put(vc);
        emit(n, EventUnit::LINK, EventKind::HOP, hops++, flit.w0, flit.w1, place);
    }
}

void Fabric::collect_memory(uint32_t n, uint32_t mask) {
    const uint64_t due = m_now + m_config.memory_latency[n];
    Part& part = part_of(n);
    for (int port = 0; port < MOST_PORTS; ++port) {
        if (mask >> (READ + port) & 1) {
            const ReadReqPins& read = m_node[n].ports.readReq[port];
            part.wheel.at(due).requests.push_back(
                {0, 0, n, *read.addr, static_cast<uint8_t>(2 + port), 0, *read.len, *read.ctx});
            ++part.stat[FL_S_READS];
        }
        if (mask >> (WRITE + port) & 1) {
            const WriteReqPins& write = m_node[n].ports.writeReq[port];
            part.wheel.at(due).requests.push_back(
                {*write.d0, *write.d1, n, *write.addr, static_cast<uint8_t>(port), *write.op, *write.len, 0});
            ++part.stat[FL_S_WRITES];
        }
    }
    if (mask >> STATUS_MASK & 1) collect_write(n, m_node[n].ports.statusReq, STATUS_KIND);
}

/// A write of a unit that has a port of its own.
void Fabric::collect_write(uint32_t n, const WriteReqPins& write, uint8_t kind) {
    Part& part = part_of(n);
    part.wheel.at(m_now + m_config.memory_latency[n])
        .requests.push_back({*write.d0, *write.d1, n, *write.addr, kind, *write.op, *write.len, 0});
    ++part.stat[FL_S_WRITES];
}

/// Replaces a node's pattern in the OR. That of an I/O tile leads nowhere.
void Fabric::count_global(uint32_t node, uint8_t pattern) {
    if (m_config.is_io_tile(node)) return;
    for (int i = 0; i < 3; ++i)
        m_gi_count[i] += static_cast<uint32_t>(pattern >> i & 1) - static_cast<uint32_t>(m_gi_seen[node] >> i & 1);
    m_gi_seen[node] = pattern;
}

/// Returns the OR of the patterns that have reached it.
uint8_t Fabric::global_or() const {
    uint8_t gi = 0;
    for (int i = 0; i < 3; ++i) gi |= static_cast<uint8_t>((m_gi_count[i] != 0) << i);
    return gi;
}

/// Sends the patterns that nodes have changed in this cycle: those of the tree to the neighbours, and those of the
/// wires to the OR. When the OR changes, each node sees the change after the barrier latency plus its own additional
/// cycles.
void Fabric::send_patterns() {
    Wheel& wheel = m_parts.front().wheel;
    if (const Bucket* due = m_parts.front().sent)
        for (const GlobalItem& item : due->global_up) count_global(item.to, item.pattern);
    for (Part& part : m_parts) {
        for (const uint32_t node : part.gi_nodes) {
            const uint64_t now = m_node[node].gi, changed = now ^ m_shown[node];
            const uint8_t pattern = now % (1u << PATTERN_BITS);
            m_shown[node] = now;
            send_legs(node, changed);
            if (m_gi_tree || changed % (1u << PATTERN_BITS) == 0) continue;
            const uint32_t more = m_config.barrier_up[node];
            if (more == 0) {
                count_global(node, pattern);
            } else {
                wheel.at(m_now + more).global_up.push_back({node, pattern});
            }
        }
        part.gi_nodes.clear();
    }
    if (m_gi_tree) return;
    const uint8_t gi = global_or();
    if (gi == m_gi) return;
    m_gi = gi;
    for (uint32_t group = 0; group < m_gi_groups.size(); ++group)
        wheel.at(m_now + m_config.barrier_latency + m_gi_groups[group].first).global_down.push_back({group, gi});
}

}  // namespace fairlead
