// SPDX-License-Identifier: Apache-2.0
// The inspection map: registers of a tile's router and DLA that config.vlt makes readable, found by name. Costs nothing
// when unread.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "hw_layout.h"
#include "verilated.h"
#include "verilated_syms.h"

namespace fairlead {

/// One readable variable, or none.
struct View {
    const VerilatedVar* var = nullptr;

    explicit operator bool() const { return var != nullptr; }
    uint64_t get(size_t index = 0) const;
};

/// The buffers and credits of one tile's router. VC indices are dense: class * VCs of a class + VC.
class RouterView {
public:
    static constexpr int VCS = 2 * hw::CLASSES;  // of a link; a local port has one

    struct Place {
        int port, vc;
    };

    /// `tile`: path of the tile, like "node0.Tile". Usable only when found().
    RouterView(const VerilatedContext& context, const std::string& tile);

    bool found() const { return m_found; }
    static int vcs(int port) { return port < hw::LINKS ? VCS : 1; }
    uint32_t occupancy(int port, int vc, uint32_t depth) const;
    uint32_t credits(int port, int vc) const { return static_cast<uint32_t>(at(port, vc).credits.get()); }
    bool owned(int port, int vc) const { return m_ports[static_cast<size_t>(port)].owned.get() >> vc & 1; }
    Place owner(int port, int vc) const { return place(at(port, vc).owner.get()); }
    /// Output port and VC of the oldest flit; only with an occupancy above 0.
    Place wants(int port, int vc) const { return place(front(port, vc) >> 2); }
    /// The oldest flit is a head; only with an occupancy above 0.
    bool head(int port, int vc) const { return front(port, vc) >> 1 & 1; }

private:
    struct Vc {
        View read, write, credits, owner;
    };
    struct Port {
        View occupied, owned, metas;
        Vc vc[VCS];
    };
    static Place place(uint64_t out) { return {static_cast<int>(out >> 2 & 15), static_cast<int>(out & 3)}; }
    /// Stamp 15, port 4, VC 2, head, tail of the oldest flit.
    uint64_t front(int port, int vc) const;
    const Vc& at(int port, int vc) const { return m_ports[static_cast<size_t>(port)].vc[vc]; }

    std::vector<Port> m_ports;
    bool m_found = true;
};

View find_view(const VerilatedContext& context, const std::string& scope, const std::string& name);

}  // namespace fairlead
