// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

/**
 * The functions of verilator/include/fairlead_abi.h, which documents them. Pointers are addresses in a long; the
 * methods have the C names. {@link DirectAbi} binds them, because a call through a proxy of JNA takes about 1 us.
 */
public interface FabricAbi {
    int OK = 0;
    int E_HANDLE = 1;
    int E_ARGUMENT = 2;
    int E_CONFIG = 3;
    int E_STATE = 4;
    int E_NO_MEMORY = 5;
    int E_IO = 6;
    int E_UNSUPPORTED = 7;
    int E_FAILED = 8;
    int E_PAST = 9;
    int E_INTERNAL = 10;

    int ALL_NODES = -1;

    // words of fl_create
    int C_KX = 0;
    int C_KY = 1;
    int C_KZ = 2;
    int C_LINK_LATENCY = 3;
    int C_CREDIT_LATENCY = 4;
    int C_BARRIER_LATENCY = 5;
    int C_SOFTWARE_LATENCY = 6;
    int C_MEMORY_BYTES = 7;
    int C_FLAGS = 8;
    int C_EVENTS = 9;
    int C_EVENT_CAPACITY = 10;
    int C_RESULT = 11;
    int C_THREADS = 12;
    int C_MEMORY = 13;
    int C_IO_TILES = 14;
    int C_MEMORY_LATENCY = 15;

    int F_SKIP_QUIESCENT = 1;
    int F_HOP_EVENTS = 2;
    int F_CHECK_LINKS = 4;

    // result words of fl_run
    int R_CYCLE = 0;
    int R_EVENTS = 1;
    int R_STOP = 2;
    int R_IN_FLIGHT = 3;
    int R_COMMANDS = 4;
    int R_POLLS = 5;
    int R_COUNT = 6;

    // words of fl_stats
    int S_CYCLES = 0;
    int S_TILES_EVALUATED = 1;
    int S_COMMANDS = 2;
    int S_EVENTS = 3;
    int S_FLIT_HOPS = 4;
    int S_CHECKS = 5;
    int S_CHECK_FAILURES = 6;
    int S_READS = 7;
    int S_WRITES = 8;
    int S_BYTES_PER_TILE = 9;
    int S_MUTED = 10;
    int S_COUNT = 11;

    String fl_layout_hash();

    String fl_capabilities();

    int fl_create(long words, int count, long handle);

    int fl_destroy(long handle);

    int fl_configure(long handle, int node, int register, long value);

    int fl_tree(long handle, long words, int count);

    int fl_reset(long handle);

    int fl_load(long handle, int node, int address, long data, int bytes);

    int fl_submit(long handle, long commands, int count);

    int fl_run(long handle, long limit);

    int fl_memory(long handle, int node, long out);

    int fl_stats(long handle, long out, int capacity);

    int fl_vcs(long handle, long out, int capacity);

    int fl_tree_links(long handle, long out, int capacity);

    int fl_inspect(long handle, int node, long out, int capacity);

    int fl_peek(long handle, int node, String name, int index, long value);

    int fl_poke(long handle, int node, String name, int index, long value);

    int fl_pins(long handle, String file, int node, long edges);

    int fl_wave(long handle, String file, long nodes, int count, long from, long to);

    int fl_record(long handle, String file);

    int fl_save(long handle, long out);

    int fl_restore(long handle, long data, long bytes);

    String fl_last_error(long handle);

    /**
     * The native methods that JNA binds directly. This class is defined once for each library in a class loader of its
     * own, because a class can be bound to one library only.
     */
    final class DirectAbi implements FabricAbi {
        @Override
        public native String fl_layout_hash();

        @Override
        public native String fl_capabilities();

        @Override
        public native int fl_create(long words, int count, long handle);

        @Override
        public native int fl_destroy(long handle);

        @Override
        public native int fl_configure(long handle, int node, int register, long value);

        @Override
        public native int fl_tree(long handle, long words, int count);

        @Override
        public native int fl_reset(long handle);

        @Override
        public native int fl_load(long handle, int node, int address, long data, int bytes);

        @Override
        public native int fl_submit(long handle, long commands, int count);

        @Override
        public native int fl_run(long handle, long limit);

        @Override
        public native int fl_memory(long handle, int node, long out);

        @Override
        public native int fl_stats(long handle, long out, int capacity);

        @Override
        public native int fl_vcs(long handle, long out, int capacity);

        @Override
        public native int fl_tree_links(long handle, long out, int capacity);

        @Override
        public native int fl_inspect(long handle, int node, long out, int capacity);

        @Override
        public native int fl_peek(long handle, int node, String name, int index, long value);

        @Override
        public native int fl_poke(long handle, int node, String name, int index, long value);

        @Override
        public native int fl_pins(long handle, String file, int node, long edges);

        @Override
        public native int fl_wave(long handle, String file, long nodes, int count, long from, long to);

        @Override
        public native int fl_record(long handle, String file);

        @Override
        public native int fl_save(long handle, long out);

        @Override
        public native int fl_restore(long handle, long data, long bytes);

        @Override
        public native String fl_last_error(long handle);
    }

    /** A call that the native fabric refused, or in which it failed: its text with the call and the status. */
    final class EngineException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int status;

        EngineException(String call, int status, String text) {
            super(call + ": " + text + " (status " + status + ")");
            this.status = status;
        }

        /** Returns a status code of {@link FabricAbi}. */
        public int status() {
            return status;
        }
    }
}
