// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.engine.checkpoint.Checkpoint;
import fairlead.machine.MachineConfig;
import fairlead.rtl.FabricAbi.EngineException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.OutputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.List;
import java.util.Map;

/**
 * The Verilated machine behind the C ABI (D3): one native call per batch, with commands and events in direct buffers.
 * The specification is docs/spec/fabric.md.
 *
 * <p>Java owns the memory, the events and the results, so that no buffer which this engine returned becomes invalid
 * after {@link #close}.
 */
public final class RtlEngine implements Engine, Savable {
    private static final StopReason[] STOPS = StopReason.values();
    private static final int LEAST_EVENTS = 1 << 16;
    private static final int EVENTS_PER_NODE = 64;
    private static final int FIRST_INSPECT = 1 << 16;
    private static final int LAST_INSPECT = 1 << 26;
    private static final int MEMORY_ALIGNMENT = 64;

    private final FabricLibrary library;
    private final FabricAbi abi;
    private final MachineConfig config;
    private final EngineOptions options;
    private final Memory memory;
    private final ByteBuffer[] memories;
    private final ByteBuffer eventRecords;
    private final ByteBuffer result = direct(FabricAbi.R_COUNT * Long.BYTES);
    private final EventCursor events = new EventCursor();
    private final long memoryStride;
    private final Pointer written; // a byte for each page of each node, valid until the engine is closed
    private final boolean showsVcs;
    private ByteBuffer vcWords;
    private ByteBuffer treeWords; // as vcWords, for treeLinks
    private long handle;
    private long cycle;
    private StopReason lastStop = StopReason.LIMIT;
    private ByteBuffer knownCommands;
    private long knownAddress;

