// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.support.EventBytes;
import fairlead.system.twin.RandomCommands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A run of random commands of tiles and hosts, with everything that can be observed: the records, the words of the
 * fabric, its inspections, the states of all VCs and all memory.
 */
public record FabricPlay(
        EventBytes events,
        StopReason stop,
        long cycle,
        String failure,
        long[] words,
        List<String> inspections,
        long[] vcs,
        byte[][] memory) {
    static final long END = 40_000; // number of cycles from the first command on
    private static final int HOST = 9; // task number of the additional host commands
    private static final int TREE = 10;
    private static final int NO_COMMAND = TileCommand.MSG_CREDIT; // of no credits
    private static final int STATS = FabricAbi.R_COUNT;
    /** The words that may depend on skipping, on the library and on the number of batches. */
    private static final int[] OWN = {
        FabricAbi.R_EVENTS,
        STATS + FabricAbi.S_TILES_EVALUATED,
        STATS + FabricAbi.S_CHECKS,
        STATS + FabricAbi.S_BYTES_PER_TILE,
        STATS + FabricAbi.S_MUTED
    };

    /** Plays the commands until the machine is at rest, or for {@link #END} cycles. */
    static FabricPlay of(Engine engine, long seed, int commands, long quantum, long from) {
        EventBytes events = new EventBytes();
        StopReason stop = play(engine, seed, commands, quantum, from, from + END, events);
        return of(engine, stop, events);
    }

    /** Plays the commands up to cycle `end`. */
    static StopReason play(Engine engine, long seed, int commands, long quantum, long from, long end, EventBytes into) {
        engine.submit(hosts(engine, from));
        long[] before = {engine.cycle()};
        return new RandomCommands(engine.config(), seed, commands, from).run(engine, quantum, end, into, stop -> {
            judge(engine, stop, Math.min(before[0] + quantum, end));
            before[0] = engine.cycle();
        });
    }

    /** Judges that a batch consists of whole cycles and ends where the page of the fabric says. */
    private static void judge(Engine engine, StopReason stop, long limit) {
        EventCursor events = engine.events();
        long first = Long.MAX_VALUE - engine.config().latency().software();
        while (events.next()) {
            assertTrue(events.cycle() < engine.cycle(), "a record of a cycle to come");
            if (EventKind.isReactive(events.kind()) && events.cycle() < first) {
                first = events.cycle();
            }
        }
        events.rewind();
        long reaction = first + engine.config().latency().software();
        assertTrue(engine.cycle() <= Math.min(limit, reaction), "ended in cycle " + engine.cycle());
        if (stop == StopReason.LIMIT) {
            assertEquals(limit, engine.cycle());
        } else if (stop == StopReason.REACTION) {
            assertEquals(reaction, engine.cycle());
        }
    }

    /**
     * Returns host commands: polls that hold at once, later or never, with and without a limit, stores that change
     * their words, and timers.
     */
    private static CommandBuffer hosts(Engine engine, long from) {
        MachineConfig config = engine.config();
        CommandBuffer commands = new CommandBuffer();
        // hosts break rules: a library with assertions mutes them, and another library gets a command without effect
        // instead
        int first = engine.capabilities().faults() ? TileCommand.FAULT_ARM : NO_COMMAND;
        int word = config.memoryBytes() - 64; // after the memory that the commands of tiles use
        for (int node = 0; node < config.nodes(); node++) {
            int seq = 0;
            commands.add(from, node, 0, first, MuteId.HOST_RULES, 0, 0, 0, 0);
            long[][] all = {
                {2, HostCommand.FILL, word, 64, 9},
                {3, HostCommand.STORE, word, 5, 0},
                {3, HostCommand.STORE, word + 8, 0, 0},
                {4, HostCommand.POLL, word | 5L << 32, 5, 0},
                {5, HostCommand.POLL, word + 8 | 1L << 32, 0, 0},
                {6, HostCommand.POLL, word + 16, 77, 700 + 13L * node},
                {7, HostCommand.POLL, word + 24, 78, 0},
                {8, HostCommand.POLL, word + 8, 9, 5000},
                {300 + 7L * node, HostCommand.ADD, word + 8, 9, 0},
                {310, HostCommand.CAS_LOCAL, word, 6, 5},
                {320, HostCommand.LOAD, word, 0, 0},
                {1500, HostCommand.TIMER, 0, 0, 0},
                {1500, HostCommand.FILL, word + 32, 13, 21L + node}
            };
            for (long[] one : all) {
                commands.add(from + one[0], node, HOST, (int) one[1], one[2], one[3], one[4], 0, seq++);
            }
            if (config.collective().isUsed()) {
                tree(commands, node, from);
            }
        }
        return commands;
    }

    /**
     * Adds allreduces of 8 to 32 bytes on the class route of all nodes. The nodes give them at different times and read
     * both when results may have come and when not.
     */
    private static void tree(CommandBuffer commands, int node, long from) {
        int seq = 100;
        for (int packet = 0; packet < 6; packet++) {
            long length = 8 * (1 + packet % 4);
            long header = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB
                    | length << CollectiveHeader.LENGTH_LSB;
            long cycle = from + 60 + 70L * packet + 17L * node * (packet % 2);
            commands.add(cycle, node, TREE, TileCommand.TREE_GIVE, header, packet, TREE, 0, seq++);
            for (int flit = 0; flit < (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES; flit++) {
                long word = 1000L * node + packet;
                commands.add(cycle + 1, node, TREE, TileCommand.TREE_BODY, word, word + flit, TREE, 0, seq++);
            }
        }
        for (int read = 0; read < 120; read++) {
            long channel = read % HwLayout.TREE_CHANNELS;
            commands.add(from + 100 + 9L * read, node, TREE, TileCommand.TREE_READ, channel, 0, 0, 0, seq++);
        }
    }

    /** Returns what an engine shows at the end of a run with these events. */
    public static FabricPlay of(Engine engine, StopReason stop, EventBytes events) {
        MachineConfig config = engine.config();
        long[] vcs = new long[config.nodes() * Engine.VC_WORDS];
        engine.vcStates(vcs);
        byte[][] memory = new byte[config.nodes()][config.memoryBytes()];
        List<String> inspections = new ArrayList<>();
        for (int node = 0; node < memory.length; node++) {
            engine.memory(node).get(memory[node]);
        }
        long[] words = new long[0];
        if (engine instanceof RtlEngine) {
            for (int node = FabricAbi.ALL_NODES; node < config.nodes(); node++) {
                inspections.add(engine.inspect(node));
            }
            words = ((RtlEngine) engine).words();
        }
        return new FabricPlay(events, stop, engine.cycle(), engine.failure(), words, inspections, vcs, memory);
    }

    long result(int word) {
        return words[word];
    }

    long stat(int word) {
        return words[STATS + word];
    }

    /** Asserts that everything is equal except what depends on the library or on the way of evaluation. */
    void assertSame(FabricPlay other, String text) {
        assertSameRun(other, text);
        assertEquals(inspections, other.inspections, text);
        long[] mine = words.clone();
        long[] its = other.words.clone();
        for (int own : OWN) {
            mine[own] = its[own] = 0;
        }
        assertEquals(Arrays.toString(mine), Arrays.toString(its), text + ": words of fl_run and fl_stats");
    }

    /** Asserts that everything that an engine of any kind provides is equal. */
    public void assertSameRun(FabricPlay other, String text) {
        assertSameEnd(other, text);
        assertEquals(cycle, other.cycle, text);
    }

    /** The same, but for the cycle in which an engine notices that it rests, which depends on its options. */
    public void assertSameEnd(FabricPlay other, String text) {
        assertEquals("", events.difference(other.events), text);
        assertEquals(stop, other.stop, text);
        assertEquals(failure, other.failure, text);
        assertArrayEquals(vcs, other.vcs, text);
        assertArrayEquals(memory, other.memory, text);
    }

    /** Asserts that everything is equal, including all words. */
    void assertEqual(FabricPlay other, String text) {
        assertSame(other, text);
        assertEquals(Arrays.toString(words), Arrays.toString(other.words), text + ": all words");
    }
}
