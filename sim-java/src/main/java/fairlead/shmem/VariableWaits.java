// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.pe.Conflicts;
import fairlead.pe.NativeException;
import fairlead.pe.Patience;
import fairlead.pe.Pe;
import fairlead.pe.QuickCall;
import fairlead.program.Comparison;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Waits and tests of one PE for its own variables. */
final class VariableWaits {
    private static final int LONGEST_LOOK = 1024; // cycles, until the wait is long itself

    private final Pe pe;
    private final Map<Long, Integer> returned = new HashMap<>(); // the variable that a search for one found, by array

    VariableWaits(Pe pe) {
        this.pe = pe;
    }

    /**
     * A comparison with variables of a type.
     *
     * @param size bytes of the type
     */
    record Condition(int size, boolean signed, Comparison comparison) {
        Condition {
            if (comparison == null) {
                throw NativeException.run("there is no such comparison");
            }
        }

        static Comparison of(int number) {
            return number < 0 || number >= Comparison.values().length ? null : Comparison.values()[number];
        }

        /** Returns whether it holds for a value, both in the low bytes of a word. */
        boolean holds(long left, long right) {
            long flip = signed ? Long.MIN_VALUE : 0;
            return comparison.holds(extended(left) ^ flip, extended(right) ^ flip);
        }

        /** Returns the value that the low bytes of a word have. */
        long extended(long word) {
            int unused = Long.SIZE - Byte.SIZE * size;
            return signed ? word << unused >> unused : word << unused >>> unused;
        }
    }

    boolean test(long variable, Condition condition, long value) throws IOException {
        return condition.holds(load(variable, condition.size), value);
    }

    private long load(long variable, int size) throws IOException {
        pe.requireSymmetric(variable, size);
        pe.memory.push(variable, size);
        pe.accesses(pe.number, variable, size, Conflicts.Kind.READS);
        int at = pe.memory.symmetric(variable);
        return pe.memory.word(at & -Long.BYTES) >>> Byte.SIZE * (at & Long.BYTES - 1);
    }

    /** Returns a call that waits until a variable has a value; its value is 1. */
    QuickCall waiting(long variable, Condition condition, long value) {
        if (variable % condition.size != 0) {
            throw NativeException.run(String.format("the variable at 0x%x is not aligned", variable));
        }
        return new QuickCall() {
            @Override
            public List<Step> next() throws IOException {
                if (test(variable, condition, value)) {
                    return null;
                }
                int at = pe.memory.symmetric(variable);
                long operand = condition.extended(value);
                return List.of(pe.task.poll(at, condition.size, condition.signed, condition.comparison, operand));
            }

            @Override
            public long value() {
                return 1;
            }
        };
    }

    private void until(long variable, Condition condition, long value) throws IOException {
        QuickCall call = waiting(variable, condition, value);
        for (List<Step> steps = call.next(); steps != null; steps = call.next()) {
            pe.await(steps);
        }
    }

    /**
     * Variables of which some are waited for.
     *
     * @param stride bytes from one value to the next; 0 if all are compared with the first
     * @param status address of ints that are not 0 for variables to leave out; 0 for none
     */
    record Vector(long variables, long count, Condition condition, long values, long stride, long status) {}

    /**
     * VariableWaits until all that are not left out hold.
     *
     * @param waits false to look once
     * @return 1 if all hold
     */
    int all(Vector vector, boolean waits) throws IOException {
        for (int i : wanted(vector)) {
            long variable = vector.variables + (long) i * vector.condition.size;
            long value = value(vector, i);
            if (waits) {
                until(variable, vector.condition, value);
            } else if (!test(variable, vector.condition, value)) {
                return 0;
            }
        }
        return 1;
    }

    /**
     * VariableWaits until at least one holds.
     *
     * @param waits false to look once
     * @param most how many of those that hold are wanted
     * @return the numbers of those that hold; none if all are left out
     */
    List<Integer> some(Vector vector, boolean waits, long most) throws IOException {
        List<Integer> wanted = wanted(vector);
        if (most == 1) { // a fair choice begins behind the last one
            int last = returned.getOrDefault(vector.variables, -1);
            Collections.rotate(
                    wanted, -(int) wanted.stream().filter(i -> i <= last).count());
        }
        List<Integer> found = new ArrayList<>();
        Patience patience = new Patience(pe.task);
        for (int look = 1; !wanted.isEmpty(); look = Math.min(2 * look, LONGEST_LOOK)) {
            for (int i : wanted) {
                long variable = vector.variables + (long) i * vector.condition.size;
                if (found.size() < most && test(variable, vector.condition, value(vector, i))) {
                    found.add(i);
                }
            }
            if (!found.isEmpty() || !waits) {
                break;
            }
            if (wanted.size() == 1) {
                int only = wanted.get(0);
                until(vector.variables + (long) only * vector.condition.size, vector.condition, value(vector, only));
            } else {
                pe.task.await(patience.pause(look));
            }
        }
        if (most == 1 && !found.isEmpty()) {
            returned.put(vector.variables, found.get(0));
        }
        return found;
    }

    private List<Integer> wanted(Vector vector) throws IOException {
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < vector.count; i++) {
            if (vector.status == 0 || word(vector.status + (long) i * Integer.BYTES, Integer.BYTES) == 0) {
                wanted.add(i);
            }
        }
        return wanted;
    }

    private long value(Vector vector, int i) throws IOException {
        return word(vector.values + i * vector.stride, vector.condition.size);
    }

    private long word(long address, int size) throws IOException {
        byte[] word = new byte[Long.BYTES];
        System.arraycopy(pe.memory.read(address, size), 0, word, 0, size);
        return ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
}
