// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.CheckCommand;
import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.OptionRange;
import fairlead.cli.StructureOption;
import fairlead.deadlock.StaticCheck;
import fairlead.hw.HwLayout;
import fairlead.lab.routes.RtlComparison;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command `routes` of the laboratory, which compares the routing relation of the static check with the Verilated
 * RouteUnit (docs/understand/deadlock.md).
 */
@Command(name = "routes", mixinStandardHelpOptions = true, showDefaultValues = true)
final class RoutesCommand implements Callable<Integer> {
    @Option(names = "--shape", required = true, paramLabel = "KX,KY,KZ")
    private String shape;

    @Option(names = "--vc-rule", paramLabel = "RULE", defaultValue = "dateline")
    private String vcRule;

    @Option(names = "--routing", paramLabel = "MODE", defaultValue = "dimension_order")
    private String routing;

    @Mixin
    private StructureOption structure;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        structure.requireOfRouters();
        Shape torus = OptionRange.shape("--shape", shape);
        VcRule rule = CheckCommand.rule(vcRule);
        Routing mode = CheckCommand.mode(routing);
        StaticCheck check = new StaticCheck(mode, rule, HwLayout.LOCAL_PORTS);
        RtlComparison compared = RtlComparison.of(torus.torus(), mode, rule, check.relation(torus));
        json.write(() -> LabMain.json(compared));
        if (!json.takesStdout()) {
            System.out.println("RTL: " + compared.tuples()
                    + " tuples (node, in-port, VC, class, mode, destination) and " + compared.answers()
                    + " hops and ejections asked, " + compared.differences() + " differences");
            compared.first().forEach(line -> System.out.println("  " + line));
        }
        return compared.differences() == 0 ? ExitCode.OK : ExitCode.FAILS;
    }
}
