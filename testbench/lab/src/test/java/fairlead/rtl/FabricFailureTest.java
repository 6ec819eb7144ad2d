// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If several nodes fail in a cycle, the failure of the node with the lowest rank is reported, with its cycle and text,
 * on any number of threads.
 */
@Tag("M-190")
class FabricFailureTest {
    private static RtlEngine open(String library, MachineConfig config, int threads) {
        return new RtlEngineFactory(RtlOptions.of(library))
                .open(config, new EngineOptions(false, threads == 1, threads, false));
    }

    private static StopReason goOn(RtlEngine engine, long cycles) {
        long end = engine.cycle() + cycles;
        StopReason stop;
        do {
            stop = engine.run(end);
        } while (stop == StopReason.REACTION);
        return stop;
    }

    /**
     * Credits reach nodes in the order of their senders, which differs from the order of the nodes. Neither of the two
     * nodes has sent a flit.
     */
    @ParameterizedTest(name = "{0} threads, {1}, {2}")
    @CsvSource({"1, 0, 2", "2, 0, 2", "3, 0, 2", "4, 0, 2", "1, 2, 0", "1, 1, 3", "2, 3, 1", "4, 1, 3"})
    void theFirstNodeWhoseCreditsAreWrongIsTold(int threads, int one, int other) {
        MachineConfig config = FabricTraffic.machine(4, 1, 1);
        try (RtlEngine engine = open("small", config, threads)) {
            assertEquals(StopReason.IDLE, goOn(engine, 1000));
            long start = engine.cycle();
            List<Integer> wrong = new ArrayList<>();
            for (int node : new int[] {one, other}) {
                FabricMonitorTest.phantom(
                        engine, node, 1, 0); // from the lower neighbour, which for node 0 is the last node of the ring
                wrong.add((node + 3) % 4);
            }
            assertEquals(StopReason.FAILED, goOn(engine, 300));
            int first = Math.min(wrong.get(0), wrong.get(1));
            String text = engine.failure();
            assertTrue(text.matches("cycle \\d+ node " + first + ": a link returned more credits .*"), text);
            long cycle = Long.parseLong(text.split(" ")[1]);
            assertTrue(cycle > start && cycle == engine.cycle() - 1, text + ", ended at " + engine.cycle());
        }
    }

    /**
     * In one cycle, a node has wrong credits, which is noticed first, and another node uses a link that does not exist.
     */
    @ParameterizedTest(name = "{0} threads, node {1}")
    @CsvSource({"1, 1", "1, 3", "2, 1", "2, 3", "4, 0", "4, 3"})
    void twoFailuresOfOneCycle(int threads, int node) {
        MachineConfig config = FabricTraffic.machine(4, 1, 1);
        try (RtlEngine engine = open("small", config, threads)) {
            goOn(engine, 1000);
            long start = engine.cycle();
            FabricMonitorTest.phantom(engine, 3, 1, 0);
            goOn(engine, config.latency().credit());
            FabricMonitorTest.phantom(engine, node, 0, 2); // ky = 1, so this link does not exist
            assertEquals(StopReason.FAILED, goOn(engine, 300));
            String what = node < 2
                    ? node + ": a flit on a link that leads nowhere"
                    : "2: a link returned more credits than were spent";
            assertEquals("cycle " + (start + config.latency().credit()) + " node " + what, engine.failure());
        }
    }

    @Test
    void aFailureHasTheWholeTextOfItsAssertion() {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open("lab", config, 1)) {
            CommandBuffer wrong = new CommandBuffer();
            wrong.add(10, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 1);
            engine.submit(wrong);
            assertEquals(StopReason.FAILED, engine.run(100));
            assertEquals(11, engine.cycle());
            assertTrue(
                    engine.failure().matches("cycle 10 node 1: .*Assertion failed: BU_A2: [^\\n]+[^\\s]"),
                    engine.failure());
            assertEquals(StopReason.FAILED.ordinal(), engine.words()[FabricAbi.R_STOP]);
        }
    }

    /** A muted assertion does not hide the assertion after it. */
    @Test
    void anAssertionBehindAMutedOneEndsTheRun() {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open("lab", config, 1)) {
            CommandBuffer wrong = new CommandBuffer();
            wrong.add(1, 0, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, 1);
            wrong.add(10, 0, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 2);
            wrong.add(10, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 3);
            engine.submit(wrong);
            assertEquals(StopReason.FAILED, engine.run(100));
            assertTrue(engine.failure().startsWith("cycle 10 node 1: "), engine.failure());
            assertEquals(1, engine.stats().assertionsMuted());
        }
    }

    /** A fault is one of 32 bits; a number beyond them, or another bit, is no fault. */
    @ParameterizedTest(name = "fault {0}")
    @ValueSource(
            longs = {
                32 + MuteId.HOST_RULES,
                32 + FaultId.BARRIER_EARLY,
                64 + FaultId.BARRIER_EARLY,
                (1L << 32) + FaultId.BARRIER_EARLY,
                MuteId.OWN_UNIT,
                31,
                0
            })
    void aNumberThatIsNoFaultMutesNothing(long fault) {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open("lab", config, 1)) {
            CommandBuffer wrong = new CommandBuffer();
            wrong.add(1, 0, 0, TileCommand.FAULT_ARM, fault, 0, 0, 0, 1);
            wrong.add(10, 0, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 2);
            engine.submit(wrong);
            assertEquals(StopReason.FAILED, engine.run(100), "fault " + fault);
        }
    }

    /**
     * An armed load_wrong stays armed while other faults are armed, and changes the first load or poll of its node and
     * no other.
     */
    @Test
    void aWrongLoadStrikesOnce() {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        for (int op : new int[] {HostCommand.LOAD, HostCommand.POLL}) {
            try (RtlEngine engine = open("lab", config, 1)) {
                CommandBuffer commands = new CommandBuffer();
                commands.add(1, 1, 0, TileCommand.FAULT_ARM, FaultId.LOAD_WRONG, 0, 0, 0, 1);
                commands.add(2, 1, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, 2);
                for (int node = 0; node < 2; node++) {
                    commands.add(5, node, 0, HostCommand.STORE, 64, 6, 0, 0, 3);
                    commands.add(6, node, 0, HostCommand.ADD, 64, 1, 0, 0, 4);
                    commands.add(9, node, 0, op, op == HostCommand.POLL ? 64 | 4L << 32 : 64, 1, 0, 0, 5);
                    commands.add(10, node, 0, HostCommand.LOAD, 64, 0, 0, 0, 6);
                }
                engine.submit(commands);
                List<Long> told = new ArrayList<>();
                StopReason stop;
                do {
                    stop = engine.run(100);
                    for (EventCursor e = engine.events(); e.next(); ) {
                        if (e.cycle() > 8) {
                            told.add(e.b());
                        }
                    }
                } while (stop == StopReason.REACTION);
                assertEquals(List.of(7L, 6L, 7L, 7L), told, "nodes 0 and 1, then again");
            }
        }
    }
}
