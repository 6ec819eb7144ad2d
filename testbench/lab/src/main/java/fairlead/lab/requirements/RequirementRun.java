// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EventCursor;
import fairlead.lab.script.Scope;
import fairlead.machine.MachineConfig;
import fairlead.node.EndReason;
import fairlead.node.Observer;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.run.report.RunReport;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A run of a requirement: its events, the end of each operation, and the checkers' verdicts. The conditions of the case
 * files call the methods of this class.
 *
 * @param group the name of the run's block in the case file
 * @param names the names with which the program of the run was written
 * @param ops the ids of the operations that the program names
 * @param muted the number of failed assertions that did not end the run
 * @param besideTwin whether the twin ran in lockstep and gave the same events
 * @param failure for raw commands, the assertion that ended the run, or an empty text
 */
record RequirementRun(
        String group,
        Map<String, Object> names,
        MachineConfig machine,
        Events events,
        RunResult result,
        Map<String, Integer> ops,
        String failure,
        long muted,
        boolean besideTwin)
        implements Scope.Run {

    @Override
    public Object named(final String name) {
        return name.equals("NEVER") ? Events.Event.NEVER : ops.containsKey(name) ? name : null;
    }

    boolean completed() {
        return result.execution().reason() == EndReason.COMPLETED;
    }

    long cycles() {
        return result.execution().cycles();
    }

    long discards() {
        return result.execution().discards();
    }

    long resends() {
        return result.execution().resends();
    }

    List<RunReport.OpRow> rows() {
        return result.report().operations();
    }

    private RunReport.OpRow row(final String name) {
        return rows().get(ops.get(name));
    }

    boolean has(final String name) {
        return ops.containsKey(name);
    }

    /** Returns the result of an operation, or `OPEN` if it has not ended. */
    String end(final String name) {
        final int op = ops.get(name);
        final Result end = result.execution().table().isDone(op)
                ? result.execution().table().result(op)
                : null;
        return end == null ? "OPEN" : end.name();
    }

    /** Returns the cycle in which the operation went to the NIC, or -1. */
    long posted(final String name) {
        return row(name).posted();
    }

    /** Returns the cycle in which the operation completed, or -1. */
    long done(final String name) {
        return row(name).completed();
    }

    /** Returns the cycle in which the operation's last byte was in memory, or -1. */
    long commit(final String name) {
        return row(name).lastCommit();
    }

    /** Returns the cycle in which the operation's first byte was in memory, or -1. */
    long begun(final String name) {
        return row(name).firstCommit();
    }

    Verdict verdict(final String name) {
        return result.report().verdicts().stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Tells whether the verdict holds and has checked at least one item. */
    boolean holds(final String name) {
        final Verdict verdict = verdict(name);
        return Boolean.TRUE.equals(verdict.holds()) && verdict.checked() > 0;
    }

    boolean fails(final String name) {
        return Boolean.FALSE.equals(verdict(name).holds());
    }

    String detail(final String name) {
        return verdict(name).detail();
    }

    long checked(final String name) {
        return verdict(name).checked();
    }

    Object extra(final String name, final String key) {
        final Object value = verdict(name).extra().get(key);
        return value == null ? "" : value;
    }

    List<?> broken(final String name) {
        return List.copyOf(((Map<?, ?>) verdict(name).extra().get("broken")).keySet());
    }

    /** Returns the complaint about a scenario with these keys, each `path=value`, or an empty text. */
    static String refusal(final List<String> keys) {
        final String base = "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [2, 1, 1]},"
                + " workload: {kind: barrier_storm}}";
        try {
            ScenarioReader.parse(base, "case.yaml", "case", keys);
            return "";
        } catch (final BadInput e) {
            return e.getMessage();
        }
    }

    String ending() {
        return result.report().ending();
    }

    List<Events.Event> events(final int kind) {
        return events.all(e -> e.kind() == kind);
    }

    List<Events.Event> events(final int node, final int kind) {
        return events.of(node, kind);
    }

    /** Returns the events of some kinds of a node, in their order. */
    List<Events.Event> mixed(final int node, final List<Long> kinds) {
        return events.all(e -> e.node() == node && kinds.contains((long) e.kind()));
    }

    List<Long> values(final int node, final int kind) {
        return events.of(node, kind).stream().map(Events.Event::b).toList();
    }

    int count(final int node, final int kind) {
        return events.of(node, kind).size();
    }

    Events.Event first(final int node, final int kind) {
        return events.first(node, kind);
    }

    Events.Event last(final int node, final int kind) {
        return events.last(node, kind);
    }

    /** All events of a run, in the order of the event hash. */
    static final class Events implements Observer {
        record Event(long cycle, int node, int unit, int kind, long a, long b, long c) {
            /** The result of a query for an event that did not occur; its cycle is before every other. */
            static final Event NEVER = new Event(-1, -1, -1, -1, -1, -1, -1);
        }

        private final List<Event> all = new ArrayList<>();
        private final Map<Integer, List<Event>> byNodeAndKind = new HashMap<>();

        @Override
        public void events(final EventCursor batch) {
            batch.rewind();
            while (batch.next()) {
                final Event event = new Event(
                        batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c());
                all.add(event);
                byNodeAndKind
                        .computeIfAbsent(event.node << 8 | event.kind, k -> new ArrayList<>())
                        .add(event);
            }
            batch.rewind();
        }

        List<Event> all(final Predicate<Event> which) {
            return all.stream().filter(which).toList();
        }

        List<Event> of(final int node, final int kind) {
            return byNodeAndKind.getOrDefault(node << 8 | kind, List.of());
        }

        Event first(final int node, final int kind) {
            final List<Event> found = of(node, kind);
            return found.isEmpty() ? Event.NEVER : found.get(0);
        }

        Event last(final int node, final int kind) {
            final List<Event> found = of(node, kind);
            return found.isEmpty() ? Event.NEVER : found.get(found.size() - 1);
        }
    }

    /** The result of a predicate over its runs: observed numbers and the names of broken conditions. */
    static final class Finding {
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

        /**
         * Requires that the run completed and that its verdicts of these names hold and have checked at least one item.
         */
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

        Set<String> checked() {
            return checked;
        }

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
}
