// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.BitSet;

/** Reads the performance counters of all nodes by commands (docs/spec/perf-counters.md). */
public final class CounterReading {
    /** Number of input ports and classes of a node. */
    public static final int ROWS = HwLayout.LINKS * HwLayout.CLASSES + HwLayout.CLASSES * HwLayout.LOCAL_PORTS;
    /** Number of counters of a row: flits, blocked cycles, one for each cause, counted cycles. */
    public static final int COUNTERS = 8;

    private static final int PAIRS = ROWS * COUNTERS / 2; // of counters of a node
    private static final int FIRST_STAGED = 3; // least number of router stages with a stage for VCs
    private static final int FIRST_SEQ = 1 << 30; // beyond those of software
    private static final int ROUNDS = 1000;
    private static final long LOW = 0xFFFFFFFFL;

    private CounterReading() {}

    /** Returns whether the structure of this process has the counters. */
    public static boolean exist() {
        return exist(HwLayout.ROUTER_STAGES);
    }

    /** Returns whether a structure with so many router stages has the counters. */
    public static boolean exist(final int routerStages) {
        return routerStages < FIRST_STAGED;
    }

    /**
     * Stops the counters of all nodes and reads them, which takes about as many cycles as a node has pairs of counters.
     * Those of a node whose commands wait for ever, behind a store that stalls, are 0.
     *
     * @return by (node * ROWS + row) * COUNTERS + counter
     */
    public static long[] of(final Engine engine) {
        final int nodes = engine.config().nodes();
        submit(engine, nodes);
        final long[] counters = new long[nodes * PAIRS * 2];
        final BitSet told = new BitSet();
        StopReason stop = StopReason.LIMIT;
        for (int round = 0; told.cardinality() < nodes * PAIRS && round < ROUNDS; round++) {
            if (stop == StopReason.IDLE || stop == StopReason.FAILED) {
                break;
            }
            stop = engine.run(engine.cycle() + PAIRS);
            final EventCursor events = engine.events();
            while (events.next()) {
                if (events.kind() == EventKind.COUNTERS) {
                    final int pair = events.node() * PAIRS + (int) events.b();
                    told.set(pair);
                    counters[2 * pair] = events.a() & LOW;
                    counters[2 * pair + 1] = events.a() >>> Integer.SIZE;
                }
            }
        }
        return counters;
    }

    private static void submit(final Engine engine, final int nodes) {
        final CommandBuffer commands = new CommandBuffer();
        final long now = engine.cycle();
        for (int node = 0; node < nodes; node++) {
            commands.add(now, node, 0, TileCommand.COUNT_CONTROL, 0, 0, 0, 0, FIRST_SEQ);
            for (int pair = 0; pair < PAIRS; pair++) {
                commands.add(now + 1 + pair, node, 0, TileCommand.COUNT_READ, pair, 0, 0, 0, FIRST_SEQ + 1 + pair);
            }
        }
        engine.submit(commands);
    }
}
