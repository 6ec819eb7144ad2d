// SPDX-License-Identifier: Apache-2.0
package fairlead.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the constants that both RTL and twin take from the manifest, where lockstep cannot see a wrong one: they must
 * agree with the pages of docs/spec, and with one another as the machine needs it.
 */
@Tag("M-76")
class ConstantsTest {
    private static int bitsFor(long values) {
        return 64 - Long.numberOfLeadingZeros(values - 1);
    }

    /**
     * docs/spec/words.md: a flit carries 16 bytes, a packet 256 bytes after its head; a request of the store path 64
     * bytes.
     */
    @Test
    void packets() {
        assertEquals(16, HwLayout.FLIT_BYTES);
        assertEquals(256, HwLayout.MAX_PAYLOAD);
        assertEquals(1 + 256 / 16, HwLayout.MAX_PACKET_FLITS);
        assertEquals(HwLayout.MAX_PAYLOAD, HwLayout.RECEPTION_SLOT, "a message is one packet and fits its slot");
        assertEquals(64, HwLayout.DLA_INLINE_BYTES);
    }

    /** Torus up to 16x16x16 with six links; two classes, four VCs each; two local ports of each class. */
    @Test
    void torus() {
        assertEquals(16, HwLayout.MAX_K);
        assertEquals(bitsFor(HwLayout.MAX_K), HwLayout.COORDINATE_BITS);
        assertEquals(6, HwLayout.LINKS);
        assertEquals(2, HwLayout.CLASSES);
        assertEquals(4, HwLayout.VCS_PER_CLASS);
        assertEquals(2, HwLayout.LOCAL_PORTS);
        assertEquals(2, HwLayout.MOST_PORTS);
        assertEquals(HwLayout.LINKS + HwLayout.CLASSES * HwLayout.MOST_PORTS, HwLayout.ROUTER_PORTS);
    }

    /** 2^28 bytes a node, operations below 2^20 bytes, tags of 14 bits. */
    @Test
    void addressesAndLengths() {
        assertEquals(28, HwLayout.ADDRESS_BITS);
        assertEquals(20, HwLayout.LENGTH_BITS);
        assertEquals(14, HwLayout.TAG_BITS);
        assertEquals(HwLayout.ADDRESS_BITS, HwLayout.Descriptor1.LOCAL_WIDTH);
        assertEquals(HwLayout.ADDRESS_BITS, HwLayout.Descriptor1.REMOTE_WIDTH);
        assertEquals(HwLayout.ADDRESS_BITS, HwLayout.GetPayload.LANDING_WIDTH);
        assertEquals(HwLayout.LENGTH_BITS, HwLayout.Descriptor0.LENGTH_WIDTH);
        assertEquals(HwLayout.LENGTH_BITS, HwLayout.GetPayload.LENGTH_WIDTH);
        assertEquals(HwLayout.TAG_BITS, HwLayout.Descriptor0.TAG_WIDTH);
        assertEquals(3 * HwLayout.COORDINATE_BITS, HwLayout.Descriptor0.TARGET_WIDTH);
    }

    @Test
    void numbersOfThings() {
        assertEquals(4, HwLayout.INJECTION_FIFOS);
        assertEquals(4, HwLayout.RECEPTION_FIFOS);
        assertEquals(64, HwLayout.COUNTERS);
        assertEquals(64, HwLayout.ORIGIN_EPOCHS);
        assertEquals(64, HwLayout.TARGET_EPOCHS);
        assertEquals(8, HwLayout.FENCE_ENTRIES);
        assertEquals(16, HwLayout.ACK_COUNTERS);
        assertEquals(4, HwLayout.GENERATION_BITS);
        assertTrue(HwLayout.Descriptor0.INDEX_WIDTH >= bitsFor(HwLayout.ORIGIN_EPOCHS));
        assertTrue(HwLayout.Descriptor1.CTR_WIDTH >= bitsFor(HwLayout.COUNTERS));
        assertEquals(bitsFor(HwLayout.INJECTION_FIFOS), HwLayout.Descriptor0.FIFO_WIDTH);
        assertEquals(
                bitsFor(HwLayout.MOST_FIFOS), HwLayout.Descriptor0.FIFO_WIDTH + HwLayout.Descriptor0.FIFO_HIGH_WIDTH);
        assertTrue(HwLayout.CounterIndex.ROW_WIDTH >= HwLayout.ROW_BITS);
    }

    /**
     * docs/spec/dma-engine-rx.md, dma-engine-tx.md: the number of packets and flits that a port may have in flight
     * covers the round trip to a memory of latency 20.
     */
    @Test
    void queues() {
        assertEquals(32, HwLayout.COMMIT_SLOTS);
        assertEquals(4, HwLayout.HEADER_QUEUE);
        assertEquals(64, HwLayout.READ_WINDOW);
        assertTrue(
                HwLayout.READ_WINDOW >= HwLayout.HEADER_QUEUE * (HwLayout.MAX_PACKET_FLITS - 1),
                "the data of all prepared packets");
    }

    /**
     * docs/spec/torus-router.md: ages are compared modulo 2^15; a flit that would break a connection counts as 1,024
     * cycles younger, which is far from half of that.
     */
    @Test
    void ages() {
        assertEquals(15, HwLayout.STAMP_BITS);
        assertEquals(1024, HwLayout.BREAK_AGE);
        assertEquals(HwLayout.STAMP_BITS, HwLayout.FlitMeta.STAMP_WIDTH);
        assertTrue(16 * HwLayout.BREAK_AGE <= 1 << HwLayout.STAMP_BITS - 1);
    }
}
