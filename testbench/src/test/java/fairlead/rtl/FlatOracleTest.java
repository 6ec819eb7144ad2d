// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.verdict.EventHash;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the fabric of single tiles with a torus that is one Verilog module (D1): the same traffic gives the same
 * events.
 */
@Tag("M-3")
class FlatOracleTest {
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);

    private static void agrees(final String oracle, final MachineConfig config) {
        final String flat;
        try (RtlEngine engine = new RtlEngineFactory(RtlOptions.of(oracle)).open(config, HOPS)) {
            flat = new FabricTraffic(config).run(engine, 64);
            assertTrue(
                    engine.stats().flitHops() > 500,
                    "flit hops " + engine.stats().flitHops());
            assertTrue(engine.stats().conservationChecks() > 0, "links at rest");
            assertEquals(0, engine.stats().conservationFailures());
        }
        try (RtlEngine engine = new RtlEngineFactory().open(config, HOPS)) {
            assertEquals(flat, new FabricTraffic(config).run(engine, 64));
        }
    }

    @Test
    void aTorusOfFourTilesGivesTheEventsOfTheFabric() {
        agrees("flat4", FabricTraffic.machine(2, 2, 1));
    }

    /** A single packet moves while a timer is due much later. */
    @Test
    void aLonePacketIsWhereTheFabricHasIt() {
        final MachineConfig config = FabricTraffic.machine(2, 2, 1);
        final String[] hashes = new String[2];
        for (int i = 0; i < hashes.length; i++) {
            try (RtlEngine engine =
                    new RtlEngineFactory(RtlOptions.of(i == 0 ? "product" : "flat4")).open(config, HOPS)) {
                final CommandBuffer commands = new CommandBuffer();
                final long target = config.shape().coord(3);
                final long put = (long) OpKind.PUT << Descriptor0.KIND_LSB | target << Descriptor0.TARGET_LSB;
                commands.add(0, 0, 0, TileCommand.POST, put, 0, 0, 0, 1);
                commands.add(1000, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 2);
                engine.submit(commands);
                final EventHash hash = new EventHash();
                while (engine.cycle() < 1000) {
                    engine.run(1001);
                    hash.add(engine.events());
                }
                assertTrue(engine.stats().flitHops() > 0, "a flit has left its node");
                hashes[i] = hash.finish();
            }
        }
        assertEquals(hashes[0], hashes[1]);
    }

    @Test
    @Tag("slow")
    void aTorusOfEightTilesGivesTheEventsOfTheFabric() {
        agrees("flat8", FabricTraffic.machine(2, 2, 2));
    }

    @Test
    void theOracleRefusesAnotherShape() {
        final RtlEngineFactory flat = new RtlEngineFactory(RtlOptions.of("flat4"));
        assertThrows(IllegalArgumentException.class, () -> flat.open(FabricTraffic.machine(4, 1, 1), HOPS)
                .close());
    }
}
