// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.cli.RtlOption;
import fairlead.lab.requirements.RequirementRow.RowResult;
import fairlead.lab.requirements.Requirements;
import fairlead.lab.requirements.Requirements.RequirementReport;
import fairlead.rtl.OwnUnits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command `scripts/lab requirements`, which runs the requirements of the five source patents on the RTL
 * (docs/lab/requirement-rows.md).
 */
@Command(name = "requirements", mixinStandardHelpOptions = true)
public final class RequirementsCommand implements Callable<Integer> {
    @Option(names = "--only", split = ",", paramLabel = "ID")
    private List<String> only = new ArrayList<>();

    @Mixin
    private RtlOption rtl;

    @Mixin
    private JsonOption json;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        LabMain.require("--only", only, Requirements.ids(), "requirement");
        CountedProgress shown = progress.besideRows(
                "requirements", only.isEmpty() ? Requirements.ids().size() : only.size());
        Map<String, List<String>> units = rtl.units();
        OwnUnits.require(units);
        Map<String, List<String>> silent =
                Requirements.silent(units.keySet(), LabMain.root().resolve("target/units/silent"));
        LabMain.Rows<RowResult> rows = units.isEmpty()
                ? ended -> Requirements.run(only, ended)
                : ended -> Requirements.run(only, units, silent, ended);
        List<RowResult> results = LabMain.rows(shown, json, rows, RequirementReport::text);
        if (!json.takesStdout()) {
            System.out.println(RequirementReport.summary(results));
        }
        json.write(() -> LabMain.json(RequirementReport.json(results)));
        return Requirements.passed(results) ? ExitCode.OK : ExitCode.FAILS;
    }
}
