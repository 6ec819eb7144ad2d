// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.engine.EngineOptions;
import fairlead.evaluate.Campaign;
import fairlead.lab.strangers.StrangerCampaign;
import fairlead.lab.strangers.StrangerCampaign.Tally;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.Isolation.Outcome;
import fairlead.run.Strangers.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `strangers` of the laboratory: drawn programs beside tasks of others (docs/lab/strangers.md). */
@Command(name = "strangers", mixinStandardHelpOptions = true, showDefaultValues = true)
final class StrangersCommand implements Callable<Integer> {
    private static final int MOST = 1_000_000;

    @Option(names = "--count", paramLabel = "N", defaultValue = "10")
    private int count;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "model")
    private String engine;

    @Option(names = "--kinds", split = ",", paramLabel = "KIND")
    private List<String> names = new ArrayList<>();

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        OptionRange.between("--count", count, 1, MOST);
        LabMain.require("--engine", List.of(engine), List.of("model", "rtl", "both"), "engine");
        List<String> known =
                Arrays.stream(Kind.values()).map(StrangersCommand::name).toList();
        LabMain.require("--kinds", names, known, "kind");
        List<Kind> kinds = Arrays.stream(Kind.values())
                .filter(kind -> names.isEmpty() ? !kind.isForeign() : names.contains(name(kind)))
                .toList();
        List<String> engines = engine.equals("both") ? List.of("model", "rtl") : List.of(engine);
        boolean all = true;
        for (String each : engines) {
            all &= holds(each, kinds);
        }
        return all ? ExitCode.OK : ExitCode.FAILS;
    }

    static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private boolean holds(String on, List<Kind> kinds) throws IOException {
        StrangerCampaign campaign = new StrangerCampaign(new RtlEngineFactory()
                .capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT));
        Map<Kind, Tally> tallies = new TreeMap<>();
        kinds.forEach(kind -> tallies.put(kind, new Tally()));
        List<Long> seeds = LongStream.range(seed, seed + count).boxed().toList();
        try (CountedProgress shown = progress.of("programs", count)) {
            List<Map<Kind, Outcome>> outcomes = Campaign.run(
                    seeds, 1, one -> campaign.play(one, kinds, Plans.engine(on)), (one, ended) -> shown.ended());
            for (int i = 0; i < outcomes.size(); i++) {
                long its = seeds.get(i);
                outcomes.get(i).forEach((kind, outcome) -> tallies.get(kind)
                        .add(
                                outcome,
                                "scripts/lab strangers --count 1 --seed " + its + " --engine " + on + " --kinds "
                                        + name(kind)));
            }
        }
        System.out.println("engine " + on);
        System.out.println(Tally.TITLE);
        tallies.forEach((kind, tally) -> System.out.println(tally.line(name(kind))));
        tallies.forEach((kind, tally) -> {
            if (!tally.first().isEmpty()) {
                System.out.println(name(kind) + " (" + kind.about() + "): " + tally.first());
            }
        });
        return tallies.values().stream().allMatch(tally -> tally.first().isEmpty());
    }
}
