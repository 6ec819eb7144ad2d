// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the steps of a case for a machine: for each task a sequence of short scripts (transfers, an epoch, a store-path transaction, a barrier, ...), with the profile of the case deciding which
 * scripts are frequent, where traffic goes, how long transfers are and how fast steps follow.
 */
final class StepDraw {
    /** Scripts, in the order of the weights. */
    private enum Script {
        TRANSFERS,
        EPOCH,
        STORE_PATH,
        MESSAGES,
        HOST,
        ORDER
    }

    private static final int[][] PROFILES = {
        {65, 5, 5, 5, 5, 15}, // saturating transfers
        {12, 65, 5, 5, 4, 9}, // epochs
        {12, 5, 65, 5, 4, 9}, // store path
        {12, 5, 5, 60, 7, 11}, // messages
        {25, 8, 12, 5, 5, 45}, // flushes and fences
        {23, 20, 20, 16, 8, 13}, // all
    };
    private static final int WORD = 8;
    private static final int PACKET = HwLayout.MAX_PAYLOAD;
    private static final int CHANNELS = 8;
    private static final int MOST = 4096;

    private final SplittableRandom random;
    private final long seed;
    private final MachineConfig machine;
    private final int nodes;
    private final int top;
    private final int[] weights;
    private final int hot;
    private final int hotPercent;
    private final int pace;
    private final int longest;
    private final boolean crowd; // all epochs go to one node, and many stay open
    private final List<Step> steps = new ArrayList<>();

    // of the step under construction
    private int node;
    private int task;

    StepDraw(final SplittableRandom random, final long seed, final MachineConfig machine) {
        this.random = random;
        this.seed = seed;
        this.machine = machine;
        nodes = machine.nodes();
        top = Case.messageBase(machine);
        weights = PROFILES[random.nextInt(PROFILES.length)];
        hot = random.nextInt(nodes);
        hotPercent = chance(40) ? between(50, 90) : 0;
        pace = chance(60) ? between(1, 6) : between(1, 60);
        crowd = chance(12);
        longest = chance(50) ? PACKET : chance(60) ? 3 * PACKET : 16 * PACKET;
    }

