// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the fence, epoch, DLA and barrier unit of one tile: no cycle allocates, and no order of their calls changes
 * anything.
 */
@Tag("M-18")
@Tag("M-171")
class UnitsAtRestTest {
    private static final int WARM = 60_000;
    private static final int CYCLES = 40_000;
    private static final int EPOCHS = 64;
    private static final int ORDERED = 3000;
    private static final String CALLS = "sabcd"; // of a cycle, after its inputs

    private long events;
    private long cycle;
    private Map<Integer, List<String>> log; // of each unit, or null
    private final TileContext context;
    private final FenceUnit fence;
    private final EpochUnit epoch;
    private final DlaArbiter dla;
    private final BarrierUnit barrier;

    UnitsAtRestTest() {
        context = new TestTile().context((unit, kind, a, b) -> {
            events++;
            if (log != null) {
                log.computeIfAbsent(unit, u -> new ArrayList<>()).add(cycle + " " + kind + " " + a + " " + b);
            }
        });
        epoch = new EpochUnit(context);
        dla = new DlaArbiter(context);
        barrier = new BarrierUnit(context, 0);
        fence = new FenceUnit(context, dla, new Ports.SelfTraffic() {
            @Override
            public void produced() {}

            @Override
            public void consumed() {}

            @Override
            public boolean outstanding() {
                return false;
            }
        });
    }

    private void cycle(long t) {
        for (int i = 0; i < CALLS.length(); i++) {
            call(CALLS.charAt(i), t);
        }
    }

    /** Makes one call: w is the work, s the step of the fence unit, the letters from a on are edges. */
    private void call(char call, long t) {
        switch (call) {
            case 'w' -> work(t);
            case 's' -> fence.step();
            case 'a' -> fence.edge(t);
            case 'b' -> epoch.edge(t);
            case 'c' -> dla.edge(t);
            default -> barrier.edge(t);
        }
    }

    /**
     * Gives each unit something to do in every cycle: a fence and its PONGs, an epoch through all its states at both
     * ends, a request and its word, a barrier.
     */
    private void work(long t) {
        if (fence.grant(true, false) >= 0) {
            fence.arm(0, false, false, false, 0, 0, (int) t & 0xFFF, 1);
        }
        if (fence.control.valid()) {
            fence.control.take();
        } else {
            fence.pong((int) t & 7);
        }
        int index = (int) (t / 2) % EPOCHS;
        long word = (long) index << EpochCommand.INDEX_LSB;
        if (t % 2 == 0) {
            epoch.origin.command(
                    epoch.origin.isOpen(index, 0) ? TileCommand.EPOCH_CLOSE : TileCommand.EPOCH_OPEN, word);
        } else if (epoch.origin.isOpen(index, 0)) {
            epoch.origin.enter(index, true, 0);
        }
        notice((int) t);
        if (epoch.origin.control.valid()) {
            epoch.origin.control.take();
        }
        if (epoch.target.control.valid()) {
            epoch.target.control.take();
        }
        boolean allocates = t == 0;
        dla.command(
                0,
                allocates ? TileCommand.DLA_ALLOC : TileCommand.DLA_REQUEST,
                allocates
                        ? 1L << DlaCommand.PR_LSB | 8L << DlaCommand.CREDITS_LSB
                        : (long) OpKind.PUT << Descriptor0.KIND_LSB,
                0,
                0);
        if (dla.valid() && t % 3 == 0) { // so that legs of fences wait
            dla.take();
        }
        barrier.giIn(barrier.giOut());
        barrier.command(TileCommand.BAR_ENTER, 1L << BarrierCommand.MASTER_LSB);
    }

    /** Sends the notices of both ends of an epoch in turn. */
    private void notice(int t) {
        int index = t / 4 % EPOCHS;
        switch (t % 4) {
            case 0:
                if (epoch.origin.control.valid() && epoch.origin.control.ptype() == PacketType.INIT) {
                    epoch.target.init(0, index, 1);
                } else {
                    epoch.origin.ack(index, false);
                }
                break;
            case 1:
                epoch.origin.initAck(index, index, 1);
                break;
            case 2:
                epoch.target.count(index, t / 512 & 15, 0, index, 1, 0);
                break;
            default:
                epoch.target.putDone(index, t / 512 & 15, 0, false);
                break;
        }
    }

    /** Returns the events of each unit when the calls come in this order. */
    private static Map<Integer, List<String>> events(String order) {
        UnitsAtRestTest tile = new UnitsAtRestTest();
        tile.log = new TreeMap<>();
        for (; tile.cycle < ORDERED; tile.cycle++) {
            for (char call : order.toCharArray()) {
                tile.call(call, tile.cycle);
            }
        }
        return tile.log;
    }

    @Test
    void noOrderOfInputsStepsOrEdgesChangesAnything() {
        Map<Integer, List<String>> expected = events("wsabcd");
        assertTrue(expected.size() > 4, "units with events: " + expected.keySet());
        for (String order : List.of("wsdcba", "swdcba", "wscadb", "swbdac", "swabcd")) {
            assertEquals(expected, events(order), order);
        }
    }

    /** The DLA must not have its edge before the step of the fence unit, which asks it. */
    @Test
    void anEdgeBeforeAStepIsFound() {
        assertNotEquals(events("wsabcd"), events("wcsabd"));
    }

    @Test
    void aNoticeInAnEdgeIsAnError() {
        assertTrue(context.attention().edges(true));
        AssertionError error = assertThrows(AssertionError.class, () -> fence.pong(0));
        assertTrue(error.getMessage().contains("a unit was told something in an edge"), error.getMessage());
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void noCycleAllocates() {
        for (long t = 0; t < WARM; t++) {
            work(t);
            cycle(t);
        }
        long before = allocated();
        long eventsBefore = events;
        for (long t = WARM; t < WARM + CYCLES; t++) {
            work(t);
            cycle(t);
        }
        long bytes = allocated() - before;
        assertTrue(events - eventsBefore > CYCLES, "events: " + (events - eventsBefore));
        assertTrue(bytes < CYCLES, "bytes allocated in " + CYCLES + " cycles: " + bytes);
    }
}
