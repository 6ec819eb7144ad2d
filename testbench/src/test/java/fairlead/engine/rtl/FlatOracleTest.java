// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fabric of single tiles against a torus that is one Verilog module (D1): the same traffic gives the same events. */
class FlatOracleTest {
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);

    private static void agrees(final String oracle, final MachineConfig config) {
        final String flat;
        try (RtlEngine engine = new RtlEngineFactory(RtlOptions.of(oracle)).open(config, HOPS)) {
            flat = new OpenLoop(config).run(engine, 64);
            assertTrue(
                    engine.stats().flitHops() > 500,
                    "flit hops " + engine.stats().flitHops());
        }
        try (RtlEngine engine = new RtlEngineFactory().open(config, HOPS)) {
            assertEquals(flat, new OpenLoop(config).run(engine, 64));
        }
    }

    @Test
    void aTorusOfFourTilesGivesTheEventsOfTheFabric() {
        agrees("flat4", OpenLoop.machine(2, 2, 1));
    }

    @Test
    @Tag("slow")
    void aTorusOfEightTilesGivesTheEventsOfTheFabric() {
        agrees("flat8", OpenLoop.machine(2, 2, 2));
    }

    @Test
    void theOracleRefusesAnotherShape() {
        final RtlEngineFactory flat = new RtlEngineFactory(RtlOptions.of("flat4"));
        assertThrows(IllegalArgumentException.class, () -> flat.open(OpenLoop.machine(4, 1, 1), HOPS)
                .close());
    }
}
