// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.SendCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WaitCause;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Reads the performance counters of all nodes by commands (docs/spec/perf-counters.md). */
public final class CounterReading {
    /** Number of rows of a node, the last of which has the counted cycles. */
    public static final int ROWS = HwLayout.CYCLES_ROW + 1;
    /** Greatest number of counters of a row: what moved, blocked cycles, one for each cause. */
    public static final int COUNTERS = HwLayout.ROW_COUNTERS;

    private static final int ROUTED = 2 + (HwLayout.HEAD_STAGES == 0 ? WaitCause.ARBITRATION : WaitCause.STAGE);
    private static final int[] INDICES = indices(); // of the counters of a node
    private static final int FIRST_SEQ = 1 << 30; // beyond those of software
    private static final int ROUNDS = 1000;
    private static final long LOW = 0xFFFFFFFFL;

    private CounterReading() {}

    /** Returns the number of counters of a row. */
    public static int counters(int row) {
        if (row == HwLayout.CYCLES_ROW) {
            return 1;
        }
        if (row < HwLayout.FIRST_SEND_ROW) {
            return ROUTED;
        }
        return 2 + (row < HwLayout.FIRST_RECEIVE_ROW ? SendCause.PORT : ReceiveCause.ARBITRATION);
    }

    private static int[] indices() {
        return IntStream.range(0, ROWS)
                .flatMap(row -> IntStream.range(0, (counters(row) + 1) / 2)
                        .map(part -> row << CounterIndex.ROW_LSB | part << CounterIndex.PART_LSB))
                .toArray();
    }

    /**
     * Stops the counters of all nodes and reads them, which takes about as many cycles as a node has pairs of counters.
     * Those of a node whose commands wait for ever, behind a store that stalls, are 0.
     *
     * @return by (node * ROWS + row) * COUNTERS + counter
     */
    public static long[] of(Engine engine) {
        int nodes = engine.config().nodes();
        submit(engine, nodes);
        long[] counters = new long[nodes * ROWS * COUNTERS];
        int pairs = INDICES.length;
        BitSet told = new BitSet();
        StopReason stop = StopReason.LIMIT;
        for (int round = 0; told.cardinality() < nodes * pairs && round < ROUNDS; round++) {
            if (stop == StopReason.IDLE || stop == StopReason.FAILED) {
                break;
            }
            stop = engine.run(engine.cycle() + pairs);
            EventCursor events = engine.events();
            while (events.next()) {
                if (events.kind() == EventKind.COUNTERS && exists(events.b())) { // a program may ask for others
                    told.set(events.node() << CounterIndex.WIDTH | (int) events.b());
                    int row = events.node() * ROWS + (int) CounterIndex.row(events.b());
                    int first = row * COUNTERS + 2 * (int) CounterIndex.part(events.b());
                    counters[first] = events.a() & LOW;
                    counters[first + 1] = events.a() >>> Integer.SIZE;
                }
            }
        }
        return counters;
    }

    private static boolean exists(long index) {
        int row = (int) CounterIndex.row(index);
        return row < ROWS && 2 * CounterIndex.part(index) < counters(row);
    }

    private static void submit(Engine engine, int nodes) {
        CommandBuffer commands = new CommandBuffer();
        long now = engine.cycle();
        for (int node = 0; node < nodes; node++) {
            commands.add(now, node, 0, TileCommand.COUNT_CONTROL, 0, 0, 0, 0, FIRST_SEQ);
            for (int i = 0; i < INDICES.length; i++) {
                commands.add(now + 1 + i, node, 0, TileCommand.COUNT_READ, INDICES[i], 0, 0, 0, FIRST_SEQ + 1 + i);
            }
        }
        engine.submit(commands);
    }
}
