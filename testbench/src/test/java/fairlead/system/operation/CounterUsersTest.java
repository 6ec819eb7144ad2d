// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The byte counters of node 1 are named by gets of its own and by puts of all nodes. A get is done with its own last
 * byte, puts count whenever they are announced, and whoever finds a counter in use is told so.
 */
@Tag("M-10")
class CounterUsersTest extends HostScript {
    private static final int COUNTER = 5;
    private static final int LANDING = 0x1000;
    private static final int GET = 2048;
    private static final int PUT = 256;
    private static final int GET_TAG = 11;
    private static final Shape SHAPE = new Shape(4, 1, 1);

    private void task0(long cycle, int node, int op, long w0, long w1) {
        give(cycle, node, 0, op, w0, w1);
    }

    private static long word0(int kind, int target, int tag, long length) {
        return Descriptors.word0(kind, SHAPE.coord(target), tag, length);
    }

    private static long word1(int local, int remote, int counter) {
        return (long) local << Descriptor1.LOCAL_LSB
                | (long) remote << Descriptor1.REMOTE_LSB
                | (long) counter << Descriptor1.CTR_LSB
                | 1L << Descriptor1.CTR_VALID_LSB;
    }

    private void put(long cycle, int node, int tag, int length, int counter) {
        task0(cycle, node, TileCommand.POST, word0(OpKind.PUT, 1, tag, length), word1(0, 2 * LANDING, counter));
    }

    private void get(long cycle, int tag, int length, int counter, long with) {
        task0(cycle, 1, TileCommand.POST, word0(OpKind.GET, 2, tag, length) | with, word1(LANDING, 0, counter));
    }

    /** Plays the commands to rest on `model`, `product`, or on `lab` with a flaw. */
    private void play(String engine, int flaw) {
        for (int node = 0; flaw != 0 && node < SHAPE.nodes(); node++) { // the tests see the flaw without the assertions
            task0(1, node, TileCommand.FAULT_ARM, MuteId.OWN_UNIT, 0);
        }
        play(engine, MachineConfig.of(SHAPE).routing(Routing.DRAWN_TIES).build(), flaw, 100_000);
    }

    private long cycle(int node, int kind) {
        List<EventLog.Event> all = log.of(node, kind);
        assertEquals(1, all.size(), () -> EventKind.name(kind) + " of node " + node);
        return all.get(0).cycle();
    }

    private long lastByte() {
        return log.of(1, EventKind.COMMITTED).stream()
                .filter(e -> CommitEvent.address(e.a()) >= LANDING && CommitEvent.address(e.a()) < LANDING + GET)
                .mapToLong(EventLog.Event::cycle)
                .max()
                .orElseThrow();
    }

    // ---- the two kinds

    private void attack(String engine, int flaw, int mode) {
        long epoch = Descriptors.epoch(3, SHAPE.coord(2), 0);
        task0(5, 1, TileCommand.EPOCH_OPEN, epoch, 0);
        long with = 3L << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB | (long) mode << Descriptor0.MODE_LSB;
        get(100, GET_TAG, GET, COUNTER, with);
        task0(101, 1, TileCommand.EPOCH_CLOSE, epoch, 0);
        put(100, 0, 22, PUT, COUNTER);
        play(engine, flaw);
    }

    @ParameterizedTest(name = "{0}, mode {1}")
    @CsvSource({"model, 0", "product, 0", "model, 2", "product, 2"})
    void aForeignPutFinishesNoGet(String engine, int mode) {
        attack(engine, 0, mode);
        assertTrue(lastByte() < cycle(1, EventKind.OP_DONE));
        assertTrue(lastByte() < cycle(1, EventKind.EPOCH_CLOSED));
        assertEquals(22, OpEvent.tag(log.of(0, EventKind.OP_REFUSED).get(0).a()));
        assertEquals(0, log.of(1, EventKind.COUNTER_ZERO).size());
    }

