// SPDX-License-Identifier: Apache-2.0
// Coverage of registers and lines, in the library `cover` only: what cover.awk keeps next to each register, and which
// points of --coverage-line a tile has come to, is added up over all tiles of all fabrics and written as Verilator
// writes coverage, when the process ends.
#include "fabric_tiles.h"

#if VM_COVERAGE
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "VTile__Syms.h"
#include "verilated_cov.h"
#include "verilated_syms.h"

namespace fairlead {

namespace {
// SET and CLEAR: the value after reset and configuration; WRAPPED: the whole register went from all ones to zero (0) or
// back (1)
enum Seen { ROSE, FELL, SET, CLEAR, WRAPPED, KINDS };
const char* const NAMES[KINDS] = {"rose", "fell", "set", "clear", "wrapped"};

/// A register of the tile, with the number of tiles in which each of its bits was seen in each way.
struct Register {
    std::vector<uint32_t> counts[KINDS];

    void count(Seen kind, const std::vector<bool>& bits) {
        counts[kind].resize(bits.size());
        for (size_t bit = 0; bit < bits.size(); ++bit) counts[kind][bit] += bits[bit];
    }
};

/// A point of the coverage of lines: a branch, a case or a block of a module, at its place in the Verilog.
struct Point {
    size_t at;  // its index in __Vcoverage of a model
    const char* file;
    int line, column;
    const char *hier, *page, *comment, *lines;

    /// The same for the instances of a module.
    auto place() const {
        return std::make_tuple(std::string(file), line, column, std::string(page), std::string(comment));
    }
};
const Point POINTS[] = {
#include "cover_points.inc"
};

std::vector<bool> take(const VerilatedVar& var) {
    std::vector<bool> bits(static_cast<size_t>(var.packed().elements()));
    // the first byte has the lowest bits, whatever the width of the register
    auto* const bytes = static_cast<uint8_t*>(var.datap());
    for (size_t bit = 0; bit < bits.size(); ++bit) bits[bit] = bytes[bit / 8] >> bit % 8 & 1;
    std::fill(bytes, bytes + (bits.size() + 7) / 8, uint8_t{0});
    return bits;
}

class Totals {
public:
    void add(VerilatedContext& context, const std::vector<std::unique_ptr<Top>>& tops, bool begins) {
        const std::lock_guard<std::mutex> guard(m_mutex);
        if (begins) {
            m_running.insert(&context);
        } else {
            m_running.erase(&context);
        }
        if (!begins) {
            for (const auto& top : tops) add(*top);
        }
        for (const auto& [path, scope] : *context.scopeNameMap()) {
            if (scope->varsp() == nullptr) continue;
            auto& registers = m_scopes[std::string(path).substr(std::string(path).find('.') + 1)];
            for (const auto& [name, var] : *scope->varsp()) {
                if (std::string(name).rfind("rose_", 0) == 0) add(registers, name + 5, *scope, var, begins);
            }
        }
    }

    void write() {
        const std::lock_guard<std::mutex> guard(m_mutex);
        const char* const folder = std::getenv("FAIRLEAD_COVERAGE");
        if (folder == nullptr) return;
        if (!m_running.empty()) {
            std::fputs("fairlead: no coverage is written: the process ends while machines run\n", stderr);
            return;
        }
        VerilatedContext context;
        VerilatedCovContext& points = *context.coveragep();
        points.forcePerInstance(true);
        for (auto& [path, registers] : m_scopes) {
            for (auto& [name, reg] : registers) {
                for (int kind = 0; kind < KINDS; ++kind) insert(points, path, name, NAMES[kind], reg.counts[kind]);
            }
        }
        std::map<Place, uint32_t> places;
        for (size_t i = 0; i < m_points.size(); ++i) places[POINTS[i].place()] += m_points[i];
        for (auto& [place, count] : places) insert(points, place, count);
        points.write((std::string(folder) + "/" + std::to_string(getpid()) + ".dat").c_str());
    }

private:
    using Registers = std::map<std::string, Register>;
    using Place = decltype(POINTS[0].place());

    /// Adds the points that a tile has come to, each once. Its configuration is written in its first reset.
    void add(const Top& top) {
        const auto& seen = top.rootp->vlSymsp->__Vcoverage;
        static_assert(sizeof seen == std::size(POINTS) * sizeof(uint32_t), "cover_points.inc has each point once");
        for (size_t i = 0; i < m_points.size(); ++i) m_points[i] += seen[POINTS[i].at] != 0;
    }

    static void add(Registers& registers, const char* name, const VerilatedScope& scope, const VerilatedVar& var,
                    bool begins) {
        Register& reg = registers[name];
        std::vector<bool> rose = take(var), fell = take(*scope.varFind((std::string("fell_") + name).c_str()));
        const std::vector<bool> wrapped = take(*scope.varFind((std::string("wrap_") + name).c_str()));
        if (!begins) {
            reg.count(ROSE, rose);
            reg.count(FELL, fell);
            reg.count(WRAPPED, wrapped);
            return;
        }
        for (size_t bit = 0; bit < rose.size(); ++bit) rose[bit] = rose[bit] && !fell[bit];
        reg.count(SET, rose);
        rose.flip();
        reg.count(CLEAR, rose);
    }

    static void insert(VerilatedCovContext& points, const std::string& path, const std::string& name, const char* kind,
                       std::vector<uint32_t>& counts) {
        for (size_t bit = 0; bit < counts.size(); ++bit) {
            const std::string point = name + "[" + std::to_string(bit) + "] " + kind;
            const uint32_t count = counts[bit];
            points._inserti(&counts[bit]);  // _inserti sets the count to 0
            counts[bit] = count;
            points._insertf("Tile.sv", 1);
            points._insertp("hier", path.c_str(), "page", "v_toggle/Tile", "comment", point.c_str());
        }
    }

    static void insert(VerilatedCovContext& points, const Place& place, uint32_t& total) {
        const auto& [path, line, column, page, comment] = place;
        const std::string file = path.substr(path.rfind('/') + 1), at = std::to_string(column);
        const uint32_t count = total;
        points._inserti(&total);  // _inserti sets the count to 0
        total = count;
        points._insertf(file.c_str(), line);
        points._insertp("hier", "Tile", "column", at.c_str(), "page", page.c_str(), "comment", comment.c_str());
    }

    std::mutex m_mutex;
    std::map<std::string, Registers> m_scopes;
    std::vector<uint32_t> m_points = std::vector<uint32_t>(std::size(POINTS));  // the number of tiles that came to each
    std::set<const VerilatedContext*> m_running;
};

/// Never destroyed, because a process that must end, for example after a time-out, may exit while its threads still run
/// machines.
Totals& totals() {
    static Totals* const all = [] {
        std::atexit([] { totals().write(); });
        return new Totals;
    }();
    return *all;
}
}  // namespace

void Fabric::Tiles::cover(bool begins) { totals().add(context, tops, begins); }

}  // namespace fairlead
#else
namespace fairlead {
void Fabric::Tiles::cover(bool) {}
}  // namespace fairlead
#endif
