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

/**
 * What a task has begun and not yet ended at a place of its program: gets, handles, epochs, locks and blocks that a
 * register or a word decides, which is known only in a run. What is begun in such a block must end in it: elsewhere
 * nobody could tell whether there is something to wait for.
 */
final class TaskState {
    // messages, epochs, locks, the DLA and calls of groups; a barrier, too, concerns others
    private static final Set<Verb> SHARED = EnumSet.range(Verb.SEND, Verb.MEET);

    /** A block that has begun: the test that decides it, and what was under way before. */
    private record Block(String guard, Map<String, String> gets, Set<String> handles) {}

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

    TaskState copy() {
        TaskState copy = new TaskState();
        copy.gets.putAll(gets);
        copy.assigned.addAll(assigned);
        copy.handles.addAll(handles);
        asked.forEach(one -> copy.asked.add(new HashSet<>(one)));
        copy.epochs.putAll(epochs);
        copy.closing.addAll(closing);
        copy.locks.putAll(locks);
        copy.blocks.addAll(blocks);
        copy.tests = tests;
        return copy;
    }

    void finish(Line line, String task) {
        if (!epochs.isEmpty()) {
            throw line.error("epoch " + epochs.keySet().iterator().next() + " of " + task + " is never closed");
        }
        if (!locks.isEmpty()) {
            throw line.error("the program of " + task + " ends with the lock of "
                    + Names.lock(locks.keySet().iterator().next()) + " in hand: unlock is missing");
        }
    }

    // ---- blocks

    String test() {
        return Statement.hidden(tests++);
    }

    void enter(String guard) {
        blocks.push(new Block(guard, new HashMap<>(gets), new HashSet<>(handles)));
    }

    /** Ends a block; for what was under way before it, the block may not have been executed. */
    void leave(Line head) {
        Block block = blocks.pop();
        for (String register : gets.keySet()) {
            if (!block.gets.containsKey(register)) {
                throw head.error("the get into " + register + " may not begin in this block and end behind it: wait "
                        + register + ", flush or quiet in the block");
            }
        }
        for (String handle : handles) {
            if (!block.handles.contains(handle)) {
                throw head.error(
                        handle + " may not be given in this block and awaited behind it: wait " + handle + " in it");
            }
        }
        gets.putAll(block.gets);
    }

    Statement placed(Line line, Statement s) {
        if (Statement.isNamed(s.register())) {
            assigned.add(s.register());
        }
        if (blocks.isEmpty()) {
            return s;
        }
        boolean inEpoch = s.epoch() >= 0;
        if (SHARED.contains(s.verb()) || s.verb() == Verb.BARRIER || inEpoch) {
            throw line.error(
                    (inEpoch ? "an operation of an epoch" : s.verb().word().replace('_', ' '))
                            + " may not stand in a block that a register decides: others rely on it");
        }
        if (s.label() != null) {
            throw line.error("label " + s.label() + " in a block that a register decides: it may have no cycle");
        }
        return s.with(d -> d.guard = blocks.peek().guard);
    }

    // ---- registers

    void assigned(Line line, String register) {
        if (!assigned.contains(register)) {
            throw line.unknown("register with a value", register, assigned);
        }
    }

    void defined(Line line, String register) {
        if (gets.containsKey(register)) {
            throw line.error(
                    register + " has no value before its get is complete: wait " + register + ", flush or quiet");
        }
    }

    /** Refuses to change or await a register whose get has begun before the block. */
    void isOfBlock(Line line, String register) {
        if (!blocks.isEmpty() && blocks.peek().gets.containsKey(register)) {
            throw line.error("the get into " + register + " has begun outside of this block: wait " + register
                    + " before the block");
        }
    }

    void begin(String register, String target, int context) {
        gets.put(register, target + " " + context);
    }

    boolean end(String register) {
        return gets.remove(register) != null;
    }

    /**
     * Notes that gets into registers are complete.
     *
     * @param target node that they read, or null for all nodes
     * @param context their context, or -1 for all contexts
     */
    void complete(String target, int context) {
        gets.values()
                .removeIf(get -> (target == null || get.startsWith(target + " "))
                        && (context < 0 || get.endsWith(" " + context)));
    }

