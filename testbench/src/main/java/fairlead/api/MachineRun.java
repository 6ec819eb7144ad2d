// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.lockstep.DifferenceException;
import fairlead.node.EndReason;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.Program;
import fairlead.rtl.EngineException;
import fairlead.rtl.LibraryException;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.report.RunReport;
import fairlead.run.report.VerdictTable;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A finished run: verdicts with evidence, events, memory at the end, and statistics. */
public final class MachineRun {
    private final Machine machine;
    private final Scenario scenario;
    private final Program given; // null if the workload of the scenario is run
    private final String name;
    private final EventList events = new EventList();
    private RunPlan plan;
    private MemorySnapshot memory;
    private RunResult result;

    MachineRun(final Machine machine, final Scenario scenario, final Program given, final String name) {
        this.machine = machine;
        this.scenario = scenario;
        this.given = given;
        this.name = name;
    }

    /** Makes the run; called once. */
    void play() {
        try {
            final RunPlan made = given == null ? Plans.of(scenario) : Plans.of(scenario, RtlOptions.PRODUCT, given);
            memory = new MemorySnapshot(made.factory());
            plan = new RunPlan(
                    name,
                    made.program(),
                    made.machine(),
                    memory,
                    made.engineOptions(),
                    made.executorOptions(),
                    effective(),
                    made.detect());
            result = new Session(plan).run(executor -> {}, observers());
        } catch (final BadInput e) {
            throw ConfigurationException.of(e);
        } catch (final EngineException | LibraryException | DifferenceException e) {
            throw new RunException(e);
        }
    }

    private Observer[] observers() {
        return machine.keepsEvents() ? new Observer[] {events} : new Observer[0];
    }

    /** Returns the scenario; a program made in code stands there as what it is. */
    private Map<String, Object> effective() {
        if (given == null) {
            return scenario.effective();
        }
        final Map<String, Object> map = new LinkedHashMap<>(scenario.effective());
        map.put("workload", Map.of("kind", "program", "name", name));
        return map;
    }

    /** Returns the machine that ran. */
    public Machine machine() {
        return machine;
    }

    /** Returns the name of the program or workload. */
    public String name() {
        return name;
    }

    /** Returns whether every operation of the program came to an end that the program accepts. */
    public boolean isCompleted() {
        return result.execution().reason() == EndReason.COMPLETED
                && result.execution().errors().isEmpty();
    }

    /** Returns why and in which cycle the run ended, in one line. */
    public String ending() {
        return result.report().ending();
    }

    /** Returns the seven verdicts, and DEVICE_DELIVERY if the program has messages to threads. */
    public List<RunVerdict> verdicts() {
        return result.report().verdicts().stream().map(MachineRun::verdict).toList();
    }

    private static RunVerdict verdict(final Verdict v) {
        final RunVerdict.State state = v.holds() == null
                ? RunVerdict.State.NOT_EXERCISED
                : v.holds() ? RunVerdict.State.HOLDS : RunVerdict.State.VIOLATED;
        return new RunVerdict(VerdictKind.of(v.name()), state, v.checked(), v.detail(), v.extra());
    }

    /** Returns one verdict; NOT_EXERCISED if the run has none of this kind. */
    public RunVerdict verdict(final VerdictKind kind) {
        return verdicts().stream()
                .filter(v -> v.kind() == kind)
                .findFirst()
                .orElse(new RunVerdict(kind, RunVerdict.State.NOT_EXERCISED, 0, "not exercised", Map.of()));
    }

    /**
     * Requires that the program completed, that no verdict is violated, and that the verdicts named here were exercised
     * and hold.
     *
     * @param exercised verdicts that must have compared something
     * @return this run
     * @throws AssertionError with the table of the verdicts if something does not hold
     */
    public MachineRun requireVerdicts(final VerdictKind... exercised) {
        final boolean holds = isCompleted()
                && verdicts().stream().noneMatch(RunVerdict::isViolated)
                && List.of(exercised).stream().allMatch(k -> verdict(k).holds());
        if (!holds) {
            throw new AssertionError("verdicts that must have been exercised: " + List.of(exercised)
                    + System.lineSeparator() + summary());
        }
        return this;
    }

    /** Returns the first cycle with an event that shows a violation, or -1. */
    public long firstViolation() {
        return result.report().firstViolation();
    }

    /** Returns the table of verdicts and statistics as the command {@code fairlead run} prints it. */
    public String summary() {
        return VerdictTable.of(result.report());
    }

    /** Returns the SHA-256 of all events that belong to the identity of the run, in hexadecimal digits. */
    public String eventHash() {
        return result.report().eventSha256();
    }

    /** Returns counts and latencies. */
    public RunStatistics statistics() {
        final RunReport.Metrics m = result.report().metrics();
        return new RunStatistics(
                result.report().cycles(), m.packets(), m.flits(), m.flitHops(), m.mean(), m.p50(), m.p99(), m.max());
    }

    /**
     * Returns every event of the run in order; an event has about 70 bytes of the Java heap.
     *
     * @throws IllegalStateException if {@link Machine.Builder#keepEvents} was set to false
     */
    public List<RunEvent> events() {
        if (!machine.keepsEvents()) {
            throw new IllegalStateException("the machine was built with keepEvents(false)");
        }
        return Collections.unmodifiableList(events.all());
    }

    /**
     * Returns when a step of the program happened.
     *
     * @throws IllegalArgumentException if the step is not of the program that ran
     */
    public StepTimes times(final RmaStep step) {
        requireOwn(step);
        final RunReport.OpRow row = result.report().operations().get(step.id());
        return new StepTimes(row.posted(), row.firstCommit(), row.lastCommit(), row.completed(), row.result());
    }

    /**
     * Returns the value that a step told its software: the old value of an atomic, or what a load or a wait has read; 0
     * for other steps and before the answer.
     *
     * @throws IllegalArgumentException if the step is not of the program that ran
     */
    public long value(final RmaStep step) {
        requireOwn(step);
        return result.execution().table().value(step.id());
    }

    private void requireOwn(final RmaStep step) {
        if (given == null || step.id() >= given.size() || given.operation(step.id()) != step.operation()) {
            throw new IllegalArgumentException("step " + step.id() + " is not of the program that ran");
        }
    }

    /**
     * Returns bytes of a node's memory as they were at the end of the run.
     *
     * @throws IndexOutOfBoundsException if the node or a byte does not exist
     */
    public byte[] memory(final int node, final int address, final int length) {
        Objects.checkIndex(node, plan.machine().nodes());
        Objects.checkFromIndexSize(address, length, plan.machine().memoryBytes());
        return memory.bytes(node, address, length);
    }

    /** Returns a word of 8 bytes of a node's memory, little-endian, as it was at the end of the run. */
    public long word(final int node, final int address) {
        return ByteBuffer.wrap(memory(node, address, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /**
     * Writes what a reader needs to understand the run into a folder that does not exist yet: summary.json, ops.csv,
     * report.html with its tables, trace.json for Perfetto, and for a workload scenario.yaml, which
     * {@code fairlead run} repeats. The run is repeated for it, which is exact.
     *
     * @throws IOException if a file cannot be written
     */
    public void save(final Path folder) throws IOException {
        new RunArtefacts(machine, scenario, plan, result).write(folder);
    }

    /** Returns the line that the table of verdicts begins with. */
    @Override
    public String toString() {
        return name + " on " + result.report().engine() + ": " + ending();
    }
}
