// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.RawTree.RawFields;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.node.Descriptors;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Draws legal words for a machine. The profile of the case decides which kinds of words are frequent, where traffic
 * goes, how long transfers are and how fast words follow. Words of epochs and of the store path follow from what the
 * task has opened or allocated, seldom from nothing.
 */
final class WordDraw extends WordTraffic {
    static final int[] SATURATING = {65, 5, 5, 5, 5, 15};
    static final int[] STORE_PATHS = {12, 5, 65, 5, 4, 9};
    static final int[] ORDERS = {25, 8, 12, 5, 5, 45};
    static final int[] TREES = {10, 3, 3, 3, 3, 3, 75};

    /** Percent of transfers, epochs, store path, messages, own memory, flushes and fences, and collective network. */
    private static final int[][] PROFILES = {
        SATURATING,
        {12, 65, 5, 5, 4, 9}, // mostly epochs
        STORE_PATHS,
        {12, 5, 5, 60, 7, 11}, // mostly messages
        ORDERS,
        {23, 20, 20, 16, 8, 13}, // a mixture
    };

    private static final int CHANNELS = 8;
    private static final int SHARES = 16; // of the epoch indices of a node, one for each task that it may have
    private static final int OWN = HwLayout.ORIGIN_EPOCHS / SHARES;
    private static final int MOST_TASKS = 4; // of a node in the barrier of a class route

    private final CollectiveNetwork network;
    private final RawTree tree;
    private final long seed;
    private final int[] weights;
    private final boolean crowd; // true if all epochs go to one node and many stay open
    private final int[] barriers = new int[HwLayout.BARRIERS]; // number of joins of each task, by barrier
    private final int[][] given; // by node and class route: number of combines so far
    private boolean isOpen; // the epoch of the present task
    private boolean isAllocated; // its channel
    private int index; // of its epoch
    private int left; // credits of its channel

    WordDraw(SplittableRandom random, long seed, MachineConfig machine, Focus focus) {
        super(random, machine, focus);
        this.seed = seed;
        network = machine.collective();
        weights = focus.profile(PROFILES[random.nextInt(PROFILES.length)]);
        crowd = chance(12);
        tree = new RawTree(random, new RawFields(random, true), machine);
        given = new int[machine.nodes()][HwLayout.CLASS_ROUTES];
        barriers[0] = !OptionalUnit.BARRIER.isHere() || chance(20) ? 0 : chance(70) ? between(1, 6) : between(7, 60);
        for (int route = 0;
                focus == Focus.CLASS_ROUTES && route < network.groups().size();
                route++) {
            barriers[route + 1] = between(1, chance(50) ? 6 : 60);
        }
    }

    /** Returns whether this is a command of the shared device. */
    static boolean isOfDevice(int op) {
        return op >= TileCommand.DEVICE_LOCK && op < TileCommand.DEVICE_LOCK + 4;
    }

    /** @param perNode approximate number of words of each node */
    List<Word> draw(int perNode) {
        for (int node = 0; node < machine.nodes(); node++) {
            int tasks = machine.tasks(node);
            for (int task = 0; task < tasks; task++) {
                turn(node, task);
                task(Math.max(2, perNode / tasks));
            }
        }
        return words;
    }

    /**
     * Draws the words of the present task. Spread over them are as many joins of each barrier as all its tasks have.
     */
    private void task(int count) {
        isOpen = false;
        isAllocated = false;
        index = nextIndex();
        for (int i = 0; i < count; i++) {
            int first = words.size();
            one();
            if (weights.length <= 6 && network.isUsed()) {
                packet(); // in addition to what the profile draws
            }
            int done = Math.min(count, i + words.size() - first);
            for (int barrier = 0; barrier < barriers.length; barrier++) {
                int due = barriers[barrier] * done / count - barriers[barrier] * i / count;
                for (int left = isIn(barrier) ? due : 0; left > 0; left--) {
                    join(barrier);
                }
            }
            i = done - 1;
        }
    }

    private boolean isIn(int barrier) {
        return barrier == 0
                || barriers[barrier] > 0 && network.groups().get(barrier - 1).contains(node) && task < MOST_TASKS;
    }

