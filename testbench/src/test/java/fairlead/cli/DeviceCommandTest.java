// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command `device`: messages arrive in both modes, a flaw is named, and what is out of range is refused. */
@Tag("M-392")
class DeviceCommandTest {
    @Test
    void bothModesDeliver() {
        Captured answer = Captured.of("device", "--messages", "60", "--timeout", "40,200", "--engine", "lockstep")
                .exits(ExitCode.OK);
        assertEquals(
                4,
                answer.out()
                        .lines()
                        .filter(l -> l.startsWith("device_delivery true"))
                        .count(),
                answer.out());
        answer.says("60 messages in the buffers of their threads");
    }

    @Test
    void aFlawIsNamed() {
        Captured.of("device", "--messages", "1000", "--flaw", "literal", "--mode", "dual")
                .exits(ExitCode.FAILS)
                .says("  header_once after ");
    }

    @Test
    void thePageHasTheCostsThatTheCommandPrints() throws IOException {
        List<String> page = Files.readString(Path.of("../docs/use/device.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("$ scripts/fairlead device"))
                .takeWhile(line -> !line.equals("```"))
                .toList();
        Captured answer = Captured.of(
                page.get(0).substring("$ scripts/fairlead ".length()).split(" "));
        List<String> told = answer.out()
                .lines()
                .filter(line -> !line.startsWith("device_delivery"))
                .toList();
        assertEquals(told, page.subList(1, page.size()));
        assertEquals(13, told.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--mode tripple|--mode tripple: must be one of smp, dual",
                "--flaw literall|did you mean literal?",
                "--polling locks|did you mean lock?",
                "--bytes 1793|--bytes",
                "--io-ratio 1|--io-ratio",
                "--shape 1x1x1|at least 2 ranks",
                "--io-tiles --io-ratio 3|must divide the 8 nodes",
                "--io-tiles --shape 2x1x16|leaves coordinates for 0",
                "--timeout 0|--timeout"
            })
    void aMistakeIsNamed(String words, String told) {
        Captured answer = Captured.of(("device " + words).split(" ")).exits(ExitCode.BAD_INPUT);
        assertTrue(answer.all().contains(told), answer.all());
    }
}
