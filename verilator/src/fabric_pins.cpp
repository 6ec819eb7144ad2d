// SPDX-License-Identifier: Apache-2.0
// Writes what goes into one tile and comes out of it at each of its edges, for a second simulator of the same Verilog.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "fabric_tiles.h"

namespace fairlead {

#if VM_TRACE_FST || defined(FAIRLEAD_GATED)

struct Fabric::Pins {
    struct Port {
        const uint8_t* at;
        int digits;  // hexadecimal digits of the port
    };

    FILE* file;
    uint32_t node;
    int64_t left;                // edges to be written
    std::vector<Port> ports[2];  // outputs, inputs

    Pins(FILE* to, uint32_t of, int64_t edges) : file(to), node(of), left(edges) {}
    bool bound() const { return !ports[0].empty(); }
    Pins(const Pins&) = delete;
    Pins& operator=(const Pins&) = delete;
    ~Pins() {
        if (file != nullptr) std::fclose(file);
    }

    void port(const char* name, int bits, bool input, const void* at, size_t) {
        ports[input].push_back({static_cast<const uint8_t*>(at), (bits + 3) / 4});
        std::fprintf(file, "%s %d %s\n", input ? "in" : "out", bits, name);
    }

    void bind(const Top& top) {
#ifndef FAIRLEAD_FLAT
#include "tile_pins.inc"
#endif
        std::fputs("edges\n", file);
    }

    void edge() {
        if (left == 0) return;
        --left;
        for (const bool input : {true, false}) {
            for (const Port& port : ports[input]) {
                for (int digit = port.digits - 1; digit >= 0; --digit) {
                    std::fputc("0123456789abcdef"[port.at[digit / 2] >> digit % 2 * 4 & 15], file);
                }
            }
            std::fputc(input ? ' ' : '\n', file);
        }
    }
};

void Fabric::pins(const char* path, int node, int64_t edges) {
    if (m_state != CREATED) throw Error{FL_E_STATE, "pins after reset"};
    if (FLAT) throw Error{FL_E_UNSUPPORTED, "a flat library has no pins of one tile"};
    if (path == nullptr || node < 0 || static_cast<uint32_t>(node) >= m_nodes) {
        throw Error{FL_E_ARGUMENT, "pins: no file or no node " + std::to_string(node)};
    }
    if (edges < 1) throw Error{FL_E_ARGUMENT, "pins: " + std::to_string(edges) + " edges"};
    FILE* const file = std::fopen(path, "w");
    if (file == nullptr) throw Error{FL_E_IO, std::string(path) + ": " + std::strerror(errno)};
    m_pins = std::make_shared<Pins>(file, static_cast<uint32_t>(node), edges);
}

/// New tiles after a failure begin a life of their own, which the file does not have.
void Fabric::pins_bind() {
    if (m_pins->bound()) {
        m_pins->left = 0;
    } else {
        m_pins->bind(m_tiles->of(m_pins->node));
    }
}

bool Fabric::pins_close() {
    if (!m_pins) return true;
    const bool broken = std::ferror(m_pins->file) != 0;
    const bool whole = std::fclose(m_pins->file) == 0 && !broken;
    m_pins->file = nullptr;
    return whole;
}

void Fabric::pins_edge(uint32_t node) {
    if (m_pins && node == m_pins->node) m_pins->edge();
}

#else

struct Fabric::Pins {};

void Fabric::pins(const char*, int, int64_t) {
    throw Error{FL_E_UNSUPPORTED,
                std::string("the ") + CAPABILITY.name + " library writes no pins; use lab or one_clock"};
}
void Fabric::pins_bind() {}
bool Fabric::pins_close() { return true; }
void Fabric::pins_edge(uint32_t) {}

#endif

}  // namespace fairlead
