// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.lab.script.Scope;
import fairlead.machine.MachineConfig;
import fairlead.node.EndReason;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.run.report.RunReport;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;

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

    /** Returns a further figure of a verdict. */
    Object extra(final String name, final String key) {
        final Object value = verdict(name).extra().get(key);
        return value == null ? "" : value;
    }

    /** Returns the names of the conditions of a verdict that are broken. */
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

    /** Returns the events of this kind of all nodes. */
    List<Events.Event> events(final int kind) {
        return events.all(e -> e.kind() == kind);
    }

    /** Returns the events of this kind of a node. */
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
}
