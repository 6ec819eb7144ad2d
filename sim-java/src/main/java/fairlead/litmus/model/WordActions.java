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

    WordActions(ActionGraph graph, LitmusTest test, Task task) {
        this.graph = graph;
        this.test = test;
        this.task = task;
    }

    int target(Statement s) {
        return s.register == null ? graph.scratch() : graph.slot(task.name() + ":" + s.register);
    }

    ToLongFunction<long[]> value(Operand operand) {
        if (operand.isPlain()) {
            return held -> operand.value();
        }
        int slot = graph.slot(task.name() + ":" + operand.register());
        return held -> held[slot] + operand.value();
    }

    /** Returns the bit of an action that keeps the value as it is now in the slot of this name. */
    long latch(String name, Operand operand, long before) {
        int slot = graph.slot(task.name() + ":" + name);
        ToLongFunction<long[]> value = value(operand);
        return graph.add(Action.alone(held -> held[slot] = value.applyAsLong(held)), before);
    }

    /** Returns the bit of the new action, or 0 for a word that is not observed. */
    long read(Ref ref, int i, int slot, long before) {
        Integer word = graph.word(ref.key(i));
        return word == null ? 0 : graph.add(Action.of(held -> held[slot] = held[word]), before);
    }

    long write(Ref ref, int i, Operand operand, long before) {
        Integer word = graph.word(ref.key(i));
        ToLongFunction<long[]> value = value(operand);
        return word == null ? 0 : graph.add(Action.of(held -> held[word] = value.applyAsLong(held)), before);
    }

    long copy(Ref from, Ref to, int i, long beforeRead, long beforeWrite, long[] read) {
        Integer word = graph.word(to.key(i));
        if (word == null) {
            return 0;
        }
        int slot = graph.scratch();
        long first = read(from, i, slot, beforeRead);
        read[0] |= first;
        return graph.add(Action.of(held -> held[word] = held[slot]), beforeWrite | first);
    }

    /** Makes one action if only atomics write the word, otherwise two. */
    long divided(Statement s, Operand operand, Operand second, int word, int slot, long before) {
        boolean whole = graph.has(Axiom.ATOMIC) && !Pairing.isPlainlyWritten(test, s.remote);
        ToLongFunction<long[]> value = value(operand);
        ToLongFunction<long[]> other = s.verb == Verb.CAS ? value(second) : null;
        Action act = Action.of(held -> {
            long now = value.applyAsLong(held);
            if (whole) {
                held[slot] = held[word];
            }
            long old = held[slot];
            if (other == null) {
                held[word] = changed(s.atomic(), old, now);
            } else if (old == now) {
                held[word] = other.applyAsLong(held);
            }
        });
        if (whole) {
            return graph.add(act, before);
        }
        long read = graph.add(Action.of(held -> held[slot] = held[word]), before);
        graph.halve(word);
        return read | graph.add(act, before | read);
    }

    private static long changed(AtomicFunction function, long old, long operand) {
        return switch (function) {
            case ADD -> old + operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case SWAP -> operand;
        };
    }

    private static long combined(ReduceFunction function, long a, long b) {
        return switch (function) {
            case SUM -> a + b;
            case MIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case MAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }

    long combine(Statement s, String call, int i, boolean gives, boolean receives, long beforeRead, long beforeWrite) {
        int word = graph.meeting(call + " word " + i);
        boolean contributes = gives && (s.verb != Verb.BCAST || task.node().equals(s.root()));
        long done = 0;
        if (contributes) {
            done |= read(s.local, i, graph.slot(call + " " + i + " " + task.node()), beforeRead);
            graph.action(word).before |= done;
        }
        Integer to = graph.word(s.local.key(i));
        if (receives && to != null) {
            int[] sources = s.nodes.stream()
                    .filter(n -> s.verb != Verb.BCAST || n.equals(s.root()))
                    .mapToInt(n -> graph.slot(call + " " + i + " " + n))
                    .toArray();
            long before = ActionGraph.bit(word)
                    | (graph.has(Axiom.COLLECTIVE_JOINS) ? ActionGraph.bit(graph.meeting(call)) : 0)
                    | done;
            ReduceFunction function = s.function();
            Action combine = Action.of(held -> held[to] = Arrays.stream(sources)
                    .mapToLong(source -> held[source])
                    .reduce((a, b) -> combined(function, a, b))
                    .orElse(0));
            done |= graph.add(combine, beforeWrite | before);
        }
        return done;
    }
}
