// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.UnitCommands;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A twin whose barriers of class routes are wrong with many tasks or high counters differs from the RTL within a few of
 * the random commands for the units. The random cases have fewer tasks and lower counters.
 */
class UnitMutationTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "sim-java/src/main/java/fairlead");
    private static final int SEEDS = 30;
    private static final long END = 20_000;

    private static boolean differs(final EngineFactory twin, final long seed) {
        final UnitCommands load = new UnitCommands(seed);
        final LockstepFactory engines = new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), twin);
        try (LockstepEngine engine = engines.open(load.config(), EngineOptions.DEFAULT)) {
            engine.submit(load.commands());
            engine.run(END);
            return false;
        } catch (final DifferenceException e) {
            return true;
        }
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '#',
            value = {
                "BarrierUnit # : tile.machine().collective().tasks(barrier - 1, tile.node());"
                        + " # : tile.machine().collective().tasks(barrier - 1, tile.node()) & 15;",
                "BarrierUnit # counterMask = (1 << tile.machine().barrierWidth()) - 1;"
                        + " # counterMask = (1 << Math.min(tile.machine().barrierWidth(), barrier == 0 ? 16 : 15)) - 1;",
                "ClassRouteBarriers # units[route].command(op, w0, 0, 0, 0);"
                        + " # units[route].command(op, w0 & ~8L, 0, 0, 0);"
            })
    void theCommandsForTheUnitsFind(final String file, final String line, final String changed) {
        final EngineFactory twin = MutatedTwin.of(SOURCES, "model/barrier/" + file + ".java", line, changed);
        final OptionalLong found =
                LongStream.range(0, SEEDS).filter(seed -> differs(twin, seed)).findFirst();
        assertTrue(found.isPresent(), changed);
        final EngineFactory same = MutatedTwin.of(SOURCES, "model/barrier/" + file + ".java", line, line);
        assertFalse(differs(same, found.getAsLong()), "seed " + found);
    }
}
