// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.CommandRecord;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A drawn sequence of calls of the C ABI with legal and illegal values. Pointers are null or lead to memory of the size
 * that the call is told, because C cannot check more.
 */
final class AbiCalls {
    /** The calls that are drawn. */
    enum Call {
        CREATE,
        CONFIGURE,
        TREE,
        RESET,
        LOAD,
        SUBMIT,
        RUN,
        MEMORY,
        STATS,
        VCS,
        TREE_LINKS,
        INSPECT,
        PEEK,
        POKE,
        PINS,
        WAVE,
        RECORD,
        SAVE,
        RESTORE,
        DESTROY
    }

    /** Gets each call with its status and the text of its error. */
    @FunctionalInterface
    interface Sink {
        void called(Call call, int status, String text);
    }

    static final int REGISTERS = 256; // register numbers that are drawn
    private static final int CALLS = 60;
    private static final int EVENTS = 64;
    private static final int BYTES = 1 << 16;
    private static final int MEMORY = 4096;
    private static final int MOST_CYCLES = 600; // cycles of one run
    private static final int KNOWN_CYCLES = 200;
    private static final List<String> LIBRARIES = List.of("product", "lab");
    private static final List<String> NAMES = List.of(
            "router.output0.credits",
            "router.input6.occupied",
            "dma.tx.packets",
            "router",
            "",
            ".",
            "router.output0.credits.",
            "x".repeat(5000));
    private static final long[] EDGES = {
        0, 1, 2, -1, 7, 8, 63, 64, 255, 4096, 1L << 16, 1L << 28, 1L << 31, 1L << 32, -1L >>> 1, -1L << 63
    };

    private final Random random;
    private final Path folder;
    private final String library;
    private final FabricAbi abi;
    private final MachineConfig machine;
    private final int nodes;
    private final ByteBuffer words;
    private final ByteBuffer events = direct(EVENTS * 40);
    private final ByteBuffer buffer = direct(BYTES);
    private final ByteBuffer result = direct(FabricAbi.R_COUNT * 8);
    private final List<Long> handles = new ArrayList<>(List.of(0L, -1L, 77L));
    private long cycle;
    private byte[] saved = {};
    private final String known;

