// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The result of a predicate over its runs: observed numbers and the names of broken conditions. */
final class Finding {
    /** The name of the condition in {@link #needs} that each run completes. */
    static final String COMPLETED = "completed";

    private final List<String> said = new ArrayList<>();
    private final Set<String> checked = new TreeSet<>();
    private final Map<String, List<String>> broken = new LinkedHashMap<>();

    Finding say(final String text) {
        said.add(text);
        return this;
    }

    /**
     * Checks one condition.
     *
     * @param name the name by which a control refers to the condition; the same name may be checked many times
     * @param reason the reason, which is asked for only if the condition does not hold
     */
    Finding need(final String name, final boolean condition, final Supplier<String> reason) {
        checked.add(name);
        if (!condition) {
            broken.computeIfAbsent(name, n -> new ArrayList<>()).add(reason.get());
        }
        return this;
    }

    /** Requires that the run completed and that its verdicts of these names hold and have checked at least one item. */
    Finding needs(final RequirementRun run, final String... verdicts) {
        need(COMPLETED, run.completed(), () -> "the run did not complete: " + run.ending());
        for (final String name : verdicts) {
            need(name, run.holds(name), () -> run.detail(name));
        }
        return this;
    }

    boolean holds() {
        return !checked.isEmpty() && broken.isEmpty();
    }

    /** Returns the names of all checked conditions. */
    Set<String> checked() {
        return checked;
    }

    /** Returns the names of all broken conditions. */
    Set<String> broken() {
        return broken.keySet();
    }

    /** Returns the first message of a broken condition. */
    String reason(final String name) {
        return broken.get(name).get(0);
    }

    String text() {
        final String numbers = String.join("; ", said);
        if (broken.isEmpty()) {
            return numbers;
        }
        final String first = broken().iterator().next();
        final String more = broken.size() > 1 ? " (and " + String.join(", ", others(first)) + ")" : "";
        return (numbers.isEmpty() ? "" : numbers + "; ") + "BROKEN: " + first + ": " + reason(first) + more;
    }

    private List<String> others(final String first) {
        return broken().stream().filter(name -> !name.equals(first)).toList();
    }
}
