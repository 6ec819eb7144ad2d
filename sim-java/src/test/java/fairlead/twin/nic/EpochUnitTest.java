// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Descriptors;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules and timing of both halves in docs/spec/epoch-unit.md on the twin. */
@Tag("M-EPO-1")
@Tag("M-EPO-2")
@Tag("M-18")
@Tag("M-61")
class EpochUnitTest {
    private static final int TARGET = 0x321;
    private static final int ORIGIN = 0x213;
    private static final int THERE = 9; // entry at the target
    private static final int GENERATION = 4;

    private static final class Player extends UnitScript {
        private final EpochUnit unit = new EpochUnit(new TestTile().context(this));

        @Override
        protected Object play(String[] words) {
            List<String> all = List.of(words);
            boolean failed = all.contains("failed") || all.contains("refused");
            int[] n = Stream.of(words)
                    .skip(1)
                    .filter(word -> word.matches("\\d.*"))
                    .mapToInt(UnitScript::number)
                    .toArray();
            int origin = all.contains("from") ? n[2] : ORIGIN;
            switch (words[0]) {
                case "open" -> command(TileCommand.EPOCH_OPEN, n[0], n[1], n.length > 2 ? n[2] : TARGET);
                case "close" -> command(TileCommand.EPOCH_CLOSE, n[0], 0, 0);
                case "command" -> unit.origin.command(n[0], -1);
                case "put", "get" -> {
                    assertTrue(unit.origin.isOpen(n[0], TARGET));
                    unit.origin.enter(n[0], words[0].equals("put"), 0);
                }
                case "initAck" -> unit.origin.initAck(n[0], THERE, GENERATION);
                case "initNack" -> unit.origin.initNack(n[0], n[1]);
                case "ack" -> unit.origin.ack(n[0], failed);
                case "getDone" -> unit.origin.getDone(n[0], failed);
                case "take" -> unit.origin.control.take();
                case "opened" -> opened(n[0]);
                case "closing" -> closing(n[0], n[1]);
                case "ended" -> ended(n[0]);
                case "expose" -> assertEquals(1 << 8, unit.target.init(ORIGIN, 33, 0xCAFE));
                case "count" -> unit.target.count(n[0], n[1], ORIGIN, n[2], n[3], n.length > 4 ? n[4] : 0);
                case "putDone" -> unit.target.putDone(n[0], n[1], origin, failed);
                case "putPart" -> unit.target.putPart(n[0], n[1], origin, failed);
                case "term" -> unit.target.term(n[0], n[1]);
                case "takeAck" -> unit.target.control.take();
                default -> {
                    return ask(words[0], n);
                }
            }
            return null;
        }

        private Object ask(String question, int[] n) {
            return switch (question) {
                case "init" -> {
                    int reply = unit.target.init(n[0], n[1], n[2]);
                    yield reply < 0 ? reply : (reply & 0xFF) + " " + (reply >> 8);
                }
                case "isOpen" -> unit.origin.isOpen(n[0], n.length > 1 ? n[1] : TARGET);
                case "entry" -> unit.origin.entry(n[0]);
                case "generation" -> unit.origin.generation(n[0]);
                case "inside" -> unit.target.allows(true, n[0], n[1], n[2]);
                case "beside" -> {
                    boolean served = unit.target.allows(false, 0, 0, n[0]);
                    assertEquals(served, unit.target.allows(false, 0, 1, n[0]));
                    yield served;
                }
                case "busy" -> unit.busy();
                case "control" -> control();
                default -> acked();
            };
        }

        private void command(int op, int index, int id, int target) {
            long word = Descriptors.epoch(index, target, id);
            unit.origin.command(op, word);
        }

        /** Returns what is on `control`; all fields that are not shown are as they should be. */
        private String control() {
            Ports.ControlSource control = unit.origin.control;
            if (!control.valid()) {
                return "-";
            }
            assertEquals(TARGET, control.dst());
            long word = control.word1();
            long term =
                    1L << Header1.EPOCH_LSB | (long) THERE << Header1.ENTRY_LSB | (long) GENERATION << Header1.GEN_LSB;
            long addr = Header1.addr(word);
            boolean isInit = control.ptype() == PacketType.INIT;
            boolean isTerm = control.ptype() == PacketType.TERM;
            long index = isInit ? Header1.entry(word) : Header1.tag(word);
            assertEquals(
                    isTerm
                            ? term
                            : addr << Header1.ADDR_LSB
                                    | (isInit ? index << Header1.ENTRY_LSB : term | index << Header1.TAG_LSB),
                    word);
            return PacketType.name(control.ptype()) + (isTerm ? "" : " " + index + " " + addr);
        }

        private String acked() {
            Ports.ControlSource ack = unit.target.control;
            if (!ack.valid()) {
                return "-";
            }
            assertEquals(PacketType.ACK, ack.ptype());
            assertEquals(ORIGIN, ack.dst());
            long index = Header1.entry(ack.word1());
            long failed = Header1.addr(ack.word1());
            assertEquals(index << Header1.ENTRY_LSB | failed << Header1.ADDR_LSB, ack.word1());
            return index + Map.of(0L, "", 1L, " failed").get(failed);
        }

