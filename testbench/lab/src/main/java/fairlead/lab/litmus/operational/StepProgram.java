// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A litmus test as the interpreter sees it: tasks of instructions, each with the pieces of work that it leaves to the
 * network, and a cell of the state for every task, piece, register and word.
 */
final class StepProgram {
    /** What a piece of an instruction does. */
    enum Work {
        WRITE,
        COPY,
        FETCH,
        ATOMIC,
        TOUCH, // acts at the target on words that nobody reads: only an epoch there can notice
        MESSAGE,
        OPEN,
        END,
        LOCK,
        UNLOCK,
        SHARE
    }

    /** The part of an instruction that concerns one word, or one target of an epoch. */
    static final class Piece {
        final Instruction of;
        final Work work;
        final String node; // where it acts
        final int from; // cell of the word that is read, or -1
        final int to; // cell of the word or register that is written, or -1
        final int place; // number of the word in its instruction
        final int phase; // cell
        final int latch; // cell
        int operand = -1; // cell of the value that a register had at the statement, or -1
        int second = -1; // the same for the new value of a compare-and-swap

        Piece(Instruction of, Work work, String node, int from, int to, int place, int phase) {
            this.of = of;
            this.work = work;
            this.node = node;
            this.from = from;
            this.to = to;
            this.place = place;
            this.phase = phase;
            latch = phase + 1;
        }
    }

    /** One statement of a task. */
    static final class Instruction {
        final int number; // of the task
        final Task task;
        final int at; // its number in the task
        final Statement text;
        final List<Piece> pieces = new ArrayList<>();
        int told = -1; // cell that says whether a `wait any` has returned this operation
        List<Instruction> together = List.of(); // the same call or barrier in all tasks that take part

        Instruction(int number, Task task, int at, Statement text) {
            this.number = number;
            this.task = task;
            this.at = at;
            this.text = text;
        }

        boolean gives() {
            return text.verb != Verb.BCAST || task.node().equals(text.root());
        }

        boolean receives() {
            return text.verb == Verb.BCAST
                    ? !gives()
                    : text.root() == null || task.node().equals(text.root());
        }
    }

    final LitmusTest test;
    final List<List<Instruction>> tasks = new ArrayList<>();
    final Map<String, Integer> words = new LinkedHashMap<>();
    final Map<String, Integer> registers = new LinkedHashMap<>();
    private final Set<String> read = new HashSet<>();
    private int cells;

    StepProgram(LitmusTest test, List<Term> terms) {
        this.test = test;
        cells = test.tasks().size(); // the first cells are the program counters
        terms.stream()
                .filter(t -> t.kind() == Term.Kind.WORD)
                .forEach(t -> read.add(LitmusTest.key(t.owner(), t.name(), t.index())));
        test.statements().forEach(this::readBy);
        for (Task task : test.tasks()) {
            List<Instruction> code = new ArrayList<>();
            tasks.add(code);
            for (Statement s : task.statements()) {
                Instruction next = new Instruction(tasks.size() - 1, task, code.size(), s);
                code.add(next);
                pieces(next);
            }
        }
        read.stream().sorted().forEach(key -> words.computeIfAbsent(key, k -> cells++));
        tasks.forEach(code -> code.forEach(i -> i.together = partners(i)));
    }

    int size() {
        return tasks.stream()
                .flatMap(List::stream)
                .mapToInt(i -> i.pieces.size())
                .sum();
    }

    /** Returns the first state: nothing is posted and memory has its initial values. */
    long[] start() {
        long[] state = new long[cells];
        words.forEach((key, cell) -> state[cell] = test.initial().getOrDefault(key, 0L));
        return state;
    }

    List<Long> outcome(List<Term> terms, long[] state) {
        List<Long> values = new ArrayList<>();
        for (Term t : terms) {
            Integer cell = t.kind() == Term.Kind.WORD
                    ? words.get(LitmusTest.key(t.owner(), t.name(), t.index()))
                    : registers.get(t.owner() + " " + t.name());
            values.add(cell == null ? 0L : state[cell]);
        }
        return values;
    }

    /** @param kept cell that has kept the value, or -1 */
    long value(Instruction i, Operand operand, int kept, long[] state) {
        return kept < 0 ? value(i, operand, state) : state[kept];
    }

    long value(Instruction i, Operand operand, long[] state) {
        return operand.value() + (operand.isPlain() ? 0 : state[register(i, operand.register())]);
    }

