// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.node.Descriptors;
import fairlead.verdict.Checker.Packet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison of headers with descriptors, made by hand: node 0 of a ring of five asks nodes 1, 2 and 4. */
@Tag("M-981")
class HeaderAccountTest {
    private static final int TAG = 77;
    private static final int REMOTE = 0x1230;
    private static final int LOCAL = 0x4560;
    private static final int COUNTER = 5;
    private static final int INDEX = 3;

    private final Violations violations = new Violations();
    private final HeaderAccount account = new HeaderAccount(new Shape(5, 1, 1), new Stamps(0), violations);

    private static long descriptor(int kind, int target, int length, int mode, int epoch) {
        return Descriptors.word0(kind, target, TAG, length)
                | (long) mode << Descriptor0.MODE_LSB
                | (long) epoch << Descriptor0.EPOCH_LSB
                | (long) (epoch == 0 ? 0 : INDEX) << Descriptor0.INDEX_LSB;
    }

    private void give(int op, long word0) {
        CommandBuffer commands = new CommandBuffer();
        long word1 = (long) REMOTE << Descriptor1.REMOTE_LSB
                | (long) LOCAL << Descriptor1.LOCAL_LSB
                | (long) COUNTER << Descriptor1.CTR_LSB
                | 1L << Descriptor1.CTR_VALID_LSB;
        commands.add(0, 0, 0, op, word0, word1, 0, 0, 0);
        account.command(commands, 0);
    }

    private void post(int kind, int target, int length) {
        give(TileCommand.POST, descriptor(kind, target, length, 0, 0));
    }

    /** The way from node 0 to node 4 is against the numbers and over the wrap link. */
    private static long w0(int type, int from, int to, int bytes, boolean last) {
        boolean wraps = from == 0 && to == 4;
        boolean back = wraps || from > to;
        return (long) type << Header0.PTYPE_LSB
                | (type >= PacketType.DATA ? 1L << Header0.CLS_LSB : 0)
                | (long) from << Header0.SRC_LSB
                | (long) to << Header0.DST_LSB
                | (long) bytes << Header0.LENGTH_LSB
                | (last ? 1L << Header0.LAST_LSB : 0)
                | (back ? 1L << Header0.DIR_LSB : 0)
                | (wraps ? 1L << Header0.CROSS_LSB : 0);
    }

    private static long w1(int address, int counter, boolean valid) {
        return (long) address << Header1.ADDR_LSB
                | (long) TAG << Header1.TAG_LSB
                | (long) counter << Header1.CTR_LSB
                | (valid ? 1L << Header1.CTR_VALID_LSB : 0);
    }

    private void sends(long w0, long w1) {
        account.injected(new Packet(new Shape(5, 1, 1)).set(40, 0, EventUnit.TX_REQ0, w0, w1));
    }

    private void answers(int node, long w0, long w1) {
        account.injected(new Packet(new Shape(5, 1, 1)).set(60, node, EventUnit.TX_RSP1, w0, w1));
    }

    private void put(int target, int offset, int bytes, boolean last) {
        sends(w0(PacketType.PUT, 0, target, bytes, last), w1(REMOTE + offset, COUNTER, true));
    }

    private void sound() {
        Script.judge(null, violations);
    }

    private void fails(String what) {
        Script.judge(what, violations);
    }

    @Test
    void getsAtomicsAndMessagesAreSound() {
        post(HwLayout.OpKind.GET, 2, 300);
        sends(w0(PacketType.GET, 0, 2, 16, true), w1(REMOTE, 0, false));
        answers(2, w0(PacketType.DATA, 2, 0, 256, false), w1(LOCAL, COUNTER, true));
        answers(2, w0(PacketType.DATA, 2, 0, 44, true), w1(LOCAL + 256, COUNTER, true));
        post(HwLayout.OpKind.FADD, 1, 8);
        sends(w0(PacketType.FADD, 0, 1, 16, true), w1(REMOTE, 0, false));
        answers(1, w0(PacketType.FADD_R, 1, 0, 16, true), w1(REMOTE, 0, false));
        post(HwLayout.OpKind.MSG, 1, 200);
        sends(w0(PacketType.MSG, 0, 1, 200, true), w1(REMOTE, 0, false));
        give(TileCommand.DLA_REQUEST, descriptor(HwLayout.OpKind.PUT, 1, 32, 0, 0));
        put(1, 0, 32, true);
        sound();
    }