    /** Draws a join, sometimes after the counter of the barrier was read or added to. */
    private void join(int barrier) {
        int how = any(8);
        int gap = chance(10) ? between(100, 600) : gap();
        if (how < 2) { // K is a multiple of any possible P
            long k = any(1 << BarrierCount.K_WIDTH - 4) << 4;
            long word = (long) barrier << BarrierCount.BARRIER_LSB
                    | (long) task << BarrierCount.TASK_LSB
                    | k << BarrierCount.K_LSB;
            add(gap, how == 0 ? TileCommand.BAR_READ : TileCommand.BAR_ADD, word);
        }
        boolean master = task == machine.master(node, barrier - 1);
        add(gap, TileCommand.BAR_ENTER, Descriptors.barrier(barrier, task, master));
    }

    /** Returns the number of tasks of each member in the barriers of each class route that words join. */
    static List<List<Integer>> tasks(MachineConfig machine, List<Word> words) {
        List<List<Integer>> groups = machine.collective().groups();
        int[][] most = new int[groups.size()][machine.nodes()];
        for (Word word : words) {
            int route = (int) HwLayout.BarrierCommand.barrier(word.w0()) - 1;
            if (word.op() == TileCommand.BAR_ENTER && route >= 0 && route < most.length) {
                most[route][word.node()] = Math.max(most[route][word.node()], word.task() + 1);
            }
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int route = 0; route < most.length; route++) {
            int[] of = most[route];
            all.add(groups.get(route).stream()
                    .map(member -> Math.max(1, of[member]))
                    .toList());
        }
        return all;
    }

    // ---- words

    private void one() {
        int draw = any(100);
        int which = 0;
        while (draw >= weights[which]) {
            draw -= weights[which++];
        }
        switch (which) {
            case 0 -> transfers();
            case 1 -> epoch();
            case 2 -> {
                if (OptionalUnit.DLA.isHere()) {
                    storePath();
                } else {
                    transfers();
                }
            }
            case 3 -> message();
            case 4 -> host();
            case 5 -> orders();
            default -> packet();
        }
    }

    // ---- epochs

    private int nextIndex() {
        // few tasks use high indices too
        int share = (task + (int) Long.remainderUnsigned(Mix.mix64(seed), SHARES)) % SHARES;
        return share * OWN + any(OWN);
    }

    private int epochTarget() {
        long draw = Mix.mix64(seed + Mix.GOLDEN * (node * (long) HwLayout.ORIGIN_EPOCHS + index + 1));
        return crowd || (draw & 0xFF) < 64 ? hot : (int) Long.remainderUnsigned(draw >>> 8, machine.nodes());
    }

    private void epoch() {
        int how = chance(3) ? WordPlayer.HASTY : 0;
        if (!isOpen) {
            if (chance(20)) {
                transfer(epochTarget(), -1);
            }
            epoch(gap(), TileCommand.EPOCH_OPEN, index, epochTarget(), any(1 << 16), how);
        }
        for (int left = any(4); left > 0; left--) {
            transfer(chance(5) ? target() : epochTarget(), index); // another target: rejected
        }
        isOpen = chance(50);
        if (!isOpen) {
            if (!crowd || chance(30)) {
                epoch(gap(), TileCommand.EPOCH_CLOSE, index, epochTarget(), any(1 << 16), how);
            }
            if (chance(20)) {
                transfer(epochTarget(), chance(50) ? index : -1); // after the close, so the node rejects it
            }
            index = nextIndex();
        }
    }

    // ---- store path

    private int channel() {
        return chance(95) ? task % CHANNELS : any(2 * CHANNELS); // half of these are not built
    }

