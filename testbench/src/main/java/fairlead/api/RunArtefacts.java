// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.plan.Reliefs;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.report.OpsCsv;
import fairlead.run.report.OutputFolder;
import fairlead.run.report.ScratchFolder;
import fairlead.run.report.SummaryJson;
import fairlead.run.report.WholeFile;
import fairlead.run.view.Limit.Relief;
import fairlead.run.view.RunPage;
import fairlead.run.view.TraceFile;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Repeats a run with a recording and writes its folder. */
final class RunArtefacts {
    private static final int MOST_PACKETS = 1_000_000;

    private final Machine machine;
    private final Scenario scenario;
    private final RunPlan plan;
    private final RunResult first;

    RunArtefacts(final Machine machine, final Scenario scenario, final RunPlan plan, final RunResult first) {
        this.machine = machine;
        this.scenario = scenario;
        this.plan = plan;
        this.first = first;
    }

    void write(final Path folder) throws IOException {
        final OutputFolder place = new OutputFolder(folder, false);
        final Recording recording = new Recording(plan.machine());
        final PacketRecord packets = new PacketRecord(plan.machine().shape(), MOST_PACKETS);
        final RunResult result = new Session(plan).record(recording).run(executor -> {}, packets);
        if (!result.report().eventSha256().equals(first.report().eventSha256())) {
            throw new IllegalStateException("the repeat of the run has other events");
        }
        final Reliefs reliefs =
                new Reliefs(scenario, machine::read, result.report().cycles());
        final String refusal = !machine.hasWorkload()
                ? "the program was made in code"
                : result.report().partial() ? "the run did not complete" : reliefs.refusal();
        final List<Relief> tried = refusal.isEmpty() ? reliefs.run(what -> {}) : List.of();
        final Map<String, String> files = new LinkedHashMap<>();
        files.put("summary.json", SummaryJson.of(result.report()));
        files.put("ops.csv", OpsCsv.of(result.report().operations()));
        files.putAll(new RunPage(result, plan.program(), recording, tried, refusal).files(RunPage.FILE, ""));
        try (ScratchFolder scratch = new ScratchFolder("api")) {
            final Path trace = scratch.place().resolve(TraceFile.NAME);
            new TraceFile(result.report(), plan.program(), packets, TraceFile.MOST_BYTES).write(trace);
            final Path written = place.write(files, List.of(trace));
            if (machine.hasWorkload()) {
                WholeFile.write(written.resolve("scenario.yaml"), scenario.toYaml());
            }
        }
    }
}
