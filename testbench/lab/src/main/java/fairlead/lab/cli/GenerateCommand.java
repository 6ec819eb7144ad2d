// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.OptionRange;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.litmus.GeneratedCampaign;
import fairlead.lab.litmus.GeneratedCampaign.Broken;
import fairlead.litmus.run.LitmusRunner;
import fairlead.machine.Unsafe;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.FaultCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `litmus` of the laboratory, which draws litmus programs and runs them (docs/lab/generated-litmus.md). */
@Command(name = "litmus", mixinStandardHelpOptions = true, showDefaultValues = true)
final class GenerateCommand implements Callable<Integer> {
    private static final int MOST = 1_000_000;

    @Option(names = "--generate", paramLabel = "N", required = true)
    private int programs;

    @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "rtl")
    private String engine;

    @Option(names = "--schedules", paramLabel = "N", defaultValue = "200")
    private int schedules;

    @Option(names = "--from", paramLabel = "K", defaultValue = "0")
    private int from;

    @Option(names = "--seed", defaultValue = "1")
    private long seed;

    @Mixin
    private JsonOption json;

    @Option(names = "--number", paramLabel = "M")
    private Integer number;

    @Option(names = "--keep", paramLabel = "DIR")
    private Path keep;

    @Option(names = "--print")
    private boolean print;

    @Option(names = "--leave-out", paramLabel = "RULE")
    private String leaveOut;

    @Option(names = "--about", paramLabel = "RULE")
    private String about;

    @Option(names = "--unsafe", paramLabel = "VARIANT")
    private String unsafe;

    @Override
    public Integer call() throws IOException {
        OptionRange.atLeastOne("--schedules", schedules);
        OptionRange.between("--from", from, 0, Integer.MAX_VALUE - schedules);
        OptionRange.between("--generate", programs, 1, MOST);
        int first = number == null ? 0 : number;
        OptionRange.between("--number", first, 0, Integer.MAX_VALUE - programs);
        LabMain.require("--leave-out", of(leaveOut), Broken.names(), "rule");
        LabMain.require("--about", of(about), Broken.names(), "rule");
        if (leaveOut != null && about != null) {
            throw new BadInput("--leave-out names the rule that --about would name: give one of them");
        }
        EngineFactory factory = factory();
        Path folder = keep == null ? Path.of("out", "generated") : keep;
        GeneratedCampaign campaign = new GeneratedCampaign(
                seed,
                () -> new LitmusRunner(factory, engine, null, from, schedules, seed),
                folder.toString(),
                leaveOut == null ? about : leaveOut,
                leaveOut != null,
                (leaveOut == null ? "" : " --leave-out " + leaveOut) + (unsafe == null ? "" : " --unsafe " + unsafe));
        for (int i = first; i < first + programs; i++) {
            if (print) {
                System.out.println(campaign.program(i));
            } else {
                campaign.run(i);
            }
        }
        if (print) {
            return ExitCode.OK;
        }
        if (campaign.first().isPresent()) {
            GeneratedCampaign.Offender offender = campaign.first().get();
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve(offender.name() + ".litmus"), offender.text());
        }
        json.write(() -> campaign.json());
        if (!json.takesStdout()) {
            System.out.print(campaign.text());
        }
        return campaign.offenders() > 0 ? ExitCode.FAILS : ExitCode.OK;
    }

    private static List<String> of(String word) {
        return word == null ? List.of() : List.of(word);
    }

    private EngineFactory factory() {
        if (unsafe == null) {
            return Plans.engine(engine);
        }
        if (!engine.equals("rtl")) {
            throw new BadInput("--unsafe needs --engine rtl: the twin has no flaws");
        }
        int variant = FaultCatalogue.variant(unsafe.toLowerCase(Locale.ROOT));
        LabMain.require(
                "--unsafe",
                of(unsafe.toLowerCase(Locale.ROOT)),
                FaultCatalogue.variants().keySet(),
                "variant");
        EngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        return (machine, options) ->
                lab.open(machine.change().unsafe(Unsafe.everywhere(variant)).build(), options);
    }
}
