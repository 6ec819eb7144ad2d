// Failed assertions of the tiles: which of them end the run, and which are muted because of a deliberate flaw.
#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr uint64_t VARIANT_MASK = 0xFF;

enum When : uint8_t { ALWAYS, WHEN_ASKED };  // WHEN_ASKED: only if MuteId::OWN_UNIT is armed

/// A flaw and the assertions of the unit that has it. Only these assertions are muted; a flaw that is not in the list
/// mutes none.
struct Broken {
    bool is_variant;
    uint64_t flaw;
    const char* assertions;
    When when;
};
constexpr Broken BROKEN[] = {
    {false, FaultId::FLUSH_EARLY, ": FU_", ALWAYS},
    {false, FaultId::EPOCH_ACK_EARLY, ": EU_", ALWAYS},
    {false, FaultId::BARRIER_EARLY, ": BU_", ALWAYS},
    {true, UnsafeVariant::COUNTER_EARLY, ": CQ_", ALWAYS},
    {true, UnsafeVariant::FENCE_OPEN, ": FU_", ALWAYS},
    {true, UnsafeVariant::PING_EXIT, ": RXQ_A4", ALWAYS},
    {true, UnsafeVariant::EPOCH_PACKETS, ": EU_", ALWAYS},
    {true, UnsafeVariant::EPOCH_LAST_ONLY, ": EU_", ALWAYS},
    {true, UnsafeVariant::EPOCH_NO_ORIGIN, ": EU_", WHEN_ASKED},
    {true, UnsafeVariant::EPOCH_LATE, ": EU_", WHEN_ASKED},
    {true, UnsafeVariant::EPOCH_GATE_OPEN, ": EU_", WHEN_ASKED},
    {true, UnsafeVariant::EPOCH_GETS_IGNORED, ": EU_", WHEN_ASKED},
    {true, UnsafeVariant::EPOCH_ANY_NODE, ": EU_", WHEN_ASKED},
    {true, UnsafeVariant::BARRIER_PLAIN, ": BU_", WHEN_ASKED},
    {true, UnsafeVariant::BARRIER_MOD_N, ": BU_", WHEN_ASKED},
    {true, UnsafeVariant::BARRIER_PADS, ": BU_", WHEN_ASKED},
    {true, UnsafeVariant::POOL_OVER, ": DP_", WHEN_ASKED},
    {true, UnsafeVariant::POOL_TERM, ": DP_", WHEN_ASKED},
    {true, UnsafeVariant::NO_RELEASE, ": DL_", WHEN_ASKED},
    {true, UnsafeVariant::EARLY_HOME, ": DL_", WHEN_ASKED},
    {true, UnsafeVariant::EARLY_CREDITS, ": DL_", WHEN_ASKED},
    {true, UnsafeVariant::ABSORB_OVERFLOW, ": DL_", WHEN_ASKED},
    {true, UnsafeVariant::ABSORB_OVERFLOW, ": DP_", WHEN_ASKED},
    {true, UnsafeVariant::TREE_EARLY, ": CC_", ALWAYS},
    {true, UnsafeVariant::LEG_OTHER, ": BL_", ALWAYS},
    {true, UnsafeVariant::EARLY_MARK, ": DN_", WHEN_ASKED},
    {true, UnsafeVariant::DRAIN_ANYWHERE, ": CD_", WHEN_ASKED},
    {true, UnsafeVariant::COUNTER_SHARED, ": BC_", WHEN_ASKED},
    {true, UnsafeVariant::BARRIER_MASTER, ": BU_A4", ALWAYS},
};

/// The assertions that MuteId::HOST_RULES mutes, because the host of the node keeps no rules. docs/lab/lockstep.md says
/// what a command that breaks a rule does.
constexpr const char* RULES_ON_HOSTS[] = {": BC_A3", ": BU_A1", ": BU_A2", ": BU_A3", ": BU_A4", ": DL_A1", ": DL_A2",
                                          ": MC_A1", ": MC_A2", ": RB_A1", ": RF_A1", ": RF_A2", ": RF_A3"};
}  // namespace

/// Tells whether an assertion is muted. Assertions of the unit with an armed fault are muted, because the checkers must
/// find the fault without their help (D13). The assertions of other nodes and of other units still end the run.
bool Fabric::is_muted(uint32_t n, const std::string& message) const {
    const uint64_t variant = register_of(n, ConfigReg::UNSAFE) & VARIANT_MASK;
    const auto says = [&](const char* id) { return message.find(id) != std::string::npos; };
    const bool unruly = (m_node[n].faults >> MuteId::HOST_RULES & 1) != 0;
    if (unruly && std::any_of(std::begin(RULES_ON_HOSTS), std::end(RULES_ON_HOSTS), says)) return true;
    const bool asked = (m_node[n].faults >> MuteId::OWN_UNIT & 1) != 0;
    return std::any_of(std::begin(BROKEN), std::end(BROKEN), [&](const Broken& b) {
        const bool has_it = b.is_variant ? variant == b.flaw : (m_node[n].faults >> b.flaw & 1) != 0;
        return has_it && (asked || b.when == ALWAYS) && says(b.assertions);
    });
}

/// Ends the run, unless all failed assertions are muted.
void Fabric::assertion_failed(uint32_t node) {
    Part& part = part_of(node);
    RtlFailure& failure = *part.failure;
    std::istringstream lines(failure.all);
    for (std::string line; std::getline(lines, line);) {
        if (is_muted(node, line)) {
            ++part.stat[FL_S_MUTED];
        } else {
            fail(node, line.c_str());
        }
    }
    if (failure.all[0] == '\0' || failure.more) fail(node, failure.text);
    failure.clear();
}

}  // namespace fairlead
