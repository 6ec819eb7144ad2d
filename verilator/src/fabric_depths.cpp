// Depths of the router's buffers: what the registers of depths say, and whether it fits the routing.
#include "fabric_depths.h"

#include <string>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr uint64_t VC_RULE_BUBBLE = 2;
constexpr int ROUTING_SLOTS = 8;  // position of bits 15:8; bit 0 is cut-through
constexpr int LINK_REGISTERS[] = {ConfigReg::LINK_DEPTHS_X, ConfigReg::LINK_DEPTHS_Y, ConfigReg::LINK_DEPTHS_Z};
const char* const NAMES[] = {"request escape", "request adaptive", "response escape", "response adaptive"};

/// The field of a link VC's number: its class, and whether it is adaptive.
int field_of(int vc) { return vc / ESCAPE_VCS; }

/// The FIFO of field i of the register that is `more` behind that of FIFOs 4 to 7.
int fifo_of(int more, int i) { return DepthField::COUNT * (1 + more) + i; }

bool is_link_register(int reg) { return reg >= LINK_REGISTERS[0] && reg <= LINK_REGISTERS[2]; }
}  // namespace

bool Fabric::is_of_links(int reg) { return reg == ConfigReg::LINK_DEPTH || is_link_register(reg); }

/// Refuses the value of a node's register that differs from that of node 0.
void Fabric::must_agree(uint32_t node, int reg, const char* name, uint64_t value) const {
    if (value == register_of(0, reg)) return;
    throw Error{FL_E_CONFIG, std::string(name) + " differs between nodes 0 and " + std::to_string(node) +
                                 ": both ends of a link must agree"};
}

/// As most_of, for the registers of FIFOs 4 to 15.
static int64_t most_of_others(int reg, int i) {
    if (reg >= ConfigReg::INJECTION_DEPTHS_4 && reg <= ConfigReg::INJECTION_DEPTHS_12) {
        return fifo_of(reg - ConfigReg::INJECTION_DEPTHS_4, i) < INJECTION_FIFOS ? CAPABILITY.maxInjection : 0;
    }
    if (reg >= ConfigReg::RECEPTION_DEPTHS_4 && reg <= ConfigReg::RECEPTION_DEPTHS_12) {
        return fifo_of(reg - ConfigReg::RECEPTION_DEPTHS_4, i) < RECEPTION_FIFOS ? CAPABILITY.maxReception : 0;
    }
    return -1;
}

/// The greatest depth that field i of a register of depths may have; -1 if the register has no such fields.
static int64_t most_of(int reg, int i) {
    switch (reg) {
        case ConfigReg::LINK_DEPTHS_X:
        case ConfigReg::LINK_DEPTHS_Y:
        case ConfigReg::LINK_DEPTHS_Z:
            return i % ESCAPE_VCS != 0 && VCS_PER_CLASS == ESCAPE_VCS ? 0 : CAPABILITY.maxLinkDepth;
        case ConfigReg::LOCAL_DEPTHS:
            return CAPABILITY.maxLocalDepth;
        case ConfigReg::RESPONSE_DEPTHS:
            return i < LOCAL_PORTS ? CAPABILITY.maxResponse : 0;
        case ConfigReg::INJECTION_DEPTHS:
            return i < INJECTION_FIFOS ? CAPABILITY.maxInjection : 0;
        case ConfigReg::RECEPTION_DEPTHS:
            return i < RECEPTION_FIFOS ? CAPABILITY.maxReception : 0;
        default:
            return most_of_others(reg, i);
    }
}

/// Refuses sizes of tables that this library does not have.
static void check_sizes(uint64_t value) {
    in_range("commitSlots in NIC_SIZES", NicSizes::commitSlots.get(value), 0, CAPABILITY.maxCommitSlots);
    in_range("headerQueue in NIC_SIZES", NicSizes::headerQueue.get(value), 0, CAPABILITY.maxHeaderQueue);
    in_range("readWindow in NIC_SIZES", NicSizes::readWindow.get(value), 0, CAPABILITY.maxReadWindow);
    in_range("fenceEntries in NIC_SIZES", NicSizes::fenceEntries.get(value), 0, CAPABILITY.maxFenceEntries);
    in_range("ackCounters in NIC_SIZES", NicSizes::ackCounters.get(value), 0, CAPABILITY.maxAckCounters);
}

