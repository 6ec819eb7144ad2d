// SPDX-License-Identifier: Apache-2.0
#include "fabric_wave.h"

#include <algorithm>

#include "fabric_tiles.h"

namespace fairlead {

#if VM_TRACE_FST

namespace {
constexpr uint64_t TICKS = 2;  // ticks of a cycle in the waveform: rising edge and falling edge
}

void Fabric::wave(const char* path, const int32_t* nodes, int count, uint64_t from, uint64_t to) {
    if (m_state != CREATED) throw Error{FL_E_STATE, "wave after reset"};
    if (path == nullptr || nodes == nullptr || count < 1 || from > to)
        throw Error{FL_E_ARGUMENT, "wave: no file, nodes or cycles"};
    auto wave = std::make_unique<Wave>();
    wave->path = path;
    wave->from = from;
    wave->to = to;
    for (int i = 0; i < count; ++i) {
        if (nodes[i] < 0 || static_cast<uint32_t>(nodes[i]) >= m_nodes) {
            throw Error{FL_E_ARGUMENT, "wave: no node " + std::to_string(nodes[i])};
        }
        if (std::count(nodes, nodes + i, nodes[i]) > 0) {
            throw Error{FL_E_ARGUMENT, "wave: node " + std::to_string(nodes[i]) + " twice"};
        }
        wave->nodes.push_back(static_cast<uint32_t>(nodes[i]));
    }
    m_wave = std::move(wave);
}

void Fabric::wave_open() {
    m_wave->file = std::make_unique<VerilatedFstC>();
    for (const uint32_t node : m_wave->nodes) {
        m_tiles->of(node).trace(m_wave->file.get(), 99);
        if (FLAT) break;
    }
    m_wave->file->open(m_wave->path.c_str());
    if (!m_wave->file->isOpen()) throw Error{FL_E_IO, m_wave->path + ": cannot be written"};
    m_tracing = true;
}

/// Writes the waveform at the end of a cycle, when all evaluated tiles have had only the rising edge.
void Fabric::wave_dump(uint64_t cycle) {
    const bool inside = cycle >= m_wave->from && cycle <= m_wave->to;
    if (inside) m_wave->file->dump(cycle * TICKS);
    for (const uint32_t node : m_evaluated) {
        negedge(node);
        if (!FLAT) idle_pins(m_node[node]);
    }
    m_evaluated.clear();
    if (inside) m_wave->file->dump(cycle * TICKS + 1);
    if (cycle >= m_wave->to) wave_close();
}

void Fabric::wave_close() {
    if (m_wave && m_wave->file) {
        m_wave->file->close();
        m_wave->file.reset();
    }
    m_tracing = false;
}

#else

void Fabric::wave(const char*, const int32_t*, int, uint64_t, uint64_t) {
    throw Error{FL_E_UNSUPPORTED, std::string("the ") + CAPABILITY.name + " library writes no waveforms; use lab"};
}
void Fabric::wave_open() {}
void Fabric::wave_dump(uint64_t) {}
void Fabric::wave_close() {}

#endif

}  // namespace fairlead