    private boolean chance(final int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(final int low, final int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** @param perNode steps of each node, roughly */
    List<Step> draw(final int perNode) {
        final int barriers = chance(20) ? 0 : chance(70) ? between(1, 6) : between(7, 60);
        for (node = 0; node < nodes; node++) {
            final int tasks = machine.tasks(node);
            for (task = 0; task < tasks; task++) {
                scripts(Math.max(2, perNode / tasks), barriers);
            }
        }
        return steps;
    }

    /** The scripts of one task and, spread over them, as many barriers as every other task has. */
    private void scripts(final int count, final int barriers) {
        final int first = steps.size();
        int joined = 0;
        while (steps.size() < first + count + joined) {
            script();
            final int done = steps.size() - first - joined;
            for (final int due = (int) Math.min(barriers, (long) barriers * done / count); joined < due; joined++) {
                step(StepKind.BARRIER, chance(10) ? between(100, 600) : gap(), -1, 0, 0, 0, 0, -1, -1, 0, 0);
            }
        }
    }

    private void script() {
        int draw = random.nextInt(100);
        int which = 0;
        while (draw >= weights[which]) {
            draw -= weights[which++];
        }
        switch (Script.values()[which]) {
            case TRANSFERS:
                transfers();
                break;
            case EPOCH:
                epoch();
                break;
            case STORE_PATH:
                storePath();
                break;
            case MESSAGES:
                messages();
                break;
            case HOST:
                host();
                break;
            default:
                order();
                break;
        }
    }

    // ---- draws

    private int gap() {
        return chance(3) ? between(0, 400) : random.nextInt(pace);
    }

    private int target() {
        if (chance(hotPercent)) {
            return hot;
        }
        return chance(10) ? node : random.nextInt(nodes);
    }

    private int fifo() {
        return chance(80) ? task & HwLayout.INJECTION_FIFOS - 1 : random.nextInt(HwLayout.INJECTION_FIFOS);
    }

    private int length() {
        final int draw = random.nextInt(100);
        if (draw < 20) {
            return WORD;
        }
        if (draw < 40) {
            return Math.min(longest, PACKET);
        }
        if (draw < 50) {
            return Math.min(longest, 3 * PACKET);
        }
        if (draw < 55) {
            return longest;
        }
        return draw < 59 ? 0 : between(1, longest);
    }

    private int address(final int length) {
        final int at = random.nextInt(Math.max(1, top - length));
        return chance(60) ? at & -HwLayout.FLIT_BYTES : at;
    }

    /** An address on a target; seldom one that the target must refuse. */
    private int remote(final int length) {
        return chance(3) ? machine.memoryBytes() - between(0, length + WORD) + WORD : address(length);
    }

    /** In an epoch still more seldom: it never closes then. */
    private int remote(final int length, final int epoch) {
        return epoch < 0 || chance(4) ? remote(length) : address(length);
    }

    private void step(
            final StepKind kind,
            final int gap,
            final int target,
            final int length,
            final int local,
            final int remote,
            final int fifo,
            final int epoch,
            final int counter,
            final long value,
            final long compare) {
        steps.add(new Step(
                node, task, kind, gap, target, length, local, remote, fifo, epoch, counter, 0, value, compare));
    }

    // ---- scripts

    private void transfers() {
        final int target = target();
        final int count = between(1, 4);
        for (int i = 0; i < count; i++) {
            if (chance(2)) {
                step(StepKind.MALFORMED, gap(), target, random.nextInt(7), 0, 0, fifo(), -1, -1, 0, 0);
            } else {
                transfer(chance(80) ? target : target(), -1, gap());
            }
        }
    }

    private void transfer(final int target, final int epoch, final int gap) {
        final int draw = random.nextInt(100);
        if (draw < 55) {
            final int length = length();
            final int counter = chance(25) ? between(StepNode.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
            step(
                    StepKind.PUT,
                    gap,
                    target,
                    length,
                    address(length),
                    remote(length, epoch),
                    fifo(),
                    epoch,
                    counter,
                    0,
                    0);
        } else if (draw < 80) {
            final int length = length();
            step(StepKind.GET, gap, target, length, address(length), remote(length, epoch), fifo(), epoch, -1, 0, 0);
        } else {
            atomic(draw < 92 ? StepKind.FADD : StepKind.CAS, target, epoch, gap);
        }
    }

    /** Operands of few values, so that compare-and-swaps of memory that nobody has written succeed. */
    private void atomic(final StepKind kind, final int target, final int epoch, final int gap) {
        final long value = random.nextInt(3);
        final long compare = random.nextInt(2);
        final int remote = chance(50) ? WORD * random.nextInt(8) : remote(WORD, epoch);
        step(kind, gap, target, WORD, 0, remote, fifo(), epoch, -1, value, compare);
    }

    /** One index has one target in a case, so that a transfer never goes to another node than its epoch. */
    private int epochTarget(final int index) {
        final long draw = Mix.mix64(seed + Mix.GOLDEN * (node * (long) HwLayout.ORIGIN_EPOCHS + index + 1));
        return crowd || (draw & 0xFF) < 64 ? hot : (int) Long.remainderUnsigned(draw >>> 8, nodes);
    }

    private void epoch() {
        final int own = HwLayout.ORIGIN_EPOCHS / 16;
        final int first = task * own;
        final int targets = crowd ? own : chance(50) ? 1 : between(2, own);
        for (int i = 0; i < targets; i++) {
            epochCommand(StepKind.EPOCH_OPEN, first + i);
        }
        final int count = between(0, 6);
        for (int i = 0; i < count; i++) {
            final int index = first + random.nextInt(targets);
            transfer(epochTarget(index), index, gap());
        }
        for (int i = 0; i < targets; i++) {
            if (!crowd || chance(30)) {
                epochCommand(StepKind.EPOCH_CLOSE, first + i);
            }
        }
        if (chance(20)) {
            transfer(epochTarget(first), first, gap()); // after the closing: rejected
        }
    }

    private void epochCommand(final StepKind kind, final int index) {
        final int hasty = chance(3) ? StepNode.HASTY : 0;
        step(kind, gap(), epochTarget(index), hasty, 0, 0, 0, index, -1, random.nextInt(1 << 16), 0);
    }

    private void storePath() {
        final int channel = chance(85) ? task % CHANNELS : random.nextInt(CHANNELS);
        final boolean persistent = chance(50);
        final long flags = (persistent ? 1 : 0) | (chance(30) ? 2 : 0) | (long) random.nextInt(256) << 2;
        final int words = between(2, 16);
        if (chance(90)) {
            final int credits = chance(5) ? 0 : chance(15) ? between(1, 2000) : Math.max(1, words + between(-3, 6));
            final int at = chance(2) ? CHANNELS + random.nextInt(CHANNELS) : channel;
            step(StepKind.DLA_ALLOC, gap(), -1, credits, 0, 0, at, -1, -1, flags, 0);
        }
        for (int used = 0; used < words; ) {
            used += request(channel);
        }
        if (persistent && chance(80)) {
            step(StepKind.DLA_RELEASE, chance(70) ? 0 : gap(), -1, 0, 0, 0, channel, -1, -1, 0, 0);
        }
        if (!persistent || chance(50)) {
            step(StepKind.DLA_END, gap(), -1, 0, 0, 0, channel, -1, -1, chance(70) ? 1 : 0, 0);
        }
    }

    /** One request; the credits that it takes. */
    private int request(final int channel) {
        final int words = oneRequest(channel);
        if (machine.tasks(node) == 1 && chance(20)) {
            final int last = steps.size() - 1;
            steps.set(last, steps.get(last).withSpread(between(1, 12)));
        }
        return words;
    }

    private int oneRequest(final int channel) {
        final int target = target();
        final int gap = chance(60) ? 0 : gap();
        final int draw = random.nextInt(100);
        if (draw < 2) {
            step(StepKind.DLA_MALFORMED, gap, target, 16, 0, 0, channel, -1, -1, 0, 0);
            return 2;
        }
        if (draw < 55) {
            final int length = chance(30) ? WORD : between(0, HwLayout.DLA_INLINE_BYTES);
            final int counter = chance(25) ? between(StepNode.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
            final long key = random.nextLong() >>> 16;
            step(StepKind.DLA_PUT, gap, target, length, 0, remote(length), channel, -1, counter, key, 0);
            return 1 + (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }
        if (draw < 80) {
            final int length = chance(2) ? 1 << 19 : length(); // too long for the target
            step(
                    StepKind.DLA_GET,
                    gap,
                    target,
                    length,
                    address(Math.min(length, MOST)),
                    remote(Math.min(length, MOST)),
                    channel,
                    -1,
                    -1,
                    0,
                    0);
        } else {
            final StepKind kind = draw < 92 ? StepKind.DLA_FADD : StepKind.DLA_CAS;
            final int remote = chance(50) ? WORD * random.nextInt(8) : remote(WORD);
            step(kind, gap, target, WORD, 0, remote, channel, -1, -1, random.nextInt(3), random.nextInt(2));
        }
        return 2;
    }

    /** Often many at once, so that both ports want to arm, entries run out, and several are done in one cycle. */
    private void order() {
        final int count = chance(30) ? between(2, 12) : 1;
        final int gap = gap();
        final int fifo = fifo();
        for (int i = 0; i < count; i++) {
            final StepKind kind = chance(70) ? StepKind.FLUSH : StepKind.FENCE;
            step(kind, i == 0 ? gap : 0, chance(30) ? node : target(), 0, 0, 0, fifo, -1, -1, 0, 0);
        }
    }

    /** A target of messages. No more nodes send to one than its FIFO has slots, or else some would have no credit for ever, which is to be seldom. */
    private int reader() {
        final int wanted = target();
        final int senders = Math.min(nodes, machine.buffers().reception());
        final boolean funded = Math.floorMod(node - wanted, nodes) < senders;
        return funded || chance(1) ? wanted : Math.floorMod(node - random.nextInt(senders), nodes);
    }

    private void messages() {
        final int count = between(1, 6);
        for (int i = 0; i < count; i++) {
            final int length = chance(10) ? 0 : chance(30) ? PACKET : between(1, PACKET);
            final int reception = chance(30) ? 0 : random.nextInt(HwLayout.RECEPTION_FIFOS);
            step(StepKind.MSG, gap(), reader(), length, address(length), reception, fifo(), -1, -1, 0, 0);
        }
    }

    private void host() {
        final int at = chance(50) ? WORD * random.nextInt(8) : address(WORD);
        switch (random.nextInt(7)) {
            case 0:
                step(StepKind.LOAD, gap(), -1, 0, at, 0, 0, -1, -1, 0, 0);
                break;
            case 1:
                step(StepKind.STORE, gap(), -1, 0, at, 0, 0, -1, -1, random.nextInt(4), 0);
                break;
            case 2:
                step(StepKind.ADD, gap(), -1, 0, at, 0, 0, -1, -1, random.nextInt(4), 0);
                break;
            case 3:
                step(StepKind.CAS_LOCAL, gap(), -1, 0, at, 0, 0, -1, -1, random.nextInt(3), random.nextInt(2));
                break;
            case 4:
                final int limit = chance(30) ? 0 : between(1, 300);
                step(StepKind.POLL, gap(), -1, limit, at, random.nextInt(6), 0, -1, -1, random.nextInt(4), 0);
                break;
            case 5:
                step(StepKind.TIMER, gap(), -1, 0, 0, 0, 0, -1, -1, 0, 0);
                break;
            default:
                final int length = between(0, 3 * PACKET);
                step(StepKind.FILL, gap(), -1, length, address(length), 0, 0, -1, -1, random.nextLong() >>> 16, 0);
                break;
        }
    }
}
