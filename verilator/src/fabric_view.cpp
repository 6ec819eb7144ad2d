// SPDX-License-Identifier: Apache-2.0
#include "fabric_view.h"

namespace fairlead {

uint64_t View::get(size_t index) const {
    switch (var->vltype()) {
        case VLVT_UINT8:
            return static_cast<const uint8_t*>(var->datap())[index];
        case VLVT_UINT16:
            return static_cast<const uint16_t*>(var->datap())[index];
        case VLVT_UINT32:
            return static_cast<const uint32_t*>(var->datap())[index];
        case VLVT_UINT64:
            return static_cast<const uint64_t*>(var->datap())[index];
        default:
            return 0;
    }
}

void View::set(size_t index, uint64_t value) const {
    const int bits = static_cast<int>(var->packed().elements());
    value &= bits >= 64 ? ~0ull : (1ull << bits) - 1;
    switch (var->vltype()) {
        case VLVT_UINT8:
            static_cast<uint8_t*>(var->datap())[index] = static_cast<uint8_t>(value);
            break;
        case VLVT_UINT16:
            static_cast<uint16_t*>(var->datap())[index] = static_cast<uint16_t>(value);
            break;
        case VLVT_UINT32:
            static_cast<uint32_t*>(var->datap())[index] = static_cast<uint32_t>(value);
            break;
        case VLVT_UINT64:
            static_cast<uint64_t*>(var->datap())[index] = value;
            break;
        default:
            break;
    }
}

uint64_t View::lane(int i, int n) const {
    const int bits = static_cast<int>(var->packed().elements()) / n;
    return get() >> (i * bits) & ((1ull << bits) - 1);
}

namespace {
constexpr bool CROSSES = hw::ROUTER_STAGES >= 2, ALLOCATES = hw::ROUTER_STAGES >= 3, ROUTES = hw::ROUTER_STAGES >= 4;
}

View find_view(const VerilatedContext& context, const std::string& scope, const std::string& name) {
    const VerilatedScope* const found = context.scopeFind(scope.c_str());
    return {found == nullptr ? nullptr : found->varFind(name.c_str())};
}

RouterView::RouterView(const VerilatedContext& context, const std::string& router) : m_ports(hw::ROUTER_PORTS) {
    const auto find = [&](const std::string& unit, const std::string& name) {
        const View view = find_view(context, router + "." + unit, name);
        m_found = m_found && view;
        return view;
    };
    for (int port = 0; port < hw::ROUTER_PORTS; ++port) {
        if (vcs(port) == 0) continue;
        const std::string input = "input" + std::to_string(port), output = "output" + std::to_string(port);
        Port& p = m_ports[static_cast<size_t>(port)];
        p.occupied = find(input, "occupied");
        p.open = find(input, "open");
        p.read = find(input, "readPtr");
        p.write = find(input, "writePtr");
        p.metas = find(input + ".metas_ext", "Memory");
        // a port with one VC has no memory, and the tile with one clock has registers
        if (!ALLOCATES && port < hw::LINKS) p.bound = find_view(context, router + "." + input + ".bound_ext", "Memory");
        if (!ALLOCATES && port >= hw::LINKS) p.bound = find_view(context, router + "." + input, "bound");
        if (ALLOCATES) p.active = find(input, "active");
        if (ROUTES) p.routed = find(input, "routed");
        for (int vc = 0; vc < vcs(port); ++vc) {
            if (!p.bound) p.binding[vc] = find(input, (ALLOCATES ? "binding_" : "bound_") + std::to_string(vc));
            if (ROUTES) p.goal[vc] = find(input, "goals_" + std::to_string(vc));
        }
        if (CROSSES) {
            p.crossing = find(output, "crossing");
            p.cross_head = find(output, "crossHead");
            if (port < hw::LINKS) p.cross_vc = find(output, "crossVc");
        }
        p.credits = find(output, "credits");
        p.owned = find(output, "owned");
        for (int vc = 0; vc < vcs(port); ++vc) p.owner[vc] = find(output, "owner_" + std::to_string(vc));
    }
}

TreeView::TreeView(const VerilatedContext& context, const std::string& tree) {
    const auto find = [&](const std::string& unit, const std::string& name) {
        const View view = find_view(context, tree + "." + unit, name);
        m_found = m_found && view;
        return view;
    };
    for (int link = 0; link < hw::TREE_LINKS; ++link) {
        const std::string number = std::to_string(link);
        for (int channel = 0; channel < hw::TREE_CHANNELS; ++channel) {
            m_occupancy[link][channel] = find("buffers_" + number + "_" + std::to_string(channel), "occupancy");
            m_credits[link][channel] = find("links_" + number, "credits_" + std::to_string(channel));
        }
    }
}

uint32_t RouterView::credits(int port, int vc) const {
    return static_cast<uint32_t>(at(port).credits.lane(vc, vcs(port)));
}

uint32_t RouterView::occupancy(int port, int vc, uint32_t depth) const {
    if ((at(port).occupied.get() >> vc & 1) == 0) return 0;
    const uint32_t read = static_cast<uint32_t>(at(port).read.lane(vc, vcs(port)));
    const uint32_t write = static_cast<uint32_t>(at(port).write.lane(vc, vcs(port)));
    return write > read ? write - read : write + depth - read;
}

uint32_t RouterView::packets(int port, int vc, uint32_t depth) const {
    const uint32_t buffered = occupancy(port, vc, depth);
    uint32_t count = at(port).open.get() >> vc & 1;
    uint64_t pointer = at(port).read.lane(vc, vcs(port));
    for (uint32_t i = 0; i < buffered; ++i) {
        count += static_cast<uint32_t>(hw::FlitMeta::tail.get(meta(port, vc, pointer)));
        pointer = pointer + 1 == depth ? 0 : pointer + 1;
    }
    return count;
}

RouterView::Place RouterView::owner(int port, int vc) const {
    const uint64_t from = at(port).owner[vc].get();  // port * VCS + VC
    const int from_port = static_cast<int>(from / VCS);
    return {from_port, from_port < hw::LINKS ? number(static_cast<int>(from % VCS)) : 0};
}

RouterView::Place RouterView::wants(int port, int vc) const {
    const uint64_t oldest = front(port, vc);
    if (!is_routed(port, vc)) return {NO_PORT, 0};
    const View bound = at(port).bound;
    const uint64_t source = hw::FlitMeta::head.get(oldest) ? oldest
                            : bound                        ? bound.get(static_cast<size_t>(vc))
                                                           : at(port).binding[vc].get();
    const int place = static_cast<int>(hw::FlitMeta::out.get(source));
    if (place < hw::LINKS * VCS) return {place / VCS, number(place % VCS)};
    const int local = hw::LINKS + place - hw::LINKS * VCS;
    return {local < hw::ROUTER_PORTS ? local : NO_PORT, 0};
}

uint64_t RouterView::front(int port, int vc) const {
    const uint64_t kept = meta(port, vc, at(port).read.lane(vc, vcs(port)));
    if (is_bound(port, vc) || !is_routed(port, vc)) return hw::FlitMeta::tail.put(hw::FlitMeta::tail.get(kept));
    return ROUTES && is_routed(port, vc) ? at(port).goal[vc].get() : kept;
}

bool RouterView::is_bound(int port, int vc) const { return ALLOCATES && at(port).active.get() >> vc & 1; }

bool RouterView::is_routed(int port, int vc) const { return !ROUTES || at(port).routed.get() >> vc & 1; }

uint32_t RouterView::crossing(int port, int vc, bool packets) const {
    if (!CROSSES || at(port).crossing.get() == 0) return 0;
    if (at(port).cross_vc.get() != static_cast<uint64_t>(vc)) return 0;
    return packets ? static_cast<uint32_t>(at(port).cross_head.get()) : 1;
}

uint64_t RouterView::meta(int port, int vc, uint64_t pointer) const {
    const Port& p = at(port);
    const size_t row = p.metas.elements() / static_cast<size_t>(vcs(port));
    return p.metas.get(row * static_cast<size_t>(vc) + pointer);
}

}  // namespace fairlead
