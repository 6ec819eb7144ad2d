// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules and timing of docs/spec/barrier-unit.md on the twin. */
@Tag("M-18")
class BarrierUnitTest {
    private static final class Player extends UnitScript {
        private BarrierUnit unit;

        Player() {
            open(1, 8);
        }

        private void open(int tasks, int width) {
            TestTile tile = new TestTile();
            tile.tasks = tasks;
            tile.barrierWidth = width;
            unit = new BarrierUnit(tile.context(this), 0);
        }

        @Override
        protected Object play(String[] words) {
            int task = words.length > 1 ? number(words[1]) : 0;
            switch (words[0]) {
                case "new" -> open(task, number(words[2]));
                case "gi" -> unit.giIn(task);
                case "join" -> unit.command(
                        TileCommand.BAR_ENTER,
                        (long) task << BarrierCommand.TASK_LSB | words.length - 2L << BarrierCommand.MASTER_LSB);
                case "add", "read" -> unit.command(
                        words[0].equals("add") ? TileCommand.BAR_ADD : TileCommand.BAR_READ,
                        (long) number(words[2]) << BarrierCount.K_LSB | (long) task << BarrierCount.TASK_LSB);
                case "op" -> unit.command(task, 1L << BarrierCommand.MASTER_LSB);
                case "busy" -> {
                    return unit.busy();
                }
                default -> {
                    return unit.giOut();
                }
            }
            return null;
        }

        @Override
        protected void edge() {
            unit.edge(t);
        }
    }

    private final Player player = new Player();

    @TestFactory
    @Tag("R-BAR-1")
    Stream<DynamicTest> thePage() {
        return UnitScript.tests("barrier-unit.txt", Player::new);
    }

    @ParameterizedTest(name = "latency {0}")
    @ValueSource(ints = {1, 2, 7})
    void aloneTheLastJoinIsReleasedLatencyPlusFiveLater(int latency) {
        player.play("new 2 8");
        int[] wires = new int[latency]; // giOut of the last cycles
        Map<Integer, String> cycles = Map.of(
                20,
                "; join 1 > BARRIER_JOINED 1 1",
                30,
                "; join 0 master > BARRIER_JOINED 0 1",
                31,
                " > BARRIER_GLOBAL 0 1",
                30 + latency + 4,
                " > BARRIER_RELEASED 3 2"); // visible in 30 + latency + 5
        for (int cycle = 1; cycle < 60; cycle++) {
            String gi = "gi " + wires[cycle % latency];
            wires[cycle % latency] = player.unit.giOut(); // the pins carry the value that the register shows now
            player.play(gi + cycles.getOrDefault(cycle, ""));
        }
    }

    /** Rules 1, 4, 5: any N, any width, through the wrap of C. */
    @ParameterizedTest(name = "{0} tasks, {1} bits")
    @CsvSource({
        "1, 1", "1, 2", "2, 2", "3, 3", "3, 6", "4, 3", "5, 4", "7, 4", "8, 4", "9, 5", "15, 5", "16, 5", "16, 16"
    })
    void anInstanceAdvancesCByPAndReleasesAllThroughEveryWrap(int tasks, int width) {
        player.play("new " + tasks + " " + width);
        int power = 1;
        while (power < tasks) {
            power *= 2;
        }
        int modulus = 1 << width;
        int c = 0;
        int instances = 3 * modulus / power < 200 ? 3 * modulus / power + 2 : 20;
        for (int instance = 0; instance < instances; instance++) {
            int master = instance % tasks;
            for (int i = 0; i < tasks; i++) {
                int task = (i + 2 * instance) % tasks; // the master may come at any position
                c = task == master ? c : (c + 1) % modulus;
                player.play(String.format(
                        "gi %d; join %d%s > BARRIER_JOINED %x %x",
                        player.unit.giOut(), task, task == master ? " master" : "", task, c));
            }
            player.play(String.format("> BARRIER_GLOBAL 0 %x", c));
            c = (c / power + 1) * power % modulus; // the next multiple of P
            player.play(String.format(
                    "gi %d; 3 cycles > BARRIER_RELEASED %x %x; busy = false",
                    player.unit.giOut(), (1 << tasks) - 1, c));
        }
    }

    @Test
    void otherCommandsAreNotItsOwn() {
        for (int op = 0; op < 20; op++) {
            if (op != TileCommand.BAR_ENTER && op != TileCommand.BAR_ADD && op != TileCommand.BAR_READ) {
                player.play("op " + op);
            }
        }
    }
}
