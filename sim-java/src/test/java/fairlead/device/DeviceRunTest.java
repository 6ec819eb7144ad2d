// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.Shape;
import fairlead.engine.model.ModelEngineFactory;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The receive loop on the twin: messages arrive in both modes, and each flaw breaks the condition that it names. */
class DeviceRunTest {
    private static final int MESSAGES = 300;

    private static DeviceSetup setup(final DeviceMode mode, final DeviceFlaw flaw, final long seed) {
        return new DeviceSetup(new Shape(2, 2, 2), mode, 4, MESSAGES, DeviceSetup.MOST_BYTES, 100, 16, seed, flaw);
    }

    private static DeviceOutcome play(final DeviceSetup setup) {
        return new DeviceRun(setup, 0).play(new ModelEngineFactory());
    }

    @ParameterizedTest
    @EnumSource
    void everyMessageIsInTheBufferOfItsThread(final DeviceMode mode) {
        for (long seed = 1; seed <= 3; seed++) {
            final DeviceSetup setup = setup(mode, DeviceFlaw.NONE, seed);
            final DeviceOutcome outcome = play(setup);
            assertEquals("{}", outcome.broken().toString(), "seed " + seed);
            assertEquals(MESSAGES, outcome.delivered());
            assertEquals(0, outcome.copies());
            final long bytes = setup.plan().stream().mapToLong(m -> m.bytes()).sum();
            assertEquals(bytes, outcome.bytes(), "bytes written at the memory ports");
            assertTrue(outcome.costs().wasted() > 0 && outcome.costs().delays() > 0);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void eachFlawBreaksTheConditionThatItNames(final DeviceFlaw flaw) {
        for (final DeviceMode mode : DeviceMode.values()) {
            final DeviceOutcome outcome = play(setup(mode, flaw, 1));
            final Set<String> more = new HashSet<>(outcome.broken().keySet());
            assertTrue(more.remove(flaw.breaks()), flaw + ": " + outcome.broken());
            more.remove(flaw == DeviceFlaw.INTERLEAVED ? "whole" : "");
            assertEquals(Set.of(), more, flaw + ": " + outcome.broken());
        }
    }

    @Test
    void aRunIsTheSameAgain() {
        final DeviceSetup setup = setup(DeviceMode.SMP, DeviceFlaw.NONE, 5);
        assertEquals(play(setup).cycles(), play(setup).cycles());
    }
}
