// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
    @Tag("lab")
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
}