    // ---- handles

    /** Gives the statements of a line their handle: one operation, or all puts of a strided one. */
    void give(Line line, String handle, List<Statement> statements) {
        for (int i = 0; i < statements.size(); i++) {
            Statement s = statements.get(i);
            boolean fits = s.verb() == Verb.PUT || s.verb() == Verb.ADD || s.verb() == Verb.GET && s.local() != null;
            if (!fits || s.attempt()) {
                throw line.error("a handle is for a put, a get into words or an atomic without a result");
            }
            statements.set(i, s.with(d -> d.handle = handle));
        }
        if (!handles.add(handle)) {
            throw line.error(handle + " is the handle of an operation that nobody has waited for");
        }
    }

    void isGiven(Line line, String handle) {
        if (!handles.contains(handle)) {
            throw line.error("no operation with handle " + handle + " is under way here");
        }
    }

    void await(Line line, String handle) {
        isGiven(line, handle);
        handles.remove(handle);
        asked.forEach(one -> one.remove(handle));
    }

    /** Refuses to await a handle that was given before the block. */
    void isHandleOfBlock(Line line, String handle) {
        if (!blocks.isEmpty() && blocks.peek().handles.contains(handle)) {
            throw line.error(handle + " was given outside of this block: wait " + handle + " there");
        }
    }

    /** Notes a `wait any`, which tells one of its handles that none before has told. */
    void choice(Line line, Set<String> all) {
        all.forEach(handle -> isGiven(line, handle));
        long before =
                asked.stream().filter(one -> !Collections.disjoint(one, all)).count();
        if (before >= all.size()) {
            throw line.error("earlier wait any statements may have told "
                    + (all.size() == 1 ? "" : "all of ") + String.join(" ", all)
                    + ", and nothing is left to tell");
        }
        asked.add(new HashSet<>(all));
    }

    // ---- epochs

    void open(Line line, long id, List<String> to) {
        if (epochs.put(id, to) != null) {
            throw line.error("epoch " + id + " is open already");
        }
    }

    /** Checks that an open that is tried must fail: the epoch is open to this node, and not closing. */
    void openAgain(Line line, long id, List<String> to) {
        if (!epochs.containsKey(id) || closing.contains(id)) {
            throw line.error("a try of epoch open needs an epoch that is open, and epoch " + id + " is "
                    + (closing.contains(id) ? "closing" : "not open") + " here");
        }
        if (to.size() != 1) {
            throw line.error("a try of epoch open names one node, not " + to.size());
        }
        isOpen(line, id, to.get(0));
    }

    /** Checks that a closing that is tried must fail, and returns the node of the command. */
    String closeAgain(Line line, long id, String own) {
        if (epochs.containsKey(id) && !closing.contains(id)) {
            throw line.error("a try of epoch closing needs an epoch that is closing or not open, and epoch " + id
                    + " is open here");
        }
        return epochs.getOrDefault(id, List.of(own)).get(0);
    }

    void closing(Line line, long id) {
        if (!epochs.containsKey(id) || !closing.add(id)) {
            throw line.error("epoch " + id + " is not open here");
        }
    }

    void closed(Line line, long id) {
        if (!closing.remove(id)) {
            throw line.error("epoch " + id + " is not closing here");
        }
        epochs.remove(id);
    }

    /**
     * Checks that an epoch is open to a node for an operation in it. The epoch may be in its closing stage; the machine
     * then refuses the operation.
     */
    void isOpen(Line line, long id, String node) {
        List<String> to = epochs.get(id);
        if (to == null) {
            throw line.error("epoch " + id + " is not open here");
        }
        if (!to.contains(node)) {
            throw line.error("epoch " + id + " is open to " + String.join(", ", to) + ", not to " + node);
        }
    }

    // ---- locks

    void take(Line line, Ref word, boolean shared) {
        if (locks.putIfAbsent(word, shared) != null) {
            throw line.error("the task holds the lock of " + Names.lock(word) + " already, and would wait for itself");
        }
    }

    boolean give(Line line, Ref word) {
        Boolean shared = locks.remove(word);
        if (shared == null) {
            throw line.error("the task does not hold the lock of " + Names.lock(word) + " here");
        }
        return shared;
    }
}
