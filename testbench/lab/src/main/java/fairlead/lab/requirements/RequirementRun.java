// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EventCursor;
import fairlead.lab.script.Scope;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Observer;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
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
    public Object named(String name) {
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

    private RunReport.OpRow row(String name) {
        return rows().get(ops.get(name));
    }

    boolean has(String name) {
        return ops.containsKey(name);
    }

    /** Returns the result of an operation, or `OPEN` if it has not ended. */
    String end(String name) {
        int op = ops.get(name);
        var table = result.execution().table();
        return table.isDone(op) ? table.result(op).name() : "OPEN";
    }

    /** Returns the cycle in which the operation went to the NIC, or -1. */
    long posted(String name) {
        return row(name).posted();
    }

    /** Returns the cycle in which the operation completed, or -1. */
    long done(String name) {
        return row(name).completed();
    }

    /** Returns the cycle in which the operation's last byte was in memory, or -1. */
    long commit(String name) {
        return row(name).lastCommit();
    }

    /** Returns the cycle in which the operation's first byte was in memory, or -1. */
    long begun(String name) {
        return row(name).firstCommit();
    }

    Verdict verdict(String name) {
        return result.report().verdicts().stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Tells whether the verdict holds and has checked at least one item. */
    boolean holds(String name) {
        Verdict verdict = verdict(name);
        return Boolean.TRUE.equals(verdict.holds()) && verdict.checked() > 0;
    }

    boolean fails(String name) {
        return Boolean.FALSE.equals(verdict(name).holds());
    }

    String detail(String name) {
        return verdict(name).detail();
    }

    long checked(String name) {
        return verdict(name).checked();
    }

    Object extra(String name, String key) {
        Object value = verdict(name).extra().get(key);
        return value == null ? "" : value;
    }

    List<?> broken(String name) {
        return List.copyOf(((Map<?, ?>) verdict(name).extra().get("broken")).keySet());
    }

    /** Returns the complaint about a scenario with these keys, each `path=value`, or an empty text. */
    static String refusal(List<String> keys) {
        String base = "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [2, 1, 1]},"
                + " workload: {kind: barrier_storm}}";
        try {
            ScenarioReader.parse(base, "case.yaml", "case", keys);
            return "";
        } catch (BadInput e) {
            return e.getMessage();
        }
    }

    List<Events.Event> events(int kind) {
        return events.all(e -> e.kind() == kind);
    }

    List<Events.Event> events(int node, int kind) {
        return events.of(node, kind);
    }

    /** Returns the events of some kinds of a node, in their order. */
    List<Events.Event> mixed(int node, List<Long> kinds) {
        return events.all(e -> e.node() == node && kinds.contains((long) e.kind()));
    }

    List<Long> values(int node, int kind) {
        return events.of(node, kind).stream().map(Events.Event::b).toList();
    }

    int count(int node, int kind) {
        return events.of(node, kind).size();
    }

    Events.Event first(int node, int kind) {
        List<Events.Event> found = events.of(node, kind);
        return found.isEmpty() ? Events.Event.NEVER : found.get(0);
    }

    Events.Event last(int node, int kind) {
        List<Events.Event> found = events.of(node, kind);
        return found.isEmpty() ? Events.Event.NEVER : found.get(found.size() - 1);
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
        public void events(EventCursor batch) {
            batch.rewind();
            while (batch.next()) {
                Event event = new Event(
                        batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c());
                all.add(event);
                byNodeAndKind
                        .computeIfAbsent(event.node << 8 | event.kind, k -> new ArrayList<>())
                        .add(event);
            }
            batch.rewind();
        }

        List<Event> all(Predicate<Event> which) {
            return all.stream().filter(which).toList();
        }

        List<Event> of(int node, int kind) {
            return byNodeAndKind.getOrDefault(node << 8 | kind, List.of());
        }
    }

    /** The result of a predicate over its runs: observed numbers and the names of broken conditions. */
    static final class Finding {
        /** The name of the condition in {@link #needs} that each run completes. */
        static final String COMPLETED = "completed";

        private final List<String> said = new ArrayList<>();
        private final Set<String> checked = new TreeSet<>();
        private final Map<String, List<String>> broken = new LinkedHashMap<>();

        Finding say(String text) {
            said.add(text);
            return this;
        }

        /**
         * @param name the name by which a control refers to the condition; the same name may be checked many times
         * @param reason the reason, which is asked for only if the condition does not hold
         */
        Finding need(String name, boolean condition, Supplier<String> reason) {
            checked.add(name);
            if (!condition) {
                broken.computeIfAbsent(name, n -> new ArrayList<>()).add(reason.get());
            }
            return this;
        }

        /**
         * Requires that the run completed and that its verdicts of these names hold and have checked at least one item.
         */
        Finding needs(RequirementRun run, String... verdicts) {
            need(
                    COMPLETED,
                    run.completed(),
                    () -> "the run did not complete: " + run.result.report().ending());
            for (String name : verdicts) {
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
        String reason(String name) {
            return broken.get(name).get(0);
        }

        String text() {
            String numbers = String.join("; ", said);
            if (broken.isEmpty()) {
                return numbers;
            }
            String first = broken().iterator().next();
            String more = broken.size() > 1 ? " (and " + String.join(", ", others(first)) + ")" : "";
            return (numbers.isEmpty() ? "" : numbers + "; ") + "BROKEN: " + first + ": " + reason(first) + more;
        }

        private List<String> others(String first) {
            return broken().stream().filter(name -> !name.equals(first)).toList();
        }
    }
}