/// Refuses a register of depths or of sizes with a field that no buffer of this library has.
void Fabric::check_fields(int reg, const char* name, uint64_t value) {
    if (reg == ConfigReg::NIC_SIZES) check_sizes(value);
    if (most_of(reg, 0) < 0) return;
    for (int i = 0; i < DepthField::COUNT; ++i) {
        const DepthField field = DepthField::of(value, i);
        const std::string what = std::string("field ") + std::to_string(i) + " of " + name;
        in_range(what.c_str(), field.depth, 0, static_cast<uint64_t>(most_of(reg, i)));
        const uint64_t slots = is_link_register(reg) ? field.depth / MAX_PACKET_FLITS : 0;
        in_range((what + ": slots").c_str(), field.slots, 0, slots);
    }
}

/// Determines the depth of each link VC, and whether a credit is room for a flit or for a packet; ROUTING must fit the
/// depths.
void Fabric::check_depths() {
    const uint64_t routing = register_of(0, ConfigReg::ROUTING);
    const bool cut_through = routing & 1, bubble = register_of(0, ConfigReg::VC_RULE) == VC_RULE_BUBBLE;
    const uint64_t all = register_of(0, ConfigReg::LINK_DEPTH), slots = routing >> ROUTING_SLOTS;
    in_range("slots in ROUTING", slots, cut_through ? (bubble ? 2 : 1) : 0, cut_through ? all / MAX_PACKET_FLITS : 0);
    if (bubble && !cut_through) throw Error{FL_E_CONFIG, "VC_RULE bubble needs cut-through in ROUTING"};
    const uint64_t variant = register_of(0, ConfigReg::UNSAFE) & UNSAFE_VARIANT;
    m_cut_through = cut_through && variant != UnsafeVariant::SHALLOW_ADAPTIVE;
    for (int dimension = 0; dimension < 3; ++dimension) {
        const uint64_t each = register_of(0, LINK_REGISTERS[dimension]);
        for (int vc = 0; vc < VCS; ++vc) {
            DepthField field = DepthField::of(each, field_of(vc));
            if (field.depth == 0) field = {static_cast<uint32_t>(all), static_cast<uint32_t>(slots)};
            const bool ring = bubble && field_of(vc) % ESCAPE_VCS == 0;
            const std::string what = std::string("slots of the ") + NAMES[field_of(vc)] + " VCs in " +
                                     std::string(1, static_cast<char>('x' + dimension));
            in_range(what.c_str(), field.slots, cut_through ? (ring ? 2 : 1) : 0,
                     cut_through ? field.depth / MAX_PACKET_FLITS : 0);
            m_links.flits[dimension][vc] = field.depth;
            m_links.slots[dimension][vc] = m_cut_through ? field.slots : field.depth;
        }
    }
    m_inject_depth.clear();
    for (uint32_t node = 0; node < m_nodes; ++node) {
        const uint64_t room = register_of(node, ConfigReg::RECEPTION_DEPTH);
        for (int fifo = 0; fifo < RECEPTION_FIFOS; ++fifo) {
            const int reg = fifo < DepthField::COUNT ? ConfigReg::RECEPTION_DEPTHS
                                                     : ConfigReg::RECEPTION_DEPTHS_4 + fifo / DepthField::COUNT - 1;
            const DepthField own = DepthField::of(register_of(node, reg), fifo % DepthField::COUNT);
            in_range("a field of RECEPTION_DEPTHS", own.depth, 0, room);
        }
        const uint64_t each = register_of(node, ConfigReg::LOCAL_DEPTHS);
        for (int cls = 0; cls < CLASSES; ++cls) {
            const uint32_t own = DepthField::of(each, cls).depth;
            m_inject_depth.push_back(own != 0 ? own : static_cast<uint32_t>(register_of(node, ConfigReg::LOCAL_DEPTH)));
        }
    }
}

uint32_t Fabric::depth_of(uint32_t node, int port, int vc) const {
    if (port < LINKS) return m_links.flits[port / 2][vc];
    return m_inject_depth[node * CLASSES + static_cast<uint32_t>(port - LINKS) / MOST_PORTS];
}

}  // namespace fairlead
