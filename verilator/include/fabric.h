// A fabric: N Verilated tiles, links, memories, and the commands that drive them (docs/spec/fabric.md).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "fabric_crew.h"
#include "fabric_depths.h"
#include "fabric_records.h"
#include "fabric_view.h"
#include "fabric_wheel.h"
#include "fairlead_abi.h"
#include "hw_layout.h"
#include "vl_hooks.h"

namespace fairlead {

/// An error that the ABI turns into a status and a text. The cycle loop of a run without a failure never throws it.
struct Error {
    int status;
    std::string text;
};

/// Returns `value`, or refuses a value of a register that is out of its range.
uint64_t in_range(const char* what, uint64_t value, uint64_t low, uint64_t high);

inline constexpr int MAX_THREADS = 64;             // the capability `threads`
inline constexpr uint64_t MAX_LATENCY = 1u << 20;  // of links, credits, barriers, memory and software
inline constexpr uint64_t UNSAFE_VARIANT = 0xFF;   // the bits of register UNSAFE that name the variant
inline constexpr uint32_t GLOBAL_PIN = 1u << 17;   // of the pins with an input: giIn has changed

struct Config {
    int k[3];
    uint32_t io_tiles;
    uint32_t link_latency, credit_latency, barrier_latency;
    uint64_t software_latency;
    uint32_t memory_bytes;
    bool skip_quiescent, hop_events, check_links;
    Event* events;
    uint32_t event_capacity;
    uint32_t threads;
    uint64_t* result;
    uint8_t* memory;                                 // null: the fabric allocates it
    std::vector<uint32_t> memory_latency;            // by node
    std::vector<uint32_t> barrier_up, barrier_down;  // by node: additional cycles from and to the node

    static Config parse(const uint64_t* words, int count);
    uint32_t torus_nodes() const { return static_cast<uint32_t>(k[0] * k[1] * k[2]); }
    uint32_t nodes() const { return torus_nodes() + io_tiles; }
    /// An I/O tile has no links of the torus and is not in the OR of the barrier.
    bool is_io_tile(uint32_t node) const { return node >= torus_nodes(); }
};

class Fabric {
public:
    explicit Fabric(const Config& config);
    ~Fabric();
    Fabric(const Fabric&) = delete;
    Fabric& operator=(const Fabric&) = delete;

    void configure(int node, int reg, uint64_t value);
    void connect_tree(const uint64_t* words, int count);
    void reset();
    void load(int node, uint32_t address, const void* data, int bytes);
    void submit(const Command* commands, int count);
    void run(uint64_t limit);
    uint8_t* memory(int node);
    const uint8_t* written(int node) const { return m_written.get() + static_cast<size_t>(node) * m_pages; }
    void stats(uint64_t* out, int capacity) const;
    std::string inspect(int node) const;
    void vcs(uint64_t* out, int capacity);
    void tree_links(uint64_t* out, int capacity);
    uint64_t peek(int node, const char* name, int index) const;
    void poke(int node, const char* name, int index, uint64_t value);
    void wave(const char* file, const int32_t* nodes, int count, uint64_t from, uint64_t to);
    void pins(const char* file, int node, int64_t edges);
    bool pins_close();
    void record(const char* file, const uint64_t* words, int count);
    const std::vector<uint8_t>& save();
    void restore(const uint8_t* data, size_t bytes);

    const Config& config() const { return m_config; }
    std::string last_error;

private:
    static constexpr uint32_t NONE = ~0u;
    static constexpr uint64_t NEVER = ~0ull;
    static constexpr int LINKS = hw::LINKS;
    static constexpr int TREE_LINKS = hw::TREE_LINKS;
    static constexpr uint8_t STATUS_KIND = 4,
                             DEVICE_KIND = 5;  // kinds of memory request, after two write and two read ports
    static constexpr uint32_t LINK_BITS = (1u << LINKS) - 1;
    static constexpr int VCS = 1 << hw::LinkCtl::vc.width;  // VC numbers of a link; a structure may have fewer VCs

    static constexpr size_t LEAST_BITMAP = 16;  // words; no two parts share a cache line

    /// Inputs that have values on a tile's pins in this cycle; they are cleared after the evaluation of the tile.
    enum Pin : uint32_t {
        LINK = 0,
        CREDIT = 6,
        READ = 12,
        WRITE = 14,
        COMMAND = 16,
        STATUS = 19,
        SENDS,
        REPLIES,
        TREE_FLIT,
        TREE_CREDIT = 25,
        TREE_COMMAND = 28,
        DEVICE_ACK,
        COUNT_COMMAND,
        TREE_PATTERN
    };
    static constexpr uint32_t TREE_BITS = (1u << TREE_LINKS) - 1;
    /// Memory requests: write ports 0 and 1, read ports 0 and 1, DLA status, shared device.
    static constexpr int KINDS = 6;

