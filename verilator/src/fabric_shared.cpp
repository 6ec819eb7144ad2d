// SPDX-License-Identifier: Apache-2.0
// A cycle on several threads: the service of all nodes, then all evaluations side by side, then what came out of them,
// node by node. Only the evaluations are shared out: they take most of the time, and a tile touches nothing but itself.
#include <algorithm>

#include "fabric_tiles.h"

namespace fairlead {

namespace {
/// With fewer tiles a cycle than this for each member, waiting for each other costs more than it saves.
constexpr size_t LEAST_SHARE = 2;
}  // namespace

void Fabric::step_shared() {
    const auto each = [&](auto visit) {
        for (size_t word = 0; word < m_work.size(); ++word) {
            for (uint64_t bits = m_work[word]; bits != 0; bits &= bits - 1) {
                visit(static_cast<uint32_t>(word * 64) + static_cast<uint32_t>(__builtin_ctzll(bits)));
            }
        }
    };
    m_share.clear();
    m_staged.clear();
    m_staging = true;
    each([&](uint32_t n) {
        if (prepare(n)) m_share.push_back(n);
    });
    m_staging = false;

    if (m_share.size() >= LEAST_SHARE * m_members.size()) {
        m_crew->share();
    } else {
        for (uint32_t member = 0; member < m_members.size(); ++member) evaluate_share(member);
    }
    for (Member& member : m_members) {
        if (member.failed && !m_fault_armed) fail(member.node, member.text.c_str());
        member.failed = false;
    }
    m_stat[FL_S_TILES_EVALUATED] += m_share.size();

    size_t staged = 0, evaluated = 0;
    each([&](uint32_t n) {
        for (; staged < m_staged.size() && m_staged[staged].node == n; ++staged) deliver_event(m_staged[staged]);
        if (evaluated < m_share.size() && m_share[evaluated] == n) {
            collect(n);
            ++evaluated;
        }
        settle(n);
    });
}

/// Evaluates a member's part of the tiles: neighbours in the list, so that a tile stays with its core.
void Fabric::evaluate_share(uint32_t member) {
    const size_t members = m_members.size();
    const size_t from = m_share.size() * member / members, to = m_share.size() * (member + 1) / members;
    RtlFailure& failure = rtl_failure();
    failure.clear();
    for (size_t i = from; i < to; ++i) {
        const uint32_t n = m_share[i];
        rise(n);
        rearm(n);
        idle_pins(m_node[n]);
        if (!failure.failed) continue;
        if (!m_members[member].failed) m_members[member] = {true, n, failure.text};
        failure.clear();
    }
}

}  // namespace fairlead
