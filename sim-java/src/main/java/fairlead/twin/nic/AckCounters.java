// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The acknowledgement counters (R-FEN-6, D8(f)). They count the packets of unordered puts, and the gets with an
 * unordered request, that are sent to a target and not acknowledged (docs/spec/fence-unit.md, rules A1 to A6). Sets of
 * counters are bit masks. Questions are answered from the state at the start of the cycle.
 */
final class AckCounters {
    private static final int N = HwLayout.ACK_COUNTERS;
    private static final int GENERATIONS = 1 << HwLayout.GENERATION_BITS;
    // greatest number of packets on one counter; up to two packets of the same cycle come on top
    private static final int MOST = (1 << 10) - 2;

    private final int usable; // mask of the counters that may be taken

    int granted; // mask of the injection FIFOs that are granted
    private int used;
    private int closed; // mask of the sealed counters
    private final int[] target = new int[N];
    private final int[] count = new int[N];
    final int[] generation = new int[N]; // generation of a counter, which is never 0
    private final int[] whose = new int[N]; // the granted FIFO whose own counter it is, as a mask, or 0
    final int[] tasks = new int[N]; // mask of those with packets on the counter since it was opened

    // notices of this cycle
    private int counted; // number of packets
    private int first;
    private int second;
    private int firstTask; // as a mask
    private int secondTask;
    private int opened;
    private int acked = -1;
    private int sealed;

    /** @param size number of counters that may be taken, the lowest ones */
    AckCounters(int size) {
        usable = (1 << size) - 1;
    }

    /** Returns the open counter of the target on which a FIFO may count, or -1. */
    private int open(int fifo, int node) {
        if ((owed() >> fifo & 1) != 0) {
            return -1; // it opens its own, where it waits for nobody
        }
        for (int rest = used & ~closed; rest != 0; rest &= rest - 1) {
            int counter = Integer.numberOfTrailingZeros(rest);
            if (target[counter] == node && (whose[counter] & ~(1 << fifo)) == 0) {
                return counter;
            }
        }
        return -1;
    }

    /** Returns the granted FIFOs for which a counter is kept. */
    private int owed() {
        int having = 0;
        for (int rest = granted == 0 ? 0 : used; rest != 0; rest &= rest - 1) {
            having |= whose[Integer.numberOfTrailingZeros(rest)];
        }
        return ServiceOrder.owed(granted, having, usable);
    }

    /** Returns those of the given FIFOs whose head may send a packet (A2). */
    int ready(int fifos, int[] targets, ServiceOrder order) {
        int ready = 0;
        int openers = 0;
        int own = 0; // those that count on their own counter
        for (int rest = fifos; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            int counter = open(fifo, targets[fifo]);
            if (counter < 0) {
                openers |= 1 << fifo;
            } else if (count[counter] < MOST) {
                ready |= 1 << fifo;
                own |= whose[counter];
            }
        }
        int funded = openers == 0 ? 0 : order.share(openers, owed(), Integer.bitCount(~used & usable));
        int poor = openers & ~funded;
        for (int rest = poor == 0 ? 0 : ready & ~own; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            ready &= order.older(fifo, poor) != 0 ? ~(1 << fifo) : -1;
        }
        return ready | funded;
    }

    /** Counts a packet of this FIFO and task and returns its counter (A3). */
    int take(int fifo, int task, int node) {
        int counter = open(fifo, node);
        if (counter < 0) {
            int free = ~used & usable;
            int odd = fifo & 1;
            counter = odd == 0 ? Integer.numberOfTrailingZeros(free) : 31 - Integer.numberOfLeadingZeros(free);
            opened |= 1 << counter;
            tasks[counter] = 0;
            whose[counter] = owed() & 1 << fifo;
            target[counter] = node; // the value is read only once the counter is in use
            generation[counter] = generation[counter] == GENERATIONS - 1 ? 1 : generation[counter] + 1;
        }
        second = first;
        first = counter;
        secondTask = firstTask;
        firstTask = 1 << task;
        counted++;
        return counter;
    }

    /** Counts an acknowledgement (A4). */
    void acked(int counter, int itsGeneration, boolean epoch) {
        if ((used >>> counter & 1) != 0 && (epoch || generation[counter] == itsGeneration)) {
            acked = counter;
        }
        assert acked >= 0 : "AC_A1: acknowledgement of a counter that is free, or of an older use of it";
    }

    /** Seals the counters of a target and returns them (A5). */
    int seal(int node) {
        int covers = 0;
        for (int rest = used; rest != 0; rest &= rest - 1) {
            int counter = Integer.numberOfTrailingZeros(rest);
            covers |= target[counter] == node ? 1 << counter : 0;
        }
        sealed |= covers;
        return covers;
    }

    boolean touched() {
        return counted != 0 || acked >= 0;
    }

    /** Executes the edge; returns the counters that reached 0 in this cycle. */
    int edge() {
        closed |= sealed;
        sealed = 0;
        if (!touched()) {
            return 0;
        }
        if (counted > 0) {
            count[first]++;
            tasks[first] |= firstTask;
        }
        if (counted > 1) {
            count[second]++;
            tasks[second] |= secondTask;
        }
        used |= opened;
        int home = 0;
        if (acked >= 0 && --count[acked] == 0) {
            home = 1 << acked;
            used &= ~home;
            closed &= ~home;
        }
        counted = 0;
        opened = 0;
        acked = -1;
        return home;
    }
}
