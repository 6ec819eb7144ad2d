// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import fairlead.cli.JsonOption;
import fairlead.cli.Main;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** The entry point of `scripts/lab`: what shows that the product is right. */
@Command(
        name = "lab",
        resourceBundle = "fairlead.lab.cli.help",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class LabMain {
    private static final Main.Commands COMMANDS = new Main.Commands(
            new LabMain(),
            "bench controls faults litmus icarus lockstep mutate prove reference requirements routes unit",
            LabMain::command);

    private LabMain() {}

    private static Object command(String name) {
        return switch (name) {
            case "bench" -> new BenchCommand();
            case "controls" -> new ControlsCommand();
            case "faults" -> new FaultTableCommand();
            case "litmus" -> new GenerateCommand();
            case "icarus" -> new IcarusCommand();
            case "lockstep" -> new LockstepCommand();
            case "mutate" -> new MutateCommand();
            case "prove" -> new ProveCommand();
            case "reference" -> new ReferenceCommand();
            case "requirements" -> new RequirementsCommand();
            case "routes" -> new RoutesCommand();
            default -> new UnitRulesCommand();
        };
    }

    /** Returns a value of maps, lists, records and numbers as JSON that ends with a line break. */
    static String json(Object value) throws JsonProcessingException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value) + "\n";
    }

    /** Runs rows and calls the listener after each one. */
    interface Rows<R> {
        List<R> run(Consumer<R> ended) throws IOException;
    }

    /** Runs rows with their progress, and prints a text of each one, unless stdout is for the JSON. */
    static <R> List<R> rows(CountedProgress counted, JsonOption json, Rows<R> rows, Function<R, String> text)
            throws IOException {
        try (counted) {
            return rows.run(row -> {
                if (!json.takesStdout()) {
                    System.out.println(text.apply(row));
                }
                counted.ended();
            });
        }
    }

    /** Refuses words of an option that are not known, and names the nearest one. */
    static void require(String option, Collection<String> words, Collection<String> known, String what) {
        for (String word : words) {
            if (!known.contains(word)) {
                throw new BadInput(option + " " + word + ": no such " + what + "; known: " + String.join(", ", known)
                        + Nearest.hint(word, known));
            }
        }
    }

    /** Returns the root of the project. */
    static Path root() {
        return Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "."));
    }

    public static void main(String[] args) {
        Main.run(COMMANDS, args);
    }

    /** Runs one command line and returns its exit code; never exits the process. */
    public static int execute(String... args) {
        return Main.execute(COMMANDS, args);
    }
}
