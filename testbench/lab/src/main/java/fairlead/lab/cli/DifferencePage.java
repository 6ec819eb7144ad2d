// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseFile;
import fairlead.lockstep.Difference;
import fairlead.run.WholeFile;
import fairlead.run.view.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The first difference of two engines as a page, with the events of each engine around it.
 *
 * @param engines the two engines, of which the first is called rtl
 * @param second the name of the second engine
 * @param command repeats the case
 */
record DifferencePage(Case one, Difference difference, List<EngineFactory> engines, String second, String command) {
    private static final int WORDS = 20;
    private static final int BEFORE = 12; // number of events before the difference
    private static final int AFTER = 12;
    private static final int MOST = 400; // most events of one cycle that are shown

    /** The events of one engine before a cycle, and from it on. */
    private static final class Around extends ForwardingEngine {
        private final long cycle;
        private final Deque<String> before = new ArrayDeque<>();
        private final List<String> from = new ArrayList<>();
        private int later;

        Around(Engine engine, long cycle) {
            super(engine);
            this.cycle = cycle;
        }

        @Override
        public EventCursor events() {
            EventCursor batch = super.events();
            batch.rewind();
            while (batch.next()) {
                if (batch.cycle() < cycle) {
                    before.addLast(Difference.event(batch));
                    if (before.size() > BEFORE) {
                        before.removeFirst();
                    }
                } else if (from.size() < MOST && (batch.cycle() == cycle || later++ < AFTER)) {
                    from.add(Difference.event(batch));
                }
            }
            batch.rewind();
            return batch;
        }
    }

    /** Prints the first words of the case, writes the page and prints its name. */
    void tell(Path file) throws IOException {
        if (one.hasWords()) {
            one.words().stream().limit(WORDS).forEach(word -> System.err.println("    " + CaseFile.line(word)));
        }
        System.err.println("fairlead: a page of it: " + write(file));
    }

    /** Plays the case once more on each engine alone and writes the page. */
    Path write(Path file) throws IOException {
        List<Around> sides = new ArrayList<>();
        for (EngineFactory factory : engines) {
            try (Engine engine = factory.open(one.machine(), one.options())) {
                Around around = new Around(engine, difference.cycle());
                sides.add(around);
                one.play(around);
            } catch (RuntimeException e) {
                // an engine that fails is itself the difference: the page has what it showed before
                System.err.println("fairlead: one of the engines, played alone, ends with " + e);
            }
        }
        WholeFile.write(file, html(sides));
        return file;
    }

    private String html(List<Around> sides) {
        String place = "cycle " + difference.cycle()
                + (difference.node() < 0 ? "" : ", node " + difference.node()) + ", " + difference.unit() + ": "
                + difference.what();
        Sheet sheet = new Sheet("Fairlead lockstep", "The RTL and " + second + " differ first in " + place, false);
        sheet.fact("shape " + one.machine().shape()).fact("seed " + one.seed()).fact(one.size() + " operations");
        sheet.table(
                "difference",
                "The first difference",
                "Repeat with: " + command,
                List.of("engine", "value"),
                List.of(List.of("rtl", "!" + difference.first()), List.of(second, "!" + difference.second())));
        Set<String> rtl = new TreeSet<>(sides.get(0).from);
        Set<String> other = new TreeSet<>(sides.get(1).from);
        side(sheet, "rtl", sides.get(0), other);
        side(sheet, second, sides.get(1), rtl);
        return sheet.html();
    }

    private static void side(Sheet sheet, String name, Around side, Set<String> other) {
        List<List<String>> rows = new ArrayList<>();
        side.before.forEach(event -> rows.add(List.of("before", event)));
        for (String event : side.from) {
            boolean both = other.contains(event);
            rows.add(List.of(both ? "both" : "!only here", (both ? "" : "!") + event));
        }
        sheet.table(
                "events-" + name,
                "Events of " + name,
                "The last " + BEFORE + " before the cycle of the difference, those of the cycle, and the next ones."
                        + " The engine ran alone.",
                List.of("", "event"),
                rows);
    }
}