    @Test
    void withSharedCountersItDoes() {
        attack("lab", UnsafeVariant.COUNTER_SHARED, PacketMode.DETERMINISTIC);
        assertTrue(cycle(1, EventKind.OP_DONE) <= lastByte());
        assertTrue(cycle(1, EventKind.EPOCH_CLOSED) <= lastByte());
    }

    private void announced(long first, long second) {
        put(10, 0, 22, PUT, COUNTER);
        task0(first, 1, TileCommand.COUNTER_SET, COUNTER, PUT - 56);
        task0(second, 1, TileCommand.COUNTER_SET, COUNTER, 56);
    }

    @ParameterizedTest(name = "{0}: announced in cycles {1} and {2}")
    @CsvSource({
        "model, 1, 2, 0",
        "product, 1, 2, 0",
        "model, 1, 500, 1",
        "product, 1, 500, 1",
        "model, 500, 501, 1",
        "product, 500, 501, 1"
    })
    void aPutCountsWheneverItIsAnnounced(String engine, long first, long second, int early) {
        announced(first, second);
        play(engine, 0);
        assertEquals(COUNTER, log.of(1, EventKind.COUNTER_ZERO).get(0).a());
        cycle(1, EventKind.COUNTER_ZERO);
        assertEquals(early, log.of(1, EventKind.COUNTER_BELOW).size());
    }

    @ParameterizedTest(name = "{0}: announced in cycles {1} and {2}")
    @CsvSource({"lab, 1, 2", "lab, 500, 501"})
    void whenTheyOverwriteItsZeroIsNeverTold(String engine, long first, long second) {
        announced(first, second);
        play(engine, UnsafeVariant.COUNTER_OVERWRITES);
        assertEquals(0, log.of(1, EventKind.COUNTER_ZERO).size());
    }

    // ---- puts that nobody has announced, and those of other nodes

    private static long only(int node, long bytes) {
        return bytes | (long) SHAPE.coord(node) << CounterBytes.NODE_LSB | 1L << CounterBytes.ONLY_LSB;
    }

