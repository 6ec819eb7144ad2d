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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The command line of the laboratory. */
class LabCommandsTest {
    private static final Path CASES = Path.of("src/test/resources/abuse");
    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    private Path folder;

    private static Captured lab(final String... words) {
        return Captured.of(LabMain::execute, words);
    }

    /** Runs a command line of words, in which FOLDER is the folder of this test. */
    private Captured line(final String words) {
        return lab(words.replace("FOLDER", folder.toString()).split(" "));
    }

    private static List<String> longCommands() {
        return List.of(("bench bridge|bench model|bench rtl|bench scale|bench search|controls|faults|icarus|lockstep"
                        + "|prove|reference|requirements")
                .split("\\|"));
    }

    @ParameterizedTest
    @MethodSource("longCommands")
    void aLongCommandExplainsItselfAndHasTheOptionOfProgress(final String command) {
        final Captured help = lab((command + " --help").split(" "));
        assertEquals(ExitCode.OK, help.code(), help.all());
        assertTrue(help.out().startsWith("Usage: lab " + command), help.all());
        assertTrue(help.out().contains("--no-progress"), help.all());
    }

    @Test
    void randomCasesInLockstepAreCountedAndDoNotDiffer() {
        final Captured answer =
                line("lockstep --seeds 3 --budget 10000 --out FOLDER --json -").exits(ExitCode.OK);
        assertTrue(answer.out().contains("\"cases\" : 3"), answer.out());
        assertTrue(answer.out().contains("\"differing\" : 0"), answer.out());
    }

    @Test
    void binThatIsNotHitOftenEnoughFails() {
        final Captured answer = line("lockstep --seed 3 --budget 1000 --bins 1000000 --out FOLDER")
                .exits(ExitCode.FAILS);
        assertTrue(answer.err().contains("was hit"), answer.err());
    }

    @Test
    void anInputIsNotReplacedByAResult() throws IOException {
        final Path in = Files.writeString(folder.resolve("in.yaml"), "schema: fairlead.words/1\n");
        final Captured answer =
                line("lockstep none.yaml FOLDER/in.yaml --json FOLDER/in.yaml").exits(ExitCode.BAD_INPUT);
        assertTrue(answer.err().contains(": is the file of "), answer.err());
        assertEquals("schema: fairlead.words/1\n", Files.readString(in));
    }

    @Test
    void controlsAreCountedWithRowsAndWithJson() {
        final Captured rows = line("controls N01 --quiet --json FOLDER/c.json");
        assertTrue(rows.out().contains("N01"), rows.all());
        assertEquals("", rows.err());
        final Captured json = line("controls N01 --no-progress --json -");
        assertTrue(json.out().startsWith("["), json.all());
    }

    @Test
    void routesOfTheRtlAreThoseOfTheStaticCheck() throws IOException {
        line("routes --shape 4,3,2 --json FOLDER/routes.json").exits(ExitCode.OK);
        final JsonNode compared =
                new ObjectMapper().readTree(folder.resolve("routes.json").toFile());
        assertEquals(0, compared.get("differences").asLong());
        assertTrue(compared.get("tuples").asLong() >= 24L * 24 * 10 * 8 * 4);
    }

