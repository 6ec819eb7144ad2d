// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a task has begun and not yet ended at a place of its program: gets, handles, epochs, locks and blocks that a
 * register or a word decides, which is known only in a run. What is begun in such a block must end in it: elsewhere
 * nobody could know whether there is something to wait for.
 */
class TaskState {
    // messages, epochs, locks, the DLA and calls of groups; a barrier, too, concerns others
    private static final Set<Verb> SHARED = EnumSet.range(Verb.SEND, Verb.MEET);

    /** A block that has begun: the test that decides it, and what was under way before. */
    private record Block(String guard, Map<String, String> gets, Set<String> handles) {}

    final Task task;
    Line line; // that is being read
    // target and context of gets that nobody has awaited, by register
    private final Map<String, String> gets = new HashMap<>();
    private final Set<String> assigned = new LinkedHashSet<>(); // registers that have a value
    private final Set<String> handles = new HashSet<>(); // for which no wait has come yet
    private final List<Set<String>> asked = new ArrayList<>(); // handles of each `wait any` that are not free again
    private final Map<Long, List<String>> epochs = new HashMap<>(); // targets of those that are open or closing
    private final Set<Long> closing = new HashSet<>();
    private final Map<Ref, Boolean> locks = new HashMap<>(); // whether it is shared, by its word
    private final Deque<Block> blocks = new ArrayDeque<>();
    private int tests;

    TaskState(Task task) {
        this.task = task;
    }

    /** Makes the same state for another program, which is thrown away. */
    TaskState(TaskState other) {
        task = new Task(other.task.node(), other.task.number(), new ArrayList<>(), other.task.line());
        gets.putAll(other.gets);
        assigned.addAll(other.assigned);
        handles.addAll(other.handles);
        other.asked.forEach(one -> asked.add(new HashSet<>(one)));
        epochs.putAll(other.epochs);
        closing.addAll(other.closing);
        locks.putAll(other.locks);
        blocks.addAll(other.blocks);
        tests = other.tests;
    }

    final void refuse(boolean wrong, Supplier<String> what) {
        line.refuse(wrong, what);
    }

    final void finish() {
        refuse(
                !epochs.isEmpty(),
                () -> "epoch " + epochs.keySet().iterator().next() + " of " + task.name() + " is never closed");
        refuse(
                !locks.isEmpty(),
                () -> "the program of " + task.name() + " ends with the lock of "
                        + Names.lock(locks.keySet().iterator().next()) + " in hand: unlock is missing");
    }

    // ---- blocks

    final String nextTest() {
        return Statement.hidden(tests++);
    }

    final void enter(String guard) {
        blocks.push(new Block(guard, new HashMap<>(gets), new HashSet<>(handles)));
    }

    /** Ends a block; for what was under way before it, the block may not have been executed. */
    final void leave(Line head) {
        Block block = blocks.pop();
        for (String register : gets.keySet()) {
            head.refuse(
                    !block.gets.containsKey(register),
                    () -> "the get into " + register + " may not begin in this block and end behind it: wait "
                            + register + ", flush or quiet in the block");
        }
        for (String handle : handles) {
            head.refuse(
                    !block.handles.contains(handle),
                    () -> handle + " may not be given in this block and awaited behind it: wait " + handle + " in it");
        }
        gets.putAll(block.gets);
    }

    /** Adds a statement to the program, of which a block may decide. */
    final Statement place(Statement s) {
        if (Statement.isNamed(s.register)) {
            assigned.add(s.register);
        }
        if (!blocks.isEmpty()) {
            boolean inEpoch = s.epoch >= 0;
            refuse(
                    SHARED.contains(s.verb) || s.verb == Verb.BARRIER || inEpoch,
                    () -> (inEpoch ? "an operation of an epoch" : s.verb.word().replace('_', ' '))
                            + " may not stand in a block that a register decides: others rely on it");
            refuse(
                    s.label != null,
                    () -> "label " + s.label + " in a block that a register decides: it may have no cycle");
            s.guard = blocks.peek().guard;
        }
        task.statements().add(s);
        return s;
    }

    // ---- registers

    final void isAssigned(String register) {
        line.known("register with a value", register, assigned);
    }

    final void isDefined(String register) {
        refuse(
                gets.containsKey(register),
                () -> register + " has no value before its get is complete: wait " + register + ", flush or quiet");
    }

    /** Refuses to change or await a register whose get has begun before the block. */
    final void isOfBlock(String register) {
        refuse(
                !blocks.isEmpty() && blocks.peek().gets.containsKey(register),
                () -> "the get into " + register + " has begun outside of this block: wait " + register
                        + " before the block");
    }

