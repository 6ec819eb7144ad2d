// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.verdict.Checker.Packet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The account of the injection FIFOs, on commands and events made by hand. All are of node 1. */
@Tag("M-918")
@Tag("M-982")
class InjectionAccountTest {
    private static final int BYTES = 40; // three flits after the head

    private final Violations violations = new Violations();
    private InjectionAccount account = new InjectionAccount(2, true, violations);
    private int seq;

    private static long descriptor(int tag, int fifo) {
        return (long) tag << Descriptor0.TAG_LSB | (long) fifo << Descriptor0.FIFO_LSB;
    }

    private void post(long cycle, int task, long word) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 1, task, TileCommand.POST, word, 0, 0, 0, seq++);
        account.acts(account.posted(commands, 0), cycle);
    }

    /** The turns of the commands are not known. */
    private void noTurns() {
        account = new InjectionAccount(2, false, violations);
    }

    private void head(long cycle, int port, int tag) {
        account.injected(new Packet(new Shape(2, 1, 1)).set(cycle, 1, EventUnit.TX_REQ0 + port, word0(), word1(tag)));
    }

    private void local(long cycle, int port, int tag) {
        account.local(cycle, 1, port, word0(), word1(tag));
    }

    private static long word0() {
        return (long) BYTES << Header0.LENGTH_LSB;
    }

    private static long word1(int tag) {
        return (long) tag << Header1.TAG_LSB;
    }

    private void rejected(int tag) {
        account.rejected(1, tag);
    }

    /** Software gives a descriptor of this tag to a FIFO. */
    private void give(long cycle, int task, int tag, int fifo) {
        post(cycle, task, descriptor(tag, fifo));
    }

    private void leaves(int tag, int fifo) {
        account.issued(50, 1, descriptor(tag, fifo));
    }

    private void leavesAsAnother(int tag, int fifo) {
        account.issued(50, 1, descriptor(tag, fifo) | 1L << Descriptor0.SPARE_LSB);
    }

    private void finish() {
        account.finish();
    }

    /** Only the newest descriptor with a tag, in whichever FIFO it is, is rejected. A packet has four flits. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            each FIFO is in order by itself \
                | give 1 0 1 0; give 1 1 2 1; give 2 0 3 0; leaves 2 1; leaves 1 0; leaves 3 0; finish; judged 3 |
            the order is that in which the commands act \
                | give 9 0 1 0; give 5 8 2 0; give 5 4 3 0; leaves 1 0; leaves 2 0; leaves 3 0; finish |
            not that of the tasks | give 5 8 2 0; give 5 4 3 0; leaves 3 0 | the oldest one of its FIFO is the descriptor of tag 2
            without turns each task is in order by itself \
                | noTurns; give 9 0 1 0; give 5 8 2 0; give 5 4 3 0; give 6 8 4 0; leaves 3 0; leaves 2 0; leaves 1 0; \
                leaves 4 0; finish |
            and does not overtake itself | noTurns; give 9 0 1 0; give 5 0 2 0; give 5 4 3 0; leaves 1 0 \
                | the descriptor of tag 1 (0x40000) of FIFO 0 has left, and the oldest one of its FIFO is
            a descriptor that overtakes | give 1 0 1 0; give 2 0 2 0; leaves 2 0 | the descriptor of tag 2 (0x80000) \
            of FIFO 0 has left, and the oldest one of its FIFO is the descriptor of tag 1
            another word | give 1 0 1 0; leavesAsAnother 1 0 | has left, and the oldest one
            a descriptor that leaves twice | give 1 0 1 0; leaves 1 0; leaves 1 0 | has left, and its FIFO has none
            a descriptor that never leaves | give 1 0 1 3; finish \
                | node 1: the descriptor of tag 1 (0x40030) of FIFO 3 has never left
            a rejected descriptor never entered | give 1 0 1 0; give 2 0 2 0; rejected 2; leaves 1 0; finish |
            a rejected descriptor of the last FIFO never entered | \
                give 1 0 1 0; give 2 0 2 0; give 3 0 3 3; rejected 3; rejected 1; leaves 2 0; finish |
            the source has been read with the tail | head 20 1 7; local 23 1 7 |
            a source that has been read before the tail | head 20 1 7; local 22 1 7 \
                | the source of tag 7 has been read, and the 4 flits of its last packet leave from cycle 20 on
            a packet of the other port | head 20 0 7; local 23 1 7 | and the last packet of its port is none
            an earlier packet | head 20 0 7; head 24 0 8; local 28 0 7 | and the last packet of its port is of tag 8
            """)
    void descriptorsAndPackets(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }

    private void judged(long count) {
        assertEquals(count, account.judged);
    }
}
