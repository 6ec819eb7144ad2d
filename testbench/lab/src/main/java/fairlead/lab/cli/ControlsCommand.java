// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.cli.RtlOption;
import fairlead.lab.controls.ControlTable;
import fairlead.lab.controls.Controls;
import fairlead.rtl.OwnUnits;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command `scripts/lab controls`. This command runs negative controls (machines with a deliberate flaw) and
 * positive controls (sound machines) through the static check and the detector (docs/understand/deadlock.md).
 */
@Command(name = "controls", mixinStandardHelpOptions = true)
public final class ControlsCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "ID")
    private List<String> ids = new ArrayList<>();

    @Mixin
    private JsonOption json;

    @Mixin
    private RtlOption rtl;

    @Option(names = "--page", paramLabel = "FILE")
    private Path page;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        List<String> known = Controls.ids();
        LabMain.require("controls:", ids, known, "control");
        Map<String, List<String>> units = rtl.units();
        if (page != null) {
            if (!units.isEmpty()) {
                throw new BadInput("--page: the table is that of our units, without --rtl");
            }
            ControlTable.PART.require(page);
        }
        OwnUnits.require(units);
        boolean asText = !json.takesStdout();
        long count = ids.isEmpty() ? known.size() : ids.stream().distinct().count();
        CountedProgress shown = asText ? progress.besideRows("controls", count) : progress.of("controls", count);
        List<Controls.Result> results =
                LabMain.rows(shown, json, ended -> Controls.run(ids, units, ended), ControlTable::line);
        if (asText) {
            System.out.println(ControlTable.summary(results));
        }
        json.write(() -> LabMain.json(results));
        if (page != null) {
            WholeFile.write(page, ControlTable.into(InputText.of(page), results));
        }
        return results.stream().allMatch(Controls.Result::passed) ? ExitCode.OK : ExitCode.FAILS;
    }
}
