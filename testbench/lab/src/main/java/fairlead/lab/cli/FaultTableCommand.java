// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.lab.faults.FaultCampaign;
import fairlead.lab.faults.FaultCampaign.FaultOutcome;
import fairlead.lab.faults.FaultRow;
import fairlead.lab.faults.FaultTable;
import fairlead.lab.faults.FaultTable.FaultTally;
import fairlead.lab.faults.FaultTable.PlayedSeed;
import fairlead.lab.faults.Ledger;
import fairlead.lab.faults.StrangerCampaign;
import fairlead.machine.Unsafe;
import fairlead.plan.Plans;
import fairlead.run.WholeFile;
import fairlead.scenario.FaultCatalogue;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command `faults` of the laboratory, which measures which verdict sees each fault
 * (docs/lab/measurements/faults.md).
 */
@Command(name = "faults", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class FaultTableCommand implements Callable<Integer> {
    private static final int MOST = 1_000_000;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "10")
    private int seeds;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Option(names = "--only", split = ",", paramLabel = "FAULT")
    private List<String> only = new ArrayList<>();

    @Option(names = "--mute", split = ",", paramLabel = "VERDICT")
    private List<String> mute = new ArrayList<>();

    @Option(names = "--page", paramLabel = "FILE")
    private Path page;

    @Option(names = "--ledger", paramLabel = "FILE")
    private Path ledger;

    @Option(names = "--strangers", paramLabel = "ENGINE")
    private String beside;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        OptionRange.between("--seeds", seeds, 1, MOST);
        if (beside != null) {
            return strangers();
        }
        if (page != null) {
            FaultTable.PART.require(page);
        }
        LabMain.require("--mute", mute, ScenarioReader.verdicts(), "verdict");
        List<FaultRow> rows = rows();
        List<FaultTally> all = rows.stream().map(FaultTally::new).toList();
        FaultCampaign campaign = new FaultCampaign(rows, Set.copyOf(mute));
        Ledger<PlayedSeed> kept = ledger == null ? null : PlayedSeed.ledger(ledger, rows, Set.copyOf(mute));
        try (CountedProgress shown = progress.of("seeds", seeds)) {
            for (long s = seed; s < seed + seeds; s++) {
                List<FaultOutcome> outcomes = outcomes(campaign, kept, s);
                for (int i = 0; i < outcomes.size(); i++) {
                    all.get(i).add(outcomes.get(i));
                }
                if (page != null) { // after each seed, because many take long
                    WholeFile.write(page, FaultTable.into(InputText.of(page), all));
                }
                shown.ended();
            }
        }
        all.forEach(tally -> System.out.println(FaultTable.line(tally)));
        System.out.println("seeds " + seed + " to " + (seed + seeds - 1) + ": " + FaultTable.summary(all));
        return all.stream().allMatch(tally -> tally.silent() == 0) ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Plays drawn programs beside strangers: on an engine, or with each flaw until one draw notices it. */
    private int strangers() {
        if (only.isEmpty()) {
            return new StrangerCampaign(Plans.engine(beside), beside).play(seed, seeds, Unsafe.NONE, false)
                    ? ExitCode.OK
                    : ExitCode.FAILS;
        }
        LabMain.require("--only", only, FaultCatalogue.variants().keySet(), "flaw");
        StrangerCampaign flawed = StrangerCampaign.withFlaws(beside);
        boolean noticed = true;
        for (String flaw : only) {
            System.out.print(flaw + ": ");
            Unsafe unsafe = Unsafe.everywhere(FaultCatalogue.variant(flaw));
            noticed &= !flawed.play(seed, seeds, unsafe, true);
        }
        return noticed ? ExitCode.OK : ExitCode.FAILS;
    }

    private static List<FaultOutcome> outcomes(FaultCampaign campaign, Ledger<PlayedSeed> kept, long seed)
            throws IOException {
        if (kept != null) {
            for (PlayedSeed one : kept.known()) {
                if (one.seed() == seed) {
                    return one.outcomes();
                }
            }
        }
        List<FaultOutcome> played = new ArrayList<>();
        campaign.run(seed, (row, outcome) -> played.add(outcome));
        if (kept != null) {
            kept.add(new PlayedSeed(seed, played));
        }
        return played;
    }

    private List<FaultRow> rows() {
        List<FaultRow> all = FaultRow.all();
        Map<String, FaultRow> known = new LinkedHashMap<>();
        all.forEach(row -> known.put(row.name(), row));
        LabMain.require("--only", only, known.keySet(), "fault in the table");
        return only.isEmpty() ? all : only.stream().distinct().map(known::get).toList();
    }
}
