// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of the laboratory. */
class LabCommandsTest {
    @TempDir
    private Path folder;

    private static Captured lab(final String... words) {
        return Captured.of(LabMain::execute, words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bench bridge",
                "bench model",
                "bench rtl",
                "bench scale",
                "bench search",
                "controls",
                "faults",
                "icarus",
                "lockstep",
                "prove",
                "reference",
                "requirements"
            })
    void aLongCommandExplainsItselfAndHasTheOptionOfProgress(final String command) {
        final Captured help = lab((command + " --help").split(" "));
        assertEquals(ExitCode.OK, help.code(), help.all());
        assertTrue(help.out().startsWith("Usage: lab " + command), help.all());
        assertTrue(help.out().contains("--no-progress"), help.all());
    }

    @Test
    void randomCasesInLockstepAreCountedAndDoNotDiffer() {
        final Captured answer =
                lab("lockstep", "--seeds", "3", "--budget", "10000", "--out", folder.toString(), "--json", "-");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        assertTrue(answer.out().contains("\"cases\" : 3"), answer.out());
        assertTrue(answer.out().contains("\"differing\" : 0"), answer.out());
    }

    @Test
    void binThatIsNotHitOftenEnoughFails() {
        final Captured answer =
                lab("lockstep", "--seed", "3", "--budget", "1000", "--bins", "1000000", "--out", folder.toString());
        assertEquals(ExitCode.FAILS, answer.code(), answer.all());
        assertTrue(answer.err().contains("was hit"), answer.err());
    }

    @Test
    void anInputIsNotReplacedByAResult() throws IOException {
        final Path in = Files.writeString(folder.resolve("in.yaml"), "schema: fairlead.words/1\n");
        final Captured answer = lab("lockstep", "none.yaml", in.toString(), "--json", in.toString());
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        assertTrue(answer.err().contains(": is the file of "), answer.err());
        assertEquals("schema: fairlead.words/1\n", Files.readString(in));
    }

    @Test
    void controlsAreCountedWithRowsAndWithJson() {
        final Captured rows = lab(
                "controls", "N01", "--quiet", "--json", folder.resolve("c.json").toString());
        assertTrue(rows.out().contains("N01"), rows.all());
        assertEquals("", rows.err());
        final Captured json = lab("controls", "N01", "--no-progress", "--json", "-");
        assertTrue(json.out().startsWith("["), json.all());
    }

    @Test
    void routesOfTheRtlAreThoseOfTheStaticCheck() throws IOException {
        final Path file = folder.resolve("routes.json");
        assertEquals(
                ExitCode.OK,
                lab("routes", "--shape", "4,3,2", "--json", file.toString()).code());
        final JsonNode compared = new ObjectMapper().readTree(file.toFile());
        assertEquals(0, compared.get("differences").asLong());
        assertTrue(compared.get("tuples").asLong() >= 24L * 24 * 10 * 8 * 4);
    }
}
