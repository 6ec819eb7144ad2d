// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.Unsafe;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.litmus.run.Broken;
import fairlead.litmus.run.GeneratedCampaign;
import fairlead.litmus.run.GeneratedReport;
import fairlead.litmus.run.LitmusRunner;
import fairlead.run.plan.Plans;
import fairlead.run.report.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.FaultCatalogue;
import fairlead.scenario.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options of `fairlead litmus` for generated programs (docs/lab/generated-litmus.md). */
final class GenerateOptions {
    private static final int MOST = 1_000_000;

    @Option(
            names = "--generate",
            paramLabel = "N",
            description = "draw N programs from --seed and run them, instead of files")
    private Integer programs;

    @Option(names = "--number", paramLabel = "M", description = "number of the first generated program (default 0)")
    private Integer number;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "folder for the first generated program with a finding (default out/generated)")
    private Path keep;

    @Option(names = "--print", description = "print the generated programs and do not run them")
    private boolean print;

    @Option(
            names = "--leave-out",
            paramLabel = "RULE",
            description = "run generated programs without their fence, flush, flush_local, quiet, meet or signal order:"
                    + " how many notice")
    private String leaveOut;

    @Option(
            names = "--about",
            paramLabel = "RULE",
            description = "run only generated programs whose outcomes depend on this rule of --leave-out")
    private String about;

    @Option(
            names = "--unsafe",
            paramLabel = "VARIANT",
            description = "run generated programs on RTL with this flaw of the faults build: how many notice")
    private String unsafe;

    boolean isAsked() {
        return programs != null;
    }

    /** Refuses options that need --generate. */
    void refuse() {
        if (number != null || keep != null || print || leaveOut != null || about != null || unsafe != null) {
            throw new BadInput("--number, --keep, --print, --leave-out, --about and --unsafe need --generate N");
        }
    }

    /**
     * Draws and runs the programs.
     *
     * @return the exit code
     */
    int run(final String engine, final int from, final int schedules, final long seed, final JsonOption json)
            throws IOException {
        OptionRange.between("--generate", programs, 1, MOST);
        final int first = number == null ? 0 : number;
        OptionRange.between("--number", first, 0, Integer.MAX_VALUE - programs);
        rule("--leave-out", leaveOut);
        rule("--about", about);
        if (leaveOut != null && about != null) {
            throw new BadInput("--leave-out names the rule that --about would name: give one of them");
        }
        final EngineFactory factory = factory(engine);
        final Path folder = keep == null ? Path.of("out", "generated") : keep;
        final GeneratedCampaign campaign = new GeneratedCampaign(
                seed,
                () -> new LitmusRunner(factory, engine, null, from, schedules, seed),
                folder.toString(),
                leaveOut == null ? about : leaveOut,
                leaveOut != null,
                (leaveOut == null ? "" : " --leave-out " + leaveOut) + (unsafe == null ? "" : " --unsafe " + unsafe));
        for (int i = first; i < first + programs; i++) {
            if (print) {
                System.out.println(campaign.text(i));
            } else {
                campaign.run(i);
            }
        }
        if (print) {
            return ExitCode.OK;
        }
        if (campaign.first().isPresent()) {
            final GeneratedCampaign.Offender offender = campaign.first().get();
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve(offender.name() + ".litmus"), offender.text());
        }
        json.write(() -> GeneratedReport.json(campaign));
        if (!json.takesStdout()) {
            System.out.print(GeneratedReport.text(campaign, folder.toString()));
        }
        return campaign.offenders() > 0 ? ExitCode.FAILS : ExitCode.OK;
    }

    private static void rule(final String option, final String name) {
        if (name != null && !Broken.names().contains(name)) {
            throw new BadInput(option + " " + name + ": known rules: " + String.join(", ", Broken.names())
                    + near(name, Broken.names()));
        }
    }

    private static String near(final String word, final Collection<String> known) {
        final String near = Nearest.to(word, known);
        return near.isEmpty() ? "" : "; did you mean " + near + "?";
    }

    private EngineFactory factory(final String engine) {
        if (unsafe == null) {
            return Plans.engine(engine);
        }
        if (!engine.equals("rtl")) {
            throw new BadInput("--unsafe needs --engine rtl: the twin has no flaws");
        }
        final int variant = FaultCatalogue.variant(unsafe.toLowerCase(Locale.ROOT));
        if (variant == 0) {
            throw new BadInput("--unsafe " + unsafe + ": no such variant; `fairlead faults` lists them"
                    + near(
                            unsafe.toLowerCase(Locale.ROOT),
                            FaultCatalogue.variants().keySet()));
        }
        final EngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        return (machine, options) -> lab.open(machine.withUnsafe(Unsafe.everywhere(variant)), options);
    }
}
