// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws the commands between two resets of a machine. Each node has its own first cycle and its own pace; its port
 * takes one command per cycle.
 */
final class RawLife {
    private static final long ANSWERED = 5000; // cycles until an INIT_ACK arrives if the target does not queue the INIT
    private static final int MANY = 500; // number of end-to-end credits; more than the number of messages that can wait

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final RawWords words;
    private final CommandBuffer commands = new CommandBuffer();
    private final long[] next; // by node: first cycle of the next command
    private final long[] acted; // by node: cycle in which the last command acts
    private final int[] pace; // by node: greatest number of cycles between two commands
    private final CycleList drawn = new CycleList(); // cycles in which drawn commands act
    private int sequence;
    private long last;

    /** @param gets whether to draw gets at all: a host that lets two gets share a byte counter may wait for ever */
    RawLife(final SplittableRandom random, final MachineConfig machine, final boolean gets) {
        this.random = random;
        this.machine = machine;
        words = new RawWords(random, machine, gets);
        next = new long[machine.nodes()];
        acted = new long[machine.nodes()];
        Arrays.fill(acted, -1);
        pace = new int[machine.nodes()];
        for (int node = 0; node < next.length; node++) {
            next[node] = 1 + random.nextInt(300); // delays the first command of the node
            pace[node] = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(24);
        }
        shareSlots(machine.buffers().receptions().least() / machine.nodes(), 0);
    }

    /**
     * Gives each origin a share of the target's slots, so that every credit counter is defined and the first messages
     * are not refused.
     */
    private void shareSlots(final int share, final long cycle) {
        final Shape shape = machine.shape();
        for (int node = 0; node < machine.nodes(); node++) {
            for (int target = 0; target < machine.nodes(); target++) {
                add(cycle, node, TileCommand.MSG_CREDIT, shape.coord(target), share, 0, 0);
            }
        }
    }

    int words() {
        return drawn.size();
    }

    long last() {
        return last;
    }

    private void add(
            final long cycle,
            final int node,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        commands.add(cycle, node, 0, op, w0, w1, w2, w3, sequence++);
        acted[node] = Math.max(cycle, acted[node] + 1);
        last = Math.max(last, acted[node]);
    }

    /** Draws one command. The data of a store-path request, or of a packet for the collective network, follow it. */
    void one() {
        final int node = random.nextInt(machine.nodes());
        words.draw();
        give(node);
        for (int flits = words.data(); flits > 0; flits--) {
            words.drawData();
            if (random.nextInt(40) == 0) {
                next[node] += 1 + random.nextInt(20);
            }
            give(node);
        }
    }

    private void give(final int node) {
        next[node] += random.nextInt(pace[node]);
        add(next[node], node, words.op(), words.word(0), words.word(1), words.word(2), words.word(3));
        drawn.add(acted[node]);
    }

    /** Returns the commands of a period that a reset ends. */
    RawCase.Life upTo(final long reset) {
        return new RawCase.Life(commands, drawn.before(reset), drawn.least(), last, words.flits(), reset);
    }

    /**
     * Returns the commands of the last period, after which the machine comes to rest: everything that waits for
     * software gets its command, and all epochs are closed.
     */
    RawCase.Life toItsEnd() {
        final int count = drawn.size();
        final long cycle = last + 1;
        for (int node = 0; node < machine.nodes(); node++) {
            for (long channel = 0; channel < 1 << DlaCommand.CHANNEL_WIDTH; channel++) {
                add(cycle, node, TileCommand.DLA_CLEAR, channel << DlaCommand.CHANNEL_LSB, 0, 0, 0);
            }
        }
        shareSlots(MANY, cycle);
        for (int node = 0; node < machine.nodes(); node++) {
            for (long index = RawWords.FIRST_EPOCH; index < RawWords.FIRST_EPOCH + RawWords.EPOCHS; index++) {
                add(cycle + ANSWERED, node, TileCommand.EPOCH_CLOSE, index << EpochCommand.INDEX_LSB, 0, 0, 0);
            }
        }
        return new RawCase.Life(commands, count, drawn.least(), last, words.flits(), RawCase.NEVER);
    }

    /** A growing list of cycles. */
    private static final class CycleList {
        private long[] cycles = new long[64];
        private int size;

        void add(final long cycle) {
            if (size == cycles.length) {
                cycles = Arrays.copyOf(cycles, 2 * size);
            }
            cycles[size++] = cycle;
        }

        int size() {
            return size;
        }

        long least() {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < size; i++) {
                least = Math.min(least, cycles[i]);
            }
            return least;
        }

        int before(final long cycle) {
            int count = 0;
            for (int i = 0; i < size; i++) {
                count += cycles[i] < cycle ? 1 : 0;
            }
            return count;
        }
    }
}