    /// The work that becomes due for one node in the present cycle, and its state between cycles.
    struct Node {
        hw::TilePorts ports;
        uint32_t pins;  // Pin bits
        bool busy;      // not quiescent after the last evaluation
        uint64_t gi;    // barrier patterns that the node shows
        uint8_t due;    // bits of the kinds of MemoryRequest in `request`
        bool poll;      // check the polls: memory or the list changed, or a limit is reached
        const MemoryRequest* request[KINDS];
        uint32_t host_first, host_last;    // host commands of this cycle
        uint32_t tile_first, tile_last;    // next tile command of each owner that has one, in the order of their turns
        uint32_t watch_first, watch_last;  // polls whose condition does not hold yet
        bool stalled;                      // DLA_BYPASS: a store waits at its host interface
        uint32_t faults;                   // armed faults, one bit each
        bool load_wrong;                   // fault load_wrong waits for a load or poll
    };

    /// The nodes from `first` to `last` - 1, all of whose work one thread does, and the results for the other threads.
    /// A thread writes to its own part only; the caller reads and writes all parts between two cycles.
    struct alignas(64) Part {
        uint32_t first, last;
        std::vector<uint64_t> work, running;                // bitmaps over all nodes; a part uses the bits of its nodes
        Wheel wheel;                                        // items that its nodes have sent
        Bucket* sent;                                       // the items of `wheel` that are due in the present cycle
        RtlFailure* failure;                                // failure of the thread that does the work
        std::vector<std::pair<uint64_t, uint32_t>> alarms;  // heap
        uint32_t busy;                                      // number of busy nodes
        uint32_t stalled;                                   // number of nodes whose host interface is stalled
        std::vector<uint32_t> gi_nodes;                     // nodes whose global pattern changed in the cycle
        uint32_t host_seq;                                  // sequence number for host events of the current node
        uint64_t stat[FL_S_COUNT];

        // results for the caller at the end of the cycle
        std::vector<Event> events;                          // only with several parts
        std::vector<uint32_t> freed;                        // command slots
        std::vector<std::pair<uint64_t, uint32_t>> limits;  // cycle and slot of new polls with a limit
        uint32_t acted, put, polls, limited_polls;          // changes of the counts with these names
        bool failed;
        uint32_t failed_node;  // the failed node with the lowest rank
        std::string failed_text;
    };

    /// Set up (fabric_setup.cpp)
    void bind_tiles();
    void apply_configuration();
    void reset_clock();
    void clear_memory();
    uint32_t neighbour(uint32_t node, int direction) const;

    /// The cycle loop (fabric_cycle.cpp)
    void cycle();
    void deliver(const Part& part, const Bucket& bucket);
    void step(uint32_t node);
    bool prepare(uint32_t node);
    void settle(uint32_t node);
    void step_flat();
    void work(Part& part);
    void merge();
    bool is_worth_sharing() const;
    void ring(Part& part);
    void put_command(Part& part, Node& node);
    bool is_stalled(const Node& node) const;
    void hold(uint32_t node);
    bool is_running(uint32_t node) const;
    bool none_running() const;
    void evaluate(uint32_t node);
    void posedge(uint32_t node);
    void rise(uint32_t node);
    void load_command(uint32_t node);
    void negedge(uint32_t node);
    void rearm(uint32_t node);
    void idle_pins(Node& node);
    void collect(uint32_t node);
    void collect_links(uint32_t node, uint32_t mask);
    void collect_memory(uint32_t node, uint32_t mask);
    void collect_write(uint32_t node, const hw::WriteReqPins& write, uint8_t kind);

    /// Depths of the router's buffers (fabric_depths.cpp)
    static bool is_of_links(int reg);
    static void check_fields(int reg, const char* name, uint64_t value);
    void must_agree(uint32_t node, int reg, const char* name, uint64_t value) const;
    void check_depths();
    /// Returns the depth of an input buffer of a router, in flits.
    uint32_t depth_of(uint32_t node, int port, int vc) const;

    /// Tells whether this flit of a link takes a slot of its receiver.
    bool takes_slot(uint64_t ctl) const { return !m_cut_through || hw::LinkCtl::head.get(ctl) != 0; }
    void send_flit(uint32_t node, int direction, uint32_t& hops);

