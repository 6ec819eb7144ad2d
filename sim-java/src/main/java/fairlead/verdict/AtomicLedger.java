// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that each atomic acts on memory exactly once and returns the value that it found there.
 *
 * <p>A commit is accepted when all commits without an answer can be given to different operations that have been asked
 * for, each to one that explains its effect. Two operations with equal effects cannot be distinguished at that moment.
 * The returned old value tells more, so the time of the commit is recorded only when that value arrives at the origin,
 * and the other commits are given to other operations then, if they have to be.
 *
 * <p>Several commits may have found that value and left the same one. Then the packets tell which is the operation's: a
 * memory port acts on atomics in the order of their tails, and its answers, NACKs included, leave in this order
 * (docs/spec/dma-engine-rx.md, rules 8 and 9; docs/spec/dma-engine-tx.md, rule 15). If they do not, {@link OpTimes}
 * notes all operations that may have made these commits, and no checker judges their order.
 */
final class AtomicLedger extends Checker {
    /** An operation without an answer, and the commit that it may have made. */
    private static final class Asked {
        final Operation op;
        final long since; // number of commits before it
        long operand;
        long compare;
        Commit commit;
        int port = -1; // memory port that acts on it, since its packet has left the network; -1 if it was refused
        long tail; // place of that packet in the order of the tails

        Asked(Operation op, long since) {
            this.op = op;
            this.since = since;
            operand = op.operand();
            compare = op.compare();
        }

        /** Another function than that of the operation may leave the right value by chance. */
        boolean explains(Commit commit) {
            return since <= commit.number
                    && commit.function == function(op)
                    && commit.address == op.remote()
                    && left(commit.old) == commit.left()
                    && (commit.bytes == op.length() || commit.bytes == 0 && !writes(commit.old));
        }

        /** Returns the bits of its word that it finds in 8 bytes. */
        private long found(long old) {
            return old & mask(op.length());
        }

        private boolean writes(long old) {
            return op.kind() != OpKind.CAS || found(old) == (compare & mask(op.length()));
        }

        /** Returns what it leaves in 8 bytes, of which it changes those of its word. */
        private long left(long old) {
            return writes(old) ? old & ~mask(op.length()) | effect(old) & mask(op.length()) : old;
        }

        private long effect(long old) {
            return switch (op.kind()) {
                case FADD -> old + operand;
                case FAND -> old & operand;
                case FOR -> old | operand;
                case FXOR -> old ^ operand;
                case SWAP -> operand;
                default -> operand;
            };
        }
    }

    /**
     * An atomic of a memory port, which found `old` in 8 bytes and left `now` in the first `bytes` of them.
     *
     * @param function a WriteOp
     */
    private record Commit(long number, long cycle, int port, int function, int address, int bytes, long old, long now) {
        long left() {
            return old & ~mask(bytes) | now;
        }
    }

    private final List<List<Asked>> asked = each(nodes, ArrayList::new); // by target node
    private final List<List<Commit>> unclaimed = each(nodes, ArrayList::new); // by target node, in order of time
    private long commits;
    private long tails;
    private final boolean takesResults = has(OpKind::isAtomic, AtomicLedger::takesResults);
    // by node and channel: operation of its last DLA_REQUEST that takes results
    private final Map<Long, Integer> requested = new HashMap<>();
    long compared;

    AtomicLedger(JudgedRun run) {
        super(run, run.data);
    }

    void posted(Operation op) {
        asked.get(op.target()).add(new Asked(op, commits));
    }

    private static boolean takesResults(Operation op) {
        return op.kind().isAtomic() && (op.decision() != null || op.compared() != null);
    }