    @Test
    void whatTablesDecideIsNotCompared() {
        give(TileCommand.POST, descriptor(HwLayout.OpKind.PUT, 1, 32, 1, 1));
        sends(
                w0(PacketType.PUT, 0, 1, 32, true) | 1L << Header0.MODE_LSB,
                w1(REMOTE, COUNTER, true)
                        | 1L << Header1.EPOCH_LSB
                        | 9L << Header1.ENTRY_LSB
                        | 2L << Header1.GEN_LSB
                        | 7L << Header1.SLOT_LSB);
        give(TileCommand.POST, descriptor(HwLayout.OpKind.FADD, 1, 8, 0, 1));
        long inEpoch = 1L << Header1.EPOCH_LSB | 9L << Header1.ENTRY_LSB | 2L << Header1.GEN_LSB;
        sends(w0(PacketType.FADD, 0, 1, 16, true), w1(REMOTE, INDEX, false) | inEpoch);
        long home = 1L << Header1.EPOCH_LSB | (long) INDEX << Header1.ENTRY_LSB | 2L << Header1.GEN_LSB;
        answers(1, w0(PacketType.FADD_R, 1, 0, 16, true), w1(REMOTE, INDEX, false) | home);
        sound();
    }

    /** A bit of either word of a put, and of the second word of an answer to a get. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "put, class, 24, by unit",
        "put, mode, 25, with mode 1 in place of 0",
        "put, length, 39, with length 89 in place of 88",
        "put, last, 48, with last 0 in place of 1",
        "put, direction, 27, by direction 0 with wrap links 1",
        "put, wrap link, 30, by direction 1 with wrap links 0",
        "second, lowest bit of the address, 0, with addr 4657 in place of 4656",
        "second, address, 4, with addr 4640 in place of 4656",
        "second, generation, 42, with gen 1 in place of 0",
        "second, slot, 46, with slot 1 in place of 0",
        "second, entry, 50, with entry 1 in place of 0",
        "second, counter, 56, with ctr 4 in place of 5",
        "second, valid bit, 62, with ctrValid 0 in place of 1",
        "second, epoch, 63, with epoch 1 in place of 0",
        "answer, lowest bit of the landing address, 0, with addr",
        "answer, landing, 3, with addr",
        "answer, counter, 57, with ctr 7 in place of 5",
        "answer, entry, 50, with entry 1 in place of 0"
    })
    void aBitIsFound(String word, String field, int bit, String what) {
        if (word.equals("answer")) {
            post(HwLayout.OpKind.GET, 2, 40);
            answers(2, w0(PacketType.DATA, 2, 0, 40, true), w1(LOCAL, COUNTER, true) ^ 1L << bit);
        } else {
            post(HwLayout.OpKind.PUT, 4, 88);
            boolean first = word.equals("put");
            long w0 = w0(PacketType.PUT, 0, 4, 88, true) ^ (first ? 1L << bit : 0);
            sends(w0, w1(REMOTE, COUNTER, true) ^ (first ? 0 : 1L << bit));
        }
        assertTrue(violations.text().contains(what), violations.text());
    }

    private static Packet wide(long w0, long w1) {
        return new Packet(new Shape(5, 4, 3)).set(3, 1 + 5 * (1 + 4), EventUnit.TX_REQ0, w0, w1);
    }

    /** From (1, 1, 1) to (4, 3, 0) of 5x4x3: back over the wrap link in X, either way in Y, back in Z. */
    private static long far(int direction, int wraps) {
        return (long) PacketType.PUT_COUNT << Header0.PTYPE_LSB
                | 0x111L << Header0.SRC_LSB
                | 0x034L << Header0.DST_LSB
                | (long) direction << Header0.DIR_LSB
                | (long) wraps << Header0.CROSS_LSB;
    }

    @ParameterizedTest(name = "to its own node: {0}, direction {1}, wrap links {2}")
    @CsvSource({
        "false, 5, 1, true",
        "false, 7, 3, true",
        "false, 4, 1, false",
        "false, 5, 0, false",
        "false, 7, 1, false",
        "false, 5, 3, false",
        "false, 1, 1, false",
        "false, 5, 5, false",
        "true, 0, 0, true",
        "true, 1, 0, false",
        "true, 0, 1, false",
        "true, 2, 0, false",
        "true, 0, 4, false"
    })
    void waysInAllDimensions(boolean own, int direction, int wraps, boolean right) {
        HeaderAccount wide = new HeaderAccount(new Shape(5, 4, 3), new Stamps(0), violations);
        long word0 = far(direction, wraps);
        wide.injected(wide(own ? word0 & ~(0xfffL << Header0.DST_LSB) | 0x111L << Header0.DST_LSB : word0, 0));
        assertEquals(right, violations.count() == 0, violations.text());
    }

