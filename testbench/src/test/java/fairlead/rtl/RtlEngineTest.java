// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.rtl.FabricAbi.EngineException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RtlEngineTest {
    private static final long WHOLE = FabricTraffic.LAST_CYCLE;

    private static RtlEngine open(MachineConfig config, EngineOptions options, RtlOptions rtl) {
        return new RtlEngineFactory(rtl).open(config, options);
    }

    private static RtlEngine open(MachineConfig config) {
        return open(config, EngineOptions.DEFAULT, RtlOptions.PRODUCT);
    }

    @Test
    void aFailedAssertionStopsTheRunWithItsTextAndNoMoreRunsArePossible() {
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (RtlEngine engine = open(config, EngineOptions.DEFAULT, RtlOptions.of("lab"))) {
            CommandBuffer wrong = new CommandBuffer();
            wrong.add(10, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 1); // task 9 on a node with 1 task
            engine.submit(wrong);
            assertEquals(StopReason.FAILED, engine.run(WHOLE));
            EngineException refused = assertThrows(EngineException.class, () -> engine.run(WHOLE));
            assertEquals(FabricAbi.E_FAILED, refused.status());
            assertTrue(refused.getMessage().contains("BU_A2"), refused.getMessage());
        }
    }

    @Test
    void refusesAConfigurationBeyondTheLibrary() {
        MachineConfig config = FabricTraffic.machine(2, 1, 1, new Latency(1 << 21, 2, 20, 64, 16, 0));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> open(config).close());
        assertEquals("link latency must be 1 to 1048576, got 2097152", refused.getMessage());
    }

    @Test
    void aClosedEngineRefusesCallsAndItsMemoryStaysReadable() {
        RtlEngine engine = open(FabricTraffic.machine(2, 1, 1));
        engine.loadMemory(1, 8, new byte[] {42});
        ByteBuffer memory = engine.memory(1);
        engine.close();
        engine.close();
        assertEquals(42, memory.get(8));
        assertEquals(
                FabricAbi.E_HANDLE,
                assertThrows(EngineException.class, () -> engine.run(10)).status());
    }
}
