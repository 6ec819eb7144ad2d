// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.GuardReason;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that software gives a node is lost without a word: strays, pops of nothing, epochs that are denied. */
@Tag("M-1140")
class HostRefusalTest extends HostScript {
    private static final Shape SHAPE = new Shape(3, 1, 1);
    private static final int TASK = 3;
    private static final int COMMANDS = 64; // op codes that the tile gets

    private void play(String engine, int flaw, EpochAccess access) {
        MachineConfig machine = MachineConfig.of(SHAPE).epochAccess(access).build();
        play(engine, machine, flaw, 100_000);
    }

    private List<String> refusals(int reason) {
        return log.of(0, EventKind.COMMAND_REFUSED).stream()
                .filter(e -> GuardEvent.reason(e.a()) == reason)
                .map(e -> GuardEvent.command(e.a()) + " of " + GuardEvent.task(e.a()))
                .toList();
    }

    /** A command with one bit that it does not mean in each of its words, as far as it has such a bit. */
    private List<String> strays() {
        for (int op = 0; op < COMMANDS; op++) {
            for (int word = 0; word < 4; word++) {
                long free = ~Meant.host(op, word);
                if (free != 0 && op != TileCommand.FAULT_ARM) {
                    long[] words = new long[4];
                    words[word] = Long.highestOneBit(free);
                    give(10 + count, 0, TASK, op, words);
                }
            }
        }
        int strays = count;
        assertEquals(true, strays > 3 * (COMMANDS - 8));
        return IntStream.range(0, COMMANDS)
                .filter(op -> op != TileCommand.FAULT_ARM)
                .boxed()
                .flatMap(op -> IntStream.range(0, 4)
                        .filter(word -> Meant.host(op, word) != -1)
                        .mapToObj(word -> op + " of " + TASK))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aBitWithoutAMeaningIsRefused(String engine) {
        List<String> expected = strays();
        play(engine, 0, EpochAccess.OPEN);
        assertEquals(expected, refusals(GuardReason.MALFORMED));
        assertEquals(expected.size(), log.all().size());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aBarrierThatDoesNotExistIsRefused(String engine) {
        for (long barrier = HwLayout.CLASS_ROUTES + 1; barrier <= BarrierCommand.BARRIER_MASK; barrier++) {
            give(10 + count, 0, TASK, TileCommand.BAR_ENTER, barrier << BarrierCommand.BARRIER_LSB | TASK);
            give(10 + count, 0, TASK, TileCommand.BAR_READ, barrier << BarrierCommand.BARRIER_LSB | TASK);
        }
        play(engine, 0, EpochAccess.OPEN);
        assertEquals(count, refusals(GuardReason.MALFORMED).size());
        assertEquals(count, log.all().size());
    }

    @Test
    void withHostStraysTheCommandIsTaken() {
        give(10, 0, TASK, TileCommand.BAR_READ, 1L << 63 | TASK);
        play("lab", UnsafeVariant.HOST_STRAYS, EpochAccess.OPEN);
        assertEquals(0, refusals(GuardReason.MALFORMED).size());
        assertEquals(1, log.of(0, EventKind.BARRIER_COUNTER).size());
    }

    private void pops(String engine) {
        if (engine.equals("lab")) { // which asserts that no host does so
            give(1, 0, TASK, TileCommand.FAULT_ARM, MuteId.HOST_RULES);
        }
        give(10, 0, TASK, TileCommand.MSG_POP, 1);
        give(11, 0, TASK, TileCommand.MSG_POP, HwLayout.RECEPTION_FIFOS);
        give(12, 0, TASK + 1, TileCommand.MSG_POP, 1); // the FIFO is still nobody's
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aPopOfNothingIsRefused(String engine) {
        pops(engine);
        play(engine, 0, EpochAccess.OPEN);
        assertEquals(List.of("11 of 3", "11 of 3", "11 of 4"), refusals(GuardReason.EMPTY));
    }

    /** What it was without a refusal: the first task has the FIFO from its pop of nothing on. */
    @Test
    void withEmptyMuteAPopOfNothingSaysNothing() {
        pops("lab");
        play("lab", UnsafeVariant.EMPTY_MUTE, EpochAccess.OPEN);
        assertEquals(List.of(), refusals(GuardReason.EMPTY));
        assertEquals(List.of("11 of 4"), refusals(GuardReason.OWNED));
    }

    private void opens(long cycle, int node, int index) {
        long word = Descriptors.epoch(index, SHAPE.coord(1), 7);
        give(cycle, node, TASK, TileCommand.EPOCH_OPEN, word);
    }

    private List<Long> denials() {
        return told(0, EventKind.EPOCH_DENIED, EventLog.Event::b);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aDenialSaysThatTheTargetIsHeld(String engine) {
        opens(10, 2, 0);
        opens(500, 0, 5);
        play(engine, 0, EpochAccess.REFUSE);
        assertEquals(List.of((long) RefusalReason.HELD), denials());
    }

    /** Node 2 takes all entries of the target but the last ones, of which node 0 gets one and no second one. */
    private void fills() {
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            opens(10 + index, 2, index);
        }
        opens(2000, 0, 5);
        opens(2100, 0, 6);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aDenialSaysThatTheTableIsFull(String engine) {
        fills();
        play(engine, 0, EpochAccess.OPEN);
        assertEquals(List.of((long) RefusalReason.TABLE), denials());
    }

    @Test
    void withNoReasonADenialDoesNotSayWhy() {
        fills();
        play("lab", UnsafeVariant.NO_REASON, EpochAccess.OPEN);
        assertEquals(List.of(0L), denials());
    }
}
