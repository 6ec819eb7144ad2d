// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of a scenario: its file, and overrides of its keys, which have priority over the file. */
final class ScenarioOptions {
    @Parameters(paramLabel = "SCENARIO", description = "scenario file (YAML)")
    private Path file;

    @Option(names = "--set", paramLabel = "PATH=VALUE")
    private List<String> overrides = new ArrayList<>();

    @Option(names = "--engine", paramLabel = "ENGINE")
    private String engine;

    @Option(names = "--seed", paramLabel = "N")
    private String seed;

    /** Returns the scenario file and the overrides as they are typed on a command line. */
    String words() {
        StringBuilder words = new StringBuilder().append(file);
        overrides.forEach(o -> words.append(" --set '").append(o).append("'"));
        if (engine != null) {
            words.append(" --engine ").append(engine);
        }
        if (seed != null) {
            words.append(" --seed ").append(seed);
        }
        return words.toString();
    }

    Path file() {
        return file;
    }

    Scenario read() {
        return read(List.of());
    }

    /** @param more further overrides, which have priority over all others */
    Scenario read(List<String> more) {
        return ScenarioReader.read(file, all(more));
    }

    List<String> all(List<String> more) {
        List<String> all = new ArrayList<>(overrides);
        if (engine != null) {
            all.add("engine=" + engine);
        }
        if (seed != null) {
            all.add("seed=" + seed);
        }
        all.addAll(more);
        return all;
    }
}
