// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The modules and counts of {@link BufferUnit} against the instances in the product's Verilog. */
@Tag("M-45")
class BufferUnitTest {
    private static final Path RTL =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("hw/target/rtl/product");
    private static final Pattern INSTANCE = Pattern.compile("^  ([A-Z]\\w*) (\\w+) \\(");

    private final Map<String, Integer> found = new HashMap<>();

    /** A module that firtool has written for other parameters has a number behind its name. */
    private void count(final String module) throws IOException {
        final Path file = RTL.resolve(module + ".sv");
        if (Files.exists(file)) {
            found.merge(module.replaceAll("_\\d+$", ""), 1, Integer::sum);
            for (final String line : Files.readAllLines(file)) {
                final Matcher m = INSTANCE.matcher(line);
                if (m.find()) {
                    count(m.group(1));
                }
            }
        }
    }

    @Test
    void aTileHasSoManyOfThem() throws IOException {
        count("Tile");
        final Map<String, Integer> expected = new HashMap<>();
        for (final BufferUnit unit : BufferUnit.values()) {
            // two tables of a packet emitter are measured apart
            expected.merge(unit.module(), unit == BufferUnit.READ_WINDOW ? 0 : unit.count(), Integer::sum);
        }
        found.keySet().retainAll(expected.keySet());
        assertEquals(expected, found);
    }
}
