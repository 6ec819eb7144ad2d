// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.machine.Shape;
import fairlead.measure.Osu;
import fairlead.measure.Osu.Kind;
import fairlead.plan.Plans;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead osu`, which prints the tables of the micro-benchmarks that people know from real machines. */
@Command(name = "osu", mixinStandardHelpOptions = true)
final class OsuCommand implements Callable<Integer> {
    private static final int MOST_BYTES = 1 << 19;
    private static final double LEAST_FREQUENCY = 0.001;
    private static final double MOST_FREQUENCY = 1000;

    @Parameters(
            paramLabel = "TEST",
            description = "put_latency, get_latency, put_bw, get_bw, fop_latency, cas_latency, fence, barrier, bcast,"
                    + " scatter, gather, allgather, reduce, allreduce or alltoall")
    private String test;

    @Option(names = "--shape", paramLabel = "KXxKYxKZ")
    private String shape = "4x4x4";

    @Option(names = "--engine", paramLabel = "ENGINE")
    private String engine = "model";

    @Option(names = "--frequency", paramLabel = "GHZ")
    private Double frequency;

    @Option(names = "--bytes", paramLabel = "FROM..TO")
    private String range;

    @Option(names = "--to", paramLabel = "RANK")
    private int to = 1;

    @Option(names = "--set", paramLabel = "PATH=VALUE")
    private List<String> overrides = new ArrayList<>();

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() {
        OptionRange.oneOf("osu", test, Kind.words());
        Kind kind = Kind.valueOf(test.toUpperCase(Locale.ROOT));
        Shape torus = OptionRange.shape("--shape", shape);
        Plans.engine(engine);
        boolean pair = kind.collective() == null && kind != Kind.BARRIER;
        if (pair && (to < 1 || to >= torus.nodes())) {
            throw new BadInput("--to " + to + ": must be a rank from 1 to " + (torus.nodes() - 1) + ", rank 0 sends");
        }
        if (frequency != null && !(frequency >= LEAST_FREQUENCY && frequency <= MOST_FREQUENCY)) {
            throw new BadInput("--frequency " + frequency + ": must be " + LEAST_FREQUENCY + " to " + MOST_FREQUENCY);
        }
        for (String override : overrides) {
            if (!override.startsWith("machine.")) {
                throw new BadInput(
                        "--set " + override + ": must be a key of the machine, as in machine.latency.link=4");
            }
        }
        List<Integer> sizes = sizes(kind);
        return measured(kind, torus, pair, sizes) ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Prints a row for each size, and returns whether all verdicts hold. */
    private boolean measured(Kind kind, Shape torus, boolean pair, List<Integer> sizes) {
        boolean holds = true;
        Osu osu = new Osu(torus, engine, overrides);
        try (CountedProgress shown = progress.besideRows("sizes", sizes.size())) {
            for (int size : sizes) {
                Osu.Point point = osu.measure(kind, size, to);
                holds &= point.holds();
                if (size == sizes.get(0)) { // not before: another structure starts the process again
                    head(kind, torus, pair);
                }
                System.out.println(row(kind, size, point));
                shown.ended();
            }
        }
        return holds;
    }

    private List<Integer> sizes(Kind kind) {
        if (kind.onlySize() >= 0) {
            if (range != null) {
                throw new BadInput("--bytes " + range + ": " + test + " has no sizes");
            }
            return List.of(kind.onlySize());
        }
        int least = kind.collective() == null ? 1 : Long.BYTES;
        String text = range != null ? range : kind.collective() == null ? "1..65536" : "8..16384";
        if (!text.matches("[0-9]{1,7}(\\.\\.[0-9]{1,7})?")) {
            throw new BadInput("--bytes " + text + ": must be FROM..TO or one size");
        }
        String[] ends = text.split("\\.\\.");
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        OptionRange.between("--bytes", first, least, MOST_BYTES);
        OptionRange.between("--bytes", last, first, MOST_BYTES);
        if (Integer.bitCount(first) != 1 || Integer.bitCount(last) != 1) {
            throw new BadInput("--bytes " + text + ": sizes are powers of two");
        }
        List<Integer> sizes = new ArrayList<>();
        for (int size = first; size <= last; size *= 2) {
            sizes.add(size);
        }
        return sizes;
    }

    private void head(Kind kind, Shape torus, boolean pair) {
        System.out.printf(
                Locale.ROOT,
                "# Fairlead %s on %s, engine %s%s%s%n",
                test,
                torus,
                engine,
                pair ? ", rank 0 to rank " + to : ", all " + torus.nodes() + " ranks",
                frequency == null ? "" : String.format(Locale.ROOT, ", %s GHz", frequency));
        String what = kind.isBandwidth() ? "Bandwidth" : kind == Kind.BARRIER ? "Avg Latency" : "Latency";
        String unit =
                frequency == null ? kind.isBandwidth() ? "bytes/cycle" : "cycles" : kind.isBandwidth() ? "MB/s" : "us";
        String value = what + " (" + unit + ")";
        System.out.println(kind == Kind.BARRIER ? "# " + value : String.format("%-10s%22s", "# Size", value));
    }

    private String row(Kind kind, int size, Osu.Point point) {
        // GHz * 1000 is the factor from bytes per cycle to MB/s, and the number of cycles in a microsecond
        double factor = frequency == null ? 1 : frequency * 1000;
        double value = kind.isBandwidth() ? point.bytes() / point.cycles() * factor : point.cycles() / factor;
        String number = !point.holds()
                ? "FAILS"
                : String.format(Locale.ROOT, kind.isBandwidth() || frequency == null ? "%.2f" : "%.3f", value);
        return kind == Kind.BARRIER ? number : String.format(Locale.ROOT, "%-10d%22s", size, number);
    }
}
