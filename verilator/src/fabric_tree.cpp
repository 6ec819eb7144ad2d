// The links of the collective network: where they lead, and the flits and credits on them.
#include <algorithm>

#include "fabric_record.h"
#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr int LEG = TREE_LINKS * PATTERN_BITS;  // bits of giIn and giOut of one barrier
constexpr uint64_t GLOBAL_LEG = (1ull << LEG) - 1;

/// The patterns of all barriers on one link.
constexpr uint64_t on_link(uint64_t patterns, uint32_t link) {
    uint64_t mask = 0;
    for (int barrier = 0; barrier < BARRIERS; ++barrier) mask |= ((1ull << PATTERN_BITS) - 1) << barrier * LEG;
    return patterns >> link * PATTERN_BITS & mask;
}
}  // namespace

void Fabric::connect_tree(const uint64_t* words, int count) {
    if (m_state != CREATED) throw Error{FL_E_STATE, "tree after reset"};
    const size_t links = static_cast<size_t>(m_nodes) * TREE_LINKS;
    if (words == nullptr || count < 0 || static_cast<size_t>(count) != links + 1) {
        throw Error{FL_E_ARGUMENT,
                    "tree: " + std::to_string(links + 1) + " words expected, got " + std::to_string(count)};
    }
    if (words[0] < 1 || words[0] > MAX_LATENCY) {
        throw Error{FL_E_CONFIG, "tree: the latency must be 1 to " + std::to_string(MAX_LATENCY) + ", got " +
                                     std::to_string(words[0])};
    }
    const uint64_t* const peer = words + 1;  // of each link: 1 + the other end, or 0 if it leads nowhere
    for (size_t link = 0; link < links; ++link) {
        if (peer[link] == 0) continue;
        const bool is_link = peer[link] <= links && peer[link] != link + 1 && peer[peer[link] - 1] == link + 1;
        if (!is_link) {
            throw Error{FL_E_CONFIG, "tree: link " + std::to_string(link % TREE_LINKS) + " of node " +
                                         std::to_string(link / TREE_LINKS) + " has no other end that leads back"};
        }
    }
    m_tree_words.assign(words, words + count);
    m_tree_latency = static_cast<uint32_t>(words[0]);
    m_tree_neighbour.assign(links, NONE);
    for (size_t link = 0; link < links; ++link) {
        if (peer[link] != 0) m_tree_neighbour[link] = static_cast<uint32_t>(peer[link] - 1);
    }
    if (recorder) recorder->tree(words, count);
}

/// Both ends of a link must have the same depth, so all nodes have it.
void Fabric::check_tree_depth() {
    m_tree_depth = 0;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        for (const auto& [reg, value] : m_registers[n]) {
            if (reg != CollectiveReg::TREE_LINK_DEPTH) continue;
            if (n == 0) m_tree_depth = static_cast<uint32_t>(value);
            if (value != m_tree_depth) {
                throw Error{FL_E_CONFIG, "TREE_LINK_DEPTH differs between nodes 0 and " + std::to_string(n) +
                                             ": both ends of a link must agree"};
            }
        }
    }
    m_tree_outstanding.assign(static_cast<size_t>(m_nodes) * TREE_LINKS * TREE_CHANNELS, 0);
    m_tree_packets.assign(m_tree_outstanding.size(), 0);
    m_tree_views.clear();
}

/// Sets giIn of all nodes from what their neighbours in the tree show, without that of the barrier over all nodes when
/// it has wires. All nodes must have BARRIER_TREE, or none.
void Fabric::reset_legs() {
    m_gi_tree = register_of(0, CollectiveReg::BARRIER_TREE) != 0;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        if ((register_of(n, CollectiveReg::BARRIER_TREE) != 0) != m_gi_tree)
            throw Error{FL_E_CONFIG, "BARRIER_TREE differs between nodes 0 and " + std::to_string(n) +
                                         ": all nodes must agree about the network of the barrier"};
        if (m_gi_tree) *m_node[n].ports.giIn = 0;
    }
    for (uint32_t link = 0; link < m_tree_neighbour.size(); ++link) {
        const uint32_t to = m_tree_neighbour[link];
        if (to == NONE) continue;
        const uint64_t shown = on_link(*m_node[link / TREE_LINKS].ports.giOut & leg_bits(), link % TREE_LINKS);
        *m_node[to / TREE_LINKS].ports.giIn |= shown << to % TREE_LINKS * PATTERN_BITS;
    }
}