    private void getBehindAStranger(String engine, int flaw) {
        put(10, 0, 22, PUT, COUNTER);
        get(500, GET_TAG, GET, COUNTER, 0);
        play(engine, flaw);
        assertEquals(PUT, log.of(1, EventKind.COUNTER_BELOW).get(0).b());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"model", "product"})
    void aPutThatNobodyAnnouncesKeepsNoGetFromItsCounter(String engine) {
        getBehindAStranger(engine, 0);
        assertTrue(lastByte() < cycle(1, EventKind.OP_DONE));
        assertEquals(0, log.of(1, EventKind.OP_REFUSED).size());
    }

    @Test
    void withEarlyHoldsItDoes() {
        getBehindAStranger("lab", UnsafeVariant.EARLY_HOLDS);
        assertEquals(0, log.of(1, EventKind.OP_DONE).size());
        assertEquals(1, log.of(1, EventKind.OP_REFUSED).size());
    }

    /** Node 0 puts before node 1 has announced a put of node 2, and, while it has, once more. */
    private void strangers(String engine, int flaw) {
        put(10, 0, 22, PUT, COUNTER);
        task0(500, 1, TileCommand.COUNTER_SET, COUNTER, only(2, PUT));
        put(600, 0, 23, PUT, COUNTER);
        put(1000, 2, 24, PUT - 1, COUNTER);
        put(1001, 2, 25, 1, COUNTER);
        play(engine, flaw);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"model", "product"})
    void onlyTheNodeThatIsNamedCounts(String engine) {
        strangers(engine, 0);
        assertTrue(1000 < cycle(1, EventKind.COUNTER_ZERO));
        assertEquals(-PUT, (int) log.of(1, EventKind.COUNTER_LOST).get(0).b());
        assertEquals(500, cycle(1, EventKind.COUNTER_LOST));
        assertEquals(23, OpEvent.tag(log.of(0, EventKind.OP_REFUSED).get(0).a()));
        cycle(0, EventKind.OP_REFUSED);
        assertEquals(0, log.of(2, EventKind.OP_REFUSED).size());
    }

    @Test
    void withAnySenderTheFirstPutCounts() {
        strangers("lab", UnsafeVariant.ANY_SENDER);
        assertEquals(500, cycle(1, EventKind.COUNTER_ZERO));
    }

    /** The put of node 2 has come when it is announced; that of node 0 has, too, or has not. */
    @ParameterizedTest(name = "{0}, stranger {1}")
    @CsvSource({"model, false", "product, false", "model, true", "product, true"})
    void aPutThatHasComeCountsIfItsNodeIsNamed(String engine, boolean stranger) {
        put(10, 2, 22, PUT, COUNTER);
        if (stranger) {
            put(10, 0, 23, PUT, COUNTER);
        }
        task0(500, 1, TileCommand.COUNTER_SET, COUNTER, stranger ? 2 * PUT : only(2, PUT));
        play(engine, 0);
        assertEquals(500, cycle(1, EventKind.COUNTER_ZERO));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"model", "product"})
    void anAnnouncementOfOtherPutsIsRefused(String engine) {
        task0(10, 1, TileCommand.COUNTER_SET, COUNTER, only(2, PUT));
        task0(11, 1, TileCommand.COUNTER_SET, COUNTER, only(3, PUT));
        task0(12, 1, TileCommand.COUNTER_SET, COUNTER, PUT);
        task0(13, 1, TileCommand.COUNTER_SET, COUNTER, only(2, PUT));
        task0(14, 1, TileCommand.COUNTER_CLEAR, COUNTER, 0);
        play(engine, 0);
        assertEquals(2, log.of(1, EventKind.COUNTER_REFUSED).size());
        assertEquals(2 * PUT, log.of(1, EventKind.COUNTER_LOST).get(0).b());
    }

    /** Node 0 puts nothing, again and again, while node 1 announces a put of node 2 and before that. */
    private void emptyPuts(String engine, int flaw) {
        for (int cycle = 10; cycle < 480; cycle += 9) {
            put(cycle, 0, 22, 0, COUNTER);
        }
        task0(300, 1, TileCommand.COUNTER_SET, COUNTER, only(2, PUT));
        put(1000, 2, 24, PUT, COUNTER);
        play(engine, flaw);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"model", "product"})
    void putsOfNoBytesCompleteNothing(String engine) {
        emptyPuts(engine, 0);
        assertTrue(1000 < cycle(1, EventKind.COUNTER_ZERO));
    }

    @Test
    void withEmptyCountsEachReportsZero() {
        emptyPuts("lab", UnsafeVariant.EMPTY_COUNTS);
        List<Long> zeros = told(1, EventKind.COUNTER_ZERO, EventLog.Event::cycle);
        assertTrue(zeros.size() > 20 && zeros.get(0) < 300, zeros.toString());
    }

    // ---- who finds a counter in use

    @ParameterizedTest(name = "{0}, mode {1}")
    @CsvSource({"model, 0", "product, 0", "model, 2", "product, 2"})
    void ofTwoGetsOfOneCounterOneIsRefusedAndNothingWaitsForIt(String engine, long mode) {
        get(100, GET_TAG, GET, COUNTER, mode << Descriptor0.MODE_LSB);
        get(101, GET_TAG + 1, 64, COUNTER, mode << Descriptor0.MODE_LSB);
        task0(102, 1, TileCommand.POST, word0(OpKind.FLUSH, 2, 7, 0), 0);
        task0(1000, 1, TileCommand.COUNTER_SET, COUNTER, 1);
        task0(1001, 1, TileCommand.COUNTER_CLEAR, COUNTER, 0);
        get(1002, GET_TAG + 2, 64, COUNTER, 0);
        play(engine, 0);
        assertEquals(
                GET_TAG + 1, OpEvent.tag(log.of(1, EventKind.OP_REFUSED).get(0).a()));
        cycle(1, EventKind.OP_REFUSED);
        cycle(1, EventKind.FLUSH_DONE);
        assertEquals(1, log.of(1, EventKind.COUNTER_LOST).get(0).b());
        assertEquals(2, log.of(1, EventKind.OP_DONE).size());
    }

    @ParameterizedTest
    @CsvSource({"model", "product"})
    void aGetThatIsRefusedGivesItsCounterBack(String engine) {
        int beyond = MachineConfig.of(SHAPE).build().memoryBytes();
        task0(100, 1, TileCommand.POST, word0(OpKind.GET, 2, 1, 64), word1(LANDING, beyond, COUNTER));
        get(1000, GET_TAG, GET, COUNTER, 0);
        play(engine, 0);
        cycle(1, EventKind.OP_REFUSED);
        cycle(1, EventKind.OP_DONE);
    }

    // ---- any programs

    /** What is left of each counter is what was announced less the puts that nobody was told of. */
    @ParameterizedTest(name = "{0}, {1} seeds")
    @CsvSource({"model, 60", "product, 12"})
    void everyByteIsCountedOrToldOf(String engine, int seeds) {
        for (int seed = 1; seed <= seeds; seed++) {
            Random random = new Random(seed);
            String what = engine + ", seed " + seed;
            begin();
            drawn(random);
            play(engine, 0);
            judge(what);
        }
    }

    private static final int COUNTERS = 3;
    private static final int END = 5000;

    private record Put(int counter, int length) {}

    private final Map<Integer, Put> puts = new HashMap<>(); // by tag
    private final long[] balance = new long[COUNTERS];
    private int gets;

    private void drawn(Random random) {
        puts.clear();
        Arrays.fill(balance, 0);
        gets = 0;
        for (int i = 0; i < 60; i++) {
            long at = 100 + random.nextInt(600);
            int counter = random.nextInt(COUNTERS);
            int length = random.nextInt(PUT + 1);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    put(at, random.nextInt(4), 1000 + i, length, counter);
                    puts.put(1000 + i, new Put(counter, length));
                    balance[counter] -= length;
                }
                case 2 -> {
                    long mode = random.nextInt(2) == 0 ? PacketMode.DRAWN : PacketMode.DETERMINISTIC;
                    get(at, i, random.nextInt(1000), counter, mode << Descriptor0.MODE_LSB);
                    gets++;
                }
                case 3 -> {
                    long word = random.nextInt(3) == 0 ? only(random.nextInt(4), length) : length;
                    task0(at, 1, TileCommand.COUNTER_SET, counter, word);
                    balance[counter] += length;
                }
                default -> task0(at, 1, TileCommand.COUNTER_CLEAR, counter, 0);
            }
        }
        for (int counter = 0; counter < COUNTERS; counter++) {
            task0(END + counter, 1, TileCommand.COUNTER_CLEAR, counter, 0);
        }
    }

    private void judge(String what) {
        for (int node = 0; node < SHAPE.nodes(); node++) {
            for (int kind : new int[] {EventKind.OP_REFUSED, EventKind.OP_REJECTED}) {
                for (EventLog.Event e : log.of(node, kind)) {
                    Put put = puts.get((int) OpEvent.tag(e.a()));
                    if (put == null) {
                        gets--;
                    } else {
                        balance[put.counter] += put.length;
                    }
                }
            }
        }
        for (EventLog.Event e : log.of(1, EventKind.COUNTER_REFUSED)) {
            balance[(int) e.a()] -= CounterBytes.bytes(e.b());
        }
        for (EventLog.Event e : log.of(1, EventKind.COUNTER_LOST)) {
            balance[(int) e.a()] += e.unit() == EventUnit.COMMIT ? e.b() : -(int) e.b();
        }
        assertEquals(gets, log.of(1, EventKind.OP_DONE).size(), what);
        for (int counter = 0; counter < COUNTERS; counter++) {
            assertEquals(0, balance[counter], what + ", counter " + counter);
        }
    }
}
