// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the FenceUnit of the RTL with its AckCounters, alone, with its twin and with docs/spec/fence-unit.md. */
@Tag("M-92")
@Tag("M-99")
class FenceUnitRtlTest extends UnitTest {
    /** The ports of FAULT_ARM, which only the faults build uses and which are not part of the contract. */
    private static final Map<String, Long> UNREAD = Map.of("cmd_valid", 1L, "cmd_op", 0xFFL, "cmd_w_0", -1L);

    private RtlUnit rtl;

    @BeforeEach
    void open() {
        rtl = new RtlUnit("FenceUnit");
        rtl.reset();
        rtl.set("entries", (1 << HwLayout.FENCE_ENTRIES) - 1);
        rtl.set("counters", (1 << HwLayout.ACK_COUNTERS) - 1);
    }

    @AfterEach
    void close() {
        rtl.close();
    }

    FenceUnitRtlTest() {
        super(FenceAgainstTwin::new, 40, 2500, 6, 400, UNREAD);
    }

    // ---- the page

    private void next() {
        rtl.edge();
        rtl.settle();
    }

    /** Prepares a packet of this FIFO's head; returns counter | generation << 4. */
    private int take(int fifo, int x) {
        String head = "unordered_" + fifo;
        rtl.set(pin(head, "_valid"), true);
        rtl.set(pin(head, "_target_x"), x);
        rtl.settle();
        assertTrue(rtl.is(pin(head, "_ready")));
        rtl.set(pin(head, "_take"), true);
        rtl.settle();
        int counter = (int) (rtl.get(pin(head, "_index")) | rtl.get(pin(head, "_gen")) << 4);
        next();
        rtl.set(pin(head, "_take"), false);
        rtl.set(pin(head, "_valid"), false);
        rtl.settle();
        return counter;
    }

    private void ack(int counter) {
        rtl.set("ack_valid", true);
        rtl.set("ack_index", counter & 15);
        rtl.set("ack_gen", counter >> 4);
        next();
        rtl.set("ack_valid", false);
        rtl.settle();
    }

    /** A3: the generation of each counter goes from 15 to 1. */
    @Test
    void generationZeroIsNeverUsed() {
        for (int use = 0; use < 33; use++) {
            for (int counter = 0; counter < 16; counter++) { // each take gets the lowest free counter
                assertEquals(counter | (use % 15 + 1) << 4, take(0, counter));
            }
            for (int counter = 0; counter < 16; counter++) {
                ack(counter | (use % 15 + 1) << 4);
            }
        }
    }

    /**
     * A2: a counter takes 1,022 packets, and one more after each acknowledgement. Tested for each counter, and for the
     * head of each FIFO at each number.
     */
    @Test
    void aCounterIsFullAt1022() {
        for (int counter = 0; counter < 16; counter++) {
            int its = take(0, counter);
            assertEquals(counter | 1 << 4, its);
            for (int packets = 1; packets < 1022; packets++) {
                assertEquals(0b1111, ready(counter), "counter " + counter + " with " + packets);
                assertEquals(its, take(packets & 3, counter));
            }
            assertEquals(0, ready(counter), "counter " + counter);
            ack(its);
            assertEquals(0b1111, ready(counter));
        }
    }

    /** Returns the FIFOs whose head may send to this target. */
    private int ready(int x) {
        int ready = 0;
        for (int fifo = 0; fifo < 4; fifo++) {
            rtl.set(pin("unordered_", fifo, "_valid"), true);
            rtl.set(pin("unordered_", fifo, "_target_x"), x);
        }
        rtl.settle();
        for (int fifo = 0; fifo < 4; fifo++) {
            ready |= rtl.is(pin("unordered_", fifo, "_ready")) ? 1 << fifo : 0;
            rtl.set(pin("unordered_", fifo, "_valid"), false);
        }
        rtl.settle();
        return ready;
    }
}
