// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the steps of a case for a machine. Each task gets a sequence of short scripts (transfers, an epoch, a
 * store-path transaction, a barrier, ...). The profile of the case decides which scripts are frequent, where traffic
 * goes, how long transfers are and how fast steps follow.
 */
final class StepDraw {
    /** The scripts, in the order of the weights. */
    private enum Script {
        TRANSFERS,
        EPOCH,
        STORE_PATH,
        MESSAGES,
        HOST,
        ORDER,
        COLLECTIVE
    }

    static final int[] SATURATING = {65, 5, 5, 5, 5, 15};
    static final int[] STORE_PATHS = {12, 5, 65, 5, 4, 9};
    static final int[] ORDERS = {25, 8, 12, 5, 5, 45};
    static final int[] TREES = {10, 3, 3, 3, 3, 3, 75};
    private static final int[][] PROFILES = {
        SATURATING,
        {12, 65, 5, 5, 4, 9}, // mostly epochs
        STORE_PATHS,
        {12, 5, 5, 60, 7, 11}, // mostly messages
        ORDERS,
        {23, 20, 20, 16, 8, 13}, // a mixture of all scripts
    };
    private static final int MANY = 8; // nodes
    private static final boolean HAS_DLA = OptionalUnit.DLA.isHere();
    private static final int STORM_PERCENT = 40;
    private static final int SHARES = 16; // of the epoch indices of a node, one for each task that it may have
    private static final int WORD = StepSheet.WORD;
    private static final int PACKET = StepSheet.PACKET;

    private final StepSheet sheet;
    private final StorePathDraw storePath;
    private final TreeDraw tree;
    private final long seed;
    private final int[] weights;
    private final boolean crowd; // true if all epochs go to one node and many stay open
    private final int firstShare; // of the epoch indices: the one of task 0, so that few tasks use high indices too
    private final boolean scatters; // true if a node has short puts to many others under way at the same time
    private final Focus focus;
    private final boolean storms; // true if all nodes send and ask for as much as the links can carry

    StepDraw(final SplittableRandom random, final long seed, final MachineConfig machine, final Focus focus) {
        this.seed = seed;
        this.focus = focus;
        sheet = new StepSheet(random, machine);
        storePath = new StorePathDraw(sheet);
        tree = new TreeDraw(sheet, seed, focus == Focus.DEVICE || focus == Focus.IO_TILES);
        weights = focus.profile(PROFILES[random.nextInt(PROFILES.length)]);
        crowd = sheet.chance(12);
        firstShare = (int) Long.remainderUnsigned(Mix.mix64(seed), SHARES);
        scatters = focus == Focus.ORDER && machine.nodes() >= MANY;
        storms = focus == Focus.SWITCH;
    }

    /** @param perNode approximate number of steps of each node */
    List<Step> draw(final int perNode) {
        final int drawn = sheet.chance(20) ? 0 : sheet.chance(70) ? sheet.between(1, 6) : sheet.between(7, 60);
        final BarrierDraw barriers = new BarrierDraw(sheet, seed, focus, OptionalUnit.BARRIER.isHere() ? drawn : 0);
        for (int node = 0; node < sheet.nodes; node++) {
            final int tasks = sheet.machine.tasks(node);
            for (int task = 0; task < tasks; task++) {
                sheet.turn(node, task);
                scripts(Math.max(2, perNode / tasks), barriers);
            }
        }
        return sheet.steps();
    }

    /** Draws the scripts of the current task. Spread over them are as many barriers as every other task has. */
    private void scripts(final int count, final BarrierDraw barriers) {
        final int first = sheet.size();
        barriers.begin();
        int joined = 0;
        while (sheet.size() < first + count + joined) {
            script();
            if (weights.length <= Script.COLLECTIVE.ordinal()
                    && sheet.machine.collective().isUsed()) {
                tree.packets(); // in addition to what the profile draws
            }
            final int done = sheet.size() - first - joined;
            joined += barriers.upTo(done, count);
        }
    }

    private void script() {
        if (storms && sheet.chance(STORM_PERCENT)) {
            storm();
            return;
        }
        int draw = sheet.random.nextInt(100);
        int which = 0;
        while (draw >= weights[which]) {
            draw -= weights[which++];
        }
        switch (Script.values()[which]) {
            case TRANSFERS -> transfers();
            case EPOCH -> epoch();
            case STORE_PATH -> {
                if (HAS_DLA) {
                    storePath.transaction();
                } else {
                    transfers();
                }
            }
            case MESSAGES -> messages();
            case HOST -> host();
            case COLLECTIVE -> tree.packets();
            default -> order();
        }
    }

