// SPDX-License-Identifier: Apache-2.0
// What a fabric that stands still tells about itself: counts, links at rest, and the state of one node as JSON.
#include <algorithm>
#include <cstring>

#include "fabric_tiles.h"
#include "verilated_syms.h"
#ifdef FAIRLEAD_FLAT
#include "VFlat___024root.h"
#else
#include "VTile___024root.h"
#endif

namespace fairlead {

using namespace hw;

void Fabric::stats(uint64_t* out, int capacity) const {
    if (m_state == CREATED) throw Error{FL_E_STATE, "stats before reset"};
    uint64_t all[FL_S_COUNT];
    std::copy(std::begin(m_stat), std::end(m_stat), all);
    all[FL_S_BYTES_PER_TILE] = sizeof(*m_tiles->tops.front()->rootp) / (FLAT ? m_nodes : 1) + sizeof(Node) +
                               LINKS * (VCS * sizeof(uint16_t) + sizeof(uint64_t) + sizeof(uint32_t));
    std::copy(all, all + std::min<int>(capacity, FL_S_COUNT), out);
}

/// At rest nothing is in flight, so every flit that a link took must have given its credit back (flat: the links are inside).
void Fabric::check_links_drained() {
    if (FLAT) return;
    for (size_t link = 0; link < m_neighbour.size(); ++link) {
        if (m_neighbour[link] == NONE) continue;
        for (uint32_t vc = 0; vc < VCS; ++vc) {
            if ((vc & 2) != 0) continue;  // adaptive VCs are not built
            ++m_stat[FL_S_CHECKS];
            if (m_outstanding[link * VCS + vc] != 0) ++m_stat[FL_S_CHECK_FAILURES];
        }
    }
}

namespace {
/// Value of one public variable, one array element after the other.
void append_value(std::string& out, const VerilatedVar& var) {
    const auto element = [&](size_t i) -> uint64_t {
        switch (var.vltype()) {
            case VLVT_UINT8: return static_cast<const uint8_t*>(var.datap())[i];
            case VLVT_UINT16: return static_cast<const uint16_t*>(var.datap())[i];
            case VLVT_UINT32: return static_cast<const uint32_t*>(var.datap())[i];
            case VLVT_UINT64: return static_cast<const uint64_t*>(var.datap())[i];
            default: return 0;
        }
    };
    if (var.udims() == 0) {
        out += std::to_string(element(0));
        return;
    }
    out += '[';
    const size_t count = static_cast<size_t>(var.unpacked().elements());
    for (size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + std::to_string(element(i));
    out += ']';
}
}  // namespace

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
                out += std::string(first ? "" : ",") + "{\"node\":" + std::to_string(link / LINKS) + ",\"link\":" +
                       std::to_string(link % LINKS) + ",\"vc\":" + std::to_string(vc) + ",\"outstanding\":" + std::to_string(count) +
                       ",\"depth\":" + std::to_string(m_link_depth) + "}";
                first = false;
            }
        }
        return out + "]}";
    }
    if (node < 0 || static_cast<uint32_t>(node) >= m_nodes) throw Error{FL_E_ARGUMENT, "inspect: no node " + std::to_string(node)};
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
        out += std::string(slot == at.watch_first ? "" : ",") + "{\"task\":" + std::to_string(poll.task) + ",\"seq\":" +
               std::to_string(poll.seq) + ",\"address\":" + std::to_string(poll.w[0] & 0xFFFFFFFFu) + "}";
    }
    out += "],\"rtl\":{";
    const std::string prefix = FLAT ? "flat." : "node" + std::to_string(node) + ".";
    bool first = true;
    if (const VerilatedScopeNameMap* scopes = m_tiles->context.scopeNameMap()) {
        for (const auto& [name, scope] : *scopes) {
            const std::string path = name;
            if (path.compare(0, prefix.size(), prefix) != 0 || scope->varsp() == nullptr) continue;
            for (const auto& [variable, var] : *scope->varsp()) {
                out += std::string(first ? "" : ",") + "\"" + path.substr(prefix.size()) + "." + variable + "\":";
                append_value(out, var);
                first = false;
            }
        }
    }
    return out + "}}";
}

}  // namespace fairlead