    /**
     * Notes a command that software gives: the operation has been handed over under the tag in it. The program does not
     * know operands that atomics take from results of a run; only the commands show what memory must do.
     */
    void command(CommandBuffer commands, int i) {
        if (!takesResults) {
            return;
        }
        long channel = (long) commands.node(i) << Integer.SIZE | commands.word(i, 3);
        switch (commands.op(i)) {
            case TileCommand.POST -> tell(owner(commands, i), commands.word(i, 2), commands.word(i, 3));
            case TileCommand.DLA_REQUEST -> requested.put(channel, owner(commands, i));
            case TileCommand.DLA_DATA -> {
                Integer owner = requested.remove(channel); // the first of its data tells
                tell(owner == null ? JudgedRun.NOBODY : owner, commands.word(i, 0), commands.word(i, 1));
            }
            default -> {}
        }
    }

    private int owner(CommandBuffer commands, int i) {
        return run.owner(commands.node(i), (int) Descriptor0.tag(commands.word(i, 0)));
    }

    private void tell(int owner, long operand, long compare) {
        Operation op = owner < 0 ? null : program.operation(owner);
        Asked one = op == null || !takesResults(op) ? null : asked(op);
        if (one != null) {
            one.operand = op.decision() == null ? op.operand() : operand;
            one.compare = op.compared() == null ? op.compare() : compare;
        }
    }

    private Asked asked(Operation op) {
        return asked.get(op.target()).stream()
                .filter(one -> one.op == op)
                .findFirst()
                .orElse(null);
    }

    /** Notes that a packet has left the network. */
    void delivered(Packet p) {
        Asked one = p.src < 0 ? null : asked(p.type, p.node, p.src, p.tag);
        if (one != null && one.port < 0) {
            one.port = (int) Header0.eport(p.w0);
            one.tail = tails++;
        }
    }

    /** Notes that a packet has entered the network. What a NACK is about has not acted. */
    void injected(Packet p) {
        Asked one = p.dst < 0 ? null : asked(p.refused(), p.node, p.dst, p.tag);
        if (one != null) {
            one.port = -1;
        }
    }

    private Asked asked(int type, int target, int origin, int tag) {
        int owner = type == PacketType.FADD || type == PacketType.CAS ? run.owner(origin, tag) : JudgedRun.NOBODY;
        Operation op = owner < 0 ? null : program.operation(owner);
        return op != null && op.kind().isAtomic() && op.target() == target ? asked(op) : null;
    }

    void refused(Operation op) {
        Asked gone = asked(op);
        if (gone == null) {
            return;
        }
        asked.get(op.target()).remove(gone);
        if (gone.commit != null && !give(gone.commit, op.target())) {
            unclaimed.get(op.target()).remove(gone.commit);
            nobodys(op.target(), gone.commit);
        }
    }

    private boolean give(Commit commit, int node) {
        return give(commit, asked.get(node), new HashSet<>());
    }

    /**
     * Gives a commit to an operation that explains it and has none, if need be after other commits have been given to
     * other operations. Returns false if there is none.
     */
    private static boolean give(Commit commit, List<Asked> here, Set<Asked> tried) {
        for (Asked one : here) {
            if (one.commit == null && one.explains(commit)) {
                one.commit = commit;
                return true;
            }
        }
        for (Asked one : here) {
            if (one.commit != null && one.explains(commit) && tried.add(one) && give(one.commit, here, tried)) {
                one.commit = commit;
                return true;
            }
        }
        return false;
    }

    private void nobodys(int node, Commit commit) {
        report(commit.cycle, node, " address " + hex(commit.address) + ": an atomic that no operation asked for");
    }

    private static int function(Operation op) {
        return switch (op.kind()) {
            case FADD -> WriteOp.FETCH_ADD;
            case FAND -> WriteOp.FETCH_AND;
            case FOR -> WriteOp.FETCH_OR;
            case FXOR -> WriteOp.FETCH_XOR;
            case SWAP -> WriteOp.SWAP;
            default -> WriteOp.COMPARE_SWAP;
        };
    }

