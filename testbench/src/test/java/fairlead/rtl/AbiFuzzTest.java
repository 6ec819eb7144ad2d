// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random calls of the C ABI in any order and with any value give a status and a text, and leave the library as it was.
 * {@code -Dfairlead.abi.fuzz=SEED:CASES} draws other cases. scripts/lib/sanitize.sh runs this with a fabric that
 * watches its own memory.
 */
@Tag("lab")
@Tag("M-689")
class AbiFuzzTest {
    private static final long SEED = 20261124;
    private static final int CASES = 250;
    private static final int FEWEST_OF_A_KIND = 5;

    @TempDir
    private Path folder;

    private long seed = SEED;
    private int cases = CASES;

    @BeforeEach
    void draws() {
        String asked = System.getProperty("fairlead.abi.fuzz");
        if (asked != null) {
            String[] words = asked.split(":");
            seed = Long.parseLong(words[0]);
            cases = Integer.parseInt(words[1]);
        }
    }

    @Test
    void everySequenceOfCallsGivesStatusesAndTexts() {
        Map<AbiCalls.Call, Integer> accepted = new EnumMap<>(AbiCalls.Call.class);
        Map<AbiCalls.Call, Integer> refused = new EnumMap<>(AbiCalls.Call.class);
        for (int i = 0; i < cases; i++) {
            String repro = "scripts/test -Dtest=AbiFuzzTest -Dfairlead.abi.fuzz=" + (seed + i) + ":1";
            AbiCalls calls = new AbiCalls(seed + i, folder);
            calls.play((call, status, text) -> {
                assertTrue(
                        status >= FabricAbi.OK && status < FabricAbi.E_INTERNAL,
                        call + ": status " + status + " " + text + "; " + repro);
                assertFalse(status != FabricAbi.OK && text.isEmpty(), call + " has no text; " + repro);
                (status == FabricAbi.OK ? accepted : refused).merge(call, 1, Integer::sum);
            });
            assertEquals(calls.known(), calls.knownAfter(), "a run beside the calls has changed; " + repro);
        }
        for (AbiCalls.Call call : AbiCalls.Call.values()) {
            assertTrue(cases < CASES || accepted.getOrDefault(call, 0) >= FEWEST_OF_A_KIND, call + " " + accepted);
            assertTrue(cases < CASES || refused.getOrDefault(call, 0) >= FEWEST_OF_A_KIND, call + " " + refused);
        }
    }
}
