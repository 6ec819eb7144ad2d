// SPDX-License-Identifier: Apache-2.0
// C ABI of a tile library: a fabric of Verilated tiles that runs batches of commands into batches of events
// (docs/spec/fabric.md). Every call with a handle is for one thread at a time; different handles are independent. No
// exception crosses, nothing ends the process.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a call returns; the text of anything but FL_OK is in fl_last_error.
enum fl_status {
    FL_OK = 0,
    FL_E_HANDLE = 1,       // no such fabric
    FL_E_ARGUMENT = 2,     // null, length or value out of range
    FL_E_CONFIG = 3,       // a configuration that this library cannot run
    FL_E_STATE = 4,        // not now: before or after reset
    FL_E_NO_MEMORY = 5,    // allocation failed
    FL_E_IO = 6,           // a file could not be written
    FL_E_UNSUPPORTED = 7,  // not in this library
    FL_E_FAILED = 8,       // an earlier run failed; only fl_inspect, fl_memory, fl_stats and fl_destroy are left
    FL_E_PAST = 9,         // a command for a cycle that has been executed
    FL_E_INTERNAL = 10
};

/// Why fl_run came back.
enum fl_stop { FL_STOP_LIMIT = 0, FL_STOP_REACTION = 1, FL_STOP_EVENTS_FULL = 2, FL_STOP_IDLE = 3, FL_STOP_FAILED = 4 };

/// Words of fl_create. From FL_C_MEMORY_LATENCY on three words for each node: first all memory latencies, then all of
/// FL_C_BARRIER_LATENCY's cycles more from the node, then all of its cycles more to the node.
enum fl_create_word {
    FL_C_KX = 0,
    FL_C_KY,
    FL_C_KZ,
    FL_C_LINK_LATENCY,      // cycles from the sender's register to the neighbour's pin, >= 1
    FL_C_CREDIT_LATENCY,    // the same for credits
    FL_C_LINK_INTERVAL,     // cycles a flit on a link, >= 1
    FL_C_BARRIER_LATENCY,   // from a node's global pattern to their OR at a node, >= 1, with nothing more for either
    FL_C_SOFTWARE_LATENCY,  // a run never executes cycle (first reactive event) + this
    FL_C_MEMORY_BYTES,      // of each node
    FL_C_FLAGS,             // FL_F_*
    FL_C_EVENTS,            // address of the event records, FL_EVENT_BYTES each
    FL_C_EVENT_CAPACITY,    // records
    FL_C_RESULT,            // address of FL_R_COUNT words
    FL_C_THREADS,           // that evaluate tiles, from 1 to the capability `threads`; changes no result
    FL_C_MEMORY,  // address of the nodes' memories, each MEMORY_BYTES rounded up to 64; 0: the fabric has its own.
                  // fl_reset gives large ones back to the system page by page: malloc or private anonymous memory
    FL_C_MEMORY_LATENCY
};
enum fl_flag { FL_F_SKIP_QUIESCENT = 1, FL_F_HOP_EVENTS = 2, FL_F_CHECK_LINKS = 4 };

/// Result words, written by fl_run.
enum fl_result_word { FL_R_CYCLE = 0, FL_R_EVENTS, FL_R_STOP, FL_R_IN_FLIGHT, FL_R_COMMANDS, FL_R_POLLS, FL_R_COUNT };

/// Words of fl_stats.
enum fl_stat_word {
    FL_S_CYCLES = 0,
    FL_S_TILES_EVALUATED,
    FL_S_COMMANDS,
    FL_S_EVENTS,
    FL_S_FLIT_HOPS,
    FL_S_CHECKS,          // (link, VC) sums compared
    FL_S_CHECK_FAILURES,  // sums that differed
    FL_S_READS,
    FL_S_WRITES,
    FL_S_BYTES_PER_TILE,  // of the Verilated model and the fabric's state for it
    FL_S_MUTED,           // failed assertions of units in which a fault was armed
    FL_S_COUNT
};

enum { FL_EVENT_BYTES = 40, FL_COMMAND_BYTES = 64, FL_ALL_NODES = -1 };

/// Identity of the layouts that this library was built from.
const char* fl_layout_hash(void);

/// "variant=product", "maxLinkDepth=64" and so on, one a line.
const char* fl_capabilities(void);

/// A fabric of kx * ky * kz tiles, not yet out of reset.
int fl_create(const uint64_t* words, int count, int64_t* handle);
int fl_destroy(int64_t handle);

/// Value of a configuration register at one node or FL_ALL_NODES; taken over by fl_reset. ME, SHAPE and MEMORY_BYTES
/// need no call.
int fl_configure(int64_t handle, int node, int reg, uint64_t value);

/// Resets and configures the tiles, clears the memories; the next cycle is 0. In a run: the same tiles, in the middle
/// of whatever they do. Commands that have not acted are gone.
int fl_reset(int64_t handle);

/// Writes memory before the first cycle.
int fl_load(int64_t handle, int node, uint32_t address, const void* data, int bytes);

/// Hands over commands, FL_COMMAND_BYTES each; all or, on an error, none are taken.
int fl_submit(int64_t handle, const void* commands, int count);

/// Runs up to, not including, `limit`. Events and result words are written to the memory named at fl_create.
/// A failed assertion is FL_OK with FL_STOP_FAILED; its events up to the failing cycle are valid.
int fl_run(int64_t handle, uint64_t limit);

/// out[0] address, out[1] bytes of a node's memory; for reading while the fabric stands still.
int fl_memory(int64_t handle, int node, uint64_t* out);

/// FL_S_* words; at most `capacity` are written.
int fl_stats(int64_t handle, uint64_t* out, int capacity);

/// VcState words of all nodes: word (node * ROUTER_PORTS + port) * 8 + VC number, 0 where no VC is built. `capacity`
/// counts words.
int fl_vcs(int64_t handle, uint64_t* out, int capacity);

/// State of one node, or of all links with FL_ALL_NODES, as one JSON object in UTF-8 with a final 0. FL_E_ARGUMENT when
/// it does not fit.
int fl_inspect(int64_t handle, int node, char* out, int capacity);

/// One register of a tile between two runs, by its path below the tile ("router.output0.credits") and its place in an
/// array. Which ones can be read: verilator/config.vlt, more in the lab library.
int fl_peek(int64_t handle, int node, const char* name, int index, uint64_t* value);

/// The same, set: a state that takes long to reach or that a sound machine never has. Libraries lab and small only.
int fl_poke(int64_t handle, int node, const char* name, int index, uint64_t value);

/// FST waveform of some nodes for cycles from..to (inclusive); before fl_reset; lab and faults libraries only.
int fl_wave(int64_t handle, const char* file, const int32_t* nodes, int count, uint64_t from, uint64_t to);

/// Writes every later call that changes the run to a file that `replay` runs without Java; before fl_reset.
int fl_record(int64_t handle, const char* file);

/// Text of the last error or failure of this fabric; with handle 0, of the last call of this thread that had none.
/// Never null.
const char* fl_last_error(int64_t handle);

#ifdef __cplusplus
}
#endif
