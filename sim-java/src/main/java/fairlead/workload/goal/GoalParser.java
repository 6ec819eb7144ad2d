// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.hw.HwLayout;
import fairlead.workload.goal.GoalFile.GoalKind;
import fairlead.workload.goal.GoalFile.GoalOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the GOAL text format, version 1, and the RMA dialect. Every statement ends with its line; ranks come in order,
 * each once; a dependency names earlier labels of its rank.
 */
final class GoalParser {
    /** Most ranks: the nodes of the largest torus. */
    private static final int MOST_RANKS = 4096;

    private static final int MOST_BYTES = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final int MOST_ACCESS = (1 << HwLayout.LENGTH_BITS) - 1; // of the RMA dialect
    private static final int MOST_ADDRESS = 1 << HwLayout.ADDRESS_BITS;
    private static final long MOST_NANOSECONDS = 1_000_000_000_000_000L;
    private static final long MOST_TAG = 0xFFFF_FFFEL; // the one above it stands for any
    private static final int MOST_CPU = 255;
    private static final List<String> OPS = List.of("calc", "recv", "send");
    private static final List<String> RMA = List.of("epoch", "fadd", "fence", "get", "put", "quiet", "test");
    private static final Set<String> OTHER = Set.of("tput", "tget", "append", "tappend", "calcgem5");

    private final GoalText in;
    private final boolean rma;
    private final List<GoalOp> ops = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, GoalOp> labels = new HashMap<>();
    private int ranks;
    private int done; // ranks that were read
    private GoalOp open; // the epoch of the rank
    private GoalOp close;

    /** @param rma true to read the RMA dialect */
    GoalParser(String text, boolean rma) {
        in = new GoalText(text);
        this.rma = rma;
    }

    GoalFile parse() {
        for (in.space(); !in.isEnd(); in.space()) {
            String word = in.word();
            if (word.equals("rank")) {
                rank();
            } else if (ranks > 0 && done == ranks) {
                notes.add(
                        "line " + in.line() + ": the text behind rank " + (ranks - 1) + ", the last one, is not read");
                break;
            } else if (word.equals("num_ranks")) {
                number();
            } else {
                throw in.other("num_ranks or rank", word);
            }
        }
        in.refuse(ranks == 0, () -> "num_ranks is missing");
        in.refuse(done < ranks, () -> "rank " + done + " is missing: num_ranks is " + ranks);
        return new GoalFile(ranks, ops, notes);
    }

    private void number() {
        in.expect(in.blanks(), "a blank behind num_ranks");
        int before = ranks;
        ranks = (int) in.number("num_ranks", 1, MOST_RANKS);
        in.refuse(before > 0 && before != ranks, () -> "num_ranks = " + ranks + ": was " + before + " before");
    }

    private void rank() {
        in.expect(in.blanks(), "a blank behind rank");
        in.refuse(ranks == 0, () -> "num_ranks must stand before the first rank");
        long number = in.number("rank", 0, Integer.MAX_VALUE);
        in.refuse(
                number >= ranks,
                () -> "rank " + number + ": must be from 0 to " + (ranks - 1) + ", as num_ranks is " + ranks);
        in.refuse(
                number != done,
                () -> "rank " + number + ": ranks stand in ascending order, each once; the next one is " + done);
        in.expect("{", "the number of the rank, in the same line");
        labels.clear();
        open = null;
        close = null;
        int first = in.line();
        for (in.space(); !in.take("}"); in.space()) {
            if (in.isEnd()) {
                throw new GoalException(first, "rank " + done + " is not closed: did you forget a closing bracket?");
            }
            statement();
        }
        if (open != null && close == null) {
            throw new GoalException(open.line, "the epoch is never closed: epoch close is missing");
        }
        done++;
    }

    private void statement() {
        String word = in.word();
        if (isOp(word)) {
            operation(word, null);
        } else {
            in.expect(!word.isEmpty(), "a statement");
            boolean apart = in.blanks();
            if (in.take(":")) {
                in.blanks();
                String op = in.word();
                if (!isOp(op)) {
                    throw unknown(op, "an operation behind label " + word);
                }
                operation(op, word);
            } else {
                dependency(word, apart);
            }
        }
        in.endOfStatement(done);
    }

    private boolean isOp(String word) {
        return OPS.contains(word) || rma && RMA.contains(word);
    }

    private GoalException unknown(String word, String what) {
        if (RMA.contains(word)) {
            return in.wrong("'" + word + "' is an operation of the RMA dialect, whose files end in .rgoal");
        }
        if (OTHER.contains(word)) {
            return in.wrong("'" + word + "' is an operation of GOAL 2 that is not supported");
        }
        return word.isEmpty()
                ? in.other(what, "")
                : in.wrong("expected " + what + ", found '" + word + "'; operations are " + String.join(", ", OPS)
                        + (rma ? ", " + String.join(", ", RMA) : ""));
    }

    private void dependency(String label, boolean apart) {
        String relation = apart ? in.word() : "";
        if (!relation.equals("requires") && !relation.equals("irequires")) {
            if (RMA.contains(label) || OTHER.contains(label)) {
                throw unknown(label, "a statement");
            }
            throw in.other("':', requires or irequires behind '" + label + "'", relation);
        }
        in.expect(in.blanks(), "a blank and a label behind " + relation);
        String other = in.word();
        in.expect(!other.isEmpty(), "a label behind " + relation);
        GoalOp later = defined(label);
        GoalOp earlier = defined(other);
        in.refuse(later == earlier, () -> "label " + label + " depends on itself");
        if (relation.equals("requires")) {
            later.requires.add(earlier);
        } else {
            later.starts.add(earlier);
            earlier.isAwaitedAtStart = true;
        }
    }