    RtlEngine(FabricLibrary library, MachineConfig config, EngineOptions options, RtlOptions rtl) {
        this.library = library;
        this.config = config;
        this.options = options;
        abi = library.abi();
        memoryStride = (config.memoryBytes() + MEMORY_ALIGNMENT - 1L) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
        memory = new Memory(memoryStride * config.nodes() + MEMORY_ALIGNMENT).align(MEMORY_ALIGNMENT);
        memories = new ByteBuffer[config.nodes()];
        int capacity = rtl.eventCapacity() > 0
                ? rtl.eventCapacity()
                : Math.max(LEAST_EVENTS, config.nodes() * EVENTS_PER_NODE);
        eventRecords = direct(capacity * EventCursor.BYTES);
        handle = create(options, capacity);
        try {
            RtlConfiguration.apply(
                    config,
                    (node, register, value) -> check("fl_configure", abi.fl_configure(handle, node, register, value)));
            connectTree();
            if (rtl.record() != null) {
                check("fl_record", abi.fl_record(handle, rtl.record().toString()));
            }
            if (rtl.wave() != null) {
                wave(rtl.wave());
            }
            if (rtl.pins() != null) {
                RtlOptions.Pins tile = rtl.pins();
                check("fl_pins", abi.fl_pins(handle, tile.file().toString(), tile.node(), tile.edges()));
            }
            check("fl_reset", abi.fl_reset(handle));
            ByteBuffer place = direct(3 * Long.BYTES);
            check("fl_memory", abi.fl_memory(handle, 0, address(place)));
            written = new Pointer(place.getLong(2 * Long.BYTES));
            showsVcs = config.rtl().isEmpty() || abi.fl_vcs(handle, address(result), 0) != FabricAbi.E_UNSUPPORTED;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        events.wrap(eventRecords, 0);
    }

    private long create(EngineOptions options, int capacity) {
        ByteBuffer words = direct((FabricAbi.C_MEMORY_LATENCY + 3 * config.nodes()) * Long.BYTES);
        put(words, FabricAbi.C_KX, config.shape().kx());
        put(words, FabricAbi.C_KY, config.shape().ky());
        put(words, FabricAbi.C_KZ, config.shape().kz());
        put(words, FabricAbi.C_IO_TILES, config.shape().ioTiles());
        put(words, FabricAbi.C_LINK_LATENCY, config.latency().link());
        put(words, FabricAbi.C_CREDIT_LATENCY, config.latency().credit());
        put(words, FabricAbi.C_BARRIER_LATENCY, config.latency().barrier());
        put(words, FabricAbi.C_SOFTWARE_LATENCY, config.latency().software());
        put(words, FabricAbi.C_MEMORY_BYTES, config.memoryBytes());
        int skip = options.skipQuiescent() && config.rtl().isEmpty() ? FabricAbi.F_SKIP_QUIESCENT : 0;
        int hops = options.hopEvents() ? FabricAbi.F_HOP_EVENTS : 0;
        int links = library.capabilities().asserts() ? FabricAbi.F_CHECK_LINKS : 0;
        put(words, FabricAbi.C_FLAGS, skip | hops | links);
        put(words, FabricAbi.C_EVENTS, address(eventRecords));
        put(words, FabricAbi.C_EVENT_CAPACITY, capacity);
        put(words, FabricAbi.C_RESULT, address(result));
        put(words, FabricAbi.C_THREADS, options.threads());
        put(words, FabricAbi.C_MEMORY, Pointer.nativeValue(memory));
        for (int node = 0; node < config.nodes(); node++) {
            put(words, FabricAbi.C_MEMORY_LATENCY + node, config.memoryLatency(node));
            put(words, FabricAbi.C_MEMORY_LATENCY + config.nodes() + node, config.barrierUp(node));
            put(words, FabricAbi.C_MEMORY_LATENCY + 2 * config.nodes() + node, config.barrierDown(node));
        }
        ByteBuffer made = direct(Long.BYTES);
        int status = abi.fl_create(address(words), words.capacity() / Long.BYTES, address(made));
        Reference.reachabilityFence(words);
        check("fl_create", status);
        return made.getLong(0);
    }

    private void connectTree() {
        long[] links = RtlConfiguration.tree(config);
        ByteBuffer words = direct(links.length * Long.BYTES);
        for (int i = 0; i < links.length; i++) {
            put(words, i, links[i]);
        }
        check("fl_tree", abi.fl_tree(handle, address(words), links.length));
        Reference.reachabilityFence(words);
    }

    private static void put(ByteBuffer words, int index, long value) {
        words.putLong(index * Long.BYTES, value);
    }

    private void wave(RtlOptions.Wave wave) {
        List<Integer> nodes = wave.nodes();
        ByteBuffer list = direct(Math.max(1, nodes.size()) * Integer.BYTES);
        for (int i = 0; i < nodes.size(); i++) {
            list.putInt(i * Integer.BYTES, nodes.get(i));
        }
        check(
                "fl_wave",
                abi.fl_wave(handle, wave.file().toString(), address(list), nodes.size(), wave.from(), wave.to()));
        Reference.reachabilityFence(list);
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the address of a buffer. The address does not keep the buffer alive: a buffer that is not used afterwards
     * needs a reachabilityFence after the call, else it may be collected during the call.
     */
    private static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /** Throws for a failed call: an unsupported configuration is the caller's mistake, all else the engine's. */
    private void check(String call, int status) {
        if (status == FabricAbi.OK) {
            return;
        }
        String text = abi.fl_last_error(status == FabricAbi.E_HANDLE ? 0 : handle);
        if (status == FabricAbi.E_CONFIG) {
            throw new IllegalArgumentException(text);
        }
        throw new EngineException(call, status, text);
    }

    @Override
    public String name() {
        return "rtl";
    }

    @Override
    public MachineConfig config() {
        return config;
    }

    @Override
    public Capabilities capabilities() {
        return library.capabilities();
    }

    @Override
    public long cycle() {
        return cycle;
    }

    @Override
    public void loadMemory(int node, int address, byte[] data) {
        ByteBuffer copy = direct(Math.max(1, data.length)).put(data);
        check("fl_load", abi.fl_load(handle, node, address, address(copy), data.length));
        Reference.reachabilityFence(copy);
    }

    /** Resets the machine; what the reset of a tile does not reach keeps its values. */
    @Override
    public void reset() {
        check("fl_reset", abi.fl_reset(handle));
        cycle = 0;
        lastStop = StopReason.LIMIT;
        events.wrap(eventRecords, 0);
    }

    @Override
    public Map<String, String> identity() {
        Map<String, String> identity = Checkpoint.identity(name(), config, options);
        identity.put("library variant", library.capabilities().variant());
        identity.put("library sum", library.sum());
        return identity;
    }

    @Override
    public void save(OutputStream to) throws IOException {
        ByteBuffer place = direct(2 * Long.BYTES);
        check("fl_save", abi.fl_save(handle, address(place)));
        RtlState.write(new Pointer(place.getLong(0)).getByteBuffer(0, place.getLong(Long.BYTES)), this, to);
    }

    @Override
    public void restore(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        byte[] state = RtlState.readTiles(in);
        ByteBuffer copy = direct(Math.max(1, state.length)).put(state);
        int status = abi.fl_restore(handle, address(copy), state.length);
        Reference.reachabilityFence(copy);
        if (status == FabricAbi.E_ARGUMENT || status == FabricAbi.E_CONFIG) {
            throw new InvalidObjectException(abi.fl_last_error(handle));
        }
        check("fl_restore", status);
        RtlState.readMemories(
                in, config.nodes(), node -> memory.getByteBuffer(memoryStride * node, config.memoryBytes()));
        cycle = stats().cycles();
        lastStop = StopReason.LIMIT;
        events.wrap(eventRecords, 0);
    }

    @Override
    public void submit(CommandBuffer commands) {
        if (commands.count() == 0) {
            return;
        }
        if (commands.data() != knownCommands) {
            knownCommands = commands.data();
            knownAddress = address(knownCommands);
        }
        check("fl_submit", abi.fl_submit(handle, knownAddress, commands.count()));
    }

    @Override
    public StopReason run(long limitCycle) {
        check("fl_run", abi.fl_run(handle, limitCycle));
        cycle = result.getLong(FabricAbi.R_CYCLE * Long.BYTES);
        events.wrap(eventRecords, (int) result.getLong(FabricAbi.R_EVENTS * Long.BYTES));
        lastStop = STOPS[(int) result.getLong(FabricAbi.R_STOP * Long.BYTES)];
        return lastStop;
    }

    @Override
    public EventCursor events() {
        return events;
    }

    @Override
    public ByteBuffer memory(int node) {
        if (memories[node] == null) {
            memories[node] = memory.getByteBuffer(memoryStride * node, config.memoryBytes());
        }
        return memories[node].asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public ByteBuffer page(int node, int number) {
        long pages = (config.memoryBytes() - 1) / PAGE_BYTES + 1;
        return handle != 0 && written.getByte(node * pages + number) == 0 ? null : Engine.super.page(node, number);
    }

    @Override
    public String inspect(int node) {
        for (int capacity = FIRST_INSPECT; ; capacity *= 4) {
            ByteBuffer text = direct(capacity);
            int status = abi.fl_inspect(handle, node, address(text), capacity);
            if (status != FabricAbi.E_ARGUMENT
                    || capacity >= LAST_INSPECT
                    || node < FabricAbi.ALL_NODES
                    || node >= config.nodes()) {
                check("fl_inspect", status);
                String answer = Native.getDirectBufferPointer(text).getString(0, "UTF-8");
                Reference.reachabilityFence(text);
                return answer;
            }
        }
    }

    @Override
    public void vcStates(long[] into) {
        int words = config.nodes() * VC_WORDS;
        vcWords = vcWords == null ? direct(words * Long.BYTES) : vcWords;
        check("fl_vcs", abi.fl_vcs(handle, address(vcWords), words));
        vcWords.asLongBuffer().get(into, 0, words);
    }

    @Override
    public boolean showsVcs() {
        return showsVcs;
    }

    @Override
    public void treeLinks(long[] into) {
        int words = config.nodes() * TREE_WORDS;
        treeWords = treeWords == null ? direct(words * Long.BYTES) : treeWords;
        check("fl_tree_links", abi.fl_tree_links(handle, address(treeWords), words));
        treeWords.asLongBuffer().get(into, 0, words);
    }

    @Override
    public boolean showsTreeLinks() {
        return config.rtl().isEmpty() || abi.fl_tree_links(handle, address(result), 0) != FabricAbi.E_UNSUPPORTED;
    }

    /**
     * Returns the value of a tile's register.
     *
     * @param name the path of the register below the tile, as in "router.output0.credits"
     * @param index the index in an array, else 0
     */
    public long peek(int node, String name, int index) {
        ByteBuffer value = direct(Long.BYTES);
        check("fl_peek", abi.fl_peek(handle, node, name, index, address(value)));
        return value.getLong(0);
    }

    /** Sets a register of a tile between two runs. Only the libraries lab and small support this. */
    public void poke(int node, String name, int index, long value) {
        check("fl_poke", abi.fl_poke(handle, node, name, index, value));
    }

    @Override
    public EngineStats stats() {
        LongBuffer words = stat();
        long cycles = words.get(FabricAbi.S_CYCLES);
        return new EngineStats(
                cycles,
                cycles * config.nodes(),
                words.get(FabricAbi.S_TILES_EVALUATED),
                words.get(FabricAbi.S_COMMANDS),
                words.get(FabricAbi.S_EVENTS),
                words.get(FabricAbi.S_FLIT_HOPS),
                words.get(FabricAbi.S_CHECKS),
                words.get(FabricAbi.S_CHECK_FAILURES),
                words.get(FabricAbi.S_MUTED));
    }

    private LongBuffer stat() {
        ByteBuffer words = direct(FabricAbi.S_COUNT * Long.BYTES);
        check("fl_stats", abi.fl_stats(handle, address(words), FabricAbi.S_COUNT));
        return words.asLongBuffer();
    }

    /** Returns the result words of the last run, then all words of fl_stats. */
    long[] words() {
        long[] all = new long[FabricAbi.R_COUNT + FabricAbi.S_COUNT];
        result.asLongBuffer().get(all, 0, FabricAbi.R_COUNT);
        stat().get(all, FabricAbi.R_COUNT, FabricAbi.S_COUNT);
        return all;
    }

    @Override
    public String failure() {
        return lastStop == StopReason.FAILED ? abi.fl_last_error(handle) : "";
    }

    @Override
    public void close() {
        if (handle != 0) {
            long last = handle;
            handle = 0;
            check("fl_destroy", abi.fl_destroy(last)); // the disk may be full when the end of the recording is written
        }
    }
}
