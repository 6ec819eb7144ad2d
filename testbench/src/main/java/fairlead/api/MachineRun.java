// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.lockstep.DifferenceException;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Observer;
import fairlead.plan.Artefacts;
import fairlead.plan.Plans;
import fairlead.program.Program;
import fairlead.rtl.FabricAbi.EngineException;
import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.rtl.RtlOptions;
import fairlead.run.OutputFolder;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.run.RunTexts;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.run.WholeFile;
import fairlead.run.view.RunPage;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
    private final List<String> waiting;
    private final List<RunEvent> events = new ArrayList<>();
    private final Map<Long, byte[]> pages = new HashMap<>(); // of memory at the end; those of zeros are left out
    private RunPlan plan;
    private RunResult result;

    MachineRun(Machine machine, Scenario scenario, Program given, String name, List<String> waiting) {
        this.machine = machine;
        this.scenario = scenario;
        this.given = given;
        this.name = name;
        this.waiting = waiting;
    }

    /** Makes the run; called once. */
    void play() {
        try {
            RunPlan made = given == null ? Plans.of(scenario) : Plans.of(scenario, RtlOptions.PRODUCT, given);
            plan = made.as(name, effective(), made.detect());
            Observer[] observers = machine.keepsEvents() ? new Observer[] {keeper()} : new Observer[0];
            result = new Session(plan).atEnd(this::keepMemory).run(executor -> {}, observers);
        } catch (BadInput e) {
            throw ConfigurationException.of(e);
        } catch (EngineException | LibraryException | DifferenceException e) {
            throw new RunException(e);
        }
    }

    private Observer keeper() {
        return new Observer() {
            @Override
            public void events(EventCursor batch) {
                while (batch.next()) {
                    events.add(new RunEvent(
                            batch.cycle(),
                            batch.node(),
                            EventUnit.name(batch.unit()),
                            EventKind.name(batch.kind()),
                            batch.seq(),
                            batch.a(),
                            batch.b(),
                            batch.c()));
                }
                batch.rewind();
            }
        };
    }

    private void keepMemory(Engine engine) {
        int count = (engine.config().memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
        byte[] zeros = new byte[Engine.PAGE_BYTES];
        for (int node = 0; node < engine.config().nodes(); node++) {
            for (int page = 0; page < count; page++) {
                ByteBuffer bytes = engine.page(node, page);
                if (bytes != null && !bytes.equals(ByteBuffer.wrap(zeros, 0, bytes.remaining()))) {
                    byte[] copy = new byte[bytes.remaining()];
                    bytes.duplicate().get(copy);
                    pages.put(key(node, page), copy);
                }
            }
        }
    }

    private static long key(int node, int page) {
        return (long) node << Integer.SIZE | page;
    }

    /** Returns the scenario; a program made in code is named as such. */
    private Map<String, Object> effective() {
        if (given == null) {
            return scenario.effective();
        }
        Map<String, Object> map = new LinkedHashMap<>(scenario.effective());
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

    /** Returns, for each task whose {@link TaskCode} has not ended, what it waits for and where in the code. */
    public List<String> waiting() {
        return waiting;
    }

    /** Returns the seven verdicts, and DEVICE_DELIVERY if the program has messages to threads. */
    public List<RunVerdict> verdicts() {
        return result.report().verdicts().stream().map(MachineRun::verdict).toList();
    }

    private static RunVerdict verdict(Verdict v) {
        RunVerdict.State state = v.holds() == null
                ? RunVerdict.State.NOT_EXERCISED
                : v.holds() ? RunVerdict.State.HOLDS : RunVerdict.State.VIOLATED;
        return new RunVerdict(VerdictKind.of(v.name()), state, v.checked(), v.detail(), v.extra());
    }

    /** Returns one verdict; NOT_EXERCISED if the run has none of this kind. */
    public RunVerdict verdict(VerdictKind kind) {
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
    public MachineRun requireVerdicts(VerdictKind... exercised) {
        boolean holds = isCompleted()
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
        return RunTexts.table(result.report());
    }

    /** Returns the SHA-256 of all events that belong to the identity of the run, in hexadecimal digits. */
    public String eventHash() {
        return result.report().eventSha256();
    }

    /** Returns counts and latencies. */
    public RunStatistics statistics() {
        RunReport.Metrics m = result.report().metrics();
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
        return Collections.unmodifiableList(events);
    }

    /**
     * Returns when a step of the program happened.
     *
     * @throws IllegalArgumentException if the step is not of the program that ran
     */
    public StepTimes times(RmaStep step) {
        requireOwn(step);
        RunReport.OpRow row = result.report().operations().get(step.id());
        return new StepTimes(row.posted(), row.firstCommit(), row.lastCommit(), row.completed(), row.result());
    }

    /**
     * Returns the value that a step gave its software: the old value of an atomic, or what a load or a wait has read; 0
     * for other steps and before the answer.
     *
     * @throws IllegalArgumentException if the step is not of the program that ran
     */
    public long value(RmaStep step) {
        requireOwn(step);
        return result.execution().table().value(step.id());
    }

    private void requireOwn(RmaStep step) {
        if (given == null || step.id() >= given.size() || given.operation(step.id()) != step.operation()) {
            throw new IllegalArgumentException("step " + step.id() + " is not of the program that ran");
        }
    }

    /**
     * Returns bytes of a node's memory as they were at the end of the run.
     *
     * @throws IndexOutOfBoundsException if the node or a byte does not exist
     */
    public byte[] memory(int node, int address, int length) {
        Objects.checkIndex(node, plan.machine().nodes());
        Objects.checkFromIndexSize(address, length, plan.machine().memoryBytes());
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            byte[] page = pages.get(key(node, (address + i) / Engine.PAGE_BYTES));
            bytes[i] = page == null ? 0 : page[(address + i) % Engine.PAGE_BYTES];
        }
        return bytes;
    }

    /** Returns a word of 8 bytes of a node's memory, little-endian, as it was at the end of the run. */
    public long word(int node, int address) {
        return ByteBuffer.wrap(memory(node, address, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /**
     * Writes what a reader needs to understand the run into a folder that does not exist yet: summary.json, ops.csv,
     * report.html with its tables, trace.json for Perfetto, and for a workload scenario.yaml, which {@code fairlead
     * run} repeats. The run is repeated for it, which is exact.
     *
     * @throws IOException if a file cannot be written
     */
    public void save(Path folder) throws IOException {
        OutputFolder place = new OutputFolder(folder, false);
        try (ScratchFolder scratch = new ScratchFolder("api")) {
            Artefacts artefacts = new Artefacts(plan, true, true, false, null);
            Session session = new Session(plan);
            RunResult again =
                    session.run(executor -> {}, artefacts.begin(session).toArray(new Observer[0]));
            if (!again.report().eventSha256().equals(eventHash())) {
                throw new IllegalStateException("the repeat of the run has other events");
            }
            artefacts.finish(
                    again,
                    scenario,
                    machine::read,
                    machine.hasWorkload() ? "" : "the program was made in code",
                    what -> {},
                    scratch.place());
            Map<String, String> files = new LinkedHashMap<>();
            files.put("summary.json", RunTexts.summary(again.report()));
            files.put("ops.csv", RunTexts.ops(again.report().operations()));
            files.putAll(artefacts.page().files(RunPage.FILE, ""));
            Path written = place.write(files, artefacts.files());
            if (machine.hasWorkload()) {
                WholeFile.write(written.resolve("scenario.yaml"), scenario.toYaml());
            }
        }
    }

    /** Returns the line that the table of verdicts begins with. */
    @Override
    public String toString() {
        return name + " on " + result.report().setup().engine() + ": " + ending();
    }
}
