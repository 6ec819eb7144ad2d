// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The account of the injection FIFOs, on commands and events made by hand. All are of node 1. */
@Tag("M-918")
@Tag("M-982")
class InjectionAccountTest {
    private static final int BYTES = 40; // three flits behind the head

    private final Violations violations = new Violations();
    private final InjectionAccount account = new InjectionAccount(2, violations);
    private int seq;

    private static long descriptor(final int tag, final int fifo) {
        return (long) tag << Descriptor0.TAG_LSB | (long) fifo << Descriptor0.FIFO_LSB;
    }

    private void post(final long cycle, final int task, final long word) {
        final CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 1, task, TileCommand.POST, word, 0, 0, 0, seq++);
        account.posted(commands, 0);
    }

    private void issued(final long word) {
        account.issued(50, 1, word);
    }

    private void head(final long cycle, final int port, final int tag) {
        account.injected(new Packet(new Shape(2, 1, 1)).set(cycle, 1, EventUnit.TX_REQ0 + port, word0(), word1(tag)));
    }

    private void local(final long cycle, final int port, final int tag) {
        account.local(cycle, 1, port, word0(), word1(tag));
    }

    private static long word0() {
        return (long) BYTES << Header0.LENGTH_LSB;
    }

    private static long word1(final int tag) {
        return (long) tag << Header1.TAG_LSB;
    }

    private void sound() {
        account.finish();
        assertEquals(0, violations.count(), violations.text());
    }

    private void fails(final String what) {
        assertEquals(1, violations.count(), violations.text());
        assertTrue(violations.text().contains(what), violations.text());
    }

    @Test
    void eachFifoIsInOrderByItself() {
        post(1, 0, descriptor(1, 0));
        post(1, 1, descriptor(2, 1));
        post(2, 0, descriptor(3, 0));
        issued(descriptor(2, 1));
        issued(descriptor(1, 0));
        issued(descriptor(3, 0));
        sound();
        assertEquals(3, account.judged());
    }

    @Test
    void theOrderIsThatOfTheCyclesAndOfTheTasksInACycle() {
        post(9, 0, descriptor(1, 0));
        post(5, 8, descriptor(2, 0));
        post(5, 4, descriptor(3, 0));
        issued(descriptor(3, 0));
        issued(descriptor(2, 0));
        issued(descriptor(1, 0));
        sound();
    }

    @Test
    void aDescriptorThatOvertakesIsCaught() {
        post(1, 0, descriptor(1, 0));
        post(2, 0, descriptor(2, 0));
        issued(descriptor(2, 0));
        fails("the descriptor of tag 2 (0x80000) of FIFO 0 has left, and the oldest one of its FIFO is the"
                + " descriptor of tag 1");
    }

    @Test
    void aDescriptorThatIsReportedWithAnotherWordIsCaught() {
        post(1, 0, descriptor(1, 0));
        issued(descriptor(1, 0) | 1L << Descriptor0.SPARE_LSB);
        fails("has left, and the oldest one");
    }

    @Test
    void aDescriptorThatLeavesTwiceIsCaught() {
        post(1, 0, descriptor(1, 0));
        issued(descriptor(1, 0));
        issued(descriptor(1, 0));
        fails("has left, and its FIFO has none");
    }

    @Test
    void aDescriptorThatNeverLeavesIsCaught() {
        post(1, 0, descriptor(1, 3));
        account.finish();
        fails("node 1: the descriptor of tag 1 (0x40030) of FIFO 3 has never left");
    }

    @Test
    void aRejectedDescriptorNeverEntered() {
        post(1, 0, descriptor(1, 0));
        post(2, 0, descriptor(2, 0));
        account.rejected(1, 2);
        issued(descriptor(1, 0));
        sound();
    }

    /** Only the newest descriptor with the tag, in whichever FIFO it is, was rejected. */
    @Test
    void aRejectedDescriptorOfTheLastFifoNeverEntered() {
        post(1, 0, descriptor(1, 0));
        post(2, 0, descriptor(2, 0));
        post(3, 0, descriptor(3, 3));
        account.rejected(1, 3);
        account.rejected(1, 1);
        issued(descriptor(2, 0));
        sound();
    }

    @Test
    void theSourceHasBeenReadWithTheTail() {
        head(20, 1, 7);
        local(23, 1, 7);
        sound();
    }

    @Test
    void aSourceThatHasBeenReadBeforeTheTailIsCaught() {
        head(20, 1, 7);
        local(22, 1, 7);
        fails("the source of tag 7 has been read, and the 4 flits of its last packet leave from cycle 20 on");
    }

    @Test
    void aReportOfAPacketOfTheOtherPortIsCaught() {
        head(20, 0, 7);
        local(23, 1, 7);
        fails("and the last packet of its port is none");
    }

    @Test
    void aReportOfAnEarlierPacketIsCaught() {
        head(20, 0, 7);
        head(24, 0, 8);
        local(28, 0, 7);
        fails("and the last packet of its port is of tag 8");
    }
}
