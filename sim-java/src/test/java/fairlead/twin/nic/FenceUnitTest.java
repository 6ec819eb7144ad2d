// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests rules and timing of docs/spec/fence-unit.md on the twin. */
@Tag("M-18")
class FenceUnitTest {
    private static final int TARGET = 0x123;

    /** One FenceUnit, and a DLA whose counters the script sets. */
    private static final class Player extends UnitScript implements Ports.DlaCounts, Ports.SelfTraffic {
        private FenceUnit unit;
        private boolean used;
        private int in;
        private int out;
        private boolean outstanding;

        Player() {
            open();
        }

        private void open() {
            unit = new FenceUnit(new TestTile().context(this), this, this);
            used = false;
            outstanding = false;
        }

        @Override
        protected Object play(String[] words) {
            int number = words.length > 1 && words[1].matches("[0-9].*") ? number(words[1]) : 0;
            switch (words[0]) {
                case "new" -> open();
                case "dla" -> {
                    used = true;
                    in = number;
                    out = number(words[2]);
                }
                case "unused" -> used = false;
                case "out" -> out = number;
                case "outstanding" -> outstanding = true;
                case "calm" -> outstanding = false;
                case "take" -> unit.control.take();
                case "pong" -> unit.pong(number);
                case "ack" -> unit.acked(number, 1, false);
                case "arm" -> {
                    return arm(List.of(words), number(words[2]));
                }
                case "send" -> {
                    return unit.count(0, 0, number) & 0xFF;
                }
                case "grant" -> {
                    return unit.grant(words[1].contains("0"), words[1].contains("1"));
                }
                case "blocked" -> {
                    return unit.blocked();
                }
                case "busy" -> {
                    return unit.busy();
                }
                default -> {
                    return ping();
                }
            }
            return null;
        }

        private String arm(List<String> words, int fifo) {
            int port = fifo & 1;
            assertEquals(port, unit.grant(port == 0, port == 1), "granted");
            int tag = number(words.get(3));
            boolean fence = words.get(1).equals("fence");
            int entry = unit.arm(port, fence, words.contains("self"), words.contains("loose"), fifo, 0, tag, TARGET);
            return entry < 0 ? "-" : "" + entry;
        }

        /** Returns entry and tag of the PING on `control`, whose other fields are those of every PING. */
        private String ping() {
            if (!unit.control.valid()) {
                return "-";
            }
            long word = unit.control.word1();
            long entry = Header1.entry(word);
            long tag = Header1.tag(word);
            assertEquals(PacketType.PING, unit.control.ptype());
            assertEquals(TARGET, unit.control.dst());
            assertEquals(entry << Header1.ENTRY_LSB | 1L << Header1.SLOT_LSB | tag << Header1.TAG_LSB, word);
            return entry + " " + tag;
        }

        @Override
        protected void edge() {
            unit.step();
            unit.edge(t);
        }

        @Override
        public boolean everUsed() {
            return used;
        }

        @Override
        public int enqueued() {
            return in & 0xFFFF;
        }

        @Override
        public int dequeued() {
            return out & 0xFFFF;
        }

        @Override
        public boolean outstanding() {
            return outstanding;
        }

        @Override
        public void produced() {
            throw new AssertionError("FenceUnit only asks");
        }

        @Override
        public void consumed() {
            throw new AssertionError("FenceUnit only asks");
        }
    }

    private final UnitScript unit = new Player();

    @TestFactory
    @Tag("R-FEN-7")
    @Tag("hazard-fence-8")
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("fence-unit.txt", Player::new);
    }

    @ParameterizedTest(name = "snapshot {0}, dequeued {1}: {2}")
    @CsvSource({
        "100, 99, false",
        "100, 100, true",
        "100, 101, true",
        "3, 65535, false",
        "3, 3, true",
        "65535, 2, true",
        "65535, 65534, false",
        "0, 65535, false",
        "100, 32867, true", // 2^15 - 1 ahead
        "100, 32868, false"
    })
    @Tag("hazard-fence-6")
    void r4TheSnapshotIsComparedModulo(int snapshot, int dequeued, boolean reached) {
        unit.play("dla " + snapshot + " " + (dequeued - 1 & 0xFFFF) + "; arm flush 0 7; out " + dequeued + " > ..");
        unit.play("> ping = " + (reached ? "0 7" : "-"));
    }

    @Test
    void r4AnOlderLegThatWaitsHoldsTheYoungerAndTheRingWraps() {
        for (int round = 0; round < 3 * HwLayout.FENCE_ENTRIES; round++) {
            unit.play("dla " + (round + 2) + " " + round + "; arm flush 0 " + round + " = 0 > ..\n2 cycles > ping = -\n"
                    + "out " + (round + 2) + " > ping = 0 " + round + "\ntake; pong 0\npong 0 > ..");
        }
    }

    @Test
    @Tag("hazard-fence-7")
    void anAcknowledgementOfAnOlderUseIsAnError() {
        unit.play("send 0x123 = 0\nack 0\nsend 0x124 = 0");
        assertThrows(AssertionError.class, () -> unit.play("ack 0"));
    }
}
