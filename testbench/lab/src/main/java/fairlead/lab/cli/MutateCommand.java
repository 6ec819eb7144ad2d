// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ResultFile;
import fairlead.lab.mutate.MutationCampaign;
import fairlead.lab.mutate.MutationReport;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `scripts/lab mutate`, which measures how many random faults of the RTL the tool notices. */
@Command(name = "mutate", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class MutateCommand implements Callable<Integer> {
    private static final int MOST = 100_000;
    private static final int DEFAULT_COUNT = 20;
    /** The class path of the tests of units, which scripts/lib/mutants.sh gives; without it they are not run. */
    private static final String TESTS = "fairlead.mutate.tests";

    @Option(names = "--unit", paramLabel = "U")
    private List<String> units = new ArrayList<>();

    @Option(names = "--count", paramLabel = "N")
    private Integer count;

    @Option(names = "--sample", paramLabel = "N")
    private Integer sample;

    @Option(names = "--seed", defaultValue = "1")
    private long seed;

    @Option(names = "--cases", paramLabel = "N", defaultValue = "20")
    private int cases;

    @Option(names = "--deep", paramLabel = "N", defaultValue = "60")
    private int deep;

    @Option(names = "--proof-seconds", paramLabel = "T", defaultValue = "20")
    private int proofSeconds;

    @Option(names = "--jobs", paramLabel = "N", defaultValue = "2")
    private int jobs;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out/mutate", converter = ResultFile.Folder.class)
    private Path out;

    @Override
    public Integer call() throws IOException {
        int chosen = (count == null ? 0 : 1) + (sample == null ? 0 : 1);
        if (chosen > 1) {
            throw new BadInput("--count and --sample: only one of them");
        }
        if (count != null) {
            OptionRange.between("--count", count, 1, MOST);
        }
        if (sample != null) {
            OptionRange.between("--sample", sample, 1, MOST);
        }
        OptionRange.between("--cases", cases, 1, MOST);
        OptionRange.between("--deep", deep, 0, MOST);
        OptionRange.between("--proof-seconds", proofSeconds, 0, MOST);
        OptionRange.between("--jobs", jobs, 1, 64);
        int each = sample != null ? 0 : count == null ? DEFAULT_COUNT : count;
        MutationCampaign campaign = new MutationCampaign(
                LabMain.root(),
                new MutationCampaign.Extent(
                        units,
                        each,
                        sample == null ? 0 : sample,
                        seed,
                        cases,
                        deep,
                        proofSeconds,
                        jobs,
                        System.getProperty(TESTS, "")),
                System.err);
        LabMain.require("--unit", units, campaign.units(), "unit");
        MutationReport report = campaign.run(out.resolve("ledger.jsonl"));
        System.out.print(report.table());
        WholeFile.write(out.resolve("survivors.md"), report.survivors());
        System.out.println("written to " + out);
        return ExitCode.OK;
    }
}
