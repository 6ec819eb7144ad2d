// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.BadInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The option of a command without a scenario that takes units of the user (docs/use/own-rtl.md). */
public final class RtlOption {
    @Option(
            names = "--rtl",
            paramLabel = "UNIT=FILE,..",
            description = "your SystemVerilog in place of a unit (docs/use/own-rtl.md); may be repeated")
    private Map<String, String> rtl = new TreeMap<>();

    /** Returns the files of each unit, as absolute paths. */
    public Map<String, List<String>> units() {
        Map<String, List<String>> units = new TreeMap<>();
        rtl.forEach((unit, names) -> units.put(
                unit, Arrays.stream(names.split(",")).map(RtlOption::file).toList()));
        return units;
    }

    private static String file(String name) {
        Path file = Path.of(name).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new BadInput("--rtl: " + name + ": no such file");
        }
        return file.toString();
    }
}
