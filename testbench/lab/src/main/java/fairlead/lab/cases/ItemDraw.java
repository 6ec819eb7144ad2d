// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws one item of a {@link ProgramDraw}. */
final class ItemDraw {
    private static final int CHANNELS = 8;
    private static final boolean HAS_DLA = OptionalUnit.DLA.isHere();
    private static final int LONG = 3 * HwLayout.MAX_PAYLOAD + 100;
    private static final int FREE_PERCENT = 60;
    private static final int MANY = 8; // nodes
    private static final OpKind[] FETCH_OPS = {OpKind.FADD, OpKind.FAND, OpKind.FOR, OpKind.FXOR, OpKind.SWAP};

    private final ProgramDraw draw;
    private final SplittableRandom random;
    private final int nodes;
    private final int node;
    private final int task;
    private final int block;
    private int last = -1; // id of the last operation of this item

    ItemDraw(ProgramDraw draw, SplittableRandom random, int node, int task, int block) {
        this.draw = draw;
        this.random = random;
        nodes = draw.machine().nodes();
        this.node = node;
        this.task = task;
        this.block = block;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /**
     * Draws the item. All items of a block are of one kind, so that no epoch refuses the operations of another item.
     */
    void draw() {
        int sort = (int) Long.remainderUnsigned(Mix.mix64(block * Mix.GOLDEN), 100);
        int count = between(1, 6);
        if (sort >= FREE_PERCENT) {
            epoch(count);
        } else if (HAS_DLA && draw.allocates(node, task) && task < CHANNELS && chance(60)) {
            transaction(count);
        } else {
            for (int i = 0; i < count; i++) {
                free();
            }
        }
    }

    /** Adds an operation. One in three waits for the operation before it. */
    private int add(Operation op) {
        last = draw.add(node, task, chance(33) ? op.requires(last) : op);
        return last;
    }

    private int target() {
        return chance(10) ? node : random.nextInt(nodes);
    }

    private int length() {
        return chance(30) ? Long.BYTES : chance(20) ? HwLayout.MAX_PAYLOAD : random.nextInt(LONG);
    }

    // ---- free operations

    private void free() {
        if (draw.isApart() && nodes >= MANY && chance(20)) {
            scatter();
            return;
        }
        int what = random.nextInt(100);
        if (what < 40) {
            int target = target();
            add(routed(transfer(target, inline() ? random.nextInt(Program.INLINE_BYTES + 1) : length())));
        } else if (what < 46) {
            counted();
        } else if (what < 54) {
            message();
        } else if (what < 62) {
            add(Ops.fence(target()));
        } else if (what < 70) {
            add(Ops.flush(target()));
        } else if (what < 73) {
            add(Ops.quiet());
        } else if (what < 77) {
            reads();
        } else {
            local();
        }
    }

    /**
     * Adds short puts to many nodes, so that the node counts what is under way to each of them at the same time, and a
     * flush of one of them.
     */
    private void scatter() {
        int first = random.nextInt(nodes);
        int count = between(nodes / 2, nodes);
        for (int i = 0; i < count; i++) {
            draw.add(node, task, draw.put(node, (first + i) % nodes, 0, 0, Long.BYTES));
        }
        last = draw.add(node, task, Ops.flush((first + random.nextInt(count)) % nodes));
    }

    /**
     * Adds gets of different lengths, an atomic and a flush. All go to the node that the other items of this block ask
     * too, so that responses to several origins take turns there.
     */
    private void reads() {
        int target = Math.floorMod(block, nodes);
        for (int i = between(2, 4); i > 0; i--) {
            int length = chance(50) ? between(HwLayout.MAX_PAYLOAD + 1, LONG) : between(0, HwLayout.MAX_PAYLOAD);
            draw.add(node, task, draw.get(target, draw.address(random, length), draw.address(random, length), length));
        }
        draw.add(node, task, fetchOp(target));
        last = draw.add(node, task, Ops.flush(target));
    }

    private boolean inline() {
        return HAS_DLA && !draw.allocates(node, task) && chance(35);
    }

    /** Returns a put, get or atomic. An operation of at most 64 bytes sometimes uses the store path. */
    private Operation transfer(int target, int length) {
        int what = random.nextInt(100);
        int local = draw.address(random, length);
        int remote = draw.address(random, length);
        if (what < 40) {
            return draw.put(node, target, local, remote, length);
        }
        if (what < 70) {
            return draw.get(target, local, remote, length);
        }
        return what < 85 ? fetchOp(target) : Ops.cas(target, draw.atomic(random, false), between(0, 1), between(0, 3));
    }

    /** Returns an atomic of any function but compare-and-swap, whose operand has two bits or their complement. */
    private Operation fetchOp(int target) {
        OpKind kind = FETCH_OPS[random.nextInt(FETCH_OPS.length)];
        long operand = between(0, 3);
        return Ops.fetchOp(kind, target, draw.atomic(random, true), kind == OpKind.FAND ? ~operand : operand);
    }

    private Operation routed(Operation op) {
        if (op.length() <= Program.INLINE_BYTES && op.kind() != OpKind.CAS && inline()) {
            return op.path(Path.INLINE);
        }
        return sometimesOrdered(op);
    }

    private Operation sometimesOrdered(Operation op) {
        boolean moves = op.kind() == OpKind.PUT || op.kind() == OpKind.GET;
        return moves && chance(30) ? op.ordered() : op;
    }

    /**
     * Adds a put that decrements a byte counter at its target. The counter is set before the first barrier, so an item
     * of the first block has no such put.
     */
    private void counted() {
        int target = target();
        int length = between(1, LONG);
        int counter = draw.hasBegun(node) ? draw.counter(target) : -1;
        if (counter < 0) {
            local();
            return;
        }
        int set = draw.addFirst(target, Ops.counterSet(counter, length));
        Operation put = draw.put(node, target, draw.address(random, length), draw.address(random, length), length)
                .counter(counter);
        add(put);
        draw.add(target, 0, Ops.counterAwait(counter).requires(set));
    }

    /** Adds a message. At most as many nodes send to one target as its reception FIFO has slots. */
    private void message() {
        int senders = Math.min(nodes, draw.machine().buffers().receptions().least());
        int target = Math.floorMod(node - random.nextInt(senders), nodes);
        long match = ((long) block << 20 | (long) node << 4 | task) + 1;
        int length = chance(50) ? 16 : between(8, HwLayout.MAX_PAYLOAD);
        int source = draw.mail(node, task, length);
        int stored = draw.add(node, task, Ops.store(source, match).requires(last));
        last = draw.add(node, task, draw.send(target, source, length, match).requires(stored));
        draw.add(target, task, Ops.recv(chance(50) ? node : -1, match));
    }

    private void local() {
        int word = draw.word(random);
        switch (random.nextInt(7)) {
            case 0 -> add(Ops.load(word));
            case 1 -> add(Ops.store(word, random.nextInt(4)));
            case 2 -> add(Ops.addLocal(word, random.nextInt(4)));
            case 3 -> add(Ops.casLocal(word, random.nextInt(2), random.nextInt(4)));
            case 4 -> add(Ops.poll(
                    word,
                    Comparison.values()[random.nextInt(Comparison.values().length)],
                    random.nextInt(4),
                    between(1, 300)));
            case 5 -> {
                int length = length();
                add(Ops.fill(draw.ground(random, length), length, random.nextLong() >>> 16));
            }
            default -> add(Ops.calc(between(1, 200)));
        }
    }

    // ---- epochs

    private void epoch(int count) {
        if (chance(30)) {
            local();
            return;
        }
        int[] targets = random.ints(between(1, 3), 0, nodes).distinct().toArray();
        int id = block << 4 & 0xFFFF | task;
        int open = draw.add(node, task, Ops.epochOpen(id, targets));
        List<Integer> inside = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int target = targets[random.nextInt(targets.length)];
            Operation op = transfer(target, length());
            inside.add(add(sometimesOrdered(op).in(open)));
            if (chance(20)) {
                inside.add(add(Ops.fence(target)));
            }
        }
        draw.add(
                node,
                task,
                Ops.epochClose(open)
                        .requires(inside.stream().mapToInt(Integer::intValue).toArray()));
        for (int target : targets) {
            draw.add(target, task, Ops.epochAwait(node, id));
        }
    }

    // ---- store path

    private void transaction(int count) {
        boolean persistent = chance(40);
        int credits = between(2, 6 * count);
        int alloc = draw.add(
                node,
                task,
                Ops.dlaAlloc(credits, persistent, chance(30)).attempt().requires(last));
        int behind = alloc;
        for (int i = 0; i < count; i++) {
            if (chance(25)) {
                behind = draw.add(node, task, Ops.dlaMark().after(behind));
            }
            Operation op = transfer(target(), random.nextInt(Program.INLINE_BYTES + 1));
            Operation request = op.kind() == OpKind.CAS || op.kind() == OpKind.GET ? fetchOp(op.target()) : op;
            behind = draw.add(node, task, request.path(Path.STORE).attempt().after(behind));
        }
        last = draw.add(node, task, Ops.dlaEnd().after(behind));
        if (persistent) {
            last = draw.add(node, task, Ops.dlaRelease().attempt().requires(last));
        }
    }
}