    void committed(MemoryWrite w) {
        int within = w.bytes == Long.BYTES ? 0 : w.address % Long.BYTES; // memory may end behind a word of 4 bytes
        long old = run.shadow.word(w.node, w.address - within) >>> Byte.SIZE * within;
        Commit commit = new Commit(commits++, w.cycle, w.port, w.operation, w.address, w.bytes, old, w.low);
        if (give(commit, w.node)) {
            compared += w.bytes == 0 ? Long.BYTES : w.bytes;
            unclaimed.get(w.node).add(commit);
        } else {
            nobodys(w.node, commit);
        }
    }

    /** Handles OP_RESULT: the old value has arrived at the origin. */
    void result(long cycle, int node, int tag, long old) {
        Operation op = operation(node, tag);
        if (op == null || !op.kind().isAtomic()) {
            report(cycle, node, " has a result for tag " + tag + ", which is of no atomic");
            return;
        }
        Commit commit = claim(op, old);
        if (commit != null) {
            times.committed(op.id(), commit.cycle, commit.cycle);
            if (!times.isUndecided(op.id())) {
                run.fences.touched(op.id(), commit.cycle, cycle);
                run.landed(op.id(), commit.cycle, cycle);
            }
        } else {
            violations.add("cycle " + cycle + ": " + op + " was told " + old + ", which no commit found in memory");
        }
    }

    /**
     * Returns a commit that found `old`, that the operation explains, that comes after its packet has left, and without
     * which the other commits can still be given to the other operations; null if there is none. Neither is kept any
     * longer. Of several such commits it is the one that the packets show, or else the first one.
     */
    private Commit claim(Operation op, long old) {
        List<Asked> here = asked.get(op.target());
        List<Commit> open = unclaimed.get(op.target());
        Asked mine = asked(op);
        if (mine == null) {
            return null;
        }
        here.remove(mine);
        List<Commit> alike = open.stream()
                .filter(one -> mine.found(one.old) == old && one.cycle >= times.leftAt(op.id()) && mine.explains(one))
                .toList();
        if (alike.size() > 1) {
            Commit next = inOrder(mine, here, open);
            if (alike.contains(next)) {
                alike = List.of(next);
            } else {
                undecided(mine, here, alike);
            }
        }
        for (Commit commit : alike) {
            if (commit == mine.commit || swap(commit, mine)) {
                open.remove(commit);
                return commit;
            }
        }
        here.add(mine);
        return null;
    }

    /** Returns the commit that the order of the tails gives to an operation, or null if there is none. */
    private static Commit inOrder(Asked mine, List<Asked> here, List<Commit> open) {
        long earlier = here.stream()
                .filter(one -> one.port == mine.port && one.tail < mine.tail)
                .count();
        return open.stream()
                .filter(one -> one.port == mine.port)
                .skip(earlier)
                .findFirst()
                .orElse(null);
    }

    private void undecided(Asked mine, List<Asked> here, List<Commit> alike) {
        times.undecided(mine.op.id());
        here.stream()
                .filter(one -> alike.stream().anyMatch(one::explains))
                .forEach(one -> times.undecided(one.op.id()));
    }

    /** Takes a commit from the operation that has it, and gives the one of `mine` to another one. */
    private boolean swap(Commit commit, Asked mine) {
        int node = mine.op.target();
        Asked other = asked.get(node).stream()
                .filter(one -> one.commit == commit)
                .findFirst()
                .orElseThrow();
        other.commit = null;
        if (mine.commit == null || give(mine.commit, node)) {
            return true;
        }
        other.commit = commit;
        return false;
    }

    /** Returns whether the operation has no answer yet and explains a commit that is of no answered operation. */
    boolean mayHaveActed(Operation op) {
        Asked one = op.kind().isAtomic() ? asked(op) : null;
        return one != null && unclaimed.get(op.target()).stream().anyMatch(one::explains);
    }

    void finish() {
        asked.forEach(here -> here.stream()
                .filter(one -> one.commit == null)
                .forEach(one -> violations.add(one.op + " never reached memory")));
    }
}
