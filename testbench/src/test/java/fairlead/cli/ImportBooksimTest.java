// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.support.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** `fairlead import booksim`. */
@Tag("M-353")
class ImportBooksimTest {
    private static final Path EXAMPLE = Path.of("../examples/booksim/torus44.cfg");
    private static final String LEAST = "topology = torus; k = 4; n = 2; routing_function = dim_order;\n";

    @TempDir
    private Path folder;

    private Captured imported(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("some.cfg"), text);
        return Captured.of("import", "booksim", file);
    }

    @Test
    void everyKeyIsMappedIgnoredOrRefusedAndSaid() throws IOException {
        Captured answer = Captured.of("import", "booksim", EXAMPLE).exits(ExitCode.OK);
        for (String line : Files.readAllLines(EXAMPLE)) {
            if (line.contains("=")) {
                String key = line.split("=")[0].strip();
                Pattern said =
                        Pattern.compile("line \\d+: " + key + "( = \\S+)?: (mapped to |ignored: |as it is here)");
                assertTrue(said.matcher(answer.err()).find(), key + ": " + answer.err());
            }
        }
    }

    /** Each key of BookSim 2 with the value that it has there if it is not given: the same scenario. */
    @Test
    void theDefaultsAreThoseOfBooksim() throws IOException {
        String made = scenario(imported(LEAST.replace("k = 4; n = 2; ", "")));
        String all;
        try (InputStream in = ImportBooksimTest.class.getResourceAsStream("/refused/booksim-defaults.txt")) {
            all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> keys = List.of(all.strip().split("\\s+"));
        assertTrue(keys.size() > 100, () -> keys.size() + " keys");
        for (String key : keys) {
            assertEquals(made, scenario(imported("routing_function = dim_order; " + key + ";")), key);
        }
    }

    private static String scenario(Captured imported) {
        return imported.exits(ExitCode.OK).out().replaceAll("(?m)^#.*\n", "");
    }

    @Test
    void burstsAreThoseOfTheFileOrRefused() throws IOException {
        imported(LEAST + "injection_process = on_off;").complains("burst_alpha: refused: must be 0.01 and not 0.5");
        Captured made = imported(LEAST + "injection_process = on_off; burst_alpha = 0.010; burst_beta = 1e-2;");
        assertTrue(scenario(made).contains("process: on_off"), made.out());
        imported("k = 4;").complains("routing_function: refused: must be given");
    }

    @Test
    void theScenarioIsMeasured() throws IOException {
        Path made = folder.resolve("made.yaml");
        Captured.of("import", "booksim", EXAMPLE, "--out", made).exits(ExitCode.OK);
        Captured measured = Captured.of("traffic", made).exits(ExitCode.OK);
        assertTrue(measured.out().startsWith("uniform on 4x4x1, load 0.200: "), measured.out());
    }

    @Test
    void ratesMayBeGivenInFlits() throws IOException {
        Captured answer = imported(LEAST + "injection_rate_uses_flits = 1; injection_rate = 0.3;"
                        + " packet_size = 5; routing_function = min_adapt; vc_buf_size = 4;")
                .exits(ExitCode.OK);
        assertEquals(0.3, Runs.scenario(answer.out()).measurement().load(), 1e-12);
        answer.complains("vc_buf_size = 4: raised to 17")
                .complains("line 1: routing_function: ignored: it is set again in line 2");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refused/booksim.txt", delimiter = '|', quoteCharacter = '"')
    void aWrongConfigurationIsRefusedWithItsLine(String text, String reason) throws IOException {
        Path none = folder.resolve("none.yaml");
        Path file = Files.writeString(folder.resolve("wrong.cfg"), LEAST + text);
        Captured.of("import", "booksim", file, "--out", none)
                .exits(ExitCode.BAD_INPUT)
                .complains(file + (reason.startsWith("workload") ? "" : " line 2") + ": " + reason);
        assertFalse(Files.exists(none));
    }
}
