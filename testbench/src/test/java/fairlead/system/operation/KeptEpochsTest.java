// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One origin opens as many epochs as a target lets it; the others still open theirs (docs/spec/epoch-unit.md, R14). */
@Tag("M-1140")
class KeptEpochsTest extends HostScript {
    private static final Shape SHAPE = new Shape(3, 1, 1);
    private static final int TARGET = 1; // node
    private static final int GREEDY = 2; // node

    private void open(long cycle, int node, int index) {
        give(cycle, node, 0, TileCommand.EPOCH_OPEN, epoch(node, index));
    }

    private static long epoch(int node, int index) {
        return (long) index << EpochCommand.INDEX_LSB
                | (long) SHAPE.coord(TARGET) << EpochCommand.TARGET_LSB
                | (long) (1000 * node + index) << EpochCommand.ID_LSB;
    }

    /** Node 2 opens as many epochs as it can, and then node 0 opens one; returns how many are open for each. */
    private int[] opened(String engine, int flaw) {
        for (int i = 0; i < HwLayout.ORIGIN_EPOCHS; i++) {
            open(10 + i, GREEDY, i);
        }
        open(2000, 0, 0);
        log.play(engine, MachineConfig.of(SHAPE).build(), flaw, commands, 2_000_000);
        return new int[] {
            told(GREEDY, EventKind.EPOCH_OPENED, e -> e.a()).size(),
            told(0, EventKind.EPOCH_OPENED, e -> e.a()).size()
        };
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void oneOriginLeavesEntriesToTheOthers(String engine) {
        int[] opened = opened(engine, 0);
        assertEquals(HwLayout.TARGET_EPOCHS - HwLayout.KEPT_EPOCHS, opened[0]);
        assertEquals(1, opened[1]);
    }

    @Test
    void withEpochTakesAllItLeavesNone() {
        int[] opened = opened("lab", UnsafeVariant.EPOCH_TAKES_ALL);
        assertEquals(HwLayout.TARGET_EPOCHS, opened[0]);
        assertEquals(0, opened[1]);
    }
}