    // ---- scripts

    private void transfers() {
        final int target = sheet.target();
        final int count = sheet.between(1, 4);
        for (int i = 0; i < count; i++) {
            if (sheet.chance(2)) {
                sheet.step(StepKind.MALFORMED, sheet.gap())
                        .to(target)
                        .length(sheet.random.nextInt(7))
                        .fifo(sheet.fifo());
            } else {
                transfer(sheet.chance(80) ? target : sheet.target(), -1, sheet.gap());
            }
        }
    }

    /** Draws long puts and gets without a gap, to one node or to many, so that both classes fill the links. */
    private void storm() {
        final boolean isOne = sheet.chance(60);
        final int far = (sheet.node() + sheet.between(1, Math.max(1, sheet.nodes - 1))) % sheet.nodes;
        for (int left = sheet.between(4, 12); left > 0; left--) {
            final int length = sheet.between(PACKET / 2, 3 * PACKET);
            sheet.step(sheet.chance(50) ? StepKind.GET : StepKind.PUT, 0)
                    .to(isOne ? far : sheet.random.nextInt(sheet.nodes))
                    .length(length)
                    .local(sheet.address(length))
                    .remote(sheet.remote(length))
                    .fifo(sheet.random.nextInt(HwLayout.INJECTION_FIFOS))
                    .epoch(-1)
                    .counter(-1);
        }
    }

