// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import fairlead.cli.CountedProgress;
import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.engine.EngineFactory;
import fairlead.lab.controls.ControlResult;
import fairlead.lab.controls.ControlTable;
import fairlead.lab.controls.Controls;
import fairlead.lab.controls.SoakResult;
import fairlead.lab.controls.SoakTable;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.report.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command `scripts/lab controls`. This command runs negative controls (machines with a deliberate flaw) and
 * positive
 * controls (sound machines) through the static check and the detector (docs/understand/deadlock.md).
 */
@Command(
        name = "controls",
        mixinStandardHelpOptions = true,
        description =
                "Runs the negative and positive controls of deadlock freedom on the RTL: each flaw must be found as the"
                        + " table says, and nothing else may be. Exit 1: one was not.")
public final class ControlsCommand implements Callable<Integer> {
    private static final String RTL = "rtl";
    private static final String MODEL = "model";

    @Parameters(arity = "0..*", paramLabel = "ID", description = "only these, as in N01 P03 (default: all)")
    private List<String> ids = new ArrayList<>();

    @Mixin
    private JsonOption json;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "write the table into this page, between its lines BEGIN CONTROLS and END CONTROLS")
    private Path page;

    @Option(
            names = "--soak",
            paramLabel = "N",
            description = "positive controls only, each again and again with other latencies until N saturated"
                    + " tile-cycles; --page then writes between BEGIN SOAK and END SOAK")
    private Long soak;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "of a soak: rtl (default), or model where the machine has no variant")
    private String engine = RTL;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        final List<String> known = soak == null ? Controls.ids() : Controls.positiveIds();
        for (final String id : ids) {
            if (!known.contains(id)) {
                throw new BadInput("controls: " + id + ": no such control; known: " + String.join(", ", known));
            }
        }
        if (!engine.equals(RTL) && (soak == null || !engine.equals(MODEL))) {
            throw new BadInput("controls: --engine " + engine + ": known: rtl, and with --soak model");
        }
        if (soak != null) {
            OptionRange.atLeastOne("--soak", soak);
        }
        if (page != null) {
            (soak == null ? ControlTable.PART : SoakTable.PART).require(page);
        }
        return soak == null ? controls() : soak();
    }

    /**
     * Returns the ids of the controls to soak. With `--engine model`, a named control that only the RTL can run is an
     * error; if no id is given, such controls are skipped with a message on stderr.
     */
    private List<String> soaked() {
        if (!engine.equals(MODEL)) {
            return ids;
        }
        final List<String> able = Controls.positiveIdsOfTheTwin();
        final List<String> wanted = ids.isEmpty() ? Controls.positiveIds() : ids;
        final List<String> unable =
                wanted.stream().filter(id -> !able.contains(id)).toList();
        if (!ids.isEmpty() && !unable.isEmpty()) {
            throw new BadInput("controls: " + unable.get(0)
                    + ": --engine model: its machine is a variant that only rtl has; model runs "
                    + String.join(", ", able));
        }
        if (!unable.isEmpty()) {
            System.err.println("fairlead: not on model, which has no variants: " + String.join(", ", unable));
        }
        return wanted.stream().filter(able::contains).toList();
    }

    private int soak() throws IOException {
        final EngineFactory factory = engine.equals(MODEL) ? new ModelEngineFactory() : new RtlEngineFactory();
        final List<String> wanted = soaked();
        final List<SoakResult> results;
        try (CountedProgress shown = shown(wanted, Controls.positiveIds())) {
            results = Controls.soak(wanted, factory, soak, result -> {
                row(SoakTable.line(result));
                shown.ended();
            });
        }
        write(results, SoakTable.summary(results));
        if (page != null) {
            WholeFile.write(page, SoakTable.into(InputText.of(page), results));
        }
        return results.stream().allMatch(SoakResult::passed) ? ExitCode.OK : ExitCode.FAILS;
    }

    private CountedProgress shown(final List<String> wanted, final List<String> known) {
        final long count = known.stream()
                .filter(id -> wanted.isEmpty() || wanted.contains(id))
                .distinct()
                .count();
        return json.takesStdout() ? progress.of("controls", count) : progress.besideRows("controls", count);
    }

    private void row(final String line) {
        if (!json.takesStdout()) {
            System.out.println(line);
        }
    }

    private void write(final List<?> results, final String summary) throws IOException {
        row(summary);
        json.write(() ->
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(results) + "\n");
    }

    private int controls() throws IOException {
        final List<ControlResult> results;
        try (CountedProgress shown = shown(ids, Controls.ids())) {
            results = Controls.run(ids, result -> {
                row(ControlTable.line(result));
                shown.ended();
            });
        }
        write(results, ControlTable.summary(results));
        if (page != null) {
            WholeFile.write(page, ControlTable.into(InputText.of(page), results));
        }
        return results.stream().allMatch(ControlResult::passed) ? ExitCode.OK : ExitCode.FAILS;
    }
}
