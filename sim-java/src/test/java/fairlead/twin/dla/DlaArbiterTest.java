// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dla;

import static fairlead.twin.dla.DlaBench.a;
import static fairlead.twin.dla.DlaBench.tagged;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.ports.HeaderBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests timing, order and packets of docs/spec/dla-arbiter.md, cycle by cycle. An event that the page shows in t + 1
 * carries t here.
 */
@Tag("M-18")
class DlaArbiterTest {
    private final DlaBench bench = new DlaBench();

    // ---- timing

    @Test
    void theDiagramOfAPersistentChannelOfThreeCredits() {
        bench.build(3);
        bench.allocPr(2, 3);
        bench.expectGranted(2, 3);
        bench.ready = true;
        bench.request(2, OpKind.PUT, 9, 16); // the page's cycle 0
        bench.expectAccepted(2, 9, 2);
        assertFalse(bench.unit.valid());
        bench.data(2, 5, 6);
        bench.assertFront(true, false); // cycle 2
        bench.edge();
        bench.assertFront(false, true); // cycle 3
        bench.events.expect();
        assertEquals(0, bench.unit.dequeued());
        bench.edge();
        bench.expectOne("DLA_DRAINED", tagged(2, 9), 2);
        assertFalse(bench.unit.valid()); // cycle 4
        assertEquals(1, bench.unit.dequeued());
        bench.request(2, OpKind.PUT, 10, 32); // 3 credits are reserved again
        bench.expectAccepted(2, 10, 3);
    }

    @Test
    void aRequestWithoutPayloadIsAtOutInTheNextCycle() {
        bench.build(8);
        bench.allocLo(0, 2);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.assertFront(true, true);
    }

    @Test
    void aRequestOfNFlitsIsAtOutInTheCycleAfterItsLastData() {
        bench.build(8);
        bench.allocLo(0, 5);
        bench.request(0, OpKind.PUT, 1, 64);
        for (int i = 0; i < 4; i++) {
            assertFalse(bench.unit.valid());
            bench.edges(i); // other cycles may come in between
            bench.data(0, i, ~i);
        }
        bench.assertFront(true, false);
    }

    @Test
    void r10ACreditCanBeUsedInTheCycleAfterItsWordHasLeft() {
        bench.build(4);
        bench.allocLo(0, 1);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.end(0, true);
        bench.events.take();
        bench.ready = true; // the word leaves in the cycle of this command, which does not see it
        bench.allocLo(1, 4);
        bench.events.expect(
                bench.t - 1 + " DLA_DENIED " + a(1) + " 4", bench.t - 1 + " DLA_DRAINED " + tagged(0, 1) + " 1");
        bench.end(1, false);
        bench.events.take();
        bench.allocLo(1, 4);
        bench.expectGranted(1, 4);
    }

