// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a predicate has found in its runs: numbers, and which of its named conditions they break. */
final class Finding {
    /** The condition of {@link #needs}: each run comes to its end. */
    static final String COMPLETED = "completed";

    private final List<String> said = new ArrayList<>();
    private final Set<String> checked = new TreeSet<>();
    private final Map<String, List<String>> broken = new LinkedHashMap<>();

    Finding say(final String format, final Object... numbers) {
        said.add(String.format(Locale.ROOT, format, numbers));
        return this;
    }

    /**
     * One condition.
     *
     * @param name by which a control names it; one name may be checked many times
     * @param format what is wrong when it does not hold
     */
    Finding need(final String name, final boolean condition, final String format, final Object... numbers) {
        checked.add(name);
        if (!condition) {
            broken.computeIfAbsent(name, n -> new ArrayList<>()).add(String.format(Locale.ROOT, format, numbers));
        }
        return this;
    }

    /** The run came to its end, and its verdicts of these names hold and have looked at something. */
    Finding needs(final SeedRun run, final String... verdicts) {
        need(COMPLETED, run.completed(), "the run did not complete: %s", run.ending());
        for (final String name : verdicts) {
            need(name, run.holds(name), "%s", run.verdict(name).detail());
        }
        return this;
    }

    boolean holds() {
        return !checked.isEmpty() && broken.isEmpty();
    }

    /** Names of all conditions that were looked at. */
    Set<String> checked() {
        return checked;
    }

    /** Names of the broken ones. */
    Set<String> broken() {
        return broken.keySet();
    }

    /** What is wrong with a condition that is broken, the first time. */
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
