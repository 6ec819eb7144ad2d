// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.verdict.Checker.Packet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The account of the acknowledgement counters, on headers made by hand: node 0 sends to nodes 1 and 2. */
@Tag("M-841")
class AckAccountTest {
    private static final int TAG = 9;
    private static final Operation FLUSH = Ops.flush(1);

    private final Violations violations = new Violations();
    private final Routes.AckAccount account = new Routes.AckAccount(3, violations);
    private long cycle;

    private Packet packet(int node, int from, int to, long w0, long w1) {
        return new Packet(new Shape(3, 1, 1))
                .set(cycle++, node, 0, w0 | (long) from << Header0.SRC_LSB | (long) to << Header0.DST_LSB, w1);
    }

    private void sends(int to, long w0, long w1) {
        account.injected(packet(0, 0, to, w0, w1));
    }

    private void gets(int from, long w0, long w1) {
        account.delivered(packet(0, from, 0, w0, w1));
    }

    private static long word0(int type) {
        return (long) type << Header0.PTYPE_LSB | (long) PacketMode.DRAWN << Header0.MODE_LSB | 1L << Header0.LAST_LSB;
    }

    private void put(int to, int counter, int generation) {
        long w1 = (long) counter << Header1.SLOT_LSB | (long) generation << Header1.GEN_LSB;
        sends(to, word0(PacketType.PUT), w1);
    }

    private void epochPut(int to, int counter) {
        long w1 = (long) counter << Header1.SLOT_LSB | 7L << Header1.GEN_LSB | 1L << Header1.EPOCH_LSB;
        sends(to, word0(PacketType.PUT), w1);
    }

    private void ack(int from, int counter, int generation) {
        long w1 = (long) counter << Header1.ENTRY_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.PUT_ACK), w1);
    }

    private void data(int from, int counter, int generation) {
        long w1 = (long) counter << Header1.SLOT_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.DATA), w1);
    }

    private void nack(int from, int counter, int generation) {
        long w1 = 8L << Header1.SLOT_LSB | (long) counter << Header1.ENTRY_LSB | (long) generation << Header1.GEN_LSB;
        gets(from, word0(PacketType.NACK), w1);
    }

    private void arm(long counters) {
        account.armed(cycle++, 0, FLUSH, TAG, counters << FlushEvent.COUNTERS_LSB);
    }

    private void done() {
        account.done(cycle, 0, TAG);
    }

    private void epochAck(int from) {
        gets(from, word0(PacketType.PUT_ACK), 1L << Header1.EPOCH_LSB);
    }

    /** A put counts on a counter with a generation; the use of an epoch does not show its generation. */
    @Test
    void aSoundStoryHasNoViolation() {
        Script.play(
                "put 1 0 1; put 2 15 1; put 1 0 1; arm 1; ack 1 0 1; nack 1 0 1; done; data 2 15 1; put 2 0 2;"
                        + " epochPut 2 0; ack 2 0 2; epochAck 2; epochPut 1 0; epochAck 1; put 1 0 5; ack 1 0 5",
                this);
        Script.judge(null, violations);
    }

    @Test
    void theGenerationWrapsToOne() {
        for (int use = 0; use < 32; use++) {
            put(1 + use % 2, 3, 1 + use % 15);
            ack(1 + use % 2, 3, 1 + use % 15);
        }
        Script.judge(null, violations);
        put(1, 3, 7);
        Script.judge("generation 7 behind 2", violations);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            two targets of one counter | put 1 4 1; put 2 4 1 | counts packets to node 1 and to node 2
            another generation under way | put 1 4 1; put 1 4 2 | while packets are under way
            a use with an old generation | put 1 4 1; ack 1 4 1; put 2 4 1 | generation 1 behind 1
            an acknowledgement of nothing | put 1 4 1; ack 2 4 1 | node 2 acknowledges
            an acknowledgement of another generation | put 1 4 1; ack 1 4 3 | the acknowledgement 3
            a flush that does not wait for a counter | put 1 4 1; put 2 5 1; arm 0 | does not wait for it
            a flush that waits for another target | put 2 5 1; arm 0x20 | waits for it
            a flush that is done too early | put 1 4 1; arm 0x10; put 1 6 1; done | what waits for them is done
            """)
    void wrongOnes(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }
}