/// The bits of giIn and giOut of barriers that use the tree.
uint64_t Fabric::leg_bits() const { return m_gi_tree ? ~0ull : ~GLOBAL_LEG; }

/// Sends the patterns on the links of the tree that a node has changed in this cycle: up to the parent and down to the
/// children.
void Fabric::send_legs(uint32_t node, uint64_t changed) {
    if (m_tree_neighbour.empty()) return;
    for (uint32_t link = 0; link < TREE_LINKS; ++link) {
        const uint32_t to = m_tree_neighbour[node * TREE_LINKS + link];
        if (to == NONE || on_link(changed & leg_bits(), link) == 0) continue;
        m_parts.front()
            .wheel.at(m_now + m_tree_latency)
            .legs.push_back({on_link(m_node[node].gi & leg_bits(), link), to});
    }
}

/// Puts patterns that have come on a link of the tree on the pins of its node.
void Fabric::deliver_leg(const LegItem& leg) {
    Node& node = m_node[leg.link / TREE_LINKS];
    const uint32_t link = leg.link % TREE_LINKS;
    const uint64_t before = *node.ports.giIn, place = on_link(~0ull, 0) << link * PATTERN_BITS & leg_bits();
    const uint64_t now = (before & ~place) | leg.patterns << link * PATTERN_BITS;
    *node.ports.giIn = now;
    if (((now ^ before) & GLOBAL_LEG) != 0) node.pins |= GLOBAL_PIN;
    if (((now ^ before) & ~GLOBAL_LEG) != 0) node.pins |= 1u << TREE_PATTERN;
    wake(leg.link / TREE_LINKS);
}

/// Sets the pins of a part's nodes from the flits and credits of the collective network that are due.
void Fabric::deliver_tree(const Part& part, const Bucket& bucket) {
    const auto is_here = [&](uint32_t node) { return node >= part.first && node < part.last; };
    for (const TreeItem& item : bucket.tree_flits) {
        const uint32_t node = item.link / TREE_LINKS, link = item.link % TREE_LINKS;
        if (!is_here(node)) continue;
        Node& to = m_node[node];
        const TreeLinkFlitPins& pin = to.ports.treeIn[link];
        *pin.channel = item.channel;
        *pin.flit.valid = 1;
        *pin.flit.head = item.head;
        *pin.flit.tail = item.tail;
        *pin.flit.w0 = item.w0;
        *pin.flit.w1 = item.w1;
        to.pins |= 1u << (TREE_FLIT + link);
        wake(node);
    }
    for (const LegItem& leg : bucket.legs)
        if (is_here(leg.link / TREE_LINKS)) deliver_leg(leg);
    for (const TreeCreditItem& credit : bucket.tree_credits) {
        const uint32_t node = credit.link / TREE_LINKS, link = credit.link % TREE_LINKS;
        if (!is_here(node)) continue;
        Node& to = m_node[node];
        *to.ports.treeCreditIn[link] = credit.channels;
        to.pins |= 1u << (TREE_CREDIT + link);
        wake(node);
        for (uint32_t channels = credit.channels; channels != 0; channels &= channels - 1) {
            uint16_t& count = m_tree_outstanding[credit.link * TREE_CHANNELS + __builtin_ctz(channels)];
            if (count == 0) {
                fail(node, "a link of the collective network returned more credits than were spent");
            } else {
                --count;
            }
        }
    }
}

/// Takes the flits (`valid`) and credits that a tile shows on its links of the collective network, one bit for each
/// link.
void Fabric::collect_tree(uint32_t n, uint32_t valid, uint32_t credits) {
    const TilePorts& pin = m_node[n].ports;
    Part& part = part_of(n);
    for (uint32_t links = valid | credits; links != 0; links &= links - 1) {
        const int link = __builtin_ctz(links);
        const uint32_t from = n * TREE_LINKS + static_cast<uint32_t>(link);
        const uint32_t to = m_tree_neighbour.empty() ? NONE : m_tree_neighbour[from];
        if (to == NONE) return fail(n, "a flit or credit on a link of the collective network that leads nowhere");
        Bucket& due = part.wheel.at(m_now + m_tree_latency, (valid >> link & 1) + (credits >> link & 1));
        if (valid >> link & 1) {
            const TreeLinkFlitPins& out = pin.treeOut[link];
            if (++m_tree_outstanding[from * TREE_CHANNELS + *out.channel] > m_tree_depth)
                fail(n, "more on a link of the collective network than its buffer has slots");
            m_tree_packets[from * TREE_CHANNELS + *out.channel] += *out.flit.head != 0;
            due.tree_flits.push_back(
                {*out.flit.w0, *out.flit.w1, to, *out.channel, *out.flit.head != 0, *out.flit.tail != 0});
        }
        if (credits >> link & 1) due.tree_credits.push_back({to, *pin.treeCreditOut[link]});
    }
}

