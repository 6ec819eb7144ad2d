// The links of the collective network: where they lead, and the flits and credits on them.
#include <algorithm>

#include "fabric_record.h"
#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr uint64_t MAX_LATENCY = 1u << 20;
constexpr int PATTERN = 3;  // bits of a barrier pattern

/// The position in giIn of what comes on a link: child, child, parent.
uint8_t leg_place(uint32_t link) { return static_cast<uint8_t>((link + TREE_LINKS - 1) % TREE_LINKS * PATTERN); }
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
}

/// Sets giIn of all nodes from what their neighbours in the tree show. All nodes must have BARRIER_TREE, or none.
void Fabric::reset_legs() {
    m_gi_tree = register_of(0, CollectiveReg::BARRIER_TREE) != 0;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        if ((register_of(n, CollectiveReg::BARRIER_TREE) != 0) != m_gi_tree)
            throw Error{FL_E_CONFIG, "BARRIER_TREE differs between nodes 0 and " + std::to_string(n) +
                                         ": all nodes must agree about the network of the barrier"};
        if (m_gi_tree) *m_node[n].ports.giIn = 0;
    }
    if (!m_gi_tree) return;
    for (uint32_t link = 0; link < m_tree_neighbour.size(); ++link) {
        const uint32_t to = m_tree_neighbour[link];
        if (to == NONE) continue;
        const uint8_t shown = *m_node[link / TREE_LINKS].ports.giOut;
        *m_node[to / TREE_LINKS].ports.giIn |= static_cast<uint16_t>(
            (link % TREE_LINKS == 0 ? shown : shown >> PATTERN) % (1u << PATTERN) << leg_place(to));
    }
}

/// Sends the patterns that nodes have changed in this cycle: up to the parent and down to the children.
void Fabric::send_legs() {
    Wheel& wheel = m_parts.front().wheel;
    for (Part& part : m_parts) {
        for (const uint32_t node : part.gi_nodes) {
            const uint8_t now = m_node[node].gi, before = m_gi_seen[node];
            m_gi_seen[node] = now;
            for (uint32_t link = node * TREE_LINKS; link < (node + 1) * TREE_LINKS; ++link) {
                const int half = link % TREE_LINKS == 0 ? 0 : PATTERN;
                const uint32_t to = m_tree_neighbour.empty() ? NONE : m_tree_neighbour[link];
                if (to == NONE || ((now ^ before) >> half) % (1u << PATTERN) == 0) continue;
                wheel.at(m_now + m_tree_latency)
                    .legs.push_back(
                        {to / TREE_LINKS, leg_place(to), static_cast<uint8_t>((now >> half) % (1u << PATTERN))});
            }
        }
        part.gi_nodes.clear();
    }
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
    for (const LegItem& leg : bucket.legs) {
        if (!is_here(leg.node)) continue;
        uint16_t& pins = *m_node[leg.node].ports.giIn;
        pins = static_cast<uint16_t>((pins & ~(((1u << PATTERN) - 1) << leg.place)) | leg.pattern << leg.place);
        m_node[leg.node].pins |= GLOBAL_PIN;
        wake(leg.node);
    }
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
            due.tree_flits.push_back(
                {*out.flit.w0, *out.flit.w1, to, *out.channel, *out.flit.head != 0, *out.flit.tail != 0});
        }
        if (credits >> link & 1) due.tree_credits.push_back({to, *pin.treeCreditOut[link]});
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
