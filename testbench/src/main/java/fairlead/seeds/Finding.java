// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a predicate has found in its runs: numbers, and the conditions that they break. */
final class Finding {
    private final List<String> said = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private int conditions;

    Finding say(final String format, final Object... numbers) {
        said.add(String.format(Locale.ROOT, format, numbers));
        return this;
    }

    /** One condition; the text tells what is wrong when it does not hold. */
    Finding need(final boolean condition, final String format, final Object... numbers) {
        conditions++;
        if (!condition) {
            broken.add(String.format(Locale.ROOT, format, numbers));
        }
        return this;
    }

    /** The run came to its end, and its verdict of that name holds and has looked at something. */
    Finding needs(final SeedRun run, final String... verdicts) {
        need(run.completed(), "the run did not complete: %s", run.ending());
        for (final String name : verdicts) {
            need(run.holds(name), "%s: %s", name, run.verdict(name).detail());
        }
        return this;
    }

    boolean holds() {
        return conditions > 0 && broken.isEmpty();
    }

    int conditions() {
        return conditions;
    }

    String text() {
        final String numbers = String.join("; ", said);
        if (broken.isEmpty()) {
            return numbers;
        }
        final String more = broken.size() > 1 ? " (and " + (broken.size() - 1) + " more)" : "";
        return (numbers.isEmpty() ? "" : numbers + "; ") + "BROKEN: " + broken.get(0) + more;
    }
}
