// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import static fairlead.engine.Engine.TREE_WORDS;
import static fairlead.engine.Engine.VC_WORDS;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.VcState;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An engine that gives the same commands to two engines and compares their events record by record (D4). Software sees
 * the first one.
 *
 * <p>These are compared: every event record; the state word of every router VC at each multiple of the digest period;
 * all memory at a digest every 1,024 cycles; and states and memory again at the end ({@link #close}). At the end either
 * both engines must come to rest or neither. The first difference is thrown as a {@link DifferenceException}.
 *
 * <p>A batch also ends at a digest. The engines may end their batches in different cycles: the second engine runs until
 * it has executed every cycle of the first engine's batch.
 */
public final class LockstepEngine extends ForwardingEngine {
    private static final long REST = 4096; // cycles without an event of the second engine after the first is at rest
    // Cycles that both engines get to come to rest when a run is cut off. A machine that waits only for software is at
    // rest much earlier.
    private static final long SETTLE = 1024;
    // Cycles that the first engine may come to rest later than the second: the RTL notices in the next cycle that its
    // registers hold nothing more to do.
    private static final long LATE = 1;
    private static final long MEMORY_PERIOD = 1024; // least cycles between two comparisons of all memory
    private static final int MANY_BYTES = 1 << 22; // of a node; larger memories are compared less often
    // Greatest distance of two digests in periods. While no event occurs, digests become rarer: else a jump over idle
    // cycles would take as long as its digests.
    private static final long MOST_STRETCH = 1 << 24;

    private static final byte[] ZEROS = new byte[PAGE_BYTES];

    private final Engine first;
    private final Engine second;
    private final long period;
    private final Monitor monitor;
    private final StateComparison states;
    private long nextDigest;
    private long stretch = 1; // number of periods to the next digest
    private boolean mayStretch;
    private long nextMemory = MEMORY_PERIOD;
    private StopReason lastStop = StopReason.LIMIT;
    private boolean differs;

    /**
     * Creates an engine from two engines of the same machine.
     *
     * @param period the number of cycles between two comparisons of state
     */
    public LockstepEngine(Engine first, Engine second, long period, Monitor monitor) {
        super(first);
        this.first = first;
        this.second = second;
        this.period = period;
        this.monitor = monitor;
        states = new StateComparison();
        nextDigest = period;
    }

    /**
     * Sets whether digests may become rarer while no event occurs. This is useful if idle cycles are skipped; otherwise
     * the share of blocked samples would no longer be the share over all cycles.
     */
    public void stretches(boolean may) {
        mayStretch = may;
    }

    @Override
    public String name() {
        return "lockstep";
    }

    @Override
    public void loadMemory(int node, int address, byte[] data) {
        first.loadMemory(node, address, data);
        second.loadMemory(node, address, data);
    }

    @Override
    public void reset() {
        compareStates();
        compareMemories();
        first.reset();
        second.reset();
        nextDigest = period;
        stretch = 1;
        nextMemory = MEMORY_PERIOD;
        lastStop = StopReason.LIMIT;
    }

    @Override
    public void submit(CommandBuffer commands) {
        monitor.commands(commands);
        first.submit(commands);
        second.submit(commands);
    }

    @Override
    public StopReason run(long limitCycle) {
        lastStop = first.run(Math.min(limitCycle, nextDigest));
        follow(first.cycle());
        monitor.events(first.events());
        if (first.cycle() >= nextDigest) {
            compareStates();
            stretch = mayStretch && first.events().count() == 0 && states.isEmpty()
                    ? Math.min(2 * stretch, MOST_STRETCH)
                    : 1;
            nextDigest = first.cycle() - first.cycle() % period + period * stretch;
            if (first.cycle() >= nextMemory) {
                compareMemories();
                nextMemory = first.cycle() + MEMORY_PERIOD * Math.max(1, config().memoryBytes() / MANY_BYTES);
            }
        }
        return lastStop;
    }

    /** Runs the second engine to `end` and compares its batches with the one batch of the first engine. */
    private void follow(long end) {
        EventCursor expected = first.events();
        StopReason stop;
        do {
            stop = runSecond(end);
            match(expected, second.events());
        } while (second.cycle() < end && stop != StopReason.IDLE && stop != StopReason.FAILED);
        if (expected.next()) {
            throw difference(of(expected, "missing in the second", Difference.event(expected), "no such event"));
        }
        expected.rewind();
        if ((lastStop == StopReason.FAILED) != (stop == StopReason.FAILED)) {
            throw difference(new Difference(
                    first.cycle(), -1, "end", "failure", orNone(first.failure()), orNone(second.failure())));
        }
        restTogether(stop);
    }

    /**
     * Requires that the first engine comes to rest when the second one does, or at most {@link #LATE} later.
     *
     * @param stop how the second engine has ended the batch
     */
    private void restTogether(StopReason stop) {
        long end = first.cycle();
        if (stop == StopReason.IDLE && second.cycle() < end - LATE && lastStop != StopReason.FAILED) {
            throw rest(lastStop == StopReason.IDLE ? "at rest" : "busy", "at rest since cycle " + second.cycle());
        }
        if (lastStop == StopReason.IDLE && stop != StopReason.IDLE) {
            StopReason next = runSecond(end + 1);
            if (next != StopReason.IDLE || second.cycle() != end) {
                throw rest("at rest", "busy");
            }
        }
    }

    private DifferenceException rest(String firstText, String secondText) {
        return difference(new Difference(first.cycle(), -1, "end", "rest", firstText, secondText));
    }

    /** Runs the second engine; an exception that only this engine throws counts as a difference. */
    private StopReason runSecond(long end) {
        try {
            return second.run(end);
        } catch (IllegalStateException | IndexOutOfBoundsException | AssertionError e) {
            throw difference(new Difference(second.cycle(), -1, "end", "failure", "none", e.toString()));
        }
    }

    private static String orNone(String failure) {
        return failure.isEmpty() ? "none" : failure;
    }

    /** Requires that each record of `found` equals the next record of `expected`. */
    private void match(EventCursor expected, EventCursor found) {
        while (found.next()) {
            if (!expected.next()) {
                throw difference(of(found, "missing in the first", "no such event", Difference.event(found)));
            }
            if (!same(expected, found)) {
                throw difference(expected, found);
            }
        }
    }

    private static boolean same(EventCursor left, EventCursor right) {
        ByteBuffer a = left.data();
        ByteBuffer b = right.data();
        int i = left.offset();
        int j = right.offset();
        return a.getLong(i) == b.getLong(j)
                && a.getLong(i + 8) == b.getLong(j + 8)
                && a.getLong(i + 16) == b.getLong(j + 16)
                && a.getLong(i + 24) == b.getLong(j + 24)
                && a.getLong(i + 32) == b.getLong(j + 32);
    }

    private static Difference of(EventCursor e, String what, String firstText, String secondText) {
        return new Difference(
                e.cycle(),
                e.node(),
                EventUnit.name(e.unit()),
                EventKind.name(e.kind()) + " " + what,
                firstText,
                secondText);
    }

    /** Returns the difference of two records, at the place of the one that is first in the order of events. */
    private DifferenceException difference(EventCursor left, EventCursor right) {
        EventCursor early = order(left, right) <= 0 ? left : right;
        return difference(of(early, "differs", Difference.event(left), Difference.event(right)));
    }

    private static int order(EventCursor left, EventCursor right) {
        int byCycle = Long.compare(left.cycle(), right.cycle());
        int byNode = Integer.compare(left.node(), right.node());
        return byCycle != 0 ? byCycle : byNode != 0 ? byNode : Integer.compare(left.unit(), right.unit());
    }

    private DifferenceException difference(Difference difference) {
        differs = true;
        return new DifferenceException(difference, name(first), name(second));
    }

    private static String name(Engine engine) {
        return engine.name() + "/" + engine.capabilities().variant();
    }

    // ---- state

    private void compareStates() {
        Difference wrong = states.compare();
        if (wrong != null) {
            throw difference(wrong);
        }
        monitor.states(first.cycle(), states.vcs());
    }

    private void compareMemories() {
        int pages = (config().memoryBytes() - 1) / PAGE_BYTES + 1;
        for (int node = 0; node < config().nodes(); node++) {
            for (int page = 0; page < pages; page++) {
                ByteBuffer left = first.page(node, page);
                ByteBuffer right = second.page(node, page);
                if (left != null || right != null) {
                    comparePages(node, page, left, right);
                }
            }
        }
    }

    private void comparePages(int node, int page, ByteBuffer first, ByteBuffer second) {
        ByteBuffer left = orZeros(first, second);
        ByteBuffer right = orZeros(second, first);
        int at = left.mismatch(right);
        if (at >= 0) {
            throw difference(new Difference(
                    this.first.cycle(),
                    node,
                    "memory",
                    "byte " + (page * PAGE_BYTES + at),
                    at < left.limit() ? String.format("%#04x", left.get(at)) : "none",
                    at < right.limit() ? String.format("%#04x", right.get(at)) : "none"));
        }
    }

    private static ByteBuffer orZeros(ByteBuffer page, ByteBuffer other) {
        return page != null ? page : ByteBuffer.wrap(ZEROS, 0, other.limit());
    }

    @Override
    public ByteBuffer page(int node, int number) {
        return first.page(node, number);
    }

    /** Compares states, memories and rest for the last time, unless the engines differ already, and closes both. */
    @Override
    public void close() {
        try (first;
                second) {
            if (!differs && lastStop != StopReason.FAILED) {
                compareStates();
                compareMemories();
                if (lastStop != StopReason.IDLE) {
                    settle();
                }
                if (lastStop == StopReason.IDLE) {
                    comeToRest();
                }
            }
        }
    }

    /** Lets both engines come to rest without further commands after a run was cut off. */
    private void settle() {
        long end = first.cycle() + SETTLE;
        while (lastStop != StopReason.IDLE && lastStop != StopReason.FAILED && first.cycle() < end) {
            lastStop = first.run(end);
            follow(first.cycle());
        }
    }

    private void comeToRest() {
        StopReason stop = second.run(Math.max(first.cycle(), second.cycle()) + REST);
        EventCursor late = second.events();
        if (late.next()) {
            throw difference(of(late, "while the first is at rest", "no such event", Difference.event(late)));
        }
        if (stop != StopReason.IDLE) {
            throw difference(
                    new Difference(first.cycle(), -1, "end", "rest", "at rest", stop + " in cycle " + second.cycle()));
        }
    }

    /** Compares the state of every router VC, and of every link of the collective network if it is used. */
    private final class StateComparison {
        private final int nodes = config().nodes();
        private final long[] firstStates = new long[nodes * VC_WORDS];
        private final long[] secondStates = new long[nodes * VC_WORDS];
        private final long[] firstLinks = new long[config().collective().isUsed() ? nodes * TREE_WORDS : 0];
        private final long[] secondLinks = new long[firstLinks.length];

        Difference compare() {
            if (first.showsVcs() && second.showsVcs()) {
                first.vcStates(firstStates);
                second.vcStates(secondStates);
            }
            int at = Arrays.mismatch(firstStates, secondStates);
            if (at >= 0) {
                String place = "router port " + at % VC_WORDS / 8 + " VC " + at % 8;
                return difference(at / VC_WORDS, "vc", place, vc(firstStates[at]), vc(secondStates[at]));
            }
            if (firstLinks.length == 0 || !first.showsTreeLinks() || !second.showsTreeLinks()) {
                return null;
            }
            first.treeLinks(firstLinks);
            second.treeLinks(secondLinks);
            at = Arrays.mismatch(firstLinks, secondLinks);
            String place = "link " + at % TREE_WORDS / HwLayout.TREE_CHANNELS + " of the collective network, channel "
                    + at % HwLayout.TREE_CHANNELS;
            return at < 0
                    ? null
                    : difference(at / TREE_WORDS, "tree", place, text(firstLinks[at]), text(secondLinks[at]));
        }

        private Difference difference(int node, String kind, String what, String left, String right) {
            String when = " after the events of the cycle before";
            return new Difference(first.cycle(), node, kind, what + when, left, right);
        }

        private static String text(long word) {
            return TreeLinkState.packets(word) + " packets sent, " + TreeLinkState.occupancy(word) + " flits, "
                    + TreeLinkState.credits(word) + " credits";
        }

        /** Returns the state of every router VC of the first engine at the last comparison. */
        long[] vcs() {
            return firstStates;
        }

        /** Tells whether no buffer of a router held a flit at the last comparison. */
        boolean isEmpty() {
            return Arrays.stream(firstStates).allMatch(word -> VcState.occupancy(word) == 0);
        }

        private static String vc(long word) {
            String wants = VcState.occupancy(word) == 0
                    ? "empty"
                    : VcState.occupancy(word) + (VcState.head(word) == 1 ? " flits, head" : " flits, body") + " wants "
                            + VcState.wantPort(word) + "/" + VcState.wantVc(word);
            String owner = VcState.owned(word) == 1
                    ? "owned by " + VcState.ownerPort(word) + "/" + VcState.ownerVc(word)
                    : "not owned";
            return wants + ", " + VcState.credits(word) + " credits, " + owner + String.format(" (%#x)", word);
        }
    }
}
