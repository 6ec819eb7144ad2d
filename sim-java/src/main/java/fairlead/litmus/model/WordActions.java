// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.AtomicFunction;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.program.ReduceFunction;
import java.util.Arrays;
import java.util.function.ToLongFunction;

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

    ToLongFunction<long[]> value(final Operand operand) {
        if (operand.isPlain()) {
            return held -> operand.value();
        }
        final int slot = graph.slot(task.name() + ":" + operand.register());
        return held -> held[slot] + operand.value();
    }

    /** Returns the bit of an action that keeps the value as it is now in the slot of this name. */
    long latch(final String name, final Operand operand, final long before) {
        final int slot = graph.slot(task.name() + ":" + name);
        final ToLongFunction<long[]> value = value(operand);
        return graph.add(Action.alone(held -> held[slot] = value.applyAsLong(held)), before);
    }

    /** Returns the bit of the new action, or 0 for a word that is not observed. */
    long read(final Ref ref, final int i, final int slot, final long before) {
        final Integer word = graph.word(ref.key(i));
        return word == null ? 0 : graph.add(Action.of(held -> held[slot] = held[word]), before);
    }

    long write(final Ref ref, final int i, final Operand operand, final long before) {
        final Integer word = graph.word(ref.key(i));
        final ToLongFunction<long[]> value = value(operand);
        return word == null ? 0 : graph.add(Action.of(held -> held[word] = value.applyAsLong(held)), before);
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
        return graph.add(Action.of(held -> held[word] = held[slot]), beforeWrite | first);
    }

    /** Makes one action if only atomics write the word, otherwise two. */
    long divided(
            final Statement s,
            final Operand operand,
            final Operand second,
            final int word,
            final int slot,
            final long before) {
        final boolean whole = graph.has(Axiom.ATOMIC) && !Observed.isPlainlyWritten(test, s.remote());
        final ToLongFunction<long[]> value = value(operand);
        final ToLongFunction<long[]> other = s.verb() == Verb.CAS ? value(second) : null;
        final Action act = Action.of(held -> {
            final long now = value.applyAsLong(held);
            if (whole) {
                held[slot] = held[word];
            }
            final long old = held[slot];
            if (other == null) {
                held[word] = changed(s.atomic(), old, now);
            } else if (old == now) {
                held[word] = other.applyAsLong(held);
            }
        });
        if (whole) {
            return graph.add(act, before);
        }
        final long read = graph.add(Action.of(held -> held[slot] = held[word]), before);
        graph.halve(word);
        return read | graph.add(act, before | read);
    }

    private static long changed(final AtomicFunction function, final long old, final long operand) {
        return switch (function) {
            case ADD -> old + operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case SWAP -> operand;
        };
    }

    private static long combined(final ReduceFunction function, final long a, final long b) {
        return switch (function) {
            case SUM -> a + b;
            case MIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case MAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
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
            final ReduceFunction function = s.function();
            final Action combine = Action.of(held -> held[to] = Arrays.stream(sources)
                    .mapToLong(source -> held[source])
                    .reduce((a, b) -> combined(function, a, b))
                    .orElse(0));
            done |= graph.add(combine, beforeWrite | before);
        }
        return done;
    }
}