    @Test
    void r11APersistentCreditCanBeUsedInTheCycleAfterItsWordHasLeft() {
        bench.build(8);
        bench.allocPr(0, 1);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.events.take();
        bench.ready = true;
        bench.request(0, OpKind.PUT, 2, 0);
        bench.events.expect(
                bench.t - 1 + " DLA_DISCARDED " + tagged(0, 2) + " " + DlaDropReason.OVERFLOWS,
                bench.t - 1 + " DLA_DRAINED " + tagged(0, 1) + " 1");
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void aWordOfTheSameChannelLeavesWhileARequestEnters() {
        bench.build(8);
        bench.allocPr(0, 4);
        bench.put(0, 1, 1);
        bench.events.take();
        bench.ready = true;
        bench.request(0, OpKind.PUT, 2, 0); // one word leaves, one enters: 2 - 1 + 1 are left
        bench.expectAccepted(0, 2, 1);
        bench.ready = false;
        bench.request(0, OpKind.PUT, 3, 32);
        bench.expectDropped(0, 3, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 4, 16);
        bench.expectAccepted(0, 4, 2);
    }

    // ---- order

    @Test
    void r12StrictOrderOverAllChannelsAndARequestIsSeenWhole() {
        bench.build(16);
        bench.allocLo(0, 4);
        bench.allocPr(1, 4);
        bench.put(1, 11, 1);
        bench.put(0, 12, 0);
        bench.put(1, 13, 1);
        bench.ready = true;
        final int[] tags = {11, 11, 12, 13, 13};
        for (int i = 0; i < tags.length; i++) {
            if (bench.unit.isHead()) {
                assertEquals(tags[i], Header1.tag(bench.unit.w1()));
            } else {
                assertEquals(tags[i], bench.unit.w0());
            }
            bench.edge();
        }
        assertFalse(bench.unit.valid());
        assertEquals(3, bench.unit.dequeued());
    }

    @ParameterizedTest(name = "depth {0}")
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void theFifoWrapsAtItsDepth(final int depth) {
        bench.build(depth);
        bench.allocPr(0, depth);
        bench.ready = true;
        final int flits = Math.min(4, depth - 1);
        for (int tag = 0; tag < 5 * depth; tag++) {
            bench.put(0, tag, flits);
            for (int i = 0; i <= flits; i++) {
                bench.assertFront(i == 0, i == flits);
                if (i > 0) {
                    assertEquals(tag, bench.unit.w0());
                    assertEquals(i - 1, bench.unit.w1());
                }
                bench.edge();
            }
            final String drained = bench.t - 1 + " DLA_DRAINED " + tagged(0, tag) + " " + (flits + 1);
            assertTrue(bench.events.take().contains(drained), drained);
        }
        assertEquals(5 * depth, bench.unit.dequeued());
    }

    @Test
    void countsAreModulo65536AndEverUsedIsSticky() {
        bench.build(2);
        assertFalse(bench.unit.everUsed());
        bench.request(0, OpKind.PUT, 0, 0); // dropped
        bench.end(0, false);
        assertFalse(bench.unit.everUsed());
        bench.allocPr(0, 2);
        bench.ready = true;
        for (int i = 0; i < 1 << 16; i++) {
            bench.request(0, OpKind.PUT, i & 0x3FFF, 0);
            bench.events.take();
        }
        assertEquals(0, bench.unit.enqueued());
        assertEquals(65535, bench.unit.dequeued());
        bench.edge();
        assertEquals(0, bench.unit.dequeued());
        assertTrue(bench.unit.everUsed());
    }

    // ---- packets

    private long head0(final int kind, final int bytes, final long cycle) {
        final HeaderBuilder headers = new HeaderBuilder(bench.tile.context().shape(), 0, 2);
        return headers.build(DlaBench.TARGET, kind, 0, bytes, true, cycle & Header0.STAMP_MASK);
    }

    @Test
    void headersOfAPutCarryItsCounterOnlyWhenItIsValid() {
        bench.build(16);
        bench.allocPr(0, 16);
        bench.edges(40_000); // more cycles than a stamp can hold
        final long counter = 33L << Descriptor1.CTR_LSB;
        final long valid = 1L << Descriptor1.CTR_VALID_LSB;
        for (final long word : new long[] {counter, counter | valid}) {
            final long cycle = bench.t;
            bench.command(
                    TileCommand.DLA_REQUEST,
                    DlaBench.descriptor(OpKind.PUT, 0x2ABC, 0) | 0x3FL << Descriptor0.INDEX_LSB,
                    DlaBench.addresses(0x7654321, 0x7FFFFFF) | word,
                    0);
            assertEquals(head0(PacketType.PUT, 0, cycle), bench.unit.w0());
            final long addressed = 0x2ABCL << Header1.TAG_LSB | 0x7FFFFFFL << Header1.ADDR_LSB;
            final long counted = word == counter ? 0 : 1L << Header1.CTR_VALID_LSB | 33L << Header1.CTR_LSB;
            assertEquals(Long.toHexString(addressed | counted), Long.toHexString(bench.unit.w1()));
            bench.ready = true;
            bench.edge();
            bench.ready = false;
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1, 15, 16, 17, 63, 64})
    void theLengthOfAPutIsThatOfItsDescriptor(final int bytes) {
        bench.build(16);
        bench.allocLo(0, 5);
        final long cycle = bench.t;
        bench.request(0, OpKind.PUT, 1, bytes);
        for (int i = 0; i < (bytes + 15) / 16; i++) {
            bench.data(0, i, i);
        }
        assertEquals(head0(PacketType.PUT, bytes, cycle), bench.unit.w0());
    }

    @ParameterizedTest(name = "kind {0}")
    @ValueSource(ints = {OpKind.GET, OpKind.FADD, OpKind.CAS})
    void theOthersCarryOneFlitAndThatOfAGetIsMadeHere(final int kind) {
        bench.build(16);
        bench.allocLo(0, 2);
        final long cycle = bench.t;
        bench.command(
                TileCommand.DLA_REQUEST,
                DlaBench.descriptor(kind, 5, kind == OpKind.GET ? 0xABC : Long.BYTES),
                DlaBench.addresses(0x1234, 0x89) | 42L << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB,
                0);
        bench.data(0, -1, -2);
        bench.ready = true;
        assertEquals(head0(kind, HwLayout.FLIT_BYTES, cycle), bench.unit.w0());
        assertEquals(5L << Header1.TAG_LSB | 0x89L << Header1.ADDR_LSB, bench.unit.w1(), "no counter at the target");
        bench.edge();
        bench.assertFront(false, true);
        final long payload =
                42L << GetPayload.CTR_LSB | 0xABCL << GetPayload.LENGTH_LSB | 0x1234L << GetPayload.LANDING_LSB;
        assertEquals(kind == OpKind.GET ? payload : -1, bench.unit.w0());
        assertEquals(kind == OpKind.GET ? 0 : -2, bench.unit.w1());
    }
}