    final void begin(Statement get) {
        gets.put(get.register, get.target() + " " + get.context);
    }

    final boolean end(String register) {
        return gets.remove(register) != null;
    }

    /**
     * Notes that gets into registers are complete.
     *
     * @param target node that they read, or null for all nodes
     * @param context their context, or -1 for all contexts
     */
    final void complete(String target, int context) {
        gets.values()
                .removeIf(get -> (target == null || get.startsWith(target + " "))
                        && (context < 0 || get.endsWith(" " + context)));
    }

    // ---- handles

    /** Gives the statements of a line their handle: one operation, or all puts of a strided one. */
    final void give(String handle, List<Statement> statements) {
        for (Statement s : statements) {
            boolean fits = s.verb == Verb.PUT || s.verb == Verb.ADD || s.verb == Verb.GET && s.local != null;
            refuse(!fits || s.attempt, () -> "a handle is for a put, a get into words or an atomic without a result");
            s.handle = handle;
        }
        refuse(!handles.add(handle), () -> handle + " is the handle of an operation that nobody has waited for");
    }

    final void isGiven(String handle) {
        refuse(!handles.contains(handle), () -> "no operation with handle " + handle + " is under way here");
    }

    final void await(String handle) {
        isGiven(handle);
        handles.remove(handle);
        asked.forEach(one -> one.remove(handle));
    }

    /** Refuses to await a handle that was given before the block. */
    final void isHandleOfBlock(String handle) {
        refuse(
                !blocks.isEmpty() && blocks.peek().handles.contains(handle),
                () -> handle + " was given outside of this block: wait " + handle + " there");
    }

    /** Notes a `wait any`, which returns one of its handles that none has returned before. */
    final void choose(Set<String> all) {
        all.forEach(this::isGiven);
        long before =
                asked.stream().filter(one -> !Collections.disjoint(one, all)).count();
        refuse(
                before >= all.size(),
                () -> "earlier wait any statements may have told " + (all.size() == 1 ? "" : "all of ")
                        + String.join(" ", all) + ", and nothing is left to tell");
        asked.add(new HashSet<>(all));
    }

    // ---- epochs

    /** @param attempt whether the open must fail, so that the epoch is open to this node, and not closing */
    final void open(long id, List<String> to, boolean attempt) {
        if (!attempt) {
            refuse(epochs.put(id, to) != null, () -> "epoch " + id + " is open already");
            return;
        }
        refuse(
                !epochs.containsKey(id) || closing.contains(id),
                () -> "a try of epoch open needs an epoch that is open, and epoch " + id + " is "
                        + (closing.contains(id) ? "closing" : "not open") + " here");
        refuse(to.size() != 1, () -> "a try of epoch open names one node, not " + to.size());
        isOpen(id, to.get(0));
    }

    /** Checks that a closing that is tried must fail, and returns the node of the command. */
    final String closeAgain(long id) {
        refuse(
                epochs.containsKey(id) && !closing.contains(id),
                () -> "a try of epoch closing needs an epoch that is closing or not open, and epoch " + id
                        + " is open here");
        return epochs.getOrDefault(id, List.of(task.node())).get(0);
    }

    final void closing(long id) {
        refuse(!epochs.containsKey(id) || !closing.add(id), () -> "epoch " + id + " is not open here");
    }

    final void closed(long id) {
        refuse(!closing.remove(id), () -> "epoch " + id + " is not closing here");
        epochs.remove(id);
    }

    /**
     * Checks that an epoch is open to a node for an operation in it. The epoch may be in its closing stage; the machine
     * then refuses the operation.
     */
    final void isOpen(long id, String node) {
        List<String> to = epochs.get(id);
        refuse(to == null, () -> "epoch " + id + " is not open here");
        refuse(!to.contains(node), () -> "epoch " + id + " is open to " + String.join(", ", to) + ", not to " + node);
    }

    // ---- locks

    final void take(Ref word, boolean shared) {
        refuse(
                locks.putIfAbsent(word, shared) != null,
                () -> "the task holds the lock of " + Names.lock(word) + " already, and would wait for itself");
    }

    /** Gives a lock back and returns whether it was shared. */
    final boolean giveBack(Ref word) {
        Boolean shared = locks.remove(word);
        refuse(shared == null, () -> "the task does not hold the lock of " + Names.lock(word) + " here");
        return shared;
    }
}
