// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.program.Decision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The operations that have the values of a task's registers at the place that is being compiled. */
final class Registers {
    /**
     * A get whose result has not been read.
     *
     * @param get id of the get
     * @param address of its word in the own memory
     * @param place task and line
     * @param test TEST that decides whether the get is performed, or -1
     */
    record Landing(int get, int address, String target, String place, int test) {}

    private final Task task;
    private final Map<Term, Reading> readings;
    private final Map<String, Landing> landings = new LinkedHashMap<>();

    Registers(final Task task, final Map<Term, Reading> readings) {
        this.task = task;
        this.readings = readings;
    }

    private Term term(final String register) {
        return new Term(Term.Kind.REGISTER, task.name(), register, 0);
    }

    /**
     * Notes that an operation has the value.
     *
     * @param test TEST that decides whether it is performed; if it is not, the register keeps its value. -1 for none
     */
    void hold(final String register, final int operation, final boolean status, final int test) {
        readings.put(term(register), new Reading(operation, status, test < 0 ? null : readings.get(term(register))));
    }

    /** Notes a get into the register. */
    void lands(final String register, final Landing landing) {
        if (landing.test < 0) {
            readings.remove(term(register));
        }
        landings.put(register, landing);
    }

    /** Forgets the get into a register, which is awaited or overwritten; returns null if there is none. */
    Landing remove(final String register) {
        return landings.remove(register);
    }

    /** Returns the gets that have not been read, by register. */
    Map<String, Landing> landings() {
        return landings;
    }

    /** Returns the operations that may have the value of an operand; none for a plain value. */
    List<Decision.Source> sources(final Operand operand) {
        return operand.isPlain() ? List.of() : sources(operand.register());
    }

    /** Returns the operations that may have the values of a statement's operands. */
    int[] sourcesOf(final Statement s) {
        return Stream.of(s.value(), s.second())
                .filter(Objects::nonNull)
                .flatMap(operand -> sources(operand).stream())
                .mapToInt(Decision.Source::operation)
                .toArray();
    }

    /** Returns the operations that may have the value, the latest first. */
    List<Decision.Source> sources(final String register) {
        final List<Decision.Source> all = new ArrayList<>();
        for (Reading r = readings.get(term(register)); r != null; r = r.before()) {
            all.add(new Decision.Source(r.operation(), r.status()));
        }
        return all;
    }
}
