// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The blocks of a task that are executed only if a register or a word has some value, which is known only in a run.
 * What is begun in such a block must end in it: elsewhere nobody could tell whether there is something to wait for.
 */
final class Branches {
    // messages, epochs, locks, the DLA and calls of groups; a barrier, too, concerns others
    private static final Set<Verb> SHARED = EnumSet.range(Verb.SEND, Verb.MEET);

    /** A block that has begun: the test that decides it, and what was under way before. */
    private record Block(String guard, Map<String, String> undefined, Handles handles) {}

    private final Deque<Block> blocks = new ArrayDeque<>();
    private int tests;

    void add(final Branches other) {
        blocks.addAll(other.blocks);
        tests = other.tests;
    }

    /** Returns the register of a new TEST. */
    String test() {
        return Statement.hidden(tests++);
    }

    /**
     * Begins a block.
     *
     * @param guard register of the test that decides it
     * @param undefined registers of gets that nobody has waited for
     */
    void enter(final String guard, final Map<String, String> undefined, final Handles handles) {
        final Handles before = new Handles();
        before.add(handles);
        blocks.push(new Block(guard, new HashMap<>(undefined), before));
    }

    /** Ends a block; for what was under way before it, the block may not have been executed. */
    void leave(final Line head, final Map<String, String> undefined, final Handles handles) {
        final Block block = blocks.pop();
        for (final String register : undefined.keySet()) {
            if (!block.undefined.containsKey(register)) {
                throw head.error("the get into " + register + " may not begin in this block and end behind it: wait "
                        + register + ", flush or quiet in the block");
            }
        }
        for (final String handle : handles.open()) {
            if (!block.handles.open().contains(handle)) {
                throw head.error(
                        handle + " may not be given in this block and awaited behind it: wait " + handle + " in it");
            }
        }
        undefined.putAll(block.undefined);
    }

    /** Returns the statement as it is executed here. */
    Statement placed(final Line line, final Statement s) {
        if (blocks.isEmpty()) {
            return s;
        }
        if (SHARED.contains(s.verb()) || s.verb() == Verb.BARRIER || s.epoch() >= 0) {
            throw line.error((s.epoch() >= 0
                            ? "an operation of an epoch"
                            : s.verb().word().replace('_', ' '))
                    + " may not stand in a block that a register decides: others rely on it");
        }
        if (s.label() != null) {
            throw line.error("label " + s.label() + " in a block that a register decides: it may have no cycle");
        }
        return s.with(d -> d.guard = blocks.peek().guard);
    }

    /** Refuses to change or await a register whose get has begun before the block. */
    void check(final Line line, final String register) {
        if (!blocks.isEmpty() && blocks.peek().undefined.containsKey(register)) {
            throw line.error("the get into " + register + " has begun outside of this block: wait " + register
                    + " before the block");
        }
    }

    /** Refuses to await a handle that was given before the block. */
    void checkHandle(final Line line, final String handle) {
        if (!blocks.isEmpty() && blocks.peek().handles.open().contains(handle)) {
            throw line.error(handle + " was given outside of this block: wait " + handle + " there");
        }
    }
}
