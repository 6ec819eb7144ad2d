// Events for the caller: one batch per run, with whole cycles, in the order (cycle, node, unit, sequence).
#include <algorithm>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
bool is_reactive(int kind) { return EVENT_REACTIVE[kind >> 6] >> (kind & 63) & 1; }
}  // namespace

void Fabric::emit(uint32_t node, int unit, int kind, uint32_t seq, uint64_t a, uint64_t b, uint64_t c) {
    const Event event{
        m_now, static_cast<uint16_t>(node), static_cast<uint8_t>(unit), static_cast<uint8_t>(kind), seq, a, b, c};
    if (m_staging) {
        part_of(node).events.push_back(event);
    } else {
        deliver_event(event);
    }
}

void Fabric::deliver_event(const Event& event) {
    if (m_first_reactive == NEVER && is_reactive(event.kind)) m_first_reactive = m_now;
    ++m_stat[FL_S_EVENTS];
    if (!m_spilling) {
        if (m_count < m_config.event_capacity) {
            m_config.events[m_count++] = event;
            return;
        }
        // a batch holds whole cycles, so the events of this cycle go into the next batch
        m_spill.assign(m_config.events + m_cycle_start, m_config.events + m_count);
        m_count = m_cycle_start;
        m_spilling = true;
    }
    m_spill.push_back(event);
}

void Fabric::begin_batch() {
    m_count = 0;
    m_cycle_start = 0;
    m_first_reactive = NEVER;
    const uint32_t reserve = std::min(m_nodes * 8 + 64, m_config.event_capacity / 2);
    m_full_at = m_config.event_capacity - reserve;
    if (!m_spilling) return;
    m_spilling = false;
    if (m_spill.size() > m_config.event_capacity) {
        return fail(0, "the events of one cycle do not fit into the event memory");
    }
    for (const Event& event : m_spill) {
        if (m_first_reactive == NEVER && is_reactive(event.kind)) m_first_reactive = event.cycle;
        m_config.events[m_count++] = event;
    }
    m_spill.clear();
}

void Fabric::end_cycle_events() {
    if constexpr (FLAT) {
        const auto before = [](const Event& x, const Event& y) {
            if (x.node != y.node) return x.node < y.node;
            return x.unit != y.unit ? x.unit < y.unit : x.sequence < y.sequence;
        };
        if (m_spilling) {
            std::stable_sort(m_spill.begin(), m_spill.end(), before);
        } else {
            std::stable_sort(m_config.events + m_cycle_start, m_config.events + m_count, before);
        }
    }
}

}  // namespace fairlead
