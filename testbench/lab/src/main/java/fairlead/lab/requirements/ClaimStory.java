// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The steps of a claim, with the cycles in which a run performed them. A step that was not observed, or that comes
 * before the step above it, breaks the story.
 */
public final class ClaimStory {
    private final String title;
    private final List<String> lines = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private long last = -1;

    ClaimStory(final String title) {
        this.title = title;
    }

    /** Begins a new sequence of steps. */
    ClaimStory actor(final String name) {
        lines.add("  " + name);
        last = -1;
        return this;
    }

    /**
     * Adds a step that took place in this cycle; it must not come before the previous step. A cycle of -1 means that
     * the step was not observed.
     */
    ClaimStory step(final String number, final long cycle, final String format, final Object... values) {
        final String text = String.format(Locale.ROOT, format, values);
        lines.add(String.format(Locale.ROOT, "    %-4s cycle %6d  %s", number, cycle, text));
        if (cycle < 0) {
            broken.add("step " + number + " was not seen: " + text);
        } else if (cycle < last) {
            broken.add("step " + number + " comes before the one above it: " + text);
        }
        last = cycle;
        return this;
    }

    ClaimStory note(final boolean holds, final String format, final Object... values) {
        final String text = String.format(Locale.ROOT, format, values);
        lines.add("    " + text);
        if (!holds) {
            broken.add("not so: " + text);
        }
        return this;
    }

    public boolean holds() {
        return broken.isEmpty() && !lines.isEmpty();
    }

    public String text() {
        final String end =
                broken.isEmpty() ? "  the steps are those of the claim" : "  BROKEN: " + String.join("; ", broken);
        return title + "\n" + String.join("\n", lines) + "\n" + end + "\n";
    }
}
