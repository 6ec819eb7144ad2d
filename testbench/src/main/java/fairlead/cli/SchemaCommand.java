// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.regress.SuiteSchema;
import fairlead.scenario.BadInput;
import fairlead.scenario.JsonSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command `fairlead schema`, which prints the JSON Schema of a format. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Prints the JSON Schema of a format, for editors.")
final class SchemaCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FORMAT", description = "scenario or suite")
    private String format;

    @Override
    public Integer call() {
        System.out.print(
                switch (format) {
                    case "scenario" -> JsonSchema.text();
                    case "suite" -> SuiteSchema.text();
                    default -> throw new BadInput("schema " + format + ": no such format; known: scenario, suite");
                });
        return ExitCode.OK;
    }
}
