// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the verdicts say of writes whose value does not show whose they are, on invented runs. */
@Tag("M-70")
class ContestedWritesTest {
    private static final int AT = Story.LANDING;

    private final Story story = new Story();

    private static byte[] word(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    /** Lets a packet with the first 8 bytes of an operation enter the network, by this ejection port. */
    private void enters(long cycle, int id, int port) {
        packet(cycle, true, id, port);
    }

    private void leaves(long cycle, int id, int port) {
        packet(cycle, false, id, port);
    }

    private void packet(long cycle, boolean in, int id, int port) {
        Operation op = story.op(id);
        boolean isGet = op.kind() == OpKind.GET;
        int from = isGet ? op.target() : op.node();
        int to = isGet ? op.node() : op.target();
        int type = isGet ? PacketType.DATA : op.kind().isAtomic() ? PacketType.CAS : PacketType.PUT;
        long w0 = story.header(type, from, to, 8) | (long) port << Header0.EPORT_LSB;
        long w1 = (long) id << Header1.TAG_LSB | ExpectedWrites.base(op);
        story.packet(cycle, in, in ? from : to, w0, w1);
    }

    private void write(int port, long cycle, long value) {
        story.writeBy(port, cycle, 1, AT, word(value));
    }

    /** Writes the source word of node 2. */
    private void source(long cycle, long value) {
        story.write(cycle, 2, 0, word(value));
    }

    /**
     * Two equal puts of nodes 0 and 2 to node 1, operations 0 and 2, each with a flush after it; the put of node 0 was
     * handed over first.
     */
    private void equal() {
        race(Ops.putValue(1, 0, AT, 5));
    }

    /** The same, and the first put may be refused. */
    private void attempt() {
        race(Ops.putValue(1, 0, AT, 5).attempt());
    }

    private void race(Operation first) {
        story.add(0, first);
        story.flush(1);
        story.add(2, Ops.putValue(1, 0, AT, 5));
        story.add(2, Ops.flush(1));
        story.begin().posted(0, 1).posted(1, 1).posted(2, 2).posted(3, 2);
    }

    private void value(int node, int target, int address, long value) {
        story.add(node, Ops.putValue(target, 0, address == 0 ? 0 : AT, value));
    }

    private void any(int node) {
        story.add(node, Ops.putAny(1, 0, AT, 8));
    }

    private void getAny(int node) {
        story.add(node, Ops.getAny(0, AT, 0, 8));
    }

    private void flushOf(int node) {
        story.add(node, Ops.flush(1));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            the order of the tails shows it: the put that was handed over last is written first \
                | equal; enters 3 0 0; enters 3 2 0; leaves 8 2 0; write 0 10 5; done 3 12; leaves 14 0 0; \
                write 0 20 5; \
                done 1 22 | 2 | 16
            the port shows it where each put has one of its own \
                | equal; enters 3 0 0; enters 3 2 1; leaves 4 0 0; leaves 4 2 1; write 1 10 5; done 3 12; \
                write 0 20 5; \
                done 1 22 | 2 | 16
            a packet that has not entered the network has written nothing \
                | equal; enters 3 2 0; write 0 10 5; done 3 12; enters 14 0 0; write 0 20 5; done 1 22 | 2 | 16
            the first write could be of both, the second one of one only \
                | value 0 1 1 0; flushOf 0; value 1 2 0 7; any 2; begin; posted 3 1; posted 2 2; posted 0 3; \
                posted 1 3; \
                source 4 7; write 0 10 0; done 1 12; write 0 20 7 | 1 | 24
            a put of a buffer that is written first does not take the bytes of another \
                | value 1 2 0 7; any 0; any 2; begin; posted 0 1; source 4 7; posted 1 5; posted 2 5; write 0 10 7; \
                write 0 20 0 | -1 | 24
            the refused put left the network first, but the write is of the other one, which its flush awaits \
                | attempt; enters 3 0 0; enters 3 2 0; leaves 8 0 0; leaves 9 2 0; write 0 10 5; done 3 12; \
                ended 0 20 REFUSED; done 1 22 | 1 | 8
            tails of both classes of one port come in the order of their last pieces \
                | getAny 1; value 2 1 1 0; flushOf 2; begin; posted 0 1; posted 1 2; posted 2 2; enters 3 0 0; \
                enters 3 1 0; leaves 7 1 0; leaves 8 0 0; write 0 10 0; done 2 12; write 0 20 0; done 0 22 | 1 | 16
            """)
    void whoseAWriteIs(String name, String calls, long ordered, long bytes) {
        Script.play(calls, this, story);
        if (ordered >= 0) {
            story.holds("fence_ordering", ordered);
        }
        story.holds("data_integrity", bytes);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            bytes that no source held | any 0; any 2; begin; posted 0 5; posted 1 5; write 0 10 0; write 0 20 9 \
                | brought 8 bytes that its source has not held since it was handed over
            a third write of two equal puts | equal; write 0 10 5; write 0 11 5; write 0 12 5; seen 12 \
                | wrote 8 bytes a second time
            a wrong byte of one of two equal puts | equal; write 0 10 5; write 0 11 4 | wrong bytes of op
            an equal put that is lost | equal; write 0 10 5 | lost 1 of 1 pieces
            a refused put that wrote beside an equal one | attempt; write 0 10 5; write 0 11 5; ended 0 20 REFUSED \
                | turned away and wrote
            """)
    void whatIsCaught(String name, String calls, String finding) {
        Script.play(calls, this, story);
        story.fails("data_integrity", finding);
    }

    private void seen(long cycle) {
        assertEquals(cycle, story.firstViolation());
    }

    @Test
    void theOrderOfTheTailsShowsAFlushThatWasEarly() {
        Script.play(
                "equal; enters 3 0 0; enters 3 2 0; leaves 4 0 0; leaves 8 2 0; write 0 10 5; done 1 12; done 3 12;"
                        + " write 0 20 5; seen 20",
                this,
                story);
        story.fails("fence_ordering", "op 3 (FLUSH node 1, node 2 task 0) was done in cycle 12");
        assertTrue(!story.verdict("fence_ordering").detail().contains("op 1 (FLUSH"));
        story.holds("data_integrity", 16);
    }

    @Test
    void thePortShowsAFlushThatWasEarly() {
        Script.play(
                "equal; enters 3 0 0; enters 3 2 1; leaves 4 0 0; leaves 4 2 1; write 1 10 5; done 1 12; write 0 20 5;"
                        + " done 3 22",
                this,
                story);
        story.fails("fence_ordering", "op 1 (FLUSH node 1, node 0 task 0) was done in cycle 12");
    }

    /** Nothing tells them apart, so no flush is judged, whichever of them is early. */
    @Test
    void whatCannotBeToldApartIsNotJudged() {
        Script.play("equal; write 0 10 5; done 1 12; write 0 20 5; done 3 22", this, story);
        Verdict verdict = story.verdict("fence_ordering");
        assertEquals(null, verdict.holds());
        assertEquals(
                "not exercised; 2 not judged: pairs with writes that cannot be told from those of others",
                verdict.detail());
        assertEquals(2L, verdict.extra().get("not_judged"));
        story.holds("data_integrity", 16);
    }

    private int[] forty() {
        int[] puts = new int[40];
        Arrays.setAll(puts, i -> story.add(0, Ops.put(1, 0, AT, 16, 3)));
        return puts;
    }

    /** Without packets the order of many open puts is not judged, and each byte still comes as often as it must. */
    @Test
    void aCrowdIsNotToldApart() {
        int[] puts = forty();
        int flush = story.add(0, Ops.flush(1));
        story.begin();
        for (int put : puts) {
            story.posted(put, 1);
        }
        story.posted(flush, 2).done(flush, 3);
        for (int i = 0; i < puts.length - 1; i++) {
            story.piece(puts[i], 0, 10 + i, 0);
        }
        assertEquals(40L, story.verdict("fence_ordering").extra().get("not_judged"));
        story.fails("data_integrity", "lost 1 of 1 pieces");
    }

    /** Only operations that are open at the same time are contested. */
    @Test
    @Tag("M-932")
    void equalPutsOneAfterTheOtherAreJudged() {
        int[] puts = forty();
        int flush = story.add(0, Ops.flush(1));
        story.begin();
        for (int put : puts) {
            story.posted(put, 10 * put + 1).piece(put, 0, 10 * put + 5, 0);
        }
        story.posted(flush, 500).done(flush, 501).holds("fence_ordering", 40);
    }

    /**
     * Compare-and-swaps of nodes 0 and 2, operations 0 and 2, which find another value. Behind that of node 0 is a
     * flush, and behind that of node 2 a fence, a put, and a third one, operation 5.
     */
    private void swaps() {
        swaps(Ops.cas(1, AT, 7, 5));
    }

    /** The same, and that of node 0 may be refused. */
    private void attempted() {
        swaps(Ops.cas(1, AT, 7, 5).attempt());
    }

    private void swaps(Operation first) {
        story.add(0, first);
        story.flush(1);
        story.add(2, Ops.cas(1, AT, 7, 5));
        story.add(2, Ops.fence(1));
        story.add(2, Ops.putValue(1, 0, AT + 64, 5));
        story.add(2, Ops.cas(1, AT, 7, 5));
        story.begin(6);
        story.done(3, 6);
    }

    /** Lets a compare-and-swap find 0 in memory. */
    private void finds(int port, long cycle) {
        long a = AT | (long) port << CommitEvent.PORT_LSB | (long) WriteOp.COMPARE_SWAP << CommitEvent.OPERATION_LSB;
        story.event(cycle, 1, EventKind.COMMITTED, a, 0, 0);
    }

    private void told(int id, long cycle) {
        story.event(cycle, story.op(id).node(), EventKind.OP_RESULT, id, 0, 0).done(id, cycle);
    }

    private void puts(long cycle) {
        story.write(cycle, 1, AT + 64, word(5));
    }

    /** Lets the NACK of a compare-and-swap of node 0 enter the network. */
    private void turnsAway(long cycle, int id) {
        long w1 = (long) id << Header1.TAG_LSB | (long) PacketType.CAS << Header1.SLOT_LSB;
        story.packet(cycle, true, 1, story.header(PacketType.NACK, 1, 0, 0), w1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            the fenced one is first by the tails, and its answer comes last \
                | swaps; leaves 8 2 0; leaves 9 0 0; leaves 9 5 0; finds 0 10; puts 12; finds 0 20; finds 0 21; \
                told 0 25; done 1 26; told 2 30; told 5 31 | 32 | -1
            the fenced one is last by the tails, and its answer comes first \
                | swaps; leaves 8 0 0; leaves 9 2 0; leaves 9 5 0; finds 0 10; puts 12; finds 0 20; finds 0 21; \
                told 2 25; done 1 26; told 0 30; told 5 31 | 32 | 25
            the fenced one acts at the first port \
                | swaps; leaves 8 0 1; leaves 9 2 0; leaves 9 5 1; finds 0 10; puts 12; finds 1 20; finds 1 21; \
                told 0 25; done 1 26; told 2 30; told 5 31 | 32 | -1
            the one before it was refused \
                | attempted; leaves 7 0 0; leaves 8 2 0; leaves 9 5 0; turnsAway 9 0; finds 0 10; puts 12; \
                finds 0 20; told 5 25; told 2 30; ended 0 31 REFUSED; done 1 32 | 24 | -1
            """)
    void whoseAnAtomicIs(String name, String calls, long bytes, long early) {
        Script.play(calls, this, story);
        assertEquals(early < 0, story.verdict("fence_ordering").holds());
        if (early >= 0) {
            seen(early);
        }
        story.holds("data_integrity", bytes);
    }

    /** Each commit may be of each of the three. */
    @Test
    void atomicsThatCannotBeToldApartAreNotJudged() {
        Script.play(
                "swaps; finds 0 10; puts 12; finds 0 20; finds 0 21; told 0 25; done 1 26; told 2 30; told 5 31",
                this,
                story);
        assertEquals(2L, story.verdict("fence_ordering").extra().get("not_judged"));
        story.holds("data_integrity", 32);
    }
}
