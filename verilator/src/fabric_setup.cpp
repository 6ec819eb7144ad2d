// Configuration and reset, and access to memory between two runs.
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <new>

#include "fabric_record.h"
#include "fabric_tiles.h"
#include "fabric_wave.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr uint64_t MAX_MEMORY = 1ull << ADDRESS_BITS;
constexpr auto REGISTERS = registers(CAPABILITY);

#ifdef FAIRLEAD_DRAWN_START
/// A register of a user's unit that has no reset begins with anything, as in a chip; the pins of a tile begin with 0.
struct DrawnStart {
    static void draw(VerilatedContext& context) {
        context.randSeed(1);
        context.randReset(2);
    }
    static void port(const char*, int, bool input, const void* at, size_t bytes) {
        if (input) std::memset(const_cast<void*>(at), 0, bytes);
    }
    static void clear_pins(const Top& top) {
#include "tile_pins.inc"
    }
};
#endif
}  // namespace

uint64_t in_range(const char* what, uint64_t value, uint64_t low, uint64_t high) {
    if (value >= low && value <= high) return value;
    throw Error{FL_E_CONFIG, std::string(what) + " must be " + std::to_string(low) + " to " + std::to_string(high) +
                                 ", got " + std::to_string(value)};
}

Config Config::parse(const uint64_t* words, int count) {
    if (words == nullptr || count < FL_C_MEMORY_LATENCY) throw Error{FL_E_ARGUMENT, "fl_create: too few words"};
    const auto word = [&](int index, const char* what, uint64_t low, uint64_t high) {
        return in_range(what, words[index], low, high);
    };
    Config config;
    config.k[0] = static_cast<int>(word(FL_C_KX, "kx", 1, MAX_K));
    config.k[1] = static_cast<int>(word(FL_C_KY, "ky", 1, MAX_K));
    config.k[2] = static_cast<int>(word(FL_C_KZ, "kz", 1, MAX_K));
    const int above = MAX_K - config.k[2];  // planes of coordinates above the torus, from which an I/O tile has its own
    config.io_tiles = static_cast<uint32_t>(
        word(FL_C_IO_TILES, "I/O tiles", 0, static_cast<uint64_t>(config.k[0] * config.k[1] * above)));
    config.link_latency = static_cast<uint32_t>(word(FL_C_LINK_LATENCY, "link latency", 1, MAX_LATENCY));
    config.credit_latency = static_cast<uint32_t>(word(FL_C_CREDIT_LATENCY, "credit latency", 1, MAX_LATENCY));
    config.barrier_latency = static_cast<uint32_t>(word(FL_C_BARRIER_LATENCY, "barrier latency", 1, MAX_LATENCY));
    config.software_latency = word(FL_C_SOFTWARE_LATENCY, "software latency", 1, MAX_LATENCY);
    config.memory_bytes = static_cast<uint32_t>(word(FL_C_MEMORY_BYTES, "memory bytes", 16, MAX_MEMORY));
    const uint64_t flags = word(FL_C_FLAGS, "flags", 0, 7);
    config.skip_quiescent = flags & FL_F_SKIP_QUIESCENT;
    config.hop_events = flags & FL_F_HOP_EVENTS;
    config.check_links = flags & FL_F_CHECK_LINKS;
    config.events = reinterpret_cast<Event*>(words[FL_C_EVENTS]);
    config.event_capacity = static_cast<uint32_t>(word(FL_C_EVENT_CAPACITY, "event capacity", 64, MAX_EVENTS));
    config.result = reinterpret_cast<uint64_t*>(words[FL_C_RESULT]);
    config.threads = static_cast<uint32_t>(word(FL_C_THREADS, "threads", 1, MAX_THREADS));
    config.memory = reinterpret_cast<uint8_t*>(words[FL_C_MEMORY]);
    if (config.events == nullptr || config.result == nullptr)
        throw Error{FL_E_ARGUMENT, "fl_create: no event or result memory"};
    if (words[FL_C_EVENTS] % 8 != 0 || words[FL_C_RESULT] % 8 != 0) {
        throw Error{FL_E_ARGUMENT, "fl_create: event and result memory must be aligned to 8 bytes"};
    }
    const int nodes = static_cast<int>(config.nodes());
    if (count != FL_C_MEMORY_LATENCY + 3 * nodes)
        throw Error{FL_E_ARGUMENT, "fl_create: " + std::to_string(FL_C_MEMORY_LATENCY + 3 * nodes) +
                                       " words expected, got " + std::to_string(count)};
    const auto each = [&](std::vector<uint32_t>& values, int first, const char* name, uint64_t least) {
        for (int i = 0; i < nodes; ++i)
            values.push_back(static_cast<uint32_t>(word(first + i, name, least, MAX_LATENCY)));
    };
    each(config.memory_latency, FL_C_MEMORY_LATENCY, "memory latency", 1);
    each(config.barrier_up, FL_C_MEMORY_LATENCY + nodes, "barrier latency from a node", 0);
    each(config.barrier_down, FL_C_MEMORY_LATENCY + 2 * nodes, "barrier latency to a node", 0);
#ifdef FAIRLEAD_FLAT
    if (config.k[0] != FLAT_KX || config.k[1] != FLAT_KY || config.k[2] != FLAT_KZ) {
        throw Error{FL_E_CONFIG, "this flat library has one shape only"};
    }
    if (config.io_tiles != 0) throw Error{FL_E_CONFIG, "a flat library has no I/O tiles"};
    if (config.link_latency != FLAT_LINK_LATENCY || config.credit_latency != FLAT_CREDIT_LATENCY)
        throw Error{FL_E_CONFIG, "this flat library has other link latencies"};
    config.skip_quiescent = false;  // flits in flight are inside the model
#endif
    return config;
}