    @Test
    @Tag("M-720")
    void theTableOfFaultsIsWrittenIntoItsPage() throws Exception {
        final Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- BEGIN FAULTS -->\nold\n<!-- END FAULTS -->\nafter\n");
        final Captured answer = line("faults --seeds 1 --seed 12 --only byte_wrong --page FOLDER/page.md")
                .exits(ExitCode.OK);
        final List<String> lines = Files.readAllLines(page);
        assertTrue(lines.contains("before") && lines.contains("after") && !lines.contains("old"), lines::toString);
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("| `byte_wrong` | X01, X18 | 1 |")), lines::toString);
        assertTrue(answer.out().contains("seeds 12 to 12: 1 runs of 1 faults"), answer.out());
    }

    @Test
    @Tag("M-566")
    void generatedProgramsAreRunAndPrintedAndTheFirstWithAFindingIsKept() {
        final Captured run = line("litmus --generate 2 --number 3 --schedules 2 --engine model")
                .exits(ExitCode.OK);
        assertTrue(run.out().contains("2 programs, 4 runs: 0 programs with findings"), run.out());
        final Captured text = line("litmus --generate 1 --number 3 --print");
        assertTrue(text.out().startsWith("litmus G1.3\n"), text.out());
        final Captured wrong = line("litmus --generate 60 --number 100 --schedules 4 --engine model --leave-out quiet"
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
        final Captured answer = line("icarus --seeds 1 --from 4 --edges 120").exits(ExitCode.OK);
        final Matcher lines = Pattern.compile(
                        "seed 4, 1x1x4, node 0, unknown start: 120 edges, (\\d+) compared, all outputs equal\n"
                                + "seed 4, 1x1x4, node 0, random start: 120 edges, \\1 compared, all outputs equal\n"
                                + "1 case, (\\d+) edges compared in Icarus, 0 plays differ\n")
                .matcher(answer.out());
        assertTrue(lines.matches(), answer.out());
        final int compared = Integer.parseInt(lines.group(1));
        assertTrue(compared > 50, answer.out());
        assertEquals(2 * compared, Integer.parseInt(lines.group(2)), answer.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench nothing | known: bridge, model",
                "lockstep --seeds 0 | --seeds 0: must be at least 1",
                "lockstep --against modle | known: model, product, lab, small",
                "reference nowhere.csv | nowhere.csv: no such file",
                "reference /dev/null | must have a heading and at least one row",
                "requirements --only R-BAR-99 | no such requirement",
                "bench model --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench model --flits 0 | --flits 0: must be 1 to",
                "bench model --loads 0.2,0 | --loads 0.0: must be more than 0 and at most 1",
                "bench model --shapes 4x4 | --shapes '4x4': must be KXxKYxKZ, each 1 to 16",
                "bench model --structure SCENARIO | schema = fairlead.scenario/1: must be fairlead.structure/1",
                "bench rtl --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench rtl --shape 0x4x4 | --shape '0x4x4': must be",
                "bench rtl --node-cycles 0 | --node-cycles 0: must be at least 1",
                "bench bridge --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench scale --node-cycles 0 | --node-cycles 0: must be at least 1",
                "bench search --points 0 | --points 0: must be 1 to",
                "lockstep --seconds 0 | --seconds 0.0: must be more than 0",
                "reference SCENARIO --seeds 0 | --seeds 0: must be 1 to 10000",
                "reference SCENARIO --below 0 | --below 0.0: must be more than 0",
                "controls --page SCENARIO | has no lines <!-- BEGIN CONTROLS -->",
                "prove --table --network | --network goes with --only and nothing else",
                "prove --table --structure SCENARIO | --structure goes with neither --network nor --table",
                "lockstep --seeds 1 --out SCENARIO/x | is a file",
                "lockstep . | .: is a folder, not a file",
                "reference . | .: is a folder, not a file",
                "prove --jobs 0 | --jobs 0: must be 1 to 64",
                "prove --network --only nonsense | nonsense: no such question",
                "prove --only NOPE | no such property",
                "controls N99 | no such control",
                "faults --only byte_wrongly | no such fault in the table; known: credit_drop",
                "faults --mute integrity | no such verdict; known: deadlock_freedom",
                "faults --seeds 0 | must be 1 to",
                "faults --page ../README.md | has no lines <!-- BEGIN FAULTS -->",
                "icarus --seeds 1 --from 4 --node 4 | --node 4: seed 4 has the nodes 0 to 3",
                "litmus --generate 0 | --generate 0: must be 1 to 1000000",
                "litmus --generate 1 --leave-out fense | did you mean fence?",
                "litmus --generate 1 --leave-out fence --about flush | give one of them",
                "litmus --generate 1 --unsafe epoch_ungarded | did you mean epoch_unguarded?",
                "litmus --generate 1 --unsafe fence_open --engine model | the twin has no flaws",
                "litmus --generate 1 a.litmus | Unmatched argument at index 3",
                "litmus | Missing required option: '--generate=N'",
            })
    @Tag("M-566")
    @Tag("M-687")
    @Tag("M-688")
    @Tag("M-720")
    @Tag("M-77")
    void anArgument(final String arguments, final String message) {
        refused(arguments.replace("SCENARIO", EXAMPLES.resolve("halo3d.yaml").toString()), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lockstep MSG-WITHOUT-ROOM.yaml | line 2: machine.memory_bytes = 4096: messages need at least",
                "lockstep FAR-ADDRESS.yaml | line 4: words[0].w0 = 4092: must be an integer from 0 to 4088",
                "lockstep WRONG-TYPES.yaml | line 4: words[0].gap = []: must be an integer",
                "lockstep UNKNOWN-COMMAND.yaml | words[0].op = PSOT: no such command; did you mean POST?",
                "lockstep FAULTY-WORDS.yaml | line 3: faults: a case has none",
                "lockstep ITEMS-OF-WORDS.yaml | line 3: items[1] = x: must be an integer",
                "lockstep ITEMS-WITHOUT-ROOM.yaml | line 2: machine.memory_bytes = 4096",
                "reference REFERENCE-K.csv | line 2: k = '17': must be an integer from 2 to 16",
                "reference REFERENCE-VCS.csv | line 2: vcs = '2147483647': must be an integer from 2 to 4",
                "reference REFERENCE-ODD-VCS.csv | line 2: vcs = '3': must be 2 or 4",
                "reference REFERENCE-BUF.csv | line 2: buf = '0': must be an integer from 1 to 256",
                "reference REFERENCE-PKT.csv | line 2: pkt = '18': must be an integer from 1 to 17",
                "reference REFERENCE-WORD.csv | traffic = 'unifrom': must be one of",
                "reference REFERENCE-WORD.csv | did you mean uniform?",
                "reference REFERENCE-NUMBER.csv | pkt = 'x': must be an integer from 1 to 17",
                "reference REFERENCE-PATTERN.csv | traffic = 'transpose': must be another",
                "reference REFERENCE-OPEN-QUOTE.csv | reference-open-quote.csv line 3: not CSV: ",
                "reference REFERENCE-BEHIND-QUOTE.csv | reference-behind-quote.csv line 2: not CSV: Invalid character",
                "reference REFERENCE-UNSTABLE.csv | unstable, offered_flits_node_cycle: no row is stable",
                "lockstep --raw --words 2147483647 | --words 2147483647: must be 1 to 1000000",
                "lockstep TINY.yaml --set machine.buffers.local=33 | machine.buffers.local = 33: must be at most 32 in this library",
                "lockstep ITEMS-BEYOND-THE-DLA.yaml | line 2: machine.dla.max_pr = 4: the DLA limits of node 0 leave 4 credits",
            })
    @Tag("M-77")
    void aFile(final String arguments, final String message) {
        final String[] words = arguments.split(" ");
        for (int i = 0; i < words.length; i++) {
            if (words[i].matches("[A-Z].*\\.[a-z]+")) {
                words[i] = CASES.resolve(words[i].toLowerCase(Locale.ROOT)).toString();
            }
        }
        refused(String.join(" ", words), message);
    }

    private static void refused(final String arguments, final String message) {
        final Captured answer = lab(arguments.split(" ")).exits(ExitCode.BAD_INPUT);
        assertTrue(answer.err().contains(message), answer.err());
        assertTrue(answer.err().startsWith("fairlead: ") && answer.err().lines().count() == 1, answer.err());
    }
}
