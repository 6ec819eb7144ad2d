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
    /// Lab library only.
    void set(size_t index, uint64_t value) const;
    size_t elements() const { return var->udims() == 0 ? 1 : static_cast<size_t>(var->unpacked().elements()); }
    /// Lane `i` of `n` equal lanes of the whole word.
    uint64_t lane(int i, int n) const;
};

/// The buffers and credits of one tile's router. VCs of a link by number, class << 2 | v; the one VC of a local port is
/// 0.
class RouterView {
public:
    static constexpr int VCS = hw::VCS_PER_CLASS * hw::CLASSES;  // of a link; a local port has one

    struct Place {
        int port, vc;
    };

    /// `router`: path of the router, like "node0.Tile.router". Usable only when found().
    RouterView(const VerilatedContext& context, const std::string& router);

    bool found() const { return m_found; }
    static int vcs(int port) { return port < hw::LINKS ? VCS : 1; }
    uint32_t occupancy(int port, int vc, uint32_t depth) const;
    /// Packets whose tail has not left, the one included that is arriving.
    uint32_t packets(int port, int vc, uint32_t depth) const;
    uint32_t credits(int port, int vc) const;
    bool owned(int port, int vc) const { return m_ports[static_cast<size_t>(port)].owned.get() >> vc & 1; }
    Place owner(int port, int vc) const;
    /// The oldest flit, a hw::FlitMeta; only with an occupancy above 0.
    uint64_t front(int port, int vc) const;
    /// Its output: the escape output of a head, the output to which a body is bound. Port NO_PORT: a head without
    /// escape output (faults build).
    Place wants(int port, int vc) const;

    static constexpr int NO_PORT = 15;

private:
    struct Port {
        View occupied, open, read, write, metas, bound;
        View credits, owned, owner[VCS];
    };
    uint64_t meta(int port, int vc, uint64_t pointer) const;
    const Port& at(int port) const { return m_ports[static_cast<size_t>(port)]; }

    std::vector<Port> m_ports;
    bool m_found = true;
};

View find_view(const VerilatedContext& context, const std::string& scope, const std::string& name);

}  // namespace fairlead