Fabric::Fabric(const Config& config) : m_config(config), m_nodes(config.nodes()), m_registers(m_nodes) {
    m_stride = (m_config.memory_bytes + 63u) & ~size_t{63};
    m_memory_bytes = m_stride * m_nodes;
    m_pages = (size_t{m_config.memory_bytes} + FL_PAGE_BYTES - 1) / FL_PAGE_BYTES;
    m_written.reset(static_cast<uint8_t*>(std::calloc(m_pages, m_nodes)));
    if (m_written == nullptr) throw std::bad_alloc();
    m_memory = m_config.memory;
    if (m_memory == nullptr) {
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        void* const memory = mmap(nullptr, m_memory_bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (memory == MAP_FAILED)
            throw Error{FL_E_NO_MEMORY, std::to_string(m_memory_bytes) + " bytes of memory are not to be had"};
        m_memory = static_cast<uint8_t*>(memory);
        m_own_memory = true;
    }
    m_neighbour.resize(m_nodes * LINKS);
    for (uint32_t node = 0; node < m_nodes; ++node) {
        for (int direction = 0; direction < LINKS; ++direction) {
            m_neighbour[node * LINKS + static_cast<uint32_t>(direction)] = neighbour(node, direction);
        }
    }
    const uint32_t members = FLAT ? 1 : std::min(m_config.threads, m_nodes);
    m_parts = std::vector<Part>(members);
    m_owner.resize(m_nodes);
    for (uint32_t member = 0; member < members; ++member) {
        Part& part = m_parts[member];
        part.first = m_nodes * member / members;
        part.last = m_nodes * (member + 1) / members;
        for (uint32_t n = part.first; n < part.last; ++n) m_owner[n] = static_cast<uint8_t>(member);
    }
    if (members > 1) {
        m_crew = std::make_unique<Crew>(members, [this](uint32_t member) { work(m_parts[member]); });
    }
}

Fabric::~Fabric() {
    wave_close();
    if (m_own_memory) munmap(m_memory, m_memory_bytes);
}

/// Returns the destination of linkOut(direction) as node * LINKS + its linkIn, or NONE on a ring of one and at an I/O
/// tile, whose links are tied off.
uint32_t Fabric::neighbour(uint32_t node, int direction) const {
    const int dimension = direction / 2, k = m_config.k[dimension];
    if (k == 1 || m_config.is_io_tile(node)) return NONE;
    int at[3] = {static_cast<int>(node) % m_config.k[0], static_cast<int>(node) / m_config.k[0] % m_config.k[1],
                 static_cast<int>(node) / (m_config.k[0] * m_config.k[1])};
    at[dimension] = (at[dimension] + (direction % 2 == 0 ? 1 : k - 1)) % k;
    const int to = at[0] + m_config.k[0] * (at[1] + m_config.k[1] * at[2]);
    return static_cast<uint32_t>(to * LINKS + (direction ^ 1));
}

void Fabric::configure(int node, int reg, uint64_t value) {
    if (m_state != CREATED) throw Error{FL_E_STATE, "configure after reset"};
    if (node != FL_ALL_NODES && (node < 0 || static_cast<uint32_t>(node) >= m_nodes)) {
        throw Error{FL_E_ARGUMENT, "configure: there is no node " + std::to_string(node)};
    }
    const auto known =
        std::find_if(std::begin(REGISTERS), std::end(REGISTERS), [&](const Register& r) { return r.number == reg; });
    if (known == std::end(REGISTERS))
        throw Error{FL_E_ARGUMENT, "configure: no register " + std::to_string(reg) + " to be set"};
    in_range(known->name, value, known->low, known->high);
    check_fields(reg, known->name, value);
    if (reg == ConfigReg::UNSAFE && !CAPABILITY.faults) in_range(known->name, value, 0, 0);
    if (reg == ConfigReg::DLA_STATUS_ADDR) in_range(known->name, value, 0, MAX_MEMORY - 16);
    if (reg == ConfigReg::LINK_PACE) {
        in_range("interval in LINK_PACE", LinkPace::interval.get(value), 1, MAX_LINK_INTERVAL);
        in_range("chunk in LINK_PACE", LinkPace::chunk.get(value), 1, MAX_LINK_CHUNK);
    }
    for (uint32_t n = 0; n < m_nodes; ++n) {
        if (node == FL_ALL_NODES || static_cast<uint32_t>(node) == n) {
            auto& list = m_registers[n];
            const auto old =
                std::find_if(list.begin(), list.end(), [&](const auto& pair) { return pair.first == reg; });
            if (old != list.end()) list.erase(old);
            list.push_back({reg, value});
        }
    }
    if (recorder) recorder->configure(node, reg, value);
}

/// Creates new tiles at the first reset and after a failure. A later reset keeps the tiles: registers that the RTL does
/// not reset keep their values.
void Fabric::bind_tiles() {
    const bool keeps = m_tiles != nullptr && m_state == READY;
    if (!keeps) {
        m_tiles.reset();
        m_tiles = std::make_unique<Tiles>();
#ifdef FAIRLEAD_DRAWN_START
        DrawnStart::draw(m_tiles->context);
#else
        m_tiles->context.randReset(0);
#endif
        if (m_wave) m_tiles->context.traceEverOn(true);
    }
    m_node.assign(m_nodes, Node());
    for (uint32_t n = 0; n < m_nodes; ++n) {
        Node& node = m_node[n];
        node.host_first = node.host_last = node.tile_first = node.tile_last = node.watch_first = node.watch_last = NONE;
        node.busy = true;
#ifndef FAIRLEAD_FLAT
        if (!keeps)
            m_tiles->tops.push_back(std::make_unique<Top>(&m_tiles->context, ("node" + std::to_string(n)).c_str()));
#ifdef FAIRLEAD_DRAWN_START
        if (!keeps) DrawnStart::clear_pins(*m_tiles->tops.back());
#endif
        bind_tile(m_tiles->tops[n].get(), node.ports);
#endif
    }
#ifdef FAIRLEAD_FLAT
    if (!keeps) m_tiles->tops.push_back(std::make_unique<Top>(&m_tiles->context, "flat"));
    for (uint32_t n = 0; n < m_nodes; ++n) bind_flat(m_tiles->tops.front().get(), static_cast<int>(n), m_node[n].ports);
#endif
    for (Part& part : m_parts) part.busy = part.last - part.first;
}

/// Writes the registers of every node, one per cycle, while reset is high.
void Fabric::apply_configuration() {
    std::vector<std::vector<std::pair<int, uint64_t>>> all = m_registers;
    size_t most = 0;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        for (const Register& r : REGISTERS) {
            const auto is = [&](const auto& pair) { return pair.first == r.number; };
            const auto found = std::find_if(all[n].begin(), all[n].end(), is);
            if (found == all[n].end() && r.number >= ConfigReg::DLA_EVENT_CREDITS) {
                if (r.number != ConfigReg::UNSAFE || CAPABILITY.faults) all[n].push_back({r.number, 0});
                if (is_of_links(r.number)) must_agree(n, r.number, r.name, 0);
                continue;
            }
            if (r.number == ConfigReg::DLA_BYPASS && found->second != 0) {
                if (FLAT) throw Error{FL_E_CONFIG, "a flat library has no DLA_BYPASS"};
                m_bypass = true;
            }
            if (found == all[n].end()) {
                throw Error{FL_E_CONFIG,
                            std::string("register ") + r.name + " of node " + std::to_string(n) + " has no value"};
            }
            if (!is_of_links(r.number) && r.number != ConfigReg::VC_RULE && r.number != ConfigReg::ROUTING) continue;
            must_agree(n, r.number, r.name, found->second);
        }
        const auto shallow = [&](uint32_t node) {
            return (register_of(node, ConfigReg::UNSAFE) & UNSAFE_VARIANT) == UnsafeVariant::SHALLOW_ADAPTIVE;
        };
        if (shallow(n) != shallow(0))
            throw Error{FL_E_CONFIG, "UNSAFE shallow_adaptive: both ends of a link must agree"};
        const uint64_t x = n % static_cast<uint32_t>(m_config.k[0]), yz = n / static_cast<uint32_t>(m_config.k[0]);
        const uint64_t y = yz % static_cast<uint32_t>(m_config.k[1]), z = yz / static_cast<uint32_t>(m_config.k[1]);
        all[n].push_back({ConfigReg::ME, Coord::x.put(x) | Coord::y.put(y) | Coord::z.put(z)});
        const int shape = m_config.k[0] | m_config.k[1] << 8 | m_config.k[2] << 16;
        // in a torus of no nodes no target is legal, so an I/O tile refuses every command for the torus
        all[n].push_back({ConfigReg::SHAPE, m_config.is_io_tile(n) ? 0 : static_cast<uint64_t>(shape)});
        all[n].push_back({ConfigReg::MEMORY_BYTES, m_config.memory_bytes});
        std::sort(all[n].begin(), all[n].end());  // a register that names depths follows the one that sets all of them
        most = std::max(most, all[n].size());
    }
    check_depths();
    check_tree_depth();
    for (size_t i = 0; i < most; ++i) {
        for (uint32_t n = 0; n < m_nodes; ++n) {
            const CfgWritePins& pin = m_node[n].ports.cfg;
            *pin.valid = i < all[n].size();
            if (i >= all[n].size()) continue;
            *pin.reg = static_cast<uint8_t>(all[n][i].first);
            *pin.data = all[n][i].second;
        }
        reset_clock();
    }
    for (Node& node : m_node) *node.ports.cfg.valid = 0;
}

