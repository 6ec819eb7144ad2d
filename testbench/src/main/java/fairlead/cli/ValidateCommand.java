// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.program.Program;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command `fairlead validate`, which checks a scenario file and builds its program without running it. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Checks a scenario file and builds its program; runs nothing.")
final class ValidateCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions scenario;

    @Override
    public Integer call() {
        final Scenario read = scenario.read();
        read.checkDepths(ModelEngineFactory.capabilities());
        final Program program = read.program();
        read.machineFor(program);
        System.out.println(
                scenario.file() + ": valid; " + program.nodes() + " nodes, " + program.size() + " operations");
        return ExitCode.OK;
    }
}
