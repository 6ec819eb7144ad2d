// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Result;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what the verdicts say of writes whose value does not show whose they are, on invented runs. */
@Tag("M-70")
class ContestedWritesTest {
    private static final int AT = Story.LANDING;

    private final Story story = new Story();

    private static byte[] word(final long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    /** Lets a packet with the first 8 bytes of an operation enter or leave the network, by this ejection port. */
    private ContestedWritesTest packet(final long cycle, final boolean in, final int id, final int port) {
        final Operation op = story.op(id);
        final boolean isGet = op.kind() == OpKind.GET;
        final int from = isGet ? op.target() : op.node();
        final int to = isGet ? op.node() : op.target();
        final long w0 =
                story.header(isGet ? PacketType.DATA : PacketType.PUT, from, to, 8) | (long) port << Header0.EPORT_LSB;
        final long w1 = (long) id << Header1.TAG_LSB | Contested.base(op);
        story.packet(cycle, in, in ? from : to, w0, w1);
        return this;
    }

    private void write(final int port, final long cycle, final long value) {
        story.writeBy(port, cycle, 1, AT, word(value));
    }

    /** Two equal puts of nodes 0 and 2 to node 1, each with a flush; the put of node 0 was handed over first. */
    private int[] race(final Operation first, final Operation second) {
        final int[] ids = {
            story.add(0, first), story.add(0, Ops.flush(1)), story.add(2, second), story.add(2, Ops.flush(1))
        };
        story.begin().posted(ids[0], 1).posted(ids[1], 1).posted(ids[2], 2).posted(ids[3], 2);
        return ids;
    }

    private int[] equal() {
        return race(Ops.putValue(1, 0, AT, 5), Ops.putValue(1, 0, AT, 5));
    }

    /** The put that was handed over last is written first. */
    @Test
    void theOrderOfTheTailsShowsWhoseAWriteIs() {
        final int[] ids = equal();
        packet(3, true, ids[0], 0).packet(3, true, ids[2], 0).packet(8, false, ids[2], 0);
        write(0, 10, 5);
        story.done(ids[3], 12);
        packet(14, false, ids[0], 0);
        write(0, 20, 5);
        story.done(ids[1], 22).holds("fence_ordering", 2);
        story.holds("data_integrity", 16);
    }

    @Test
    void theOrderOfTheTailsShowsAFlushThatWasEarly() {
        final int[] ids = equal();
        packet(3, true, ids[0], 0)
                .packet(3, true, ids[2], 0)
                .packet(4, false, ids[0], 0)
                .packet(8, false, ids[2], 0);
        write(0, 10, 5);
        story.done(ids[1], 12).done(ids[3], 12);
        write(0, 20, 5);
        assertEquals(20, story.firstViolation());
        story.fails("fence_ordering", "op 3 (FLUSH node 1, node 2 task 0) was done in cycle 12");
        assertTrue(!story.verdict("fence_ordering").detail().contains("op 1 (FLUSH"));
        story.holds("data_integrity", 16);
    }

    /** The tails say nothing, for each put has a port of its own; the port says all. */
    @Test
    void thePortShowsWhoseAWriteIs() {
        final int[] ids = equal();
        packet(3, true, ids[0], 0)
                .packet(3, true, ids[2], 1)
                .packet(4, false, ids[0], 0)
                .packet(4, false, ids[2], 1);
        write(1, 10, 5);
        story.done(ids[3], 12);
        write(0, 20, 5);
        story.done(ids[1], 22).holds("fence_ordering", 2);
    }

    @Test
    void thePortShowsAFlushThatWasEarly() {
        final int[] ids = equal();
        packet(3, true, ids[0], 0)
                .packet(3, true, ids[2], 1)
                .packet(4, false, ids[0], 0)
                .packet(4, false, ids[2], 1);
        write(1, 10, 5);
        story.done(ids[1], 12);
        write(0, 20, 5);
        story.done(ids[3], 22).fails("fence_ordering", "op 1 (FLUSH node 1, node 0 task 0) was done in cycle 12");
    }

    /** A packet that has not entered the network has written nothing. */
    @Test
    void aPutThatIsStillAtHomeHasNotWritten() {
        final int[] ids = equal();
        packet(3, true, ids[2], 0);
        write(0, 10, 5);
        story.done(ids[3], 12);
        packet(14, true, ids[0], 0);
        write(0, 20, 5);
        story.done(ids[1], 22).holds("fence_ordering", 2);
    }

    /** Nothing tells them apart, so no flush is judged, whichever of them is early. */
    @Test
    void whatCannotBeToldApartIsNotJudged() {
        final int[] ids = equal();
        write(0, 10, 5);
        story.done(ids[1], 12);
        write(0, 20, 5);
        story.done(ids[3], 22);
        final Verdict verdict = story.verdict("fence_ordering");
        assertEquals(null, verdict.holds());
        assertEquals(
                "not exercised; 2 not judged: pairs with writes that cannot be told from those of others",
                verdict.detail());
        assertEquals(2L, verdict.extra().get("not_judged"));
        story.holds("data_integrity", 16);
    }

    /** The value decides in the end: the first write could be of both, the second one of one only. */
    @Test
    void aLaterWriteMayShowWhoseAnEarlierOneWas() {
        final int known = story.add(0, Ops.putValue(1, 0, AT, 0));
        final int flush = story.add(0, Ops.flush(1));
        final int seven = story.add(1, Ops.putValue(2, 0, 0, 7));
        final int any = story.add(2, Ops.putAny(1, 0, AT, 8));
        story.begin().posted(any, 1).posted(seven, 2).posted(known, 3).posted(flush, 3);
        story.write(4, 2, 0, word(7));
        write(0, 10, 0);
        story.done(flush, 12);
        write(0, 20, 7);
        story.holds("fence_ordering", 1);
        story.holds("data_integrity", 24);
    }

    @Test
    void aPutOfABufferThatIsWrittenFirstDoesNotTakeTheBytesOfAnother() {
        final int first = story.add(1, Ops.putValue(2, 0, 0, 7));
        final int zero = story.add(0, Ops.putAny(1, 0, AT, 8));
        final int seven = story.add(2, Ops.putAny(1, 0, AT, 8));
        story.begin().posted(first, 1).write(4, 2, 0, word(7)).posted(zero, 5).posted(seven, 5);
        write(0, 10, 7);
        write(0, 20, 0);
        story.holds("data_integrity", 24);
    }

    @Test
    void bytesThatNoSourceHeldAreCaught() {
        final int zero = story.add(0, Ops.putAny(1, 0, AT, 8));
        final int other = story.add(2, Ops.putAny(1, 0, AT, 8));
        story.begin().posted(zero, 5).posted(other, 5);
        write(0, 10, 0);
        write(0, 20, 9);
        story.fails("data_integrity", "brought 8 bytes that its source has not held since it was handed over");
    }

    @Test
    void aThirdWriteOfTwoEqualPutsIsCaught() {
        equal();
        write(0, 10, 5);
        write(0, 11, 5);
        write(0, 12, 5);
        story.fails("data_integrity", "wrote 8 bytes a second time");
        assertEquals(12, story.firstViolation());
    }

    @Test
    void aWrongByteOfOneOfTwoEqualPutsIsCaught() {
        equal();
        write(0, 10, 5);
        write(0, 11, 4);
        story.fails("data_integrity", "wrong bytes of op");
    }

    @Test
    void anEqualPutThatIsLostIsCaught() {
        equal();
        write(0, 10, 5);
        story.fails("data_integrity", "lost 1 of 1 pieces");
    }

    /** The refused put left the network first, but the write is of the other one, which its flush awaits. */
    @Test
    void aRefusedPutHasNotWritten() {
        final int[] ids = race(Ops.putValue(1, 0, AT, 5).attempt(), Ops.putValue(1, 0, AT, 5));
        packet(3, true, ids[0], 0)
                .packet(3, true, ids[2], 0)
                .packet(8, false, ids[0], 0)
                .packet(9, false, ids[2], 0);
        write(0, 10, 5);
        story.done(ids[3], 12).ended(ids[0], 20, Result.REFUSED).done(ids[1], 22);
        story.holds("fence_ordering", 1);
        story.holds("data_integrity", 8);
    }

    @Test
    void aRefusedPutThatWroteIsCaughtBesideAnEqualOne() {
        final int[] ids = race(Ops.putValue(1, 0, AT, 5).attempt(), Ops.putValue(1, 0, AT, 5));
        write(0, 10, 5);
        write(0, 11, 5);
        story.ended(ids[0], 20, Result.REFUSED);
        story.fails("data_integrity", "turned away and wrote");
    }

    /** Tails of both classes of one port come in the order of their last pieces. */
    @Test
    void aGetAndAPutIntoOneWordAreToldApart() {
        final int get = story.add(1, Ops.getAny(0, AT, 0, 8));
        final int put = story.add(2, Ops.putValue(1, 0, AT, 0));
        final int flush = story.add(2, Ops.flush(1));
        story.begin().posted(get, 1).posted(put, 2).posted(flush, 2);
        packet(3, true, get, 0).packet(3, true, put, 0).packet(7, false, put, 0).packet(8, false, get, 0);
        write(0, 10, 0);
        story.done(flush, 12);
        write(0, 20, 0);
        story.done(get, 22).holds("fence_ordering", 1);
        story.holds("data_integrity", 16);
    }

    private Set<Integer> contested() {
        return new Contested(story.program()).apart.stream().boxed().collect(Collectors.toSet());
    }

    /**
     * More operations than are told apart: their order is not judged, and each byte still comes as often as it must.
     */
    @Test
    void aCrowdIsNotToldApart() {
        final int crowd = 40;
        final int[] puts = new int[crowd];
        for (int i = 0; i < crowd; i++) {
            puts[i] = story.add(0, Ops.put(1, 0, AT, 16, 3));
        }
        final int flush = story.add(0, Ops.flush(1));
        story.begin();
        assertEquals(Set.of(), contested());
        assertEquals(crowd, new Contested(story.program()).crowded.cardinality());
        for (final int put : puts) {
            story.posted(put, 1);
        }
        story.posted(flush, 2).done(flush, 3);
        for (int i = 0; i < crowd - 1; i++) {
            story.piece(puts[i], 0, 10 + i, 0);
        }
        assertEquals((long) crowd, story.verdict("fence_ordering").extra().get("not_judged"));
        story.fails("data_integrity", "lost 1 of 1 pieces");
    }
}