void Fabric::reset() {
    m_bypass = false;
    const bool first = m_tiles == nullptr || m_state != READY;
    RtlFailure& failure = rtl_failure();
    failure.clear();
    wave_close();
    bind_tiles();
    for (Node& node : m_node) *node.ports.reset = 1;
    if (m_wave) wave_open();
    if (first && m_pins) pins_bind();
    reset_clock();
    apply_configuration();
    for (int i = 0; i < 4; ++i) reset_clock();
    m_gi_seen.assign(m_nodes, 0);
    m_shown.assign(m_nodes, 0);
    std::fill(std::begin(m_gi_count), std::end(m_gi_count), 0);
    for (Part& part : m_parts) {
        part.gi_nodes.clear();
        for (uint32_t n = part.first; n < part.last; ++n) {
            Node& node = m_node[n];
            node.gi = m_shown[n] = *node.ports.giOut;
            count_global(n, node.gi % (1u << PATTERN_BITS));  // of no consequence when the barrier uses the tree
        }
    }
    m_gi = global_or();
    std::map<uint32_t, std::vector<uint32_t>> groups;
    for (uint32_t n = 0; n < m_config.torus_nodes(); ++n) groups[m_config.barrier_down[n]].push_back(n);
    m_gi_groups.assign(groups.begin(), groups.end());
    for (Node& node : m_node) *node.ports.giIn = m_gi;
    reset_legs();
    for (int i = 0; i < 2; ++i) reset_clock();
    for (Node& node : m_node) *node.ports.reset = 0;
    if (first) m_tiles->cover(true);
    if (failure.failed) throw Error{FL_E_INTERNAL, std::string("during reset: ") + failure.text};

    const uint64_t horizon =
        std::max({m_config.link_latency, m_config.credit_latency, m_tree_latency,
                  m_config.barrier_latency + m_gi_groups.back().first,
                  *std::max_element(m_config.barrier_up.begin(), m_config.barrier_up.end()),
                  *std::max_element(m_config.memory_latency.begin(), m_config.memory_latency.end())});
    for (Part& part : m_parts) {
        part.wheel.init(horizon);
        part.work.assign(std::max<size_t>(LEAST_BITMAP, (m_nodes + 63) / 64), 0);
        part.running.assign(part.work.size(), 0);
        for (uint32_t n = part.first; n < part.last; ++n) part.running[n >> 6] |= 1ull << (n & 63);
        part.alarms.clear();
        part.events.clear();
        part.freed.clear();
        part.limits.clear();
        part.stalled = part.acted = part.put = part.polls = part.limited_polls = 0;
        part.failed = false;
        std::fill(std::begin(part.stat), std::end(part.stat), 0);
    }
    m_outstanding.assign(m_neighbour.size() * VCS, 0);
    clear_memory();
    m_due.clear();
    m_slots.clear();
    m_free_slot = NONE;
    m_serial = m_commands = m_polls = m_limited_polls = m_queued = 0;
    m_spill.clear();
    m_spilling = false;
    std::fill(std::begin(m_stat), std::end(m_stat), 0);
    m_views.clear();
    m_imbalance.clear();
    for (Node& node : m_node) {
        node.faults = 0;
        node.load_wrong = false;
    }
    m_held.assign(m_bypass ? m_nodes : 0, Held());
    m_next_check = m_config.check_links ? CHECK_PERIOD : NEVER;
    m_rest_checks = 0;
    m_now = m_all_at = 0;
    m_state = READY;
    last_error.clear();
    if (recorder) recorder->reset();
}