    private void storePath() {
        if (!isAllocated && chance(90)) {
            left = between(2, 16);
            int credits = chance(5) ? 0 : chance(15) ? between(1, 2000) : Math.max(1, left + between(-3, 6));
            long flags = (chance(30) ? 1 : 0) | (chance(15) ? 2 : 0) | (long) any(256) << 2;
            alloc(gap(), channel(), chance(50), credits, flags);
        }
        isAllocated = true;
        for (int more = between(1, 3); more > 0; more--) {
            request();
        }
        if (chance(16)) {
            for (int more = chance(60) ? 1 : between(2, 4); more > 0; more--) {
                channel(chance(50) ? 0 : gap(), TileCommand.DLA_MARK, channel(), (long) any(256) << 2);
            }
        }
        if (chance(8)) {
            clear(task % CHANNELS);
            isAllocated = false;
        } else if (left <= 0) {
            if (chance(50)) {
                channel(chance(70) ? 0 : gap(), TileCommand.DLA_RELEASE, channel(), 0);
            }
            if (chance(80)) {
                channel(gap(), TileCommand.DLA_END, channel(), chance(70) ? 1 : 0);
            }
            isAllocated = false;
        }
    }

    /**
     * Draws the end of the process that stores into the channel, between two requests or within one. Its channel is
     * cleared, and sometimes cleared again before the first clear is done.
     */
    private void clear(int channel) {
        boolean isTorn = chance(60);
        if (isTorn) {
            int length = between(1, HwLayout.DLA_INLINE_BYTES);
            request(0, OpKind.PUT, target(), length, 0, remote(length), channel, random.nextLong());
            Word whole = words.get(words.size() - 1);
            replaceLast(whole.withData(any(whole.data())));
        }
        int gap = chance(60) ? 0 : gap();
        for (int more = chance(20) ? 2 : 1; more > 0; more--) {
            channel(gap, TileCommand.DLA_CLEAR, channel, any(2));
            gap = chance(60) ? 0 : gap();
        }
    }

    private void request() {
        int channel = task % CHANNELS;
        int gap = chance(60) ? 0 : gap();
        int draw = any(100);
        if (draw < 2) { // the arbiter must drop it as malformed
            request(gap, OpKind.MSG, target(), Long.BYTES, 0, 0, channel, 0);
        } else if (draw < 55) {
            int length = chance(30) ? Long.BYTES : any(HwLayout.DLA_INLINE_BYTES + 1);
            int counter = chance(25) ? between(WordPlayer.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
            request(gap, OpKind.PUT, target(), length, 0, remote(length), channel, random.nextLong());
            counts(counter);
        } else if (draw < 80) {
            int length = length();
            int remote = chance(2) ? machine.memoryBytes() : remote(length);
            request(gap, OpKind.GET, target(), length, address(length), remote, channel, 0);
        } else {
            int kind = draw < 92 ? OpKind.FADD : OpKind.CAS;
            int remote = chance(50) ? Long.BYTES * any(8) : remote(Long.BYTES);
            long operands = any(3) | (long) compare(kind) << Integer.SIZE;
            request(gap, kind, target(), Long.BYTES, 0, remote, channel, operands);
        }
        left -= 1 + words.get(words.size() - 1).data();
        if (machine.tasks(node) <= CHANNELS && chance(20)) { // else others store into the channel
            spread(between(1, 12));
        }
    }

    // ---- collective network

    private void packet() {
        boolean device = focus == Focus.DEVICE || focus == Focus.IO_TILES;
        int gap = chance(5) ? between(0, 400) : any(5);
        int op = tree.op();
        if (isOfDevice(op) && device || op == TileCommand.TREE_READ && chance(30)) {
            add(gap, op, tree.word(op));
            return;
        }
        List<Integer> own = IntStream.range(0, network.groups().size())
                .filter(route -> network.groups().get(route).contains(node))
                .boxed()
                .toList();
        int route = own.isEmpty() || chance(3) ? any(HwLayout.CLASS_ROUTES) : own.get(any(own.size()));
        int number = given[node][route];
        boolean isMessage = chance(device ? 95 : 40);
        given[node][route] += isMessage ? 0 : 1;
        // the contributions of the members mostly agree
        boolean agrees = !isMessage && chance(95);
        SplittableRandom common = agrees ? new SplittableRandom(Mix.seed(seed, number * 31 + route)) : random;
        long header = tree.header(route, isMessage, agrees ? node : -1, common);
        int length = (int) CollectiveHeader.length(header);
        tree(gap, header, number, chance(2) ? any(HwLayout.TREE_PAYLOAD + 1) : length);
    }
}
