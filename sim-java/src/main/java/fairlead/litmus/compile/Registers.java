// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.compile.Ready.Reading;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.program.Decision.Source;
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
     * @param address of its word in the own memory
     * @param place task and line
     * @param test TEST that decides whether the get is performed, or -1
     */
    record Landing(int get, int address, String target, String place, int test) {}

    private final Task task;
    private final Map<Term, Reading> readings;
    private final Map<String, Landing> landings = new LinkedHashMap<>(); // gets that have not been read, by register

    Registers(Task task, Map<Term, Reading> readings) {
        this.task = task;
        this.readings = readings;
    }

    private Term term(String register) {
        return new Term(Term.Kind.REGISTER, task.name(), register, 0);
    }

    /**
     * Notes that an operation has the value, or its status is the value.
     *
     * @param test TEST that decides whether it is performed; if it is not, the register keeps its value. -1 for none
     */
    void hold(String register, int operation, boolean status, int test) {
        readings.put(term(register), new Reading(operation, status, test < 0 ? null : readings.get(term(register))));
    }

    void lands(String register, Landing landing) {
        if (landing.test < 0) {
            readings.remove(term(register));
        }
        landings.put(register, landing);
    }

    /** Forgets the get into a register, which is awaited or overwritten; returns null if there is none. */
    Landing remove(String register) {
        return landings.remove(register);
    }

    Map<String, Landing> landings() {
        return landings;
    }

    /** Returns the operations that may have the value of an operand, the latest first; none for a plain value. */
    List<Source> sources(Operand operand) {
        return operand.isPlain()
                ? List.of()
                : Stream.iterate(readings.get(term(operand.register())), Objects::nonNull, Reading::before)
                        .map(r -> new Source(r.operation(), r.status()))
                        .toList();
    }

    int[] sourcesOf(Statement s) {
        return Stream.of(s.value, s.second)
                .filter(Objects::nonNull)
                .flatMap(operand -> sources(operand).stream())
                .mapToInt(Source::operation)
                .toArray();
    }
}