        private void takes(String packet) {
            tick();
            tick();
            assertEquals(packet, control());
            unit.origin.control.take();
            tick();
        }

        /** Brings an index from NONE to OPEN, with nothing left to report or send. */
        private void opened(int index) {
            command(TileCommand.EPOCH_OPEN, index, 1, TARGET);
            takes("INIT " + index + " 1");
            unit.origin.initAck(index, THERE, GENERATION);
            tick();
            forget();
            assertTrue(unit.origin.isOpen(index, TARGET));
            assertFalse(unit.busy());
        }

        /** Brings an index from OPEN to CLOSING, and takes PUT_COUNT. */
        private void closing(int index, int puts) {
            command(TileCommand.EPOCH_CLOSE, index, 0, 0);
            takes("PUT_COUNT " + index + " " + puts);
            assertFalse(unit.busy());
            forget();
        }

        /** Brings an index from CLOSED to NONE: TERM leaves and is answered. */
        private void ended(int index) {
            takes("TERM");
            unit.origin.ack(index, false);
            tick();
            forget();
        }

        @Override
        protected String text(int port, int kind, long a, long b) {
            String text = super.text(port, kind, a, b).substring("EPOCH_".length());
            return kind == EventKind.EPOCH_ERROR
                    ? "ERROR " + Long.toHexString(a) + " " + EpochState.name((int) b)
                    : text;
        }

        @Override
        protected void edge() {
            unit.edge(t);
        }
    }

    private final UnitScript unit = new Player();

    @TestFactory
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("epoch-unit.txt", Player::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x004", "0x040", "0x400", "0xfff"})
    void r26ATargetOutsideTheShapeIsRefusedAndNothingIsSent(String target) {
        unit.play("open 5 1 " + target + " > ERROR 5 NO_TARGET\n3 cycles > control = -; busy = false\n"
                + "opened 5\nopen 5 1 " + target + " > ERROR 5 OPEN\nclose 5 > CLOSING 5 0");
    }

    @Test
    void sixtyFourEpochsAtOnce() {
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            unit.play("opened " + index);
        }
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            unit.play("put " + index + "\nclosing " + index + " 1; isOpen " + index + " = false");
        }
    }

    @Test
    void otherCommandsAreNotItsOwn() {
        for (int op = 0; op < 20; op++) {
            if (op != TileCommand.EPOCH_OPEN && op != TileCommand.EPOCH_CLOSE) {
                unit.play("command " + op);
            }
        }
        unit.play("busy = false");
    }

    /** L is the last packet of a put, P one of its two others, and C the count. */
    @ParameterizedTest
    @ValueSource(strings = {"LPPC", "LPCP", "LCPP", "CLPP", "PLPC", "PCLP", "CPPL", "PPLC", "PPCL"})
    void r15AnUnorderedPutIsInMemoryWhenAllItsPacketsAre(String order) {
        Map<String, String> notices = Map.of("L", "putDone 0 1", "P", "putPart 0 1", "C", "count 0 1 33 1 2");
        unit.play("expose > ..");
        for (String notice : order.split("")) {
            unit.play("4 cycles > ..; acked = -\n" + notices.get(notice) + " > ..");
        }
        unit.play("2 cycles > ..; acked = 33");
    }

    @Test
    void r14GenerationsWrapAndTheCountersStartAnew() {
        for (int use = 1; use <= 40; use++) {
            int generation = use & 15;
            String of = " 0 " + generation;
            unit.play("init 0x213 33 0xCAFE =" + of + " > ..\nputDone" + of + "\ncount" + of + " 33 1 > COUNTED 0 1\n"
                    + "> ACKED 0 1\n> acked = 33\ntakeAck; term" + of + " > ..\n> acked = 33\ntakeAck");
        }
    }

    @Test
    void r14SixtyFourEntriesAndThenNoneUntilATerm() {
        int shared = HwLayout.TARGET_EPOCHS - HwLayout.KEPT_EPOCHS;
        for (int entry = 0; entry < HwLayout.TARGET_EPOCHS; entry++) {
            int origin = entry < shared ? 0x213 : entry - shared; // eight that have none
            if (entry >= shared) {
                unit.play("init 0x213 5 1 = -6");
            }
            unit.play("init 0x" + Integer.toHexString(origin) + " " + entry + " " + entry + " = " + entry + " 1 > ..");
        }
        unit.play(
                "init 0x313 0 1 = -6\nterm 17 1 > FREED 2130111 11\ninit 0x313 5 1 = -6\n" // its ACK has not left
                        + "init 0x213 5 1 = -6\ninit 0x313 5 1 = 17 2 > EXPOSED 3130211 1\ninit 0x13 0 1 = -6");
    }
}
