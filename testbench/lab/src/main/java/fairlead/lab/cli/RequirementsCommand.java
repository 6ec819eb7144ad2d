// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.CountedProgress;
import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.ProgressOption;
import fairlead.lab.requirements.BarrierCost;
import fairlead.lab.requirements.ClaimStory;
import fairlead.lab.requirements.RowResult;
import fairlead.lab.requirements.SeedReport;
import fairlead.lab.requirements.Seeds;
import fairlead.lab.requirements.Stories;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command `scripts/lab requirements`, which runs the requirements of the five source patents on the RTL
 * (docs/lab/requirement-rows.md).
 */
@Command(
        name = "requirements",
        mixinStandardHelpOptions = true,
        description =
                "Runs the requirements of the seeds on the RTL, beside the twin: what was run, what was seen, and controls, each of which"
                        + " must break the condition that it names. Exit 1: a requirement fails, or nothing that was asked for is built.")
public final class RequirementsCommand implements Callable<Integer> {
    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ID",
            description = "only these, as in R-BAR-5,R-EPO-1 (default: all)")
    private List<String> only = new ArrayList<>();

    @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "rtl", description = "rtl, which has the flaws")
    private String engine;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--story",
            paramLabel = "SEED",
            description = "only follow claim 1 of one seed step by step: dla, fence, barrier or epoch")
    private String story;

    @Option(
            names = "--costs",
            description = "only measure what a barrier costs, and print the table of docs/spec/barrier-unit.md")
    private boolean costs;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        if (!"rtl".equals(engine)) {
            throw new BadInput("--engine " + engine + ": the controls are flaws of the RTL; known: rtl");
        }
        if (story != null) {
            return tell();
        }
        if (costs) {
            System.out.print(BarrierCost.markdown());
            return ExitCode.OK;
        }
        for (final String id : only) {
            if (!Seeds.ids().contains(id)) {
                throw new BadInput("--only " + id + ": no such requirement; known: " + String.join(", ", Seeds.ids()));
            }
        }
        final boolean asText = !json.takesStdout();
        final List<RowResult> results;
        try (CountedProgress shown =
                progress.besideRows("requirements", only.isEmpty() ? Seeds.ids().size() : only.size())) {
            results = Seeds.run(only, result -> {
                if (asText) {
                    System.out.println(SeedReport.text(result));
                }
                shown.ended();
            });
        }
        if (asText) {
            System.out.println(SeedReport.summary(results));
        }
        json.write(() -> SeedReport.json(results));
        return Seeds.passed(results) ? ExitCode.OK : ExitCode.FAILS;
    }

    private int tell() {
        if (!Stories.names().contains(story)) {
            throw new BadInput("--story " + story + ": no such story; known: " + String.join(", ", Stories.names()));
        }
        boolean holds = true;
        for (final ClaimStory told : Stories.of(story, root().resolve("examples/seeds"))) {
            System.out.println(told.text());
            holds &= told.holds();
        }
        return holds ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Returns the root of the source tree as the launcher script has set it, else the working folder. */
    private static Path root() {
        final String root = System.getenv("FAIRLEAD_ROOT");
        return Path.of(root == null ? "" : root);
    }
}
