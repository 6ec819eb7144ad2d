// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.replay.Replay;
import fairlead.replay.RunFolder;
import fairlead.run.report.VerdictTable;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command `fairlead replay`, which repeats a run from its folder alone (docs/use/replay.md). */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description =
                "Repeats a run from its folder alone and compares the event hash. Exit 0: it is the same, whatever the verdicts; 2:"
                        + " no run's folder; 3: it differs.")
final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN_DIR", description = "folder that run has written")
    private Path folder;

    @Override
    public Integer call() {
        final RunFolder run = RunFolder.read(folder);
        final Replay.Outcome outcome = Replay.of(run);
        System.out.print(VerdictTable.of(outcome.report()));
        if (outcome.isSame()) {
            System.out.println("the same events as in " + folder);
            return ExitCode.OK;
        }
        System.err.println("fairlead: " + folder + ": the events differ: recorded " + outcome.recorded() + ", repeated "
                + outcome.report().eventSha256());
        if (!run.otherLayout().isEmpty()) {
            System.err.println("fairlead: " + run.otherLayout());
        }
        return ExitCode.DIFFERS;
    }
}
