// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.FlitMeta;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that each check of the fabric finds what it is for. Registers of a sound machine are set to values that they
 * never hold (fl_poke), in the library `small`, which has no assertions that would fail before.
 */
@Tag("M-62")
class FabricMonitorTest {
    private static final int DEPTH = 4; // the depth in FabricTraffic's machines
    private static final int VCS = HwLayout.CLASSES * HwLayout.VCS_PER_CLASS;
    private static final long END = 100_000;
    private static final EngineOptions TWO_THREADS = new EngineOptions(false, true, 2, false);

    private static RtlEngine open(String library, MachineConfig config, EngineOptions options) {
        return new RtlEngineFactory(RtlOptions.of(library)).open(config, options);
    }

    private static RtlEngine open(MachineConfig config) {
        return open("small", config, EngineOptions.DEFAULT);
    }

    private static CommandBuffer put(MachineConfig config, int from, int to, int bytes) {
        return post(config, OpKind.PUT, from, to, bytes, 0);
    }

    private static CommandBuffer post(MachineConfig config, int kind, int from, int to, int bytes, long at) {
        CommandBuffer commands = new CommandBuffer();
        long word0 = (long) kind << Descriptor0.KIND_LSB
                | (long) config.shape().coord(to) << Descriptor0.TARGET_LSB
                | (long) bytes << Descriptor0.LENGTH_LSB;
        commands.add(0, from, 0, TileCommand.POST, word0, at << Descriptor1.REMOTE_LSB, 0, 0, 1);
        return commands;
    }

    private static long runToRest(RtlEngine engine) {
        StopReason stop;
        do {
            stop = engine.run(END);
        } while (stop == StopReason.REACTION);
        assertEquals(StopReason.IDLE, stop, engine.failure());
        return engine.stats().conservationFailures();
    }

    /**
     * FB_P2: one credit is lost at each VC of each link in turn. Every sum is checked, and the text names the place.
     */
    @Test
    void aCreditThatIsLostAnywhereIsFound() {
        MachineConfig config = FabricTraffic.machine(2, 1, 3);
        int lane = lane(config);
        try (RtlEngine engine = open(config)) {
            assertEquals(0, runToRest(engine));
            long failures = 0;
            for (int node = 0; node < config.nodes(); node++) {
                for (int link = 0; link < HwLayout.LINKS; link++) {
                    boolean built = link / 2 != 1; // ky = 1
                    String name = "router.output" + link + ".credits";
                    long sound = engine.peek(node, name, 0);
                    for (int vc = 0; built && vc < VCS; vc++) {
                        engine.poke(node, name, 0, sound - (1L << vc * lane));
                        assertEquals(++failures, runToRest(engine), "node " + node + " " + name + " VC " + vc);
                        long now = engine.stats().conservationChecks();
                        assertEquals(config.nodes() * 4 * VCS, now, "sums of one look at all links");
                        engine.poke(node, name, 0, sound);
                    }
                }
            }
            String first = engine.inspect(FabricAbi.ALL_NODES);
            assertTrue(first.contains("node 0 link 0 vc 0: credits 3 + in flight 0 + occupancy 0, depth 4"), first);
        }
    }

    private static long creditWord(MachineConfig config) {
        try (RtlEngine engine = open(config)) {
            return engine.peek(0, "router.output0.credits", 0);
        }
    }

    /** Returns the number of bits of one VC's credits; every lane holds the same number. */
    private static int lane(MachineConfig config) {
        long word = creditWord(config);
        for (int bits = 3; bits <= 8; bits++) {
            long all = 0;
            for (int vc = 0; vc < VCS; vc++) {
                all |= (long) DEPTH << vc * bits;
            }
            if (all == word) {
                return bits;
            }
        }
        throw new AssertionError("credits " + Long.toHexString(word));
    }

    /** FB_P1: the sender receives credits that nobody returned. */
    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {256, 2000})
    void moreOnALinkThanItsBufferHasSlotsEndsTheRun(int bytes) {
        MachineConfig config = FabricTraffic.machine(2, 1, 1, new Latency(2, 500, 20, 64, 16, 0));
        try (RtlEngine engine = open(config)) {
            engine.submit(put(config, 0, 1, bytes));
            engine.run(300); // four flits are in flight, and no credit has returned
            engine.poke(0, "router.output0.credits", 0, creditWord(config));
            engine.poke(0, "router.output0.some", 0, 0xFF);
            StopReason stop = engine.run(310);
            while (stop == StopReason.REACTION) {
                stop = engine.run(310);
            }
            assertEquals(StopReason.FAILED, stop);
            assertTrue(engine.failure().contains("node 0: more on a link than its buffer has slots"), engine.failure());
        }
    }

    /** A ring of one node has no links, so nothing may leave by their ports. */
    @ParameterizedTest(name = "link {0} to link {1}")
    @CsvSource({"2, 0, a credit", "0, 2, a flit"})
    void whatLeavesByALinkThatIsNotThereEndsTheRun(int in, int out, String what) {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open(config)) {
            runToRest(engine);
            phantom(engine, 1, in, out);
            StopReason stop = engine.run(engine.cycle() + 200);
            while (stop == StopReason.REACTION) {
                stop = engine.run(engine.cycle() + 200);
            }
            assertEquals(StopReason.FAILED, stop);
            assertTrue(
                    engine.failure().contains("node 1: " + what + " on a link that leads nowhere"), engine.failure());
        }
    }

    /**
     * Puts one flit, both head and tail, into the buffer of VC 0 of a link; it wants VC 0 of another link. A credit
     * that was never spent is then returned.
     */
    static void phantom(RtlEngine engine, int node, int in, int out) {
        String unit = "router.input" + in + ".";
        long meta = 1L << FlitMeta.HEAD_LSB | 1L << FlitMeta.TAIL_LSB | (long) out * VCS << FlitMeta.OUT_LSB;
        long read = engine.peek(node, unit + "readPtr", 0) & DEPTH - 1;
        engine.poke(node, unit + "metas_ext.Memory", (int) read, meta);
        engine.poke(
                node, unit + "writePtr", 0, engine.peek(node, unit + "writePtr", 0) & -DEPTH | read + 1 & DEPTH - 1);
        engine.poke(node, unit + "occupied", 0, 1);
    }

    /** The tile is configured with twice the memory that the fabric has. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({OpKind.PUT + ", write", OpKind.GET + ", read"})
    void anAccessBeyondMemoryEndsTheRun(int kind, String what) {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        for (int beyond : new int[] {1, 16}) {
            try (RtlEngine engine = open("lab", config, EngineOptions.DEFAULT)) {
                for (int node = 0; node < config.nodes(); node++) {
                    engine.poke(node, "config_0.io_nic_memoryBytes_r", 0, 2L * config.memoryBytes());
                }
                int at = config.memoryBytes() - 16 + beyond;
                engine.submit(post(config, kind, 0, 1, 16, at));
                StopReason stop = engine.run(END);
                while (stop == StopReason.REACTION) {
                    stop = engine.run(END);
                }
                assertEquals(StopReason.FAILED, stop);
                assertTrue(
                        engine.failure()
                                .contains("node 1: a " + what + " of 16 bytes at " + at + " is beyond the 65536"),
                        engine.failure());
            }
        }
    }
}
