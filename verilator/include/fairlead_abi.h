// C ABI of a tile library: a fabric of Verilated tiles that turns batches of commands into batches of events
// (docs/spec/fabric.md). Only one thread at a time may use a handle; different handles are independent. No exception
// crosses the ABI, and no call ends the process.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The status that a call returns. For every status but FL_OK, fl_last_error has the text.
enum fl_status {
    FL_OK = 0,
    FL_E_HANDLE = 1,       // there is no such fabric
    FL_E_ARGUMENT = 2,     // a pointer is null, or a length or value is out of range
    FL_E_CONFIG = 3,       // this library cannot run the configuration
    FL_E_STATE = 4,        // the call is not allowed before reset, or not after it
    FL_E_NO_MEMORY = 5,    // a memory allocation failed
    FL_E_IO = 6,           // a file could not be written
    FL_E_UNSUPPORTED = 7,  // this library lacks the function
    FL_E_FAILED = 8,       // an earlier run failed; only fl_inspect, fl_memory, fl_stats and fl_destroy are allowed
    FL_E_PAST = 9,         // a command is for a cycle that has been executed
    FL_E_INTERNAL = 10
};

/// The reason why fl_run returned.
enum fl_stop { FL_STOP_LIMIT = 0, FL_STOP_REACTION = 1, FL_STOP_EVENTS_FULL = 2, FL_STOP_IDLE = 3, FL_STOP_FAILED = 4 };

/// The words of fl_create. From FL_C_MEMORY_LATENCY on there are three words for each node: first all memory latencies,
/// then for all nodes the cycles added to FL_C_BARRIER_LATENCY from the node, then for all nodes the cycles added to it
/// towards the node.
enum fl_create_word {
    FL_C_KX = 0,
    FL_C_KY,
    FL_C_KZ,
    FL_C_LINK_LATENCY,      // cycles from the sender's register to the neighbour's pin, >= 1
    FL_C_CREDIT_LATENCY,    // cycles of a credit on the same way, >= 1
    FL_C_BARRIER_LATENCY,   // cycles from a node's global pattern to the OR at a node without additions, >= 1
    FL_C_SOFTWARE_LATENCY,  // a run ends before cycle (first reactive event) + this value
    FL_C_MEMORY_BYTES,      // bytes of each node's memory
    FL_C_FLAGS,             // bits FL_F_*
    FL_C_EVENTS,            // address of the event records, FL_EVENT_BYTES each
    FL_C_EVENT_CAPACITY,    // number of event records
    FL_C_RESULT,            // address of FL_R_COUNT words
    FL_C_THREADS,           // threads that evaluate tiles, 1 to the capability `threads`; they change no result
    // FL_C_MEMORY is the address of the nodes' memories, each MEMORY_BYTES rounded up to 64; with 0 the fabric
    // allocates them. fl_reset returns the pages of a large memory to the system, so the memory must come from malloc
    // or be private anonymous memory.
    FL_C_MEMORY,
    FL_C_IO_TILES,  // nodes after the kx ky kz of the torus, without links of the torus and of the barrier's wires
    FL_C_MEMORY_LATENCY
};
enum fl_flag { FL_F_SKIP_QUIESCENT = 1, FL_F_HOP_EVENTS = 2, FL_F_CHECK_LINKS = 4 };

/// The result words, which fl_run writes.
enum fl_result_word { FL_R_CYCLE = 0, FL_R_EVENTS, FL_R_STOP, FL_R_IN_FLIGHT, FL_R_COMMANDS, FL_R_POLLS, FL_R_COUNT };

/// The words of fl_stats.
enum fl_stat_word {
    FL_S_CYCLES = 0,
    FL_S_TILES_EVALUATED,
    FL_S_COMMANDS,
    FL_S_EVENTS,
    FL_S_FLIT_HOPS,
    FL_S_CHECKS,          // number of compared (link, VC) sums
    FL_S_CHECK_FAILURES,  // number of sums that differed
    FL_S_READS,
    FL_S_WRITES,
    FL_S_BYTES_PER_TILE,  // bytes of the Verilated model and the fabric's state for it
    FL_S_MUTED,           // failed assertions of units with an armed fault
    FL_S_COUNT
};

enum { FL_EVENT_BYTES = 40, FL_COMMAND_BYTES = 64, FL_PAGE_BYTES = 65536, FL_ALL_NODES = -1 };

/// Returns the hash of the layouts from which this library was built.
const char* fl_layout_hash(void);

/// Returns "variant=product", "maxLinkDepth=64" and so on, one per line.
const char* fl_capabilities(void);

/// Creates a fabric of kx * ky * kz tiles, which is not yet reset.
int fl_create(const uint64_t* words, int count, int64_t* handle);
int fl_destroy(int64_t handle);

/// Sets the value of a configuration register at one node or at FL_ALL_NODES; fl_reset applies it. The fabric sets ME,
/// SHAPE and MEMORY_BYTES itself.
int fl_configure(int64_t handle, int node, int reg, uint64_t value);

