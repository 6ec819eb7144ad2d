// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.Results;
import java.util.Collections;
import java.util.List;

/** Makes the operations at a target: puts, gets and atomics. */
final class RemoteOperations {
    private final OrderedOperations order;
    private final MemoryPlan memory;
    private final Registers registers;
    private int registerSource; // words of the put of a register that is being made

    RemoteOperations(final OrderedOperations order, final Registers registers) {
        this.order = order;
        this.registers = registers;
        memory = order.all.memory();
    }

    private int slot(final List<Long> words) {
        return memory.slot(order.all.program(), order.task.node(), words);
    }

    /** Returns the address of the words of a put whose value comes from a register. */
    int sourceOf(final Statement s) {
        registerSource = slot(Collections.nCopies(s.remote().count(), 0L));
        return registerSource;
    }

    /** Returns the operation, which has no path and no requirements yet. */
    Operation make(final Statement s) {
        final int target = order.rank(s.remote().node());
        final int remote = memory.address(s.remote());
        final int length = memory.length(s.remote());
        switch (s.verb()) {
            case PUT -> {
                if (s.local() != null) {
                    return Ops.putAny(target, memory.address(s.local()), remote, length);
                }
                if (!s.value().isPlain()) {
                    return Ops.putAny(target, registerSource, remote, length);
                }
                final long pattern = pattern(s);
                final int words = (length + Long.BYTES - 1) / Long.BYTES;
                final int source = slot(Collections.nCopies(words, pattern));
                return Ops.putValues(target, source, remote, length, pattern);
            }
            case GET -> {
                final int landing = s.local() != null ? memory.address(s.local()) : slot(List.of(0L));
                return Ops.getAny(target, landing, remote, length);
            }
            case CAS -> {
                final Operation cas = Ops.cas(target, remote, 0, 0);
                Results.compare(cas, registers.sources(s.value()), s.value().value());
                return Results.operand(
                        cas, registers.sources(s.second()), s.second().value());
            }
            default -> {
                final Operation op = Ops.fetchOp(kind(s), target, remote, 0);
                return Results.operand(
                        op, registers.sources(s.value()), s.value().value());
            }
        }
    }

    /** Returns 8 bytes that repeat the value of a put. */
    private long pattern(final Statement s) {
        final int bits = Byte.SIZE * memory.size(s.remote());
        long pattern = s.value().value();
        for (int width = bits; width < Long.SIZE; width *= 2) {
            pattern |= pattern << width;
        }
        return pattern;
    }

    private static OpKind kind(final Statement s) {
        return switch (s.atomic()) {
            case ADD -> OpKind.FADD;
            case AND -> OpKind.FAND;
            case OR -> OpKind.FOR;
            case XOR -> OpKind.FXOR;
            case SWAP -> OpKind.SWAP;
        };
    }

    /** Returns whether the DLA can take the operation. */
    static boolean fits(final Statement s) {
        final int bytes = s.remote().count() * Long.BYTES;
        return s.verb() != Verb.CAS
                && s.verb() != Verb.SIGNAL
                && bytes > 0
                && bytes <= Program.INLINE_BYTES
                && !(s.verb() == Verb.PUT && (s.local() != null || !s.value().isPlain()));
    }
}