    @Test
    void placesOfAllDimensionsAreCompared() {
        HeaderAccount wide = new HeaderAccount(new Shape(5, 4, 3), new Stamps(0), violations);
        CommandBuffer commands = new CommandBuffer();
        long word0 = descriptor(HwLayout.OpKind.PUT, 0x034, 32, 0, 0);
        commands.add(0, 1 + 5 * (1 + 4), 0, TileCommand.POST, word0, 0, 0, 0, 0);
        wide.command(commands, 0);
        long head = far(5, 1) & ~(0x1fL << Header0.PTYPE_LSB) | 1L << Header0.LAST_LSB;
        wide.injected(wide(head | 32L << Header0.LENGTH_LSB, (long) TAG << Header1.TAG_LSB));
        sound();
    }

    @Test
    void tagsBeyondTheFirstTableAndTagsOfNobody() {
        account.issued(2, 0, descriptor(HwLayout.OpKind.PUT, 1, 32, 0, 0)); // of nobody
        for (int tag : new int[] {63, 64, 65, 200}) {
            long change = (long) (TAG ^ tag);
            give(TileCommand.POST, descriptor(HwLayout.OpKind.PUT, 1, 32, 0, 0) ^ change << Descriptor0.TAG_LSB);
            sends(w0(PacketType.PUT, 0, 1, 32, true), w1(REMOTE, COUNTER, true) ^ change << Header1.TAG_LSB);
        }
        sound();
    }

    @Test
    void anUnorderedPutNamesACounterOfTheNic() {
        give(TileCommand.POST, descriptor(HwLayout.OpKind.PUT, 1, 32, 1, 0));
        sends(
                w0(PacketType.PUT, 0, 1, 32, true) | 1L << Header0.MODE_LSB,
                w1(REMOTE, COUNTER, true) | 2L << Header1.GEN_LSB | 7L << Header1.SLOT_LSB);
        sound();
        give(TileCommand.POST, descriptor(HwLayout.OpKind.PUT, 0, 32, 1, 0)); // on the own node it is ordered
        sends(w0(PacketType.PUT, 0, 0, 32, true) | 1L << Header0.MODE_LSB, w1(REMOTE, COUNTER, true));
        fails("with mode 1 in place of 0");
    }

    /** A request of the store path. */
    private void store(int target, int length) {
        give(TileCommand.DLA_REQUEST, descriptor(HwLayout.OpKind.PUT, target, length, 0, 0));
    }

    private void issued(long cycle) {
        account.issued(cycle, 0, descriptor(HwLayout.OpKind.PUT, 1, 32, 0, 0));
    }

    /** The packet of a put of 32 bytes with this stamp. */
    private void stamped(long stamp) {
        sends(w0(PacketType.PUT, 0, 1, 32, true) | stamp << Header0.STAMP_LSB, w1(REMOTE, COUNTER, true));
    }

    private void byOtherPort(int offset) {
        sends(w0(PacketType.PUT, 0, 4, 256, false) | 1L << Header0.EPORT_LSB, w1(REMOTE + offset, COUNTER, true));
    }

    private void nack() {
        answers(1, w0(PacketType.NACK, 1, 0, 0, true), w1(0x7770, 1, true));
    }

    /** A request of the store path may leave after its operation is complete for software and its tag is used again. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a put of several packets, and its tag again | post PUT 4 600; put 4 0 256 false; put 4 256 256 false; \
                put 4 512 88 true; post PUT 1 0; put 1 0 0 true |
            a packet of an earlier request of the store path \
                | store 1 32; post PUT 4 300; put 1 0 32 true; put 4 0 256 false; put 4 256 44 true |
            the same twice | store 1 32; post PUT 4 300; put 1 0 32 true; put 1 0 32 true | with dst 1 in place of 4
            another answer that names the tag | post FADD 1 8; nack |
            a request of the store path has no descriptor that leaves | store 1 32; issued 36; put 1 0 32 true |
            a packet that skips bytes | post PUT 4 600; put 4 0 256 false; put 4 512 256 false \
                | with addr 5168 in place of 4912
            a packet that comes twice | post PUT 4 32; put 4 0 32 true; put 4 0 32 true \
                | behind the last packet of its operation
            a stamp of the cycle in which the descriptor left | post PUT 1 32; issued 36; stamped 36 |
            a stamp of another cycle | post PUT 1 32; stamped 37; issued 40 \
                | with stamp 37, and its descriptor left in cycle 40
            two ejection ports of one source | post PUT 4 600; put 4 0 256 false; byOtherPort 256 \
                | name different ejection ports
            """)
    void packets(String name, String calls, String finding) {
        Script.play(calls, this);
        Script.judge(finding, violations);
    }
}