void Fabric::load(int node, uint32_t address, const void* data, int bytes) {
    if (m_state != READY || m_now != 0) throw Error{FL_E_STATE, "memory is loaded between reset and the first cycle"};
    if (node < 0 || static_cast<uint32_t>(node) >= m_nodes)
        throw Error{FL_E_ARGUMENT, "load: no node " + std::to_string(node)};
    if (data == nullptr || bytes < 0 || !in_memory(address, static_cast<uint64_t>(bytes))) {
        throw Error{FL_E_ARGUMENT, "load: " + std::to_string(bytes) + " bytes at " + std::to_string(address) +
                                       " are beyond the " + std::to_string(m_config.memory_bytes) + " bytes of memory"};
    }
    std::memcpy(memory_of(static_cast<uint32_t>(node)) + address, data, static_cast<size_t>(bytes));
    note_write(static_cast<uint32_t>(node), address, static_cast<uint64_t>(bytes));
    if (recorder) recorder->load(node, address, data, bytes);
}

uint8_t* Fabric::memory(int node) {
    if (node < 0 || static_cast<uint32_t>(node) >= m_nodes)
        throw Error{FL_E_ARGUMENT, "memory: no node " + std::to_string(node)};
    return memory_of(static_cast<uint32_t>(node));
}

}  // namespace fairlead
