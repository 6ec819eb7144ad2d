// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the kept answers of the provers. */
class CacheTest {
    @TempDir
    Path folder;

    private static Answer proved(final int depth) {
        return new Answer(ProofVerdict.PROVED, depth, 0.5, "");
    }

    @Test
    void aFreshRunFindsItsOwnAnswersOnlyAndReplacesTheOthers() throws IOException {
        Cache.in(folder).keep("a", proved(1));
        final Cache fresh = Cache.replacing(folder);
        assertNull(fresh.find("a"), "an answer of an earlier run");
        fresh.keep("a", proved(2));
        assertEquals(proved(2), fresh.find("a"));
        assertEquals(proved(2), Cache.in(folder).find("a"), "the next run that is not fresh");
    }
}
