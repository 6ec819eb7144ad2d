// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.plan.Plans;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlOptions;
import fairlead.run.Isolation;
import fairlead.run.Strangers.Kind;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `strangers` of the laboratory: drawn programs beside tasks of others (docs/lab/strangers.md). */
@Command(name = "strangers", mixinStandardHelpOptions = true, showDefaultValues = true)
final class StrangersCommand implements Callable<Integer> {
    @Option(names = "--count", defaultValue = "10")
    private int count;

    @Option(names = "--seed", defaultValue = "1")
    private long seed;

    @Option(names = "--engine", defaultValue = "lockstep")
    private String engine;

    @Option(names = "--kinds", split = ",", paramLabel = "KIND")
    private List<Kind> kinds = Kind.thatHold();

    @Override
    public Integer call() {
        DrawnPlans plans = new DrawnPlans(
                FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities(), 60_000); // nodes times cycles
        Isolation.Tally tally = new Isolation.Tally();
        for (long one = seed; one < seed + count; one++) {
            Isolation isolation = new Isolation(plans.draw(one, one, Plans.engine(engine)));
            String repeat = "scripts/lab strangers --count 1 --seed " + one + " --engine " + engine;
            System.out.print(isolation.isJudged() ? tally.add(isolation.with(kinds, one), repeat) : "");
        }
        System.out.println(tally);
        return tally.holds() ? ExitCode.OK : ExitCode.FAILS;
    }
}