    AbiCalls(long seed, Path folder) {
        random = new Random(seed);
        this.folder = folder;
        library = LIBRARIES.get(random.nextInt(LIBRARIES.size()));
        abi = FabricLibrary.variant(library).abi();
        int x = 1 + random.nextInt(3);
        int y = 1 + random.nextInt(2);
        machine = FabricTraffic.machine(x, y, 1);
        nodes = x * y;
        words = direct((FabricAbi.C_MEMORY_LATENCY + 3 * nodes) * 8);
        known = run();
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long at(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /** The identity of a short run before the calls. */
    String known() {
        return known;
    }

    String knownAfter() {
        return run();
    }

    private String run() {
        try (RtlEngine engine = new RtlEngineFactory(RtlOptions.of(library)).open(machine, EngineOptions.DEFAULT)) {
            engine.run(KNOWN_CYCLES);
            return engine.cycle() + " " + engine.stats();
        }
    }

    void play(Sink sink) {
        for (int i = 0; i < CALLS; i++) {
            Call call = i < 1 ? Call.CREATE : Call.values()[random.nextInt(Call.values().length)];
            // a destroyed fabric ends what can be learned from it
            if (call != Call.DESTROY || random.nextInt(4) == 0) {
                long handle = handle();
                tell(sink, call, handle, status(call, handle));
            }
            if (call == Call.CREATE && random.nextBoolean()) {
                ready(sink);
            }
        }
        handles.forEach(abi::fl_destroy);
    }

    private void tell(Sink sink, Call call, long handle, int status) {
        String own = abi.fl_last_error(handle);
        sink.called(call, status, call == Call.CREATE || own.isEmpty() ? abi.fl_last_error(0) : own);
    }

    /** Configures and resets the newest fabric, so that the calls after it find one that runs. */
    private void ready(Sink sink) {
        long handle = handles.get(handles.size() - 1);
        RtlConfiguration.apply(machine, (node, register, value) -> abi.fl_configure(handle, node, register, value));
        if (random.nextBoolean()) {
            tell(sink, Call.RESET, handle, abi.fl_reset(handle));
        }
    }

    private int status(Call call, long handle) {
        return switch (call) {
            case CREATE -> create();
            case CONFIGURE -> abi.fl_configure(handle, node(), register(), value());
            case TREE -> abi.fl_tree(handle, filled(4 * nodes), odd(1 + 3 * nodes, 1 + 3 * nodes));
            case RESET -> abi.fl_reset(handle);
            case LOAD -> abi.fl_load(handle, node(), (int) value(), pointer(), odd(8 * random.nextInt(16), MEMORY));
            case SUBMIT -> abi.fl_submit(handle, commands(), odd(random.nextInt(4), 4));
            case RUN -> runOn(handle);
            case MEMORY -> abi.fl_memory(handle, node(), pointer());
            case STATS -> abi.fl_stats(handle, pointer(), odd(FabricAbi.S_COUNT, BYTES / 8));
            case VCS -> abi.fl_vcs(handle, pointer(), odd(BYTES / 8, BYTES / 8));
            case TREE_LINKS -> abi.fl_tree_links(handle, pointer(), odd(BYTES / 8, BYTES / 8));
            case INSPECT -> abi.fl_inspect(handle, node(), pointer(), odd(BYTES, BYTES));
            case PEEK -> abi.fl_peek(handle, node(), name(), index(), pointer());
            case POKE -> abi.fl_poke(handle, node(), name(), index(), value());
            case PINS -> abi.fl_pins(handle, file(), node(), value());
            case WAVE -> abi.fl_wave(
                    handle, file(), filled(2), odd(1, 2), value(), random.nextInt(4) > 0 ? MOST_CYCLES : value());
            case RECORD -> abi.fl_record(handle, file());
            case SAVE -> save(handle);
            case RESTORE -> restore(handle);
            case DESTROY -> abi.fl_destroy(handle);
        };
    }

    private int create() {
        long[] good = {
            machine.shape().kx(),
            machine.shape().ky(),
            1,
            2,
            2,
            16,
            64,
            MEMORY,
            random.nextInt(8),
            at(events),
            EVENTS,
            at(result),
            1 + random.nextInt(2),
            0,
            0
        };
        for (int i = 0; i < words.capacity() / 8; i++) {
            words.putLong(8 * i, i < good.length ? good[i] : i < good.length + nodes ? 20 : 0);
        }
        int count = words.capacity() / 8;
        if (random.nextInt(3) == 0) {
            int word = random.nextInt(count);
            boolean address = word == FabricAbi.C_EVENTS || word == FabricAbi.C_RESULT || word == FabricAbi.C_MEMORY;
            // more events than there is memory for cannot be seen by the callee, and a large machine takes long
            long drawn = value();
            words.putLong(8 * word, address ? 0 : word == FabricAbi.C_EVENT_CAPACITY ? random.nextInt(EVENTS) : drawn);
            count = odd(count, count);
        }
        ByteBuffer handle = direct(8);
        int status = abi.fl_create(random.nextInt(20) == 0 ? 0 : at(words), count, at(handle));
        if (status == FabricAbi.OK) {
            handles.add(handle.getLong(0));
            cycle = 0;
        }
        return status;
    }

    /** Keeps what is saved for later calls of RESTORE. */
    private int save(long handle) {
        ByteBuffer out = direct(2 * Long.BYTES);
        int status = abi.fl_save(handle, random.nextInt(12) == 0 ? 0 : at(out));
        if (status == FabricAbi.OK) {
            saved = new Pointer(out.getLong(0)).getByteArray(0, (int) out.getLong(Long.BYTES));
        }
        return status;
    }

    /** Restores what was saved into a machine that has just been reset, sometimes cut off or with a changed byte. */
    private int restore(long handle) {
        if (random.nextInt(4) > 0) {
            abi.fl_reset(handle);
        }
        ByteBuffer state = direct(saved.length + Long.BYTES);
        state.put(0, saved);
        if (saved.length > 0 && random.nextInt(3) == 0) {
            int place = random.nextInt(random.nextBoolean() ? saved.length : Math.min(saved.length, 64));
            state.put(place, (byte) (state.get(place) ^ 1 << random.nextInt(8)));
        }
        int status = abi.fl_restore(
                handle, random.nextInt(12) == 0 ? 0 : at(state), odd(saved.length, saved.length + Long.BYTES));
        if (status == FabricAbi.OK) {
            cycle = 0; // the next run says where the restored one is
        }
        return status;
    }

    private int runOn(long handle) {
        long limit = Math.max(0, cycle - 1 + (random.nextInt(8) == 0 ? 0 : random.nextInt(MOST_CYCLES)));
        int status = abi.fl_run(handle, limit);
        if (status == FabricAbi.OK) {
            cycle = result.getLong(8 * FabricAbi.R_CYCLE);
        }
        return status;
    }

    /** Commands of any op code with any words, mostly for cycles that come. */
    private long commands() {
        if (random.nextInt(12) == 0) {
            return 0;
        }
        for (int i = 0; i < 4; i++) {
            int base = CommandRecord.BYTES * i;
            for (int at = 0; at < CommandRecord.BYTES; at += Long.BYTES) {
                buffer.putLong(base + at, at < CommandRecord.SEQUENCE_OFFSET || random.nextInt(8) == 0 ? value() : 0);
            }
            buffer.putLong(base, random.nextInt(8) == 0 ? value() : cycle + random.nextInt(MOST_CYCLES));
            buffer.putInt(base + CommandRecord.NODE_OFFSET, node());
            int op = random.nextInt(HostCommand.FILL + 2);
            buffer.putShort(base + CommandRecord.OP_OFFSET, (short) (random.nextInt(8) == 0 ? value() : op));
        }
        return at(buffer) + (random.nextInt(16) == 0 ? 1 : 0);
    }

    /** Mostly the newest fabric. */
    private long handle() {
        return handles.get(random.nextInt(6) == 0 ? random.nextInt(handles.size()) : handles.size() - 1);
    }

    private int node() {
        return random.nextInt(6) == 0 ? (int) value() : random.nextInt(nodes);
    }

    private int index() {
        return random.nextInt(4) == 0 ? (int) value() : 0;
    }

    private int register() {
        return random.nextInt(random.nextInt(4) == 0 ? REGISTERS : CollectiveReg.BARRIER_TREE + 1);
    }

    private long value() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(40);
            case 2 -> 8L * random.nextInt(MEMORY / 8);
            default -> EDGES[random.nextInt(EDGES.length)];
        };
    }

    /** A length, now and then another one of at most `most`. */
    private int odd(int usual, int most) {
        return switch (random.nextInt(8)) {
            case 0 -> (int) Math.max(Integer.MIN_VALUE, Math.min(value(), most));
            case 1 -> random.nextInt(most + 1);
            default -> usual;
        };
    }

    private long pointer() {
        return random.nextInt(12) == 0 ? 0 : at(buffer);
    }

    private long filled(int count) {
        boolean odd = random.nextInt(4) == 0;
        for (int i = 0; i < count; i++) {
            buffer.putLong(8 * i, odd ? value() : i == 0 ? 1 : 0);
        }
        return pointer();
    }

    private String name() {
        return random.nextInt(12) == 0
                ? null
                : NAMES.get(random.nextInt(3) > 0 ? random.nextInt(2) : random.nextInt(NAMES.size()));
    }

    private String file() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> folder.resolve("nowhere/file").toString();
            default -> folder.resolve("file" + random.nextInt(3)).toString();
        };
    }
}
