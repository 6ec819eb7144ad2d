// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.measure.CollectiveCost;
import fairlead.measure.CollectiveCost.Cost;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.scenario.BadInput;
import fairlead.workload.collective.Algorithm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `fairlead collectives`, which compares what a collective operation costs by each algorithm. */
@Command(name = "collectives", mixinStandardHelpOptions = true)
final class CollectivesCommand implements Callable<Integer> {
    private static final int MOST_BYTES = 1 << 20;
    private static final List<String> OPS = Arrays.stream(CollectiveOp.values())
            .map(op -> op.name().toLowerCase(Locale.ROOT))
            .toList();

    @Option(names = "--shape", paramLabel = "KXxKYxKZ", split = ",", defaultValue = "4x4x4")
    private List<String> shapes;

    @Option(names = "--op", paramLabel = "OP")
    private String op = "allreduce";

    @Option(names = "--bytes", paramLabel = "N", split = ",", defaultValue = "8,64,256,1024,4096,16384")
    private List<Integer> bytes;

    @Option(names = "--engine", paramLabel = "ENGINE")
    private String engine = "model";

    @Override
    public Integer call() {
        OptionRange.shapes("--shape", shapes);
        Plans.engine(engine);
        OptionRange.oneOf("--op", op, OPS);
        for (int length : bytes) {
            OptionRange.between("--bytes", length, Long.BYTES, MOST_BYTES);
            if (length % Long.BYTES != 0) {
                throw new BadInput("--bytes " + length + ": must be a multiple of " + Long.BYTES);
            }
        }
        CollectiveOp asked = CollectiveOp.valueOf(op.toUpperCase(Locale.ROOT));
        boolean holds = true;
        for (String shape : shapes) {
            holds &= table(asked, new CollectiveCost(OptionRange.shape("--shape", shape), engine, List.of()), shape);
        }
        return holds ? ExitCode.OK : ExitCode.FAILS;
    }

    private boolean table(CollectiveOp asked, CollectiveCost cost, String shape) {
        List<Algorithm> algorithms = Algorithm.of(asked);
        List<Integer> lengths = asked == CollectiveOp.BARRIER
                ? List.of(0)
                : bytes.stream().distinct().sorted().toList();
        CollectiveCost.Table table = new CollectiveCost.Table(asked, cost);
        System.out.printf("%s on %s, engine %s; cycles%n", op, shape, engine);
        System.out.printf("a barrier of the barrier units takes %d%n", table.barrier());
        StringBuilder head = new StringBuilder(String.format("%9s", "bytes"));
        algorithms.forEach(a -> head.append(String.format("  %18s", a.word())));
        System.out.println(head);
        for (int length : lengths) {
            StringBuilder row = new StringBuilder(String.format("%9d", length));
            for (Algorithm algorithm : algorithms) {
                Cost one = table.of(algorithm, length);
                row.append(
                        String.format("  %18s", !one.isKnown() ? "-" : one.cycles() + (one.holds() ? "" : " FAILS")));
            }
            System.out.println(row);
        }
        System.out.println("fastest: " + table.fastest(lengths));
        System.out.println(table.order(lengths.get(0)));
        table.crossings(lengths).forEach(System.out::println);
        table.refusals().forEach(refusal -> System.out.println("not run: " + refusal));
        System.out.println();
        return table.holds();
    }
}
