// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.verdict.Checks;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** The drawn faults of the checkers (scripts/lib/checker-strength.sh). */
class CheckerMutantsTest {
    @TempDir
    private Path dir;

    @Test
    void eachMutantIsAnotherClassOfTheCheckersThatCanBeLoaded() throws Exception {
        final List<TwinMutant> drawn = CheckerMutants.draw(dir, 5, 40);
        assertEquals(40, drawn.size());
        assertEquals(40, Files.readAllLines(dir.resolve("mutants.tsv")).size());
        for (int k = 1; k <= drawn.size(); k++) {
            final String name = drawn.get(k - 1).type();
            assertTrue(name.startsWith("fairlead.check."), name);
            final byte[] changed = Files.readAllBytes(dir.resolve(k + "/" + name.replace('.', '/') + ".class"));
            try (InputStream in = Checks.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                assertFalse(Arrays.equals(in.readAllBytes(), changed), name);
            }
            new ClassReader(changed).accept(new CheckClassAdapter(null, false), 0); // throws where a class is malformed
        }
        assertEquals(drawn, CheckerMutants.draw(dir.resolve("again"), 5, 40), "the same seed");
    }
}
