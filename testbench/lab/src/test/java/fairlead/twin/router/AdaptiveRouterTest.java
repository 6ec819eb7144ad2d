// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.rtl.NativeLibraries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the router of `lab` without its tile, with modes in the headers: each unsafe variant is detected, and what has
 * no room is refused. RouterLockstepTest compares adaptive routers with their twin.
 */
class AdaptiveRouterTest {
    private static final int TIMEOUT_S = 120;

    private record Result(int status, String text, String command) {}

    private static Result run(String shape, double load, int cycles, String options) {
        List<String> command = new ArrayList<>();
        command.add(NativeLibraries.program("router_lab", "router_lab").toString());
        command.addAll(List.of(shape.split("x")));
        command.addAll(List.of(Double.toString(load), Integer.toString(cycles)));
        command.addAll(List.of(options.split(" ")));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS), () -> String.join(" ", command));
            return new Result(process.exitValue(), text, String.join(" ", command));
        } catch (IOException e) {
            throw new AssertionError(String.join(" ", command), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The same traffic arrives on the shipped machine and gets stuck on the unsafe one. */
    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource({
        "16x1x1, mode=1 depth=17 shift=7, 6000, " + UnsafeVariant.NO_ESCAPE,
        "16x1x1, mode=1 depth=20 shift=7, 1200, " + UnsafeVariant.SHALLOW_ADAPTIVE,
        "16x1x1, mode=1 depth=17, 6000, " + (UnsafeVariant.ESCAPE_BLOCKED | 1 << 8),
        "16x1x1, rule=2 depth=34, 6000, " + UnsafeVariant.BUBBLE_ONE,
        "4x16x1, rule=2 depth=34, 6000, " + UnsafeVariant.BUBBLE_NO_TURN,
        "8x8x1, mode=1 depth=17, 6000, " + UnsafeVariant.BIND_EARLY,
    })
    @Tag("hazard-torus-1")
    @Tag("hazard-torus-2")
    void unsafeVariantsStandStill(String shape, String options, int cycles, int unsafe) {
        Result safe = run(shape, 1, cycles, options + " flits=17");
        assertEquals(0, safe.status, safe::toString);
        Result stuck = run(shape, 1, cycles, options + " flits=17 unsafe=" + unsafe);
        assertEquals(1, stuck.status, stuck::toString);
        assertTrue(stuck.text.contains("packets do not arrive"), stuck::toString);
    }

    /** Configurations that no rule makes safe end at an assertion in the first cycles. */
    @ParameterizedTest
    @ValueSource(strings = {"mode=1 depth=16", "rule=2 depth=33", "rule=3 depth=64 vct=1"})
    @Tag("hazard-torus-1")
    void refusesWhatHasNoRoom(String options) {
        Result result = run("3x3x1", 0.5, 50, options);
        assertEquals(1, result.status, result::toString);
        assertTrue(result.text.contains("RT_A1"), result::toString);
    }
}
