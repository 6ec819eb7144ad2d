// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.FaultCatalogue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command `fairlead faults`, which lists the faults and unsafe variants that a scenario may select. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        description =
                "Lists the faults that a scenario may arm (faults: [{id, node, cycle}]), and the unsafe variants.")
final class FaultsCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        FaultCatalogue.all().forEach((id, doc) -> System.out.printf("%-16s %s%n", id, doc));
        System.out.println();
        System.out.println("Unsafe variants (machine.unsafe: {variant, node, operand}):");
        FaultCatalogue.variants().forEach((id, doc) -> System.out.printf("%-16s %s%n", id, doc));
        return ExitCode.OK;
    }
}
