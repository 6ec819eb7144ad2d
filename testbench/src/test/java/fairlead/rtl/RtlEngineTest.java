// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.program.Payload;
import fairlead.verdict.EventHash;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtlEngineTest {
    private static final long WHOLE = FabricTraffic.LAST_CYCLE;

    private static RtlEngine open(final MachineConfig config, final EngineOptions options, final RtlOptions rtl) {
        return new RtlEngineFactory(rtl).open(config, options);
    }

    private static RtlEngine open(final MachineConfig config) {
        return open(config, EngineOptions.DEFAULT, RtlOptions.PRODUCT);
    }

    private static String identity(
            final MachineConfig config, final EngineOptions options, final RtlOptions rtl, final long quantum) {
        try (RtlEngine engine = open(config, options, rtl)) {
            return new FabricTraffic(config).run(engine, quantum);
        }
    }

    @ParameterizedTest(name = "{0}x{1}x{2}")
    @CsvSource({"2,2,1", "3,2,2", "1,5,1", "1,1,1"})
    void movesTheBytesOfPutsAndGetsAndComesToRestWithEveryCreditHome(final int kx, final int ky, final int kz) {
        final MachineConfig config = FabricTraffic.machine(kx, ky, kz);
        final FabricTraffic traffic = new FabricTraffic(config);
        try (RtlEngine engine = open(config)) {
            traffic.run(engine, WHOLE);
            assertEquals("", engine.failure());
            assertTrue(engine.cycle() < WHOLE, "came to rest");
            for (int node = 0; node < config.nodes(); node++) {
                final byte[] put =
                        bytes(engine.memory(traffic.target(node)), FabricTraffic.LANDING, FabricTraffic.BYTES);
                final byte[] got = bytes(engine.memory(node), FabricTraffic.GOT, FabricTraffic.GET_BYTES);
                assertArrayEquals(
                        Payload.bytes(FabricTraffic.key(node), FabricTraffic.BYTES), put, "put of node " + node);
                assertArrayEquals(
                        Payload.bytes(FabricTraffic.key(traffic.target(node)), FabricTraffic.GET_BYTES),
                        got,
                        "get of node " + node);
            }
            final EngineStats stats = engine.stats();
            assertEquals(0, stats.conservationFailures());
            assertTrue(config.nodes() == 1 || stats.conservationChecks() > 0, "links checked");
            assertTrue(unbalanced(engine).contains("\"links\":[]"), unbalanced(engine));
        }
    }

    /** Returns the links whose flits and credits do not balance, as one JSON object. */
    private static String unbalanced(final RtlEngine engine) {
        return engine.inspect(FabricAbi.ALL_NODES);
    }

    private static byte[] bytes(final ByteBuffer memory, final int address, final int length) {
        final byte[] bytes = new byte[length];
        memory.get(address, bytes);
        return bytes;
    }

    @Test
    void aSlowerMachineGivesOtherEvents() {
        final MachineConfig slower = FabricTraffic.machine(3, 2, 2, new Latency(3, 2, 20, 64, 16, 9));
        assertNotEquals(
                identity(FabricTraffic.machine(3, 2, 2), EngineOptions.DEFAULT, RtlOptions.PRODUCT, WHOLE),
                identity(slower, EngineOptions.DEFAULT, RtlOptions.PRODUCT, WHOLE));
    }

    @Test
    void twoFabricsInOneProcessDoNotTouchEachOther() {
        final MachineConfig small = FabricTraffic.machine(2, 2, 1);
        final MachineConfig large = FabricTraffic.machine(3, 2, 2);
        final EventHash smallHash = new EventHash();
        final EventHash largeHash = new EventHash();
        final FabricTraffic smallTraffic = new FabricTraffic(small);
        final FabricTraffic largeTraffic = new FabricTraffic(large);
        try (RtlEngine a = open(small);
                RtlEngine b = open(large, EngineOptions.DEFAULT, RtlOptions.of("lab"))) {
            boolean aOver = false;
            boolean bOver = false;
            while (!aOver || !bOver) {
                aOver = aOver || smallTraffic.isOver(a, smallTraffic.step(a, 17, smallHash));
                bOver = bOver || largeTraffic.isOver(b, largeTraffic.step(b, 23, largeHash));
            }
        }
        assertEquals(identity(small, EngineOptions.DEFAULT, RtlOptions.PRODUCT, WHOLE), smallHash.finish());
        assertEquals(identity(large, EngineOptions.DEFAULT, RtlOptions.PRODUCT, WHOLE), largeHash.finish());
    }

    @Test
    void aFailedAssertionStopsTheRunWithItsTextAndNoMoreRunsArePossible() {
        final MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open(config, EngineOptions.DEFAULT, RtlOptions.of("lab"))) {
            final CommandBuffer wrong = new CommandBuffer();
            wrong.add(10, 1, 0, TileCommand.BAR_ENTER, 9, 0, 0, 0, 1); // task 9 on a node with 1 task
            engine.submit(wrong);
            assertEquals(StopReason.FAILED, engine.run(WHOLE));
            assertTrue(
                    engine.failure().contains("BU_A2") && engine.failure().contains("cycle 10 node 1"),
                    engine.failure());
            final EngineException refused = assertThrows(EngineException.class, () -> engine.run(WHOLE));
            assertEquals(FabricAbi.E_FAILED, refused.status());
            assertTrue(refused.getMessage().contains("BU_A2"), refused.getMessage());
        }
    }

    @Test
    void refusesAConfigurationBeyondTheLibrary() {
        final MachineConfig config = FabricTraffic.machine(2, 1, 1, new Latency(1 << 21, 2, 20, 64, 16, 0));
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> open(config).close());
        assertEquals("link latency must be 1 to 1048576, got 2097152", refused.getMessage());
    }

    @Test
    void aClosedEngineRefusesCallsAndItsMemoryStaysReadable() {
        final RtlEngine engine = open(FabricTraffic.machine(2, 1, 1));
        engine.loadMemory(1, 8, new byte[] {42});
        final ByteBuffer memory = engine.memory(1);
        engine.close();
        engine.close();
        assertEquals(42, memory.get(8));
        assertEquals(
                FabricAbi.E_HANDLE,
                assertThrows(EngineException.class, () -> engine.run(10)).status());
    }
}
