// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import fairlead.node.Observer;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.view.Explanation;
import fairlead.run.view.Limit.Relief;
import fairlead.run.view.RunPage;
import fairlead.run.view.TraceFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Records a run and makes its report, its trace, its tables and an explanation, as far as they are asked for. */
public final class Artefacts {
    private static final int MOST_PACKETS = 1_000_000;

    private final RunPlan plan;
    private final boolean wantsPage;
    private final boolean trace;
    private final boolean tables;
    private final Explanation explanation; // null if none is wanted
    private Recording recording;
    private PacketRecord packets;
    private RunPage page;
    private final List<Path> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * @param wantsPage the report and the tables of its figures
     * @param trace trace.json
     * @param tables packets.csv
     * @param subject what is explained in words, or null
     */
    public Artefacts(RunPlan plan, boolean wantsPage, boolean trace, boolean tables, Explanation.Subject subject) {
        this.plan = plan;
        this.wantsPage = wantsPage;
        this.trace = trace;
        this.tables = tables;
        explanation = subject == null ? null : new Explanation(subject, plan.program(), plan.machine());
        if (explanation != null && !explanation.refusal().isEmpty()) {
            throw new BadInput("--explain: " + explanation.refusal());
        }
    }

    /** Makes the session record the run if anything is asked for, and returns the further observers of the run. */
    public List<Observer> begin(Session session) {
        List<Observer> observers = new ArrayList<>();
        if (wantsPage || trace || tables || explanation != null) {
            recording = new Recording(plan.machine());
            session.record(recording);
        }
        if (trace || tables) {
            packets = new PacketRecord(plan.machine(), MOST_PACKETS);
            observers.add(packets);
        }
        if (explanation != null) {
            observers.add(explanation);
        }
        return observers;
    }

    /**
     * Makes what was asked for, when the run has ended.
     *
     * @param reader reads the scenario again with further overrides
     * @param untried why the page is made without runs that relieve a resource, or an empty text
     * @param progress gets what is repeated
     * @param scratch folder in which large files are made
     */
    public void finish(
            RunResult result,
            Scenario scenario,
            Function<List<String>, Scenario> reader,
            String untried,
            Consumer<String> progress,
            Path scratch)
            throws IOException {
        if (wantsPage) {
            Reliefs reliefs = new Reliefs(scenario, reader, result.report().cycles());
            String refusal = !untried.isEmpty()
                    ? untried
                    : result.report().partial() ? "the run did not complete" : reliefs.refusal();
            List<Relief> tried = refusal.isEmpty() ? reliefs.run(progress) : List.of();
            page = new RunPage(result, plan.program(), recording, tried, refusal);
        }
        if (trace) {
            String omitted = new TraceFile(result.report(), plan.program(), packets, TraceFile.MOST_BYTES)
                    .write(made(scratch, TraceFile.NAME));
            if (!omitted.isEmpty()) {
                notes.add("trace.json leaves out " + omitted);
            }
        }
        if (tables) {
            packets.write(made(scratch, PacketRecord.FILE));
            int size = packets.packets().size();
            if (size < packets.all()) {
                notes.add("packets.csv has the first " + size + " of " + packets.all() + " packets");
            }
        }
        if (explanation != null) {
            notes.add(explanation.text(result.report()).stripTrailing());
        }
    }

    private Path made(Path scratch, String name) {
        Path file = scratch.resolve(name);
        files.add(file);
        return file;
    }

    /** Returns the page of the finished run, or null if none is wanted. */
    public RunPage page() {
        return page;
    }

    public List<Path> files() {
        return files;
    }

    /** Returns what is for a reader of the terminal. */
    public List<String> notes() {
        return notes;
    }
}