    /// The links of the collective network (fabric_tree.cpp)
    void deliver_tree(const Part& part, const Bucket& bucket);
    void collect_tree(uint32_t node, uint32_t valid, uint32_t credits);
    void idle_tree(const hw::TilePorts& pin, uint32_t used);
    void check_tree_depth();
    bool tree_views();
    void check_tree();

    void send_patterns();
    void count_global(uint32_t node, uint8_t pattern);
    uint8_t global_or() const;
    void reset_legs();
    void send_legs(uint32_t node, uint64_t changed);
    void deliver_leg(const LegItem& leg);
    uint64_t leg_bits() const;
    bool idle() const;
    uint64_t next_work() const;
    void fail(uint32_t node, const char* text);
    void assertion_failed(uint32_t node);
    bool is_muted(uint32_t node, const std::string& message) const;

    /// Memory and host commands (fabric_memory.cpp)
    void serve(uint32_t node);
    void commit(uint32_t node, int port, Event& event);
    void host_command(uint32_t node, const Command& command);
    void start_poll(uint32_t node, uint32_t slot);
    void watch(uint32_t node);
    void reply(uint32_t node, int port);
    bool in_memory(uint64_t address, uint64_t bytes) const { return address + bytes <= m_config.memory_bytes; }
    uint8_t* memory_of(uint32_t node) { return m_memory + static_cast<size_t>(node) * m_stride; }
    void note_write(uint32_t node, uint64_t address, uint64_t bytes);

    /// Commands (fabric_commands.cpp)
    void check(const Command& command) const;
    void admit_due();
    uint32_t take_slot();
    void free_slot(uint32_t slot);
    void append(uint32_t& first, uint32_t& last, uint32_t slot);
    void await_turn(Node& node, uint32_t slot);
    void end_turn(Node& node, uint32_t slot);
    void push_due(uint64_t cycle, uint32_t slot, bool wake);

    /// Events
    void emit(uint32_t node, int unit, int kind, uint32_t seq, uint64_t a, uint64_t b, uint64_t c);
    void deliver_event(const Event& event);
    static uint64_t told(Node& node, uint64_t value);
    void host_event(uint32_t node, int kind, const Command& command, uint64_t b, uint64_t c);
    void begin_batch();
    void end_cycle_events();

    /// Links (fabric_inspect.cpp)
    void check_links(bool at_rest);
    bool is_first_imbalance(bool sound);
    std::string tile_path(uint32_t node) const;
    void views();
    void inspect_router(uint32_t node, const RouterView& view, std::string& out) const;
    void inspect_dla(const std::string& scope, std::string& out) const;
    uint64_t register_of(uint32_t node, int number) const;
    View register_view(int node, const char* name, int index) const;

    /// Waveforms (fabric_wave.cpp)
    void wave_open();
    void wave_dump(uint64_t time);
    void wave_close();

    /// Checkpoints (fabric_state.cpp)
    std::vector<uint8_t> identity() const;
    template <class Archive>
    void exchange(Archive& archive);
    template <class Archive>
    void exchange_node(Archive& archive, Node& node);
    template <class Archive>
    void exchange_part(Archive& archive, Part& part);

    /// Pins of a tile (fabric_pins.cpp)
    void pins_bind();
    void pins_edge(uint32_t node);

    Part& part_of(uint32_t node) { return m_parts[m_owner[node]]; }
    void wake(uint32_t node) { part_of(node).work[node >> 6] |= 1ull << (node & 63); }
    uint32_t busy() const {
        return sum([](const Part& part) { return part.busy; });
    }
    uint32_t stalled() const {
        return sum([](const Part& part) { return part.stalled; });
    }
    template <class F>
    uint32_t sum(F f) const {
        uint32_t all = 0;
        for (const Part& part : m_parts) all += f(part);
        return all;
    }

    Config m_config;
    uint32_t m_nodes;
    uint64_t m_now = 0, m_all_at = 0;  // m_all_at: cycle in which all unit clocks have an edge
    enum { CREATED, READY, FAILED } m_state = CREATED;

    struct Tiles;
    std::unique_ptr<Tiles> m_tiles;
    std::vector<Node> m_node;
    std::vector<std::vector<std::pair<int, uint64_t>>> m_registers;  // by node
    LinkDepths m_links = {};
    std::vector<uint32_t> m_inject_depth;  // flits of an injection VC buffer, by node * CLASSES + class
    bool m_cut_through = false;            // whether only heads take a slot

