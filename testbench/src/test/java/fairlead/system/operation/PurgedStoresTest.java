// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Task 1 of node 0 stops the request port of its node with atomics to a node that gets of all others keep busy on slow
 * links, and drops 2^15 of its own stores with DLA_CLEAR meanwhile. The flushes of task 0, whose PINGs wait for the
 * port, are done all the same (docs/spec/fence-unit.md, R4).
 */
@Tag("M-1140")
class PurgedStoresTest extends HostScript {
    private static final Shape SHAPE = new Shape(6, 1, 1);
    private static final int GET = 40 * 256; // bytes
    private static final int LATE = 20_000; // cycle in which gets to node 1 wait in all buffers
    private static final int BLOCK = 28; // requests that are dropped at once, while another channel is filled
    private static final int DROPPED = 1200 * BLOCK;
    private static final int FLUSHES = 5;

    private static long word0(int kind, int target, int tag, long bytes, int fifo) {
        return Descriptors.word0(kind, SHAPE.coord(target), tag, bytes) | (long) fifo << Descriptor0.FIFO_LSB;
    }

    private void post(long cycle, int node, int task, int kind, int target, int tag, long bytes, int fifo, long word1) {
        give(
                cycle,
                node,
                task,
                TileCommand.POST,
                word0(kind, target, tag, bytes, fifo),
                word1,
                kind == OpKind.FADD ? 1 : 0);
    }

    private long stores(long begin, int channel, int requests) {
        long cycle = begin;
        give(
                cycle++,
                0,
                1,
                TileCommand.DLA_ALLOC,
                channel | 1L << DlaCommand.CD_LSB | (long) BLOCK << DlaCommand.CREDITS_LSB);
        for (int i = 0; i < requests; i++) {
            give(cycle++, 0, 1, TileCommand.DLA_REQUEST, word0(OpKind.PUT, 2, 0, 0, 0), 0, 0, channel);
        }
        return cycle;
    }

    /** Returns how many flushes are done. */
    private int flushes(String engine, int flaw) {
        begin();
        give(stores(5, 1, 1), 0, 1, TileCommand.DLA_END, 1 | 1L << DlaCommand.DEALLOC_LSB);
        for (int node = 2; node < SHAPE.nodes(); node++) {
            for (int fifo = 0; fifo < HwLayout.INJECTION_FIFOS; fifo++) {
                post(100 + fifo, node, 1, OpKind.GET, 1, fifo, GET, fifo, (long) fifo << Descriptor1.CTR_LSB);
            }
        }
        for (int i = 0; i < 60; i++) {
            post(LATE + 20L * i, 0, 1, OpKind.FADD, 1, 100 + i, 8, 0, 0);
        }
        for (int i = 0; i < FLUSHES; i++) {
            post(LATE + 2500 + i, 0, 0, OpKind.FLUSH, 2, 200 + i, 0, 1, 0);
        }
        long cycle = LATE + 3000;
        for (int dropped = 0; dropped < DROPPED; dropped += BLOCK) {
            int channel = 1 + dropped / BLOCK % 2;
            cycle = stores(cycle, channel, BLOCK);
            give(cycle, 0, 1, TileCommand.DLA_CLEAR, channel | 1L << DlaCommand.DEALLOC_LSB);
            cycle += 5;
        }
        MachineConfig machine =
                MachineConfig.of(SHAPE).linkInterval(64).tasks(2).build();
        assertEquals(StopReason.IDLE, log.play(engine, machine, flaw, commands, 1_000_000));
        assertEquals(DROPPED, log.of(0, EventKind.DLA_PURGED).size());
        assertTrue(cycle < log.first(0, EventKind.FLUSH_DONE).cycle(), "the port is not stopped for long enough");
        return log.of(0, EventKind.FLUSH_DONE).size();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void flushesAreDoneHoweverManyStoresAreDropped(String engine) {
        assertEquals(FLUSHES, flushes(engine, 0));
    }

    @Test
    void withLegStaleTheyWaitForEver() {
        assertTrue(flushes("lab", UnsafeVariant.LEG_STALE) < FLUSHES);
    }
}
