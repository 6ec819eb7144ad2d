// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.Main;
import java.util.List;
import picocli.CommandLine.Command;

/** The entry point of `scripts/lab`: what shows that the product is right. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "Shows that Fairlead is right: campaigns, proofs, controls, requirements, comparisons, benchmarks.",
        footer = {
            "",
            "Exit codes: 0 all holds; 1 something fails; 2 bad input; 3 engines differ; 5 environment; 70 internal error."
        })
public final class LabMain {
    private static final List<Class<?>> COMMANDS = List.of(
            BenchCommand.class,
            ControlsCommand.class,
            FaultTableCommand.class,
            GenerateCommand.class,
            IcarusCommand.class,
            LockstepCommand.class,
            MutateCommand.class,
            ProveCommand.class,
            ReferenceCommand.class,
            RequirementsCommand.class,
            RoutesCommand.class);

    private LabMain() {}

    public static void main(final String[] args) {
        Main.run(new LabMain(), COMMANDS, args);
    }

    /** Runs one command line and returns its exit code; never exits the process. */
    public static int execute(final String... args) {
        return Main.execute(new LabMain(), COMMANDS, args);
    }
}
