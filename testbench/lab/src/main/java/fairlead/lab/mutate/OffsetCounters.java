// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.lockstep.CountPresets;
import fairlead.node.CounterReading;
import fairlead.rtl.RtlEngine;
import java.util.SplittableRandom;

/**
 * A machine in which a part of the performance counters do not begin at 0 but at a number that is drawn when they are
 * switched on. The number is subtracted from what the counters tell, so a verdict sees what they have counted, and a
 * counter that counts wrongly in any of its bits has a wrong sum. The counters must be switched on once and not
 * cleared.
 */
final class OffsetCounters extends ForwardingEngine {
    private static final int PART = 4; // one counter in so many has a number
    private static final long ROOM = 1L << 22; // that is left to count, so that no counter becomes full
    private static final int SETTLED = 3; // cycles from the command until the counters count
    private static final long LOW = 0xFFFFFFFFL;

    /** Access to the counters of a machine. */
    interface Registers {
        /** Adds a number to a counter of a node, given by its register below the tile. */
        void add(int node, String register, long number);
    }

    private final Registers registers;
    private final SplittableRandom random;
    private final long[] offsets; // by node, row and number
    private long from = Long.MAX_VALUE; // cycle in which the counters are set

    /** @param seed of the numbers */
    OffsetCounters(final RtlEngine rtl, final long seed) {
        this(rtl, (node, register, number) -> rtl.poke(node, register, 0, rtl.peek(node, register, 0) + number), seed);
    }

    OffsetCounters(final Engine engine, final Registers registers, final long seed) {
        super(engine);
        this.registers = registers;
        random = new SplittableRandom(seed);
        offsets = new long[engine.config().nodes() * CounterReading.ROWS * CounterReading.COUNTERS];
    }

    private static int place(final int node, final int row, final int number) {
        return (node * CounterReading.ROWS + row) * CounterReading.COUNTERS + number;
    }

    @Override
    public void submit(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            final boolean controls = commands.op(i) == TileCommand.COUNT_CONTROL;
            if (controls && from == Long.MAX_VALUE && CounterControl.on(commands.word(i, 0)) != 0) {
                from = commands.cycle(i) + SETTLED;
            }
        }
        super.submit(commands);
    }

    @Override
    public StopReason run(final long limitCycle) {
        final StopReason stop = super.run(limitCycle);
        final EventCursor events = events();
        while (events.next()) {
            if (events.kind() == EventKind.COUNTERS) {
                final int row = (int) CounterIndex.row(events.b());
                final int first = 2 * (int) CounterIndex.part(events.b());
                if (row < CounterReading.ROWS && first < CounterReading.COUNTERS) {
                    final int at = place(events.node(), row, first);
                    final long low = events.a() - offsets[at] & LOW;
                    final long high = (events.a() >>> Integer.SIZE) - offsets[at + 1];
                    events.data().putLong(events.offset() + EventRecord.A_OFFSET, low | high << Integer.SIZE);
                }
            }
        }
        events.rewind();
        if (cycle() >= from && stop == StopReason.LIMIT) {
            from = Long.MAX_VALUE - 1;
            for (int node = 0; node < config().nodes(); node++) {
                set(node);
            }
        }
        return stop;
    }

    private void set(final int node) {
        for (int row = 0; row < CounterReading.ROWS; row++) {
            for (int number = 0; number < CounterReading.counters(row); number++) {
                final String register = CountPresets.register(row, number);
                if (random.nextInt(PART) == 0 && !register.isEmpty()) {
                    final long offset = random.nextBoolean()
                            ? random.nextLong(LOW - ROOM)
                            : (1L << 1 + random.nextInt(Integer.SIZE - 1)) - 1 - random.nextInt(2);
                    registers.add(node, register, offset);
                    offsets[place(node, row, number)] = offset;
                }
            }
        }
    }
}