    /** Returns the words that a statement reads; a word that nobody reads needs no cell. */
    private void readBy(Statement s) {
        Ref ref =
                switch (s.verb) {
                    case LOAD, POLL, PUT, ALLREDUCE, REDUCE, BCAST -> s.local;
                    case GET, FADD, CAS -> s.remote;
                    default -> null;
                };
        for (int i = 0; ref != null && i < ref.count(); i++) {
            read.add(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i));
        }
    }

    private int register(Instruction i, String name) {
        return registers.computeIfAbsent(i.task.name() + " " + name, n -> cells++);
    }

    /** Returns the cell of the i-th word, or -1 if nobody reads it. */
    int word(Ref ref, int i) {
        String key = LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i);
        return read.contains(key) ? words.computeIfAbsent(key, k -> cells++) : -1;
    }

    int resultOf(Instruction i) {
        return i.text.register == null ? -1 : register(i, i.text.register);
    }

    private void pieces(Instruction i) {
        Statement s = i.text;
        switch (s.verb) {
            case PUT -> {
                for (int k = 0; k < s.remote.count(); k++) {
                    int to = word(s.remote, k);
                    if (to >= 0 || s.attempt) {
                        int from = s.local == null ? -1 : word(s.local, k);
                        piece(i, s.local == null ? Work.WRITE : Work.COPY, s.target(), from, to, k);
                    }
                }
            }
            case GET -> {
                for (int k = 0; k < s.remote.count(); k++) {
                    int to = s.local == null ? resultOf(i) : word(s.local, k);
                    if (to >= 0) {
                        Work work = s.local == null ? Work.FETCH : Work.COPY;
                        piece(i, work, s.target(), word(s.remote, k), to, k);
                    }
                }
            }
            case ADD, SIGNAL, FADD, CAS -> {
                int word = word(s.remote, 0);
                if (word >= 0) {
                    piece(i, Work.ATOMIC, s.target(), word, word, 0);
                    Piece atomic = i.pieces.get(0);
                    atomic.operand = cellFor(s.value);
                    atomic.second = cellFor(s.second);
                }
            }
            case LOCK, UNLOCK -> {
                String name = LitmusTest.key(s.target(), s.remote.symbol(), s.remote.from());
                int holders = registers.computeIfAbsent("lock " + name, n -> cells++);
                piece(i, s.verb == Verb.LOCK ? Work.LOCK : Work.UNLOCK, s.target(), holders, holders, 0);
            }
            case SEND -> piece(i, Work.MESSAGE, s.target(), -1, -1, 0);
            case EPOCH_OPEN -> s.nodes.forEach(n -> piece(i, Work.OPEN, n, -1, -1, 0));
            case EPOCH_CLOSING -> opening(i).text.nodes.forEach(n -> piece(i, Work.END, n, -1, -1, 0));
            case ALLREDUCE, REDUCE, BCAST -> {
                for (int k = 0; k < s.local.count(); k++) {
                    int word = word(s.local, k);
                    piece(i, Work.SHARE, i.task.node(), word, word, k);
                }
            }
            case LOAD, POLL, STORE -> word(s.local, 0);
            default -> {}
        }
        if (i.pieces.isEmpty() && mayMeetEpoch(i)) {
            piece(i, Work.TOUCH, s.target(), -1, -1, 0);
        }
        resultOf(i);
        Stream.of(s.value, s.second)
                .filter(operand -> operand != null && !operand.isPlain())
                .forEach(operand -> register(i, operand.register()));
        if (s.handle != null && s.verb != Verb.WAIT) { // of a TEST_HANDLE: whether it has found 1
            i.told = cells++;
        }
    }

    private boolean mayMeetEpoch(Instruction i) {
        boolean isOperation =
                switch (i.text.verb) {
                    case PUT, GET, ADD, SIGNAL, FADD, CAS -> i.text.epoch < 0;
                    default -> false;
                };
        return isOperation
                && test.tasks().stream()
                        .filter(t -> !t.node().equals(i.task.node()))
                        .flatMap(t -> t.statements().stream())
                        .anyMatch(s -> s.verb == Verb.EPOCH_OPEN && s.nodes.contains(i.text.target()));
    }

    private int cellFor(Operand operand) {
        return operand == null || operand.isPlain() ? -1 : cells++;
    }

    int guardOf(Instruction i) {
        return i.text.guard == null ? -1 : register(i, i.text.guard);
    }

    private void piece(Instruction i, Work work, String node, int from, int to, int place) {
        i.pieces.add(new Piece(i, work, node, from, to, place, cells));
        cells += 2;
    }

    Instruction opening(Instruction i) {
        long id = i.text.remote == null ? i.text.number : i.text.epoch;
        return tasks.get(i.number).subList(0, i.at).stream()
                .filter(e -> e.text.verb == Verb.EPOCH_OPEN && e.text.number == id)
                .reduce((first, second) -> second)
                .orElseThrow(() -> new IllegalArgumentException("line " + i.text.line + " belongs to no epoch"));
    }

    private List<Instruction> partners(Instruction i) {
        return i.text.verb != Verb.BARRIER && !i.text.verb.isCollective()
                ? List.of()
                : tasks.stream()
                        .flatMap(List::stream)
                        .filter(other -> isSameCall(i, other) && ordinal(other) == ordinal(i))
                        .toList();
    }

    private static boolean isSameCall(Instruction i, Instruction other) {
        return i.text.verb == Verb.BARRIER
                ? other.text.verb == Verb.BARRIER
                : other.text.verb.isCollective() && other.text.nodes.equals(i.text.nodes);
    }

    private long ordinal(Instruction i) {
        return tasks.get(i.number).subList(0, i.at).stream()
                .filter(other -> isSameCall(i, other))
                .count();
    }
}
