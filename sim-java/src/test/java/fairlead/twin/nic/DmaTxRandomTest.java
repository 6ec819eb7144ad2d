// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays random operations, neighbours and depths: busy tells whether a cycle without input has an effect, and the unit
 * comes to rest with all operations issued.
 */
class DmaTxRandomTest {
    private static final int[] KINDS = {OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.MSG, OpKind.FLUSH};
    private static final int CYCLES = 3000;
    private static final int LONGEST = 900;

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    private int accepted;

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everythingLeavesAndBusyIsExact(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TxBench bench = new TxBench(
                1 + random.nextInt(30),
                1 + random.nextInt(2),
                new Buffers(8, 1 + random.nextInt(9), 1 + random.nextInt(8), 64, 64, 4),
                4 + random.nextInt(6));
        int pause = 1 + random.nextInt(30);
        int answers = 0;
        boolean silent = false;
        for (int i = 0; i < CYCLES; i++) {
            boolean input = bench.dueNow();
            bench.fences.open = random.nextInt(4) != 0;
            bench.fences.blocked = random.nextInt(8) == 0 ? random.nextInt(16) : 0;
            if (random.nextInt(50) == 0) {
                bench.requestControl[random.nextInt(2)].left++;
            }
            boolean busy = bench.tx.busy();
            if (random.nextInt(pause) == 0) {
                input = true;
                post(bench, random);
            }
            if (random.nextInt(40) == 0 && answers - freed(bench) < 4) {
                input = true;
                bench.tx.push(
                        0, PacketType.DATA, 1, 0, answers, 0x4000 + 16 * answers, random.nextInt(LONGEST), true, 0);
                answers++;
            }
            int before = bench.records();
            bench.step();
            boolean seen = bench.records() != before;
            String where = "seed " + seed + ", cycle " + (bench.cycle - 1);
            assertTrue(seen || !silent, where + ": no read after the pick of a part of a transfer");
            assertTrue(busy || input || !seen, where + ": woke by itself");
            silent = busy && !input && !seen; // such a pick becomes visible only in the next cycle
        }
        bench.fences.open = true;
        bench.fences.blocked = 0;
        bench.tx.command(TileCommand.MSG_CREDIT, 1, 511, 0, 0);
        for (int i = 0; i == 0 || bench.tx.busy() || bench.waitsForInput(); i++) {
            assertTrue(i < 100_000, "seed " + seed + " does not come to rest");
            bench.step();
        }
        assertTrue(accepted > 0);
        assertEquals(answers, freed(bench), "seed " + seed);
        assertEquals(accepted, bench.of(EventKind.OP_ISSUED).size(), "seed " + seed);
    }

    private static long freed(TxBench bench) {
        return bench.told.stream().filter(t -> "freed 0".equals(t.what())).count();
    }

    private void post(TxBench bench, SplittableRandom random) {
        if (random.nextInt(10) == 0) {
            bench.tx.command(TileCommand.MSG_CREDIT, 1, random.nextInt(3), 0, 0);
            return;
        }
        int kind = KINDS[random.nextInt(KINDS.length)];
        int length = kind == OpKind.FADD
                ? 8
                : random.nextInt(kind == OpKind.MSG ? 257 : random.nextInt(3) == 0 ? LONGEST : 40);
        int fifo = random.nextInt(4);
        long drawn = TxBench.word1(random.nextInt(1 << 15), 8 * random.nextInt(1 << 17));
        long addresses = drawn & HwLayout.Meant.post(kind, 1);
        if (bench.tx.waiting(fifo) < bench.injectionDepth) {
            bench.post(TxBench.word0(kind, fifo, 1, accepted++, kind >= OpKind.FLUSH ? 0 : length), addresses);
        }
    }
}