    // Arrays of links are indexed by node * LINKS + direction.
    std::vector<uint32_t> m_neighbour;    // destination of linkOut, as an index of the same form
    std::vector<uint16_t> m_outstanding;  // by link * VCS + vc: slots whose credit has not returned
    // Arrays of links of the collective network are indexed by node * TREE_LINKS + link.
    uint32_t m_tree_latency = 1;               // of a flit and of a credit
    std::vector<uint64_t> m_tree_words;        // as connect_tree received them; empty without a tree
    std::vector<uint32_t> m_tree_neighbour;    // destination of treeOut, as an index of the same form
    std::vector<uint16_t> m_tree_outstanding;  // by link * TREE_CHANNELS + channel
    std::vector<uint32_t> m_tree_packets;      // heads sent, by link * TREE_CHANNELS + channel
    std::vector<TreeView> m_tree_views;        // by node, looked up at the first use
    uint32_t m_tree_depth = 0;                 // flits of the buffer of one channel at the end of a link

    uint8_t* m_memory = nullptr;
    size_t m_stride = 0, m_memory_bytes = 0;
    bool m_own_memory = false;
    size_t m_pages = 0;  // of FL_PAGE_BYTES, of one node
    // By node * m_pages + page: whether it was written since the reset. The system gives its zeros when they are read.
    std::unique_ptr<uint8_t[], decltype(&std::free)> m_written{nullptr, &std::free};

    bool m_bypass = false;  // whether some node has DLA_BYPASS
    struct Held {
        std::vector<MemoryRequest> queue;  // memory requests behind a waiting store, oldest first
        MemoryRequest now[KINDS];          // memory requests of this cycle
    };
    std::vector<Held> m_held;        // by node, only with DLA_BYPASS
    bool m_gi_tree = false;          // whether the barrier over all nodes uses the collective network's tree
    uint8_t m_gi = 0;                // OR of the patterns that have reached it
    std::vector<uint8_t> m_gi_seen;  // by node: its pattern in the OR
    std::vector<uint64_t> m_shown;   // by node: the patterns that it showed last
    uint32_t m_gi_count[3] = {};     // nodes that raise each wire of the OR
    std::vector<std::pair<uint32_t, std::vector<uint32_t>>> m_gi_groups;  // by value of barrier_down: its nodes

    // commands
    struct Due {
        uint64_t cycle, order;  // order: node, task and seq in one word
        uint32_t serial, slot;
        bool wake;  // no new command, only a check of the poll in `slot`
    };
    struct Slot {
        Command command;
        uint32_t next, node, later_first,
            later_last;        // later: other commands of the owner, after its next tile command
        bool watching, timed;  // watching: on a watch list; timed: has an entry in m_due
        uint64_t until;        // poll: last cycle, or NEVER
    };
    static bool later(const Due& x, const Due& y);
    std::vector<Due> m_due;  // heap
    std::vector<Slot> m_slots;
    uint32_t m_free_slot = NONE, m_serial = 0;
    uint32_t m_commands = 0;  // commands that have not acted, without polls
    uint32_t m_polls = 0, m_limited_polls = 0, m_queued = 0;

    // events
    uint32_t m_count = 0, m_cycle_start = 0, m_full_at = 0;
    uint64_t m_first_reactive = NEVER;
    std::vector<Event> m_spill;  // events of one cycle that did not fit
    bool m_spilling = false;

    // threads (fabric_parts.cpp)
    std::vector<Part> m_parts;     // one per thread
    std::vector<uint8_t> m_owner;  // by node: number of its part
    std::unique_ptr<Crew> m_crew;  // null with one thread
    bool m_staging = false;        // whether several parts are at work

    uint32_t m_failed_node = 0;
    uint64_t m_stat[FL_S_COUNT] = {};
    static constexpr uint64_t CHECK_PERIOD = 1024;
    uint64_t m_next_check = NEVER, m_rest_checks = 0;  // m_rest_checks: sums compared at rest, of the last time
    std::vector<RouterView> m_views;                   // by node, looked up at the first use
    std::string m_imbalance;                           // text of the first sum that differed
    std::vector<uint8_t> m_saved;                      // what the last save has given

    struct Wave;
    std::unique_ptr<Wave> m_wave;
    bool m_tracing = false;
    std::vector<uint32_t> m_evaluated;  // nodes whose falling edge waits for the dump
    struct Pins;
    std::shared_ptr<Pins> m_pins;

public:
    struct Recorder;
    std::unique_ptr<Recorder> recorder;
};

}  // namespace fairlead