bool Fabric::tree_views() {
    if (m_tree_views.empty()) {
        for (uint32_t n = 0; n < m_nodes; ++n) m_tree_views.emplace_back(m_tiles->context, tile_path(n) + ".tree");
    }
    return m_tree_views.front().found();
}

/// Checks credits + in flight + occupancy = depth for every channel of every link that has carried a packet, as
/// check_links does for the torus, where they can be read: at rest, too, buffers hold what waits for software.
void Fabric::check_tree() {
    const auto carried = [](uint32_t packets) { return packets != 0; };
    if (std::none_of(m_tree_packets.begin(), m_tree_packets.end(), carried)) return;
    if (FLAT || !tree_views()) return;
    std::vector<uint16_t> in_flight(m_tree_outstanding.size(), 0);
    for (const Part& part : m_parts) {
        part.wheel.for_each([&](const Bucket& bucket) {
            for (const TreeItem& item : bucket.tree_flits)
                ++in_flight[m_tree_neighbour[item.link] * TREE_CHANNELS + item.channel];
            for (const TreeCreditItem& credit : bucket.tree_credits) {
                for (uint32_t channels = credit.channels; channels != 0; channels &= channels - 1)
                    ++in_flight[credit.link * TREE_CHANNELS + static_cast<uint32_t>(__builtin_ctz(channels))];
            }
        });
    }
    for (uint32_t place = 0; place < m_tree_packets.size(); ++place) {
        if (m_tree_packets[place] == 0) continue;
        const uint32_t link = place / TREE_CHANNELS, to = m_tree_neighbour[link];
        const int channel = static_cast<int>(place % TREE_CHANNELS);
        const uint32_t credits = m_tree_views[link / TREE_LINKS].credits(static_cast<int>(link % TREE_LINKS), channel);
        const uint32_t occupancy = m_tree_views[to / TREE_LINKS].occupancy(static_cast<int>(to % TREE_LINKS), channel);
        if (!is_first_imbalance(credits + in_flight[place] + occupancy == m_tree_depth)) continue;
        m_imbalance = "cycle " + std::to_string(m_now) + " node " + std::to_string(link / TREE_LINKS) + " link " +
                      std::to_string(link % TREE_LINKS) + " of the collective network, channel " +
                      std::to_string(channel) + ": credits " + std::to_string(credits) + " + in flight " +
                      std::to_string(in_flight[place]) + " + occupancy " + std::to_string(occupancy) + ", depth " +
                      std::to_string(m_tree_depth);
    }
}

void Fabric::tree_links(uint64_t* out, int capacity) {
    if (m_state == CREATED) throw Error{FL_E_STATE, "tree_links before reset"};
    const bool read = tree_views();
    if (!read && capacity == 0) throw Error{FL_E_UNSUPPORTED, "tree_links: this library cannot be read"};
    if (capacity < 0 || static_cast<size_t>(capacity) < m_tree_packets.size())
        throw Error{FL_E_ARGUMENT, "tree_links: " + std::to_string(m_tree_packets.size()) + " words are needed"};
    for (uint32_t place = 0; place < m_tree_packets.size(); ++place) {
        const uint32_t link = place / TREE_CHANNELS;
        const TreeView& view = m_tree_views[link / TREE_LINKS];
        const int here = static_cast<int>(link % TREE_LINKS), channel = static_cast<int>(place % TREE_CHANNELS);
        const bool leads = !m_tree_neighbour.empty() && m_tree_neighbour[link] != NONE;
        out[place] = leads ? TreeLinkState::packets.put(m_tree_packets[place]) : 0;
        if (leads && read) {
            out[place] |= TreeLinkState::occupancy.put(view.occupancy(here, channel)) |
                          TreeLinkState::credits.put(view.credits(here, channel));
        }
    }
}

void Fabric::idle_tree(const TilePorts& pin, uint32_t used) {
    for (uint32_t links = used >> TREE_FLIT & TREE_BITS; links != 0; links &= links - 1)
        *pin.treeIn[__builtin_ctz(links)].flit.valid = 0;
    for (uint32_t links = used >> TREE_CREDIT & TREE_BITS; links != 0; links &= links - 1)
        *pin.treeCreditIn[__builtin_ctz(links)] = 0;
    *pin.deviceAck = 0;
}

}  // namespace fairlead