    private void transfer(final int target, final int epoch, final int gap) {
        final int draw = sheet.random.nextInt(100);
        if (draw < 55) {
            final int length = sheet.length();
            final int counter = sheet.chance(25) ? sheet.between(StepNode.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
            sheet.step(StepKind.PUT, gap)
                    .to(target)
                    .length(length)
                    .local(sheet.address(length))
                    .remote(sheet.remote(length))
                    .fifo(sheet.fifo())
                    .epoch(epoch)
                    .counter(counter);
        } else if (draw < 80) {
            final int length = sheet.length();
            sheet.step(StepKind.GET, gap)
                    .to(target)
                    .length(length)
                    .local(sheet.address(length))
                    .remote(sheet.remote(length))
                    .fifo(sheet.fifo())
                    .epoch(epoch);
        } else {
            atomic(draw < 92 ? StepKind.FADD : StepKind.CAS, target, epoch, gap);
        }
    }

    /** Draws an atomic whose operands have few values, so that compare-and-swaps on untouched memory succeed. */
    private void atomic(final StepKind kind, final int target, final int epoch, final int gap) {
        final long value = sheet.random.nextInt(3);
        final long compare = kind == StepKind.CAS ? sheet.random.nextInt(2) : sheet.function();
        final int remote = sheet.chance(50) ? WORD * sheet.random.nextInt(8) : sheet.remote(WORD);
        sheet.step(kind, gap)
                .to(target)
                .length(WORD)
                .remote(remote)
                .fifo(sheet.fifo())
                .epoch(epoch)
                .value(value)
                .compare(compare);
    }

    /**
     * Returns the target of an epoch index. It is the same throughout a case, so that the transfers of an epoch know
     * their target.
     */
    private int epochTarget(final int index) {
        final long draw = Mix.mix64(seed + Mix.GOLDEN * (sheet.node() * (long) HwLayout.ORIGIN_EPOCHS + index + 1));
        return crowd || (draw & 0xFF) < 64 ? sheet.hot() : (int) Long.remainderUnsigned(draw >>> 8, sheet.nodes);
    }

    private void epoch() {
        final int own = HwLayout.ORIGIN_EPOCHS / SHARES;
        final int first = (sheet.task() + firstShare) % SHARES * own;
        final int targets = crowd ? own : sheet.chance(50) ? 1 : sheet.between(Math.min(2, own), own);
        beside(epochTarget(first));
        for (int i = 0; i < targets; i++) {
            epochCommand(StepKind.EPOCH_OPEN, first + i);
        }
        final int count = sheet.between(0, 6);
        for (int i = 0; i < count; i++) {
            final int index = first + sheet.random.nextInt(targets);
            final int target = sheet.chance(5) ? sheet.target() : epochTarget(index); // another target: rejected
            transfer(target, index, sheet.gap());
        }
        for (int i = 0; i < targets; i++) {
            if (!crowd || sheet.chance(30)) {
                epochCommand(StepKind.EPOCH_CLOSE, first + i);
            }
        }
        if (sheet.chance(20)) {
            transfer(epochTarget(first), first, sheet.gap()); // after the close, so the node rejects it
        }
        beside(epochTarget(first));
    }

    /** Before and after an epoch, sometimes draws a transfer of its origin to its target that is in no epoch. */
    private void beside(final int target) {
        if (sheet.chance(20)) {
            transfer(target, -1, sheet.gap());
        }
    }

    private void epochCommand(final StepKind kind, final int index) {
        final int hasty = sheet.chance(3) ? StepNode.HASTY : 0;
        sheet.step(kind, sheet.gap())
                .to(epochTarget(index))
                .length(hasty)
                .epoch(index)
                .value(sheet.random.nextInt(1 << 16));
    }

    /** Draws short puts to many nodes, one after the other, by one FIFO or by all of them. */
    private void scatter() {
        final int first = sheet.random.nextInt(sheet.nodes);
        final int count = sheet.between(sheet.nodes / 2, 2 * sheet.nodes);
        final int fifo = sheet.chance(60) ? sheet.fifo() : -1;
        for (int i = 0; i < count; i++) {
            sheet.step(StepKind.PUT, i == 0 ? sheet.gap() : 0)
                    .to((first + i) % sheet.nodes)
                    .length(WORD)
                    .local(sheet.address(WORD))
                    .remote(sheet.remote(WORD))
                    .fifo(fifo < 0 ? sheet.fifo() : fifo)
                    .epoch(-1)
                    .counter(-1);
        }
    }

    /**
     * Draws flushes and fences, often many at once, so that both ports want to arm one, entries run out, and several
     * finish in one cycle.
     */
    private void order() {
        if (scatters && sheet.chance(30)) {
            scatter();
        }
        final int count = sheet.chance(30) ? sheet.between(2, 12) : 1;
        final int gap = sheet.gap();
        final int fifo = sheet.fifo();
        for (int i = 0; i < count; i++) {
            final StepKind kind = sheet.chance(70) ? StepKind.FLUSH : StepKind.FENCE;
            sheet.step(kind, i == 0 ? gap : 0)
                    .to(sheet.chance(30) ? sheet.node() : sheet.target())
                    .fifo(fifo);
        }
    }

    /**
     * Returns a target of messages. At most as many nodes send to one target as its FIFO has slots; beyond that some
     * nodes would never have a credit, which is drawn seldom.
     */
    private int reader() {
        final int wanted = sheet.target();
        final int senders =
                Math.min(sheet.nodes, sheet.machine.buffers().receptions().least());
        final boolean funded = Math.floorMod(sheet.node() - wanted, sheet.nodes) < senders;
        return funded || sheet.chance(1)
                ? wanted
                : Math.floorMod(sheet.node() - sheet.random.nextInt(senders), sheet.nodes);
    }

    private void messages() {
        final int count = sheet.between(1, 6);
        for (int i = 0; i < count; i++) {
            final int length = sheet.chance(10) ? 0 : sheet.chance(30) ? PACKET : sheet.between(1, PACKET);
            final int reception = sheet.chance(30) ? 0 : sheet.random.nextInt(HwLayout.RECEPTION_FIFOS);
            sheet.step(StepKind.MSG, sheet.gap())
                    .to(reader())
                    .length(length)
                    .local(sheet.address(length))
                    .remote(reception)
                    .fifo(sheet.fifo());
        }
    }

    private void host() {
        final int at = sheet.chance(50) ? WORD * sheet.random.nextInt(8) : sheet.address(WORD);
        switch (sheet.random.nextInt(7)) {
            case 0 -> sheet.step(StepKind.LOAD, sheet.gap()).local(at);
            case 1 -> sheet.step(StepKind.STORE, sheet.gap()).local(at).value(sheet.random.nextInt(4));
            case 2 -> sheet.step(StepKind.ADD, sheet.gap()).local(at).value(sheet.random.nextInt(4));
            case 3 -> sheet.step(StepKind.CAS_LOCAL, sheet.gap())
                    .local(at)
                    .value(sheet.random.nextInt(3))
                    .compare(sheet.random.nextInt(2));
            case 4 -> {
                final int limit = sheet.chance(30) ? 0 : sheet.between(1, 300);
                sheet.step(StepKind.POLL, sheet.gap())
                        .length(limit)
                        .local(at)
                        .remote(sheet.random.nextInt(6))
                        .value(sheet.random.nextInt(4));
            }
            case 5 -> sheet.step(StepKind.TIMER, sheet.gap());
            default -> {
                final int length = sheet.between(0, 3 * PACKET);
                sheet.step(StepKind.FILL, sheet.gap())
                        .length(length)
                        .local(sheet.address(length))
                        .value(sheet.random.nextLong() >>> 16);
            }
        }
    }
}
