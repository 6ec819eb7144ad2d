// The inspection of a fabric between two runs: counts, the sums of its links, and the state of one node as JSON.
#include <algorithm>
#include <cstring>

#include "fabric_tiles.h"
#include "fabric_view.h"

namespace fairlead {

using namespace hw;

namespace {
/// Returns the VC number of a local port's only VC, which is that of its class.
uint32_t local_vc(int port) { return static_cast<uint32_t>((port - LINKS) / MOST_PORTS << 2); }

uint32_t number_at(RouterView::Place at) {
    if (at.port == RouterView::NO_PORT) return 0;
    return at.port < LINKS ? static_cast<uint32_t>(at.vc) : local_vc(at.port);
}
}  // namespace

void Fabric::stats(uint64_t* out, int capacity) const {
    if (m_state == CREATED) throw Error{FL_E_STATE, "stats before reset"};
    uint64_t all[FL_S_COUNT];
    std::copy(std::begin(m_stat), std::end(m_stat), all);
    for (const Part& part : m_parts) {
        for (int i = 0; i < FL_S_COUNT; ++i) all[i] += part.stat[i];
    }
    all[FL_S_BYTES_PER_TILE] = sizeof(*m_tiles->tops.front()->rootp) / (FLAT ? m_nodes : 1) + sizeof(Node) +
                               LINKS * (VCS * sizeof(uint16_t) + sizeof(uint64_t) + sizeof(uint32_t));
    std::copy(all, all + std::min<int>(capacity, FL_S_COUNT), out);
}

/// Checks credits + in flight + occupancy = slots for every link and VC. Without cut-through a slot is room for a flit:
/// the sum counts flits and credits in flight and buffered flits. With cut-through a slot is room for a packet: the sum
/// counts heads and credits in flight and packets whose tail has not left. The wheel knows the items in flight; the
/// other terms are read from the RTL, unless a unit of the user lacks the registers. In the flat libraries, the check
/// is possible only at rest, when every credit must have returned. Flits that cannot move (a deadlock) do not violate
/// any sum.
void Fabric::check_links(bool at_rest) {
    check_tree();
    views();
    const bool read = !FLAT;
    if (!m_views.front().found() || (!read && !at_rest)) return;
    std::vector<uint16_t> in_flight(m_outstanding.size(), 0);
    for (const Part& part : m_parts) {
        part.wheel.for_each_flit([&](const FlitItem& flit) {
            in_flight[m_neighbour[flit.link] * VCS + LinkCtl::vc.get(flit.ctl)] += takes_slot(flit.ctl);
        });
        part.wheel.for_each([&](const Bucket& bucket) {
            for (const CreditItem& credit : bucket.credits) {
                for (uint32_t vcs = credit.vcs; vcs != 0; vcs &= vcs - 1)
                    ++in_flight[credit.link * VCS + static_cast<uint32_t>(__builtin_ctz(vcs))];
            }
        });
    }
    for (size_t link = 0; link < m_neighbour.size(); ++link) {
        if (m_neighbour[link] == NONE) continue;
        for (int index = 0; index < RouterView::VCS; ++index) {
            const uint32_t vc = static_cast<uint32_t>(RouterView::number(index));
            const uint32_t outstanding = m_outstanding[link * VCS + vc];
            bool sound = read || outstanding == 0;
            const uint32_t slots = m_links.slots[link % LINKS / 2][vc], depth = m_links.flits[link % LINKS / 2][vc];
            uint32_t credits = slots - outstanding, occupancy = 0;
            if (read) {
                const uint32_t to = m_neighbour[link] / LINKS, in = m_neighbour[link] % LINKS;
                credits = m_views[link / LINKS].credits(static_cast<int>(link % LINKS), index);
                const RouterView& view = m_views[to];
                in_flight[link * VCS + vc] = static_cast<uint16_t>(
                    in_flight[link * VCS + vc] +
                    m_views[link / LINKS].crossing(static_cast<int>(link % LINKS), index, m_cut_through));
                occupancy = m_cut_through ? view.packets(static_cast<int>(in), index, depth)
                                          : view.occupancy(static_cast<int>(in), index, depth);
                sound = sound && credits + in_flight[link * VCS + vc] + occupancy == slots;
            }
            if (!is_first_imbalance(sound)) continue;
            m_imbalance = "cycle " + std::to_string(m_now) + " node " + std::to_string(link / LINKS) + " link " +
                          std::to_string(link % LINKS) + " vc " + std::to_string(vc) + ": credits " +
                          std::to_string(credits) + " + in flight " + std::to_string(in_flight[link * VCS + vc]) +
                          " + occupancy " + std::to_string(occupancy) +
                          (m_cut_through ? " packets, slots " : ", depth ") + std::to_string(slots);
        }
    }
}

/// Counts one sum of a link, and tells whether it is the first one that differs.
bool Fabric::is_first_imbalance(bool sound) {
    ++m_stat[FL_S_CHECKS];
    if (sound) return false;
    ++m_stat[FL_S_CHECK_FAILURES];
    return m_imbalance.empty();
}

void Fabric::views() {
    if (!m_views.empty()) return;
    for (uint32_t n = 0; n < m_nodes; ++n) m_views.emplace_back(m_tiles->context, tile_path(n) + ".router");
}

std::string Fabric::tile_path(uint32_t node) const {
    if (FLAT) return "flat.Flat.tiles_" + std::to_string(node);
    return "node" + std::to_string(node) + (GATED ? ".OneClockTile.tile" : ".Tile");
}

std::string Fabric::inspect(int node) const {
    if (m_state == CREATED) throw Error{FL_E_STATE, "inspect before reset"};
    std::string out = "{\"cycle\":" + std::to_string(m_now);
    if (node == FL_ALL_NODES) {
        out += ",\"links\":[";
        bool first = true;
        for (size_t link = 0; link < m_neighbour.size(); ++link) {
            for (uint32_t vc = 0; vc < VCS; ++vc) {
                const uint32_t count = m_outstanding[link * VCS + vc];
                if (count == 0) continue;
                out += std::string(first ? "" : ",") + "{\"node\":" + std::to_string(link / LINKS) +
                       ",\"link\":" + std::to_string(link % LINKS) + ",\"vc\":" + std::to_string(vc) +
                       ",\"outstanding\":" + std::to_string(count) +
                       ",\"depth\":" + std::to_string(m_links.slots[link % LINKS / 2][vc]) + "}";
                first = false;
            }
        }
        return out + "],\"imbalance\":\"" + m_imbalance + "\"}";
    }
    if (node < 0 || static_cast<uint32_t>(node) >= m_nodes)
        throw Error{FL_E_ARGUMENT, "inspect: no node " + std::to_string(node)};
    const Node& at = m_node[static_cast<uint32_t>(node)];
    out += ",\"node\":" + std::to_string(node) + ",\"busy\":" + (at.busy ? "true" : "false") + ",\"outstanding\":[";
    for (uint32_t link = 0; link < LINKS; ++link) {
        out += link == 0 ? "[" : ",[";
        for (uint32_t vc = 0; vc < VCS; ++vc) {
            const size_t index = (static_cast<size_t>(node) * LINKS + link) * VCS + vc;
            out += (vc == 0 ? "" : ",") + std::to_string(m_outstanding[index]);
        }
        out += "]";
    }
    out += "],\"polls\":[";
    for (uint32_t slot = at.watch_first; slot != NONE; slot = m_slots[slot].next) {
        const Command& poll = m_slots[slot].command;
        out += std::string(slot == at.watch_first ? "" : ",") + "{\"task\":" + std::to_string(poll.task) +
               ",\"seq\":" + std::to_string(poll.seq) + ",\"address\":" + std::to_string(poll.w[0] & 0xFFFFFFFFu) + "}";
    }
    out += "]";
    const uint32_t n = static_cast<uint32_t>(node);
    const RouterView view(m_tiles->context, tile_path(n) + ".router");
    if (view.found()) inspect_router(n, view, out);
    out += ",\"dla\":{";
    inspect_dla(tile_path(n) + ".dla", out);
    return out + "}}";
}

void Fabric::vcs(uint64_t* out, int capacity) {
    if (m_state == CREATED) throw Error{FL_E_STATE, "vcs before reset"};
    views();
    if (!m_views.front().found()) throw Error{FL_E_UNSUPPORTED, "vcs: this library cannot be read"};
    constexpr uint32_t PORT_WORDS = 8, NODE_WORDS = ROUTER_PORTS * PORT_WORDS;
    if (capacity < 0 || static_cast<uint32_t>(capacity) < m_nodes * NODE_WORDS)
        throw Error{FL_E_ARGUMENT, "vcs: " + std::to_string(m_nodes * NODE_WORDS) + " words are needed"};
    std::fill(out, out + size_t{m_nodes} * NODE_WORDS, 0);
    for (uint32_t node = 0; node < m_nodes; ++node) {
        const RouterView& view = m_views[node];
        for (int port = 0; port < ROUTER_PORTS; ++port) {
            for (int index = 0; index < RouterView::vcs(port); ++index) {
                const uint32_t number =
                    port < LINKS ? static_cast<uint32_t>(RouterView::number(index)) : local_vc(port);
                const uint32_t occupancy = view.occupancy(port, index, depth_of(node, port, static_cast<int>(number)));
                uint64_t word = VcState::occupancy.put(occupancy) | VcState::credits.put(view.credits(port, index));
                if (occupancy > 0) {
                    const RouterView::Place to = view.wants(port, index);
                    const uint64_t front = view.front(port, index);
                    word |= VcState::head.put(FlitMeta::head.get(front)) |
                            VcState::wantPort.put(static_cast<uint64_t>(to.port)) | VcState::wantVc.put(number_at(to)) |
                            VcState::adaptive.put(FlitMeta::head.get(front) * FlitMeta::adaptive.get(front)) |
                            VcState::enters.put(FlitMeta::head.get(front) * FlitMeta::enters.get(front));
                }
                if (view.owned(port, index)) {
                    const RouterView::Place from = view.owner(port, index);
                    word |= VcState::owned.put(1) | VcState::ownerPort.put(static_cast<uint64_t>(from.port)) |
                            VcState::ownerVc.put(number_at(from));
                }
                out[node * NODE_WORDS + static_cast<uint32_t>(port) * PORT_WORDS + number] = word;
            }
        }
    }
}

/// Writes the state of a router: for each buffer the number of flits and the output VC that the front flit wants, and
/// for each output VC its credits and the input VC that owns it.
void Fabric::inspect_router(uint32_t node, const RouterView& view, std::string& out) const {
    const auto place = [](RouterView::Place at) {
        return "[" + std::to_string(at.port) + "," + std::to_string(at.vc) + "]";
    };
    bool first = true;
    out += ",\"vcs\":[";
    for (int port = 0; port < ROUTER_PORTS; ++port) {
        for (int vc = 0; vc < RouterView::vcs(port); ++vc) {
            const int number = port < LINKS ? RouterView::number(vc) : 0;
            const uint32_t occupancy = view.occupancy(port, vc, depth_of(node, port, number));
            out += std::string(first ? "" : ",") + "{\"port\":" + std::to_string(port) +
                   ",\"vc\":" + std::to_string(number) + ",\"occupancy\":" + std::to_string(occupancy) +
                   ",\"wants\":" + (occupancy > 0 ? place(view.wants(port, vc)) : "null") +
                   ",\"credits\":" + std::to_string(view.credits(port, vc)) +
                   ",\"owner\":" + (view.owned(port, vc) ? place(view.owner(port, vc)) : "null") + "}";
            first = false;
        }
    }
    out += "]";
}

/// Returns a register of a tile by its path below the tile, as in "router.output0.credits", if config.vlt makes it
/// readable.
View Fabric::register_view(int node, const char* name, int index) const {
    if (m_state == CREATED) throw Error{FL_E_STATE, "registers before reset"};
    if (node < 0 || static_cast<uint32_t>(node) >= m_nodes || name == nullptr || index < 0)
        throw Error{FL_E_ARGUMENT, "no such node, no name or a negative index"};
    std::string path = tile_path(static_cast<uint32_t>(node));
    if (GATED && std::strchr(name, '.') == nullptr) path.resize(path.rfind('.'));  // of the gates, next to the tile
    path += "." + std::string(name);
    const size_t dot = path.rfind('.');
    const View view = find_view(m_tiles->context, path.substr(0, dot), path.substr(dot + 1));
    if (!view || static_cast<size_t>(index) >= view.elements())
        throw Error{FL_E_ARGUMENT, "no register " + path + " " + std::to_string(index) + " that can be read"};
    return view;
}

uint64_t Fabric::peek(int node, const char* name, int index) const {
    return register_view(node, name, index).get(static_cast<size_t>(index));
}

/// Sets a register to a value that a test may not reach or that a machine without flaws never has. The logic that
/// depends on it within a cycle is evaluated again.
void Fabric::poke(int node, const char* name, int index, uint64_t value) {
    if (!POKES) throw Error{FL_E_UNSUPPORTED, "only the libraries lab and small take other values of registers"};
    register_view(node, name, index).set(static_cast<size_t>(index), value);
#if VM_COVERAGE
    // setting a value is not an edge, so the value with which the coverage compares is set, too
    const std::string path = name;
    const size_t dot = path.rfind('.') + 1;
    if (path.substr(dot) != "Memory") {
        register_view(node, (path.substr(0, dot) + "last_" + path.substr(dot)).c_str(), 0).set(0, value);
    }
#endif
    const uint32_t n = static_cast<uint32_t>(node);
    settle_top(m_tiles->of(n));
    Node& at = m_node[n];
    // Whether the tile has work now is what its registers say: a value without consequences does not move the cycle of
    // rest.
    const bool busy = *at.ports.quiescent == 0;
    part_of(n).busy += (busy ? 1u : 0u) - (at.busy ? 1u : 0u);
    at.busy = busy;
    if (busy) part_of(n).running[n >> 6] |= 1ull << (n & 63);
    m_all_at = m_now;
}

/// Writes the registers of the DLA pool and FIFO by name.
void Fabric::inspect_dla(const std::string& scope, std::string& out) const {
    bool first = true;
    for (const auto& [unit, name] : {std::pair("pool", "held_0"),
                                     {"pool", "held_1"},
                                     {"pool", "held_2"},
                                     {"fifo", "write_row"},
                                     {"fifo", "read_row"},
                                     {"fifo", "occupied"}}) {
        const View view = find_view(m_tiles->context, scope + "." + unit, name);
        if (!view) continue;
        out += std::string(first ? "" : ",") + "\"" + unit + "." + name + "\":" + std::to_string(view.get());
        first = false;
    }
}

uint64_t Fabric::register_of(uint32_t node, int number) const {
    for (const auto& [reg, value] : m_registers[node]) {
        if (reg == number) return value;
    }
    return 0;
}

}  // namespace fairlead
