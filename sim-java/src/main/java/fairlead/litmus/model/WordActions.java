// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.model.Action.Kind;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;

/** Adds the actions of a task on single words, and names the slots of its registers. */
final class WordActions {
    private final ActionGraph graph;
    private final LitmusTest test;
    private final Task task;

    WordActions(final ActionGraph graph, final LitmusTest test, final Task task) {
        this.graph = graph;
        this.test = test;
        this.task = task;
    }

    int target(final Statement s) {
        return s.register() == null ? graph.scratch() : graph.slot(task.name() + ":" + s.register());
    }

    int held(final Operand operand) {
        return operand.isPlain() ? -1 : graph.slot(task.name() + ":" + operand.register());
    }

    /** Returns the bit of an action that keeps the value as it is now in the slot of this name. */
    long latch(final String name, final Operand value, final long before) {
        return graph.add(Action.latch(graph.slot(task.name() + ":" + name), held(value), value.value()), before);
    }

    /** Returns the bit of the new action, or 0 for a word that is not observed. */
    long read(final Ref ref, final int i, final int slot, final long before) {
        final Integer word = graph.word(ref.key(i));
        return word == null ? 0 : graph.add(Action.at(Kind.READ, word, slot), before);
    }

    long write(final Ref ref, final int i, final Operand value, final long before) {
        final Integer word = graph.word(ref.key(i));
        return word == null
                ? 0
                : graph.add(Action.at(Kind.WRITE, word, -1).with(held(value), value.value()), before);
    }

    long copy(
            final Ref from,
            final Ref to,
            final int i,
            final long beforeRead,
            final long beforeWrite,
            final long[] read) {
        final Integer word = graph.word(to.key(i));
        if (word == null) {
            return 0;
        }
        final int slot = graph.scratch();
        final long first = read(from, i, slot, beforeRead);
        read[0] |= first;
        return graph.add(Action.at(Kind.WRITE, word, -1).with(slot, 0), beforeWrite | first);
    }

    /** Makes one action if only atomics write the word, otherwise two. */
    long divided(
            final Statement s,
            final Operand value,
            final Operand second,
            final int word,
            final int slot,
            final long before) {
        final boolean whole = graph.has(Axiom.ATOMIC) && !Observed.isPlainlyWritten(test, s.remote());
        final Action act =
                Action.at(whole ? Kind.ATOMIC : Kind.ATOMIC_WRITE, word, slot).with(held(value), value.value());
        if (s.verb() == Verb.CAS) {
            act.swaps = true;
            act.second(held(second), second.value());
        } else {
            act.change = s.atomic();
        }
        if (whole) {
            return graph.add(act, before);
        }
        final long read = graph.add(Action.at(Kind.ATOMIC_READ, word, slot), before);
        graph.halve();
        return read | graph.add(act, before | read);
    }

    long combine(
            final Statement s,
            final String call,
            final int i,
            final boolean gives,
            final boolean receives,
            final long beforeRead,
            final long beforeWrite) {
        final int word = graph.meeting(call + " word " + i);
        final boolean contributes =
                gives && (s.verb() != Verb.BCAST || task.node().equals(s.root()));
        long done = 0;
        if (contributes) {
            done |= read(s.local(), i, graph.slot(call + " " + i + " " + task.node()), beforeRead);
            graph.action(word).before |= done;
        }
        final Integer to = graph.word(s.local().key(i));
        if (receives && to != null) {
            final int[] sources = s.nodes().stream()
                    .filter(n -> s.verb() != Verb.BCAST || n.equals(s.root()))
                    .mapToInt(n -> graph.slot(call + " " + i + " " + n))
                    .toArray();
            final long before = ActionGraph.bit(word)
                    | (graph.has(Axiom.COLLECTIVE_JOINS) ? ActionGraph.bit(graph.meeting(call)) : 0)
                    | done;
            final Action combined = Action.at(Kind.COMBINE, to, -1).from(sources);
            combined.function = s.function();
            done |= graph.add(combined, beforeWrite | before);
        }
        return done;
    }
}
