// The inspection map: the registers of a tile's router, DLA and collective network that config.vlt makes readable,
// found by name. It has no cost while it is not used.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "hw_layout.h"
#include "verilated.h"
#include "verilated_syms.h"

namespace fairlead {

/// A reference to one readable variable, or to none.
struct View {
    const VerilatedVar* var = nullptr;

    explicit operator bool() const { return var != nullptr; }
    uint64_t get(size_t index = 0) const;
    /// Sets the variable; only the lab library permits this.
    void set(size_t index, uint64_t value) const;
    size_t elements() const { return var->udims() == 0 ? 1 : static_cast<size_t>(var->unpacked().elements()); }
    /// Returns lane `i` of `n` equal lanes of the whole word.
    uint64_t lane(int i, int n) const;
};

/// The buffers and credits of one tile's router. The VCs of a link have the indices 0 to VCS - 1 in the order of their
/// numbers class << 2 | v; the one VC of a local port has index 0.
class RouterView {
public:
    static constexpr int VCS = hw::VCS_PER_CLASS * hw::CLASSES;  // VCs of a link; a local port has one

    /// A VC: port, and the number of a VC of a link, 0 at a local port.
    struct Place {
        int port, vc;
    };

    /// Returns the VC number of index `vc` of a link.
    static constexpr int number(int vc) {
        constexpr int NUMBERS = (1 << hw::LinkCtl::vc.width) / hw::CLASSES;
        return vc / hw::VCS_PER_CLASS * NUMBERS + vc % hw::VCS_PER_CLASS;
    }

    /// Finds the registers below the path `router`, as in "node0.Tile.router". The view is usable only if found() is
    /// true.
    RouterView(const VerilatedContext& context, const std::string& router);

    bool found() const { return m_found; }
    /// Returns the number of VCs of a port; a link of an absent dimension and an absent local port have none.
    static int vcs(int port) {
        if (port >= hw::LINKS) return (port - hw::LINKS) % hw::MOST_PORTS < hw::LOCAL_PORTS ? 1 : 0;
        return port < 2 * hw::DIMENSIONS ? VCS : 0;
    }
    uint32_t occupancy(int port, int vc, uint32_t depth) const;
    /// Returns the number of packets whose tail has not left, including a packet that is still arriving.
    uint32_t packets(int port, int vc, uint32_t depth) const;
    uint32_t credits(int port, int vc) const;
    bool owned(int port, int vc) const { return m_ports[static_cast<size_t>(port)].owned.get() >> vc & 1; }
    Place owner(int port, int vc) const;
    /// Returns the front flit, a hw::FlitMeta; valid only with an occupancy above 0. A head without a route has only
    /// its marks; one that has its output VC has only its tail mark, as a body has.
    uint64_t front(int port, int vc) const;
    /// Returns the slots that the flit takes that is on its way through the switch to an output VC: 0 or 1.
    uint32_t crossing(int port, int vc, bool packets) const;
    /// Returns the output of the front flit: the escape output of a head, or the output to which a body flit is bound.
    /// Port NO_PORT means a head without a route, or without an escape output (faults build).
    Place wants(int port, int vc) const;

    static constexpr int NO_PORT = 15;

private:
    struct Port {
        View occupied, open, read, write, metas, bound;
        View active, routed, goal[VCS], binding[VCS];  // of routers with stages, or registers
        View crossing, cross_vc, cross_head;           // of routers with a stage for the switch
        View credits, owned, owner[VCS];
    };
    uint64_t meta(int port, int vc, uint64_t pointer) const;
    bool is_bound(int port, int vc) const;
    bool is_routed(int port, int vc) const;
    const Port& at(int port) const { return m_ports[static_cast<size_t>(port)]; }

    std::vector<Port> m_ports;
    bool m_found = true;
};

/// The buffers and credits of one tile's links of the collective network.
class TreeView {
public:
    /// Finds the registers below the path `tree`, as in "node0.Tile.tree".
    TreeView(const VerilatedContext& context, const std::string& tree);

    bool found() const { return m_found; }
    uint32_t occupancy(int link, int channel) const { return value(m_occupancy[link][channel]); }
    uint32_t credits(int link, int channel) const { return value(m_credits[link][channel]); }

private:
    static uint32_t value(const View& view) { return static_cast<uint32_t>(view.get()); }

    View m_occupancy[hw::TREE_LINKS][hw::TREE_CHANNELS], m_credits[hw::TREE_LINKS][hw::TREE_CHANNELS];
    bool m_found = true;
};

View find_view(const VerilatedContext& context, const std::string& scope, const std::string& name);

}  // namespace fairlead
