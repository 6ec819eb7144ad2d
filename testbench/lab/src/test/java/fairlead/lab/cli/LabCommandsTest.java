// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import fairlead.lab.icarus.Icarus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The command line of the laboratory. */
class LabCommandsTest {
    private static final Path CASES = Path.of("src/test/resources/abuse");
    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    private Path folder;

    private static Captured lab(String... words) {
        return Captured.of(LabMain::execute, words);
    }

    /** Runs a command line of words, in which FOLDER is the folder of this test. */
    private Captured line(String words) {
        return lab(words.replace("FOLDER", folder.toString()).split(" "));
    }

    private static List<String> longCommands() {
        return List.of(("bench bridge|bench model|bench native|bench rtl|bench search|controls|faults|icarus|lockstep"
                        + "|prove|reference|requirements")
                .split("\\|"));
    }

    @ParameterizedTest
    @MethodSource("longCommands")
    void aLongCommandExplainsItselfAndHasTheOptionOfProgress(String command) {
        Captured help = lab((command + " --help").split(" "));
        assertEquals(ExitCode.OK, help.code(), help.all());
        assertTrue(help.out().startsWith("Usage: lab " + command), help.all());
        assertTrue(help.out().contains("--no-progress"), help.all());
    }

    @Test
    void randomCasesInLockstepAreCountedAndDoNotDiffer() {
        Captured answer =
                line("lockstep --seeds 3 --budget 10000 --out FOLDER --json -").exits(ExitCode.OK);
        assertTrue(answer.out().contains("\"cases\" : 3"), answer.out());
        assertTrue(answer.out().contains("\"differing\" : 0"), answer.out());
    }

    @Test
    void binThatIsNotHitOftenEnoughFails() {
        Captured answer = line("lockstep --seed 3 --budget 1000 --bins 1000000 --out FOLDER")
                .exits(ExitCode.FAILS);
        assertTrue(answer.err().contains("was hit"), answer.err());
    }

    @Test
    void anInputIsNotReplacedByAResult() throws IOException {
        Path in = Files.writeString(folder.resolve("in.yaml"), "schema: fairlead.words/1\n");
        Captured answer =
                line("lockstep none.yaml FOLDER/in.yaml --json FOLDER/in.yaml").exits(ExitCode.BAD_INPUT);
        assertTrue(answer.err().contains(": is the file of "), answer.err());
        assertEquals("schema: fairlead.words/1\n", Files.readString(in));
    }

    @Test
    void controlsAreCountedWithRowsAndWithJson() {
        Captured rows = line("controls N01 --quiet --json FOLDER/c.json");
        assertTrue(rows.out().contains("N01"), rows.all());
        assertEquals("", rows.err());
        Captured json = line("controls N01 --no-progress --json -");
        assertTrue(json.out().startsWith("["), json.all());
    }

    @Test
    void routesOfTheRtlAreThoseOfTheStaticCheck() throws IOException {
        line("routes --shape 4,3,2 --json FOLDER/routes.json").exits(ExitCode.OK);
        JsonNode compared =
                new ObjectMapper().readTree(folder.resolve("routes.json").toFile());
        assertEquals(0, compared.get("differences").asLong());
        assertTrue(compared.get("tuples").asLong() >= 24L * 24 * 10 * 8 * 4);
    }

    @Test
    @Tag("M-720")
    void theTableOfFaultsIsWrittenIntoItsPage() throws Exception {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- BEGIN FAULTS -->\nold\n<!-- END FAULTS -->\nafter\n");
        Captured answer = line("faults --seeds 1 --seed 12 --only byte_wrong --page FOLDER/page.md")
                .exits(ExitCode.OK);
        List<String> lines = Files.readAllLines(page);
        assertTrue(lines.contains("before") && lines.contains("after") && !lines.contains("old"), lines::toString);
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("| `byte_wrong` | X01, X18 | 1 |")), lines::toString);
        assertTrue(answer.out().contains("seeds 12 to 12: 1 runs of 1 faults"), answer.out());
    }

    @Test
    @Tag("M-566")
    void generatedProgramsAreRunAndPrintedAndTheFirstWithAFindingIsKept() {
        Captured run = line("litmus --generate 2 --number 3 --schedules 2 --engine model")
                .exits(ExitCode.OK);
        assertTrue(run.out().contains("2 programs, 4 runs: 0 programs with findings"), run.out());
        Captured text = line("litmus --generate 1 --number 3 --print");
        assertTrue(text.out().startsWith("litmus G1.3\n"), text.out());
        Captured wrong = line("litmus --generate 60 --number 100 --schedules 4 --engine model --leave-out quiet"
                        + " --keep FOLDER")
                .exits(ExitCode.FAILS);
        assertTrue(wrong.out().contains("kept as " + folder + "/G1."), wrong.out());
        assertEquals(1, folder.toFile().list().length);
    }

    @Test
    @Tag("M-687")
    @Tag("M-688")
    void aCaseIsEqualInRtlTwinAndIcarus() {
        assumeTrue(Icarus.installed(), "iverilog is not installed (scripts/setup --tests)");
        Captured answer = line("icarus --seeds 1 --from 4 --edges 120").exits(ExitCode.OK);
        Matcher lines = Pattern.compile(
                        "seed 4, 1x1x4, node 0, unknown start: 120 edges, (\\d+) compared, all outputs equal\n"
                                + "seed 4, 1x1x4, node 0, random start: 120 edges, \\1 compared, all outputs equal\n"
                                + "1 case, (\\d+) edges compared in Icarus, 0 plays differ\n")
                .matcher(answer.out());
        assertTrue(lines.matches(), answer.out());
        int compared = Integer.parseInt(lines.group(1));
        assertTrue(compared > 50, answer.out());
        assertEquals(2 * compared, Integer.parseInt(lines.group(2)), answer.out());
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refused/lab-arguments.txt", delimiter = '|')
    @Tag("M-566")
    @Tag("M-687")
    @Tag("M-688")
    @Tag("M-720")
    @Tag("M-77")
    void anArgument(String arguments, String message) {
        refused(arguments.replace("SCENARIO", EXAMPLES.resolve("halo3d.yaml").toString()), message);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refused/lab-files.txt", delimiter = '|')
    @Tag("M-77")
    void aFile(String arguments, String message) {
        String[] words = arguments.split(" ");
        for (int i = 0; i < words.length; i++) {
            if (words[i].matches("[A-Z].*\\.[a-z]+")) {
                words[i] = CASES.resolve(words[i].toLowerCase(Locale.ROOT)).toString();
            }
        }
        refused(String.join(" ", words), message);
    }

    private static void refused(String arguments, String message) {
        Captured answer = lab(arguments.split(" ")).exits(ExitCode.BAD_INPUT);
        assertTrue(answer.err().contains(message), answer.err());
        assertTrue(answer.err().startsWith("fairlead: ") && answer.err().lines().count() == 1, answer.err());
    }
}