    private GoalOp defined(String label) {
        GoalOp op = labels.get(label);
        in.refuse(op == null, () -> "label " + label + " is not defined above this line in rank " + done);
        return op;
    }

    // ---- operations

    private void operation(String word, String label) {
        int line = in.line();
        GoalKind kind = word.equals("epoch") ? epoch() : GoalKind.valueOf(word.toUpperCase(Locale.ROOT));
        GoalOp op = new GoalOp(ops.size(), done, line, kind);
        switch (kind) {
            case SEND, RECV -> message(op);
            case CALC -> op.nanoseconds = in.number("the time of calc", 0, MOST_NANOSECONDS);
            case PUT, GET, FADD -> access(op);
            case FENCE -> {
                in.expect("to", "fence");
                op.peer = peer();
            }
            case EPOCH_OPEN -> exposure(op);
            case EPOCH_CLOSE -> end(op);
            case TEST -> {
                op.counter = in.number("the counter of test", 0, MOST_TAG);
                in.expect("for", "the counter");
                op.value = in.number("the value of test", 1, Short.MAX_VALUE);
            }
            default -> {}
        }
        processor(op);
        in.refuse(
                label != null && labels.putIfAbsent(label, op) != null,
                () -> "label " + label + " is defined twice in rank " + done);
        ops.add(op);
    }

    private long peer() {
        return in.number("the rank", 0, ranks - 1);
    }

    private void size(GoalOp op) {
        op.bytes = in.number("the size", 0, MOST_BYTES);
        in.expect(in.take("b"), "'b' behind the size");
    }

    private void message(GoalOp op) {
        size(op);
        if (op.kind == GoalKind.SEND) {
            in.expect("to", "the size");
            op.peer = peer();
        } else {
            in.expect("from", "the size");
            op.peer = in.take("-1") ? GoalOp.ANY : peer();
        }
        if (in.take("tag")) {
            op.tag = in.take("-1") ? GoalOp.ANY : in.number("the tag", 0, MOST_TAG);
        }
    }

    private void access(GoalOp op) {
        size(op);
        in.refuse(
                op.bytes > MOST_ACCESS,
                () -> "the size = " + op.bytes + ": an access has at most " + MOST_ACCESS + " bytes");
        in.expect(op.kind == GoalKind.GET ? "from" : "to", "the size");
        op.peer = peer();
        in.expect("at", "the rank");
        op.at = in.anyNumber("the offset", 0, MOST_ADDRESS - op.bytes);
        if (op.kind == GoalKind.FADD) {
            in.refuse(
                    op.bytes != Long.BYTES || op.at % Long.BYTES != 0,
                    () -> "a fadd has 8b at a multiple of 8, not " + op.bytes + "b at " + op.at);
            in.expect("value", "the offset");
            op.value = in.anyNumber("the value", 0, Long.MAX_VALUE);
        } else if (in.take("ct")) {
            op.counter = in.number("the counter", 0, MOST_TAG);
        }
    }

    private GoalKind epoch() {
        in.blanks();
        String word = in.word();
        boolean opens = word.equals("open");
        if (!opens && !word.equals("close")) {
            throw in.other("open or close behind epoch", word);
        }
        return opens ? GoalKind.EPOCH_OPEN : GoalKind.EPOCH_CLOSE;
    }

    private void exposure(GoalOp op) {
        in.refuse(
                open != null,
                () -> "rank " + done + " has an epoch in line " + open.line
                        + "; a rank has at most one, for nothing says which operations belong to a second one");
        in.expect("from", "epoch open");
        Set<Integer> origins = new TreeSet<>();
        do {
            int origin = (int) peer();
            in.refuse(
                    origin == done || !origins.add(origin),
                    () -> "rank " + origin + ": an epoch is for different ranks other than its own");
            in.blanks();
        } while (in.isDigitNext());
        op.origins = List.copyOf(origins);
        open = op;
    }

    private void end(GoalOp op) {
        in.refuse(
                open == null || close != null,
                () -> open == null ? "no epoch of this rank is open above" : "the epoch is closed twice");
        op.requires.add(open);
        op.origins = open.origins;
        close = op;
    }

    private void processor(GoalOp op) {
        if (in.take("cpu")) {
            op.cpu = (int) in.number("the cpu", 0, MOST_CPU);
        }
        if ((op.kind == GoalKind.SEND || op.kind == GoalKind.RECV) && in.take("nic")) {
            op.nic = (int) in.number("the nic", 0, MOST_CPU);
            if (op.nic > 0) {
                notes.add("line " + op.line + ": nic " + op.nic + " has no effect: the task of the cpu decides by which"
                        + " injection FIFO a message leaves");
            }
        }
        for (String clause : List.of("tag", "cpu", "nic")) {
            in.refuse(
                    in.take(clause),
                    () -> "clause " + clause + " of " + op.kind.word()
                            + " is there twice, in the wrong order (tag, cpu, nic) or not of this operation");
        }
    }
}
