// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import fairlead.scenario.InputText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `fairlead eval`, which runs one simulation of a search or sweep, or reads its stored result. */
@Command(
        name = "eval",
        mixinStandardHelpOptions = true,
        description =
                "Runs one simulation unless its result is there already, and prints it. The result's name is a hash of the scenario and the code.")
final class EvalCommand implements Callable<Integer> {
    @Option(
            names = "--point",
            required = true,
            paramLabel = "FILE",
            description = "{\"scenario\": PATH, \"set\": {PATH: VALUE, ..}}; PATH is seen from FILE")
    private Path point;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            converter = ResultFile.Folder.class,
            description = "folder of the results")
    private Path out;

    @Override
    public Integer call() throws IOException {
        final String text = InputText.of(point);
        final Path base = point.toAbsolutePath().normalize().getParent();
        final Evaluation evaluation =
                Simulation.of(Job.parse(text, point.toString(), base).read(), new Store(out));
        System.out.print(Store.text(evaluation));
        return evaluation.good() ? ExitCode.OK : evaluation.complete() ? ExitCode.FAILS : ExitCode.PARTIAL;
    }
}
