// A cycle on one or several threads. Each thread does all the work of its own nodes, from their pins to their outputs,
// and keeps the results for other nodes. Between two cycles the caller collects these results, part by part, which is
// the order of ascending nodes.
#include <algorithm>

#include "fabric_tiles.h"

namespace fairlead {

namespace {
/// The least number of working nodes per thread; below it, the threads' waiting for each other costs more time than
/// they save.
constexpr uint32_t LEAST_SHARE = 2;
}  // namespace

void Fabric::work(Part& part) {
    part.failure = &rtl_failure();
    part.failure->clear();
    for (const Part& from : m_parts) {
        if (from.sent != nullptr) deliver(part, *from.sent);
    }
    ring(part);
    for (size_t word = part.first >> 6; word <= (part.last - 1) >> 6; ++word) {
        uint64_t bits = part.work[word] | part.running[word];
        part.work[word] = 0;
        if (!m_config.skip_quiescent) {
            const uint32_t begin = static_cast<uint32_t>(word * 64);
            for (uint32_t n = std::max(begin, part.first); n < std::min(begin + 64, part.last); ++n)
                bits |= 1ull << (n & 63);
        }
        for (; bits != 0; bits &= bits - 1) {
            step(static_cast<uint32_t>(word * 64) + static_cast<uint32_t>(__builtin_ctzll(bits)));
        }
    }
}

bool Fabric::is_worth_sharing() const {
    const uint32_t running = sum([](const Part& part) {
        uint32_t nodes = 0;
        for (const uint64_t word : part.running) nodes += static_cast<uint32_t>(__builtin_popcountll(word));
        return nodes;
    });
    return running >= LEAST_SHARE * m_parts.size();
}

/// Collects the results of all parts and releases the items of the present cycle.
void Fabric::merge() {
    bool gi_changed = m_parts.front().sent != nullptr && !m_parts.front().sent->global_up.empty();
    for (Part& part : m_parts) {
        for (const Event& event : part.events) deliver_event(event);
        part.events.clear();
        for (const uint32_t slot : part.freed) free_slot(slot);
        part.freed.clear();
        for (const auto& [cycle, slot] : part.limits) push_due(cycle, slot, true);
        part.limits.clear();
        m_commands -= part.acted;
        m_queued -= part.put;
        m_polls += part.polls;
        m_limited_polls += part.limited_polls;
        part.acted = part.put = part.polls = part.limited_polls = 0;
        if (part.failed) fail(part.failed_node, part.failed_text.c_str());
        part.failed = false;
        gi_changed |= !part.gi_nodes.empty();
    }
    if (gi_changed) send_patterns();
    for (Part& part : m_parts) {
        if (part.sent != nullptr) part.wheel.release(m_now);
    }
}

}  // namespace fairlead
