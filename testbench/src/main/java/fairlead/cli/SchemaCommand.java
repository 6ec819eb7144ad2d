// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.BadInput;
import fairlead.scenario.JsonSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command `fairlead schema`, which prints the JSON Schema of the scenario format. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Prints the JSON Schema of a format, for editors.")
final class SchemaCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FORMAT", description = "scenario")
    private String format;

    @Override
    public Integer call() {
        if (!"scenario".equals(format)) {
            throw new BadInput("schema " + format + ": no such format; known: scenario");
        }
        System.out.print(JsonSchema.text());
        return ExitCode.OK;
    }
}
