// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Ops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The account of the acknowledgement counters, on headers made by hand: node 0 sends to nodes 1 and 2. */
@Tag("M-841")
class AckAccountTest {
    private static final int TAG = 9;
    private static final Operation FLUSH = Ops.flush(1);

    private final Violations violations = new Violations();
    private final Routes.AckAccount account = new Routes.AckAccount(3, violations);
    private long cycle;

    private Packet packet(final int node, final int from, final int to, final long w0, final long w1) {
        return new Packet(new Shape(3, 1, 1))
                .set(cycle++, node, 0, w0 | (long) from << Header0.SRC_LSB | (long) to << Header0.DST_LSB, w1);
    }

    private void sends(final int to, final long w0, final long w1) {
        account.injected(packet(0, 0, to, w0, w1));
    }

    private void gets(final int from, final long w0, final long w1) {
        account.delivered(packet(0, from, 0, w0, w1));
    }

    private static long word0(final int type) {
        return (long) type << Header0.PTYPE_LSB | (long) PacketMode.DRAWN << Header0.MODE_LSB | 1L << Header0.LAST_LSB;
    }

    private void put(final int to, final int counter, final int generation) {
        final long w1 = (long) counter << Header1.SLOT_LSB | (long) generation << Header1.GEN_LSB;
        sends(to, word0(PacketType.PUT), w1);
    }

    private void epochPut(final int to, final int counter) {
        final long w1 = (long) counter << Header1.SLOT_LSB | 7L << Header1.GEN_LSB | 1L << Header1.EPOCH_LSB;
        sends(to, word0(PacketType.PUT), w1);
    }

    private void ack(final int from, final int counter, final int generation) {
        final long w1 = (long) counter << Header1.ENTRY_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.PUT_ACK), w1);
    }

    private void data(final int from, final int counter, final int generation) {
        final long w1 = (long) counter << Header1.SLOT_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.DATA), w1);
    }

    private void nack(final int from, final int counter, final int generation) {
        final long w1 =
                8L << Header1.SLOT_LSB | (long) counter << Header1.ENTRY_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.NACK), w1);
    }

    private void arm(final long counters) {
        account.armed(cycle++, 0, FLUSH, TAG, counters << FlushEvent.COUNTERS_LSB);
    }

    private void expect(final String what) {
        assertEquals(1, violations.count(), violations.text());
        assertTrue(violations.text().contains(what), violations.text());
    }

    @Test
    void aSoundStoryHasNoViolation() {
        put(1, 0, 1);
        put(2, 15, 1);
        put(1, 0, 1);
        arm(1);
        ack(1, 0, 1);
        nack(1, 0, 1);
        account.done(cycle, 0, TAG);
        data(2, 15, 1);
        put(2, 0, 2); // the counter is used again
        epochPut(2, 0);
        ack(2, 0, 2);
        gets(2, word0(PacketType.PUT_ACK), 1L << Header1.EPOCH_LSB);
        epochPut(1, 0); // a use that does not show its generation
        gets(1, word0(PacketType.PUT_ACK), 1L << Header1.EPOCH_LSB);
        put(1, 0, 5);
        ack(1, 0, 5);
        assertEquals(0, violations.count(), violations.text());
    }

    @Test
    void theGenerationWrapsToOne() {
        for (int use = 0; use < 32; use++) {
            put(1 + use % 2, 3, 1 + use % 15);
            ack(1 + use % 2, 3, 1 + use % 15);
        }
        assertEquals(0, violations.count(), violations.text());
        put(1, 3, 7);
        expect("generation 7 behind 2");
    }

    @Test
    void twoTargetsOfOneCounterAreFound() {
        put(1, 4, 1);
        put(2, 4, 1);
        expect("counts packets to node 1 and to node 2");
    }

    @Test
    void anotherGenerationUnderWayIsFound() {
        put(1, 4, 1);
        put(1, 4, 2);
        expect("while packets are under way");
    }

    @Test
    void aUseWithAnOldGenerationIsFound() {
        put(1, 4, 1);
        ack(1, 4, 1);
        put(2, 4, 1);
        expect("generation 1 behind 1");
    }

    @Test
    void anAcknowledgementOfNothingIsFound() {
        put(1, 4, 1);
        ack(2, 4, 1);
        expect("node 2 acknowledges");
    }

    @Test
    void anAcknowledgementOfAnotherGenerationIsFound() {
        put(1, 4, 1);
        ack(1, 4, 3);
        expect("the acknowledgement 3");
    }

    @Test
    void aFlushThatDoesNotWaitForACounterIsFound() {
        put(1, 4, 1);
        put(2, 5, 1);
        arm(0);
        expect("does not wait for it");
    }

    @Test
    void aFlushThatWaitsForAnotherTargetIsFound() {
        put(2, 5, 1);
        arm(1 << 5);
        expect("waits for it");
    }

    @Test
    void aFlushThatIsDoneTooEarlyIsFound() {
        put(1, 4, 1);
        arm(1 << 4);
        put(1, 6, 1);
        account.done(cycle, 0, TAG);
        expect("what waits for them is done");
    }
}
