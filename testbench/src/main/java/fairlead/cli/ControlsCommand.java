// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import fairlead.control.ControlResult;
import fairlead.control.ControlTable;
import fairlead.control.Controls;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** fairlead controls: machines that are wrong on purpose, and machines that are not, through the static check and the detector (docs/deadlock.md). */
@Command(
        name = "controls",
        mixinStandardHelpOptions = true,
        description =
                "Runs the negative and positive controls of deadlock freedom on the RTL: each flaw must be found as the"
                        + " table says, and nothing else may be. Exit 1: one was not.")
final class ControlsCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "only these, as in N01 P03 (default: all)")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = ResultFile.class,
            description = "write the results there; - is stdout, instead of the table")
    private String json;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "write the table into this page, between its lines BEGIN CONTROLS and END CONTROLS")
    private Path page;

    @Override
    public Integer call() throws IOException {
        for (final String id : ids) {
            if (!Controls.ids().contains(id)) {
                throw new BadInput(
                        "controls: " + id + ": no such control; known: " + String.join(", ", Controls.ids()));
            }
        }
        if (page != null && !Files.isRegularFile(page)) {
            throw new BadInput("controls: --page " + page + ": no such file");
        }
        final List<ControlResult> results = Controls.run(ids, result -> {
            if (!"-".equals(json)) {
                System.out.println(ControlTable.line(result));
            }
        });
        final String text =
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(results) + "\n";
        if ("-".equals(json)) {
            System.out.print(text);
        } else {
            System.out.println(ControlTable.summary(results));
            if (json != null) {
                Files.writeString(Path.of(json), text);
            }
        }
        if (page != null) {
            Files.writeString(page, ControlTable.into(Files.readString(page), results));
        }
        return results.stream().allMatch(ControlResult::passed) ? ExitCode.OK : ExitCode.FAILS;
    }
}