/// Connects the links of the collective network, which lead nowhere without this call. It must come before fl_reset.
/// Word 0 is the latency of a flit and of a credit in cycles. It is followed by three words for each node, one for each
/// link: 0 if the link leads nowhere, otherwise 1 + node * 3 + link of its other end.
int fl_tree(int64_t handle, const uint64_t* words, int count);

/// Resets and configures the tiles and clears the memories; the next cycle is 0. A reset during a run keeps the same
/// tiles, in any state. Commands that have not acted are removed.
int fl_reset(int64_t handle);

/// Writes memory before the first cycle.
int fl_load(int64_t handle, int node, uint32_t address, const void* data, int bytes);

/// Submits commands of FL_COMMAND_BYTES each. On an error none of them is accepted.
int fl_submit(int64_t handle, const void* commands, int count);

/// Runs up to, not including, cycle `limit`. Events and result words are written to the memory given to fl_create.
/// After a failed assertion the status is FL_OK with FL_STOP_FAILED, and the events up to the failing cycle are valid.
int fl_run(int64_t handle, uint64_t limit);

/// Writes the address of a node's memory to out[0], its bytes to out[1], and to out[2] the address of one byte for each
/// FL_PAGE_BYTES of it. This byte is 0 while the page has not been written since the reset, so that the page is zero.
/// The memory and these bytes may be read between two runs; the bytes are valid until fl_destroy.
int fl_memory(int64_t handle, int node, uint64_t* out);

/// Writes the FL_S_* words, at most `capacity` of them.
int fl_stats(int64_t handle, uint64_t* out, int capacity);

/// Writes the VcState words of all nodes: word (node * ROUTER_PORTS + port) * 8 + VC number, 0 where no VC exists.
/// `capacity` counts words. FL_E_UNSUPPORTED means that a unit of the user lacks the registers which are read.
int fl_vcs(int64_t handle, uint64_t* out, int capacity);

/// Writes the TreeLinkState words of all nodes: word (node * TREE_LINKS + link) * TREE_CHANNELS + channel, 0 for a link
/// that leads nowhere. `capacity` counts words. Where a unit of the user lacks the registers,
/// occupancy and credits are 0, and the status for a capacity of 0 is FL_E_UNSUPPORTED.
int fl_tree_links(int64_t handle, uint64_t* out, int capacity);

/// Writes the state of one node, or with FL_ALL_NODES of all links, as one JSON object in UTF-8 with a final 0. The
/// status is FL_E_ARGUMENT if the text does not fit.
int fl_inspect(int64_t handle, int node, char* out, int capacity);

/// Reads one register of a tile between two runs, by its path below the tile ("router.output0.credits") and its index
/// in an array. verilator/config.vlt lists the readable registers; the lab library has more.
int fl_peek(int64_t handle, int node, const char* name, int index, uint64_t* value);

/// Sets such a register, to create a state that takes long to reach or that a machine without flaws never has. Only the
/// libraries lab and small support this.
int fl_poke(int64_t handle, int node, const char* name, int index, uint64_t value);

/// Requests an FST waveform of some nodes for cycles `from` to `to` (inclusive). The call must come before fl_reset;
/// only the libraries lab and faults support it.
int fl_wave(int64_t handle, const char* file, const int32_t* nodes, int count, uint64_t from, uint64_t to);

/// Writes the pins of one tile at each of its edges, as text: first each port ("in 64 io_cfg_data"), then the line
/// "edges", then a line for each edge with the values of all inputs and, behind a blank, of all outputs after the edge,
/// each port in hexadecimal digits. The edges of the reset come first; behind `edges` lines no more are written. The
/// call must come before fl_reset; only the library lab supports it.
int fl_pins(int64_t handle, const char* file, int node, int64_t edges);

/// Records every later call that changes the run to a file, which `replay` runs without Java. The call must come before
/// fl_reset.
int fl_record(int64_t handle, const char* file);

/// Saves the state between two runs, except the memories, which the caller can read: writes the address of the bytes to
/// out[0] and their number to out[1]. The bytes are valid until the next call with this handle. A flat library cannot
/// save, and a run that has failed is not saved.
int fl_save(int64_t handle, uint64_t* out);

/// Restores what fl_save has given, before the first cycle after fl_reset. The next fl_run then gives the same events
/// as the run that was saved, if the caller has also restored the memories. The fabric must have the same shape,
/// latencies, registers, flags and threads, and be of the same library. Bytes that are damaged or cut off are refused
/// before any of them is used; after another error the fabric needs fl_reset. A run that is recorded cannot be
/// restored.
int fl_restore(int64_t handle, const void* data, int64_t bytes);

/// Returns the text of the last error or failure of this fabric; with handle 0, of this thread's last failed call
/// without a fabric. The result is never null.
const char* fl_last_error(int64_t handle);

#ifdef __cplusplus
}
#endif
