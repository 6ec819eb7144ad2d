// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.lab.reference.FigureComparison;
import fairlead.lab.reference.ReferenceRow;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command `scripts/lab reference`, which compares latencies and rates of the twin with those of another simulator.
 */
@Command(name = "reference", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class ReferenceCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 10_000;

    @Parameters(paramLabel = "CSV")
    private Path file;

    @Option(names = "--seeds", defaultValue = "8")
    private int seeds;

    @Option(names = "--below", defaultValue = "0.8")
    private double below;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        OptionRange.between("--seeds", seeds, 1, MOST_SEEDS);
        OptionRange.shares("--below", List.of(below));
        List<ReferenceRow> all = ReferenceRow.read(file);
        List<ReferenceRow> used = all.stream()
                .filter(row -> row.isSaturation() || row.isStable() && row.offered() <= below * saturation(row, all))
                .toList();
        if (used.isEmpty()) {
            throw new BadInput(
                    file + ": unstable, offered_flits_node_cycle: no row is stable and offers at most --below " + below
                            + " of its saturation");
        }
        int agree = 0;
        int asOneRun = 0;
        System.out.println("pattern    vcs buf pkt  load    theirs      ours       +-      off       s");
        try (CountedProgress shown = progress.besideRows("rows", used.size())) {
            for (ReferenceRow row : used) {
                FigureComparison c = FigureComparison.of(row, seeds);
                agree += c.agrees() ? 1 : 0;
                asOneRun += c.agreesAsOneRun() ? 1 : 0;
                System.out.println(line(c));
                shown.ended();
            }
        }
        System.out.println(agree + " of " + used.size()
                + " rows agree (latency within 3 % or two standard errors of our mean, saturation within 5 %); "
                + asOneRun + " if the spread of one run of the other simulator counts, too");
        return ExitCode.OK;
    }

    /**
     * Returns the accepted rate of the saturation row with the same configuration, in flits per node and cycle, or 1 if
     * the file has no such row.
     */
    private static double saturation(ReferenceRow row, List<ReferenceRow> all) {
        return all.stream()
                .filter(s -> s.isSaturation()
                        && s.pattern() == row.pattern()
                        && s.k() == row.k()
                        && s.vcs() == row.vcs()
                        && s.buffer() == row.buffer()
                        && s.packetFlits() == row.packetFlits())
                .mapToDouble(ReferenceRow::accepted)
                .findFirst()
                .orElse(1);
    }

    private static String load(FigureComparison c) {
        return c.row().isSaturation() ? "sat. " : String.format("%.3f", c.row().offered());
    }

    /** Returns "-" when all seeds of the twin gave the same value, so that no standard deviation exists. */
    private static String deviations(FigureComparison c) {
        return Double.isFinite(c.deviations()) ? String.format("%.1f", c.deviations()) : "-";
    }

    private static String line(FigureComparison c) {
        ReferenceRow row = c.row();
        return String.format(
                "%-10s %3d %3d %3d  %s  %8.3f  %8.3f  %7.3f  %+6.2f %% %5s %s",
                row.pattern().word(),
                row.vcs(),
                row.buffer(),
                row.packetFlits(),
                load(c),
                c.theirs(),
                c.ours().mean(),
                c.ours().half(),
                c.off(),
                deviations(c),
                c.agrees() ? "" : "differs");
    }
}
