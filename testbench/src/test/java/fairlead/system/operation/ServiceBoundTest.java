// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures, through the whole node, how often a descriptor is passed that wants what the injection FIFOs share: fence
 * entries, end-to-end credits, acknowledgement counters (docs/spec/dma-engine-tx.md, "How long a descriptor waits").
 * And how long a put waits in front of a receiver without a free response slot.
 */
@Tag("lab")
@Tag("M-1110")
class ServiceBoundTest {
    private static final int HOG = 500; // operations of each FIFO that is always full
    private static final int LATE = 3000; // cycle in which the descriptor that is followed is posted
    private static final int MEANWHILE = 1100; // cycle of the request behind gets that take longer
    private static final int SLOW = 64; // cycles of a flit on a slow link
    private static final int POSTED = 3; // cycles from a POST to the event of a descriptor that leaves at once
    private static final long END = 60_000;
    private static final Shape SHAPE = new Shape(5, 1, 1);
    private static final int STORES = 9; // cycles between two requests of the store path

    private final CommandBuffer commands = new CommandBuffer();
    private final EventLog log = new EventLog();
    private int seq;

    private void give(long cycle, int node, int task, int op, long w0, long w1) {
        int kind = (int) Descriptor0.kind(w0);
        boolean posts = op == TileCommand.POST; // without what the kind does not mean
        commands.add(
                cycle,
                node,
                task,
                op,
                posts ? w0 & Meant.post(kind, 0) : w0,
                posts ? w1 & Meant.post(kind, 1) : w1,
                0,
                0,
                seq++);
    }

    private static long word0(int kind, int fifo, int target, int tag, long length, int mode) {
        return Descriptors.word0(kind, SHAPE.coord(target), tag, length)
                | (long) fifo << Descriptor0.FIFO_LSB
                | (long) mode << Descriptor0.MODE_LSB;
    }

    /** Plays the commands on the engine, with a flaw or without. */
    private void play(String engine, MachineConfig machine, int flaw) {
        for (int node = 0; engine.equals("lab") && node < SHAPE.nodes(); node++) { // pops of empty reception FIFOs
            give(1, node, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0);
        }
        log.play(engine, machine, flaw, commands, END);
    }

    private static MachineConfig machine(int entries, int counters) {
        TableSizes tables = TableSizes.ALL.with(Table.FENCE_ENTRIES, entries).with(Table.ACK_COUNTERS, counters);
        return MachineConfig.of(SHAPE)
                .routing(Routing.DRAWN_TIES)
                .buffers(new Buffers(8, 8, 64, 64, 64, 8).with(tables))
                .messageBase(0x8000)
                .build();
    }

    /** Has the store path put a word again and again, which moves the turn of port 0. */
    private void stores() {
        long alloc = 1L << DlaCommand.PR_LSB | 30L << DlaCommand.CREDITS_LSB | 1L << DlaCommand.BLOCK_LSB;
        give(5, 0, 2, TileCommand.DLA_ALLOC, alloc, 0);
        for (long cycle = 200; cycle < END; cycle += STORES) {
            give(cycle, 0, 2, TileCommand.DLA_REQUEST, word0(OpKind.PUT, 0, 1, 0, 0, 0), 0);
        }
    }

    /** Keeps FIFO `hog` full of descriptors, and posts one in FIFO `late`. */
    private void posts(int kind, int hog, int late, int gap, int mode, int length) {
        for (int i = 0; i < HOG; i++) {
            int target = kind == OpKind.PUT ? 1 + i % 2 : 2;
            give(100 + (long) gap * i, 0, 0, TileCommand.POST, word0(kind, hog, target, i, length, mode), 0x100);
        }
        int target = kind == OpKind.PUT ? 3 : 2;
        give(LATE, 0, 1, TileCommand.POST, word0(kind, late, target, HOG, length, mode), 0x100);
    }

    /** Returns how many operations of the full FIFO leave while the late one waits, or -1 if it never leaves. */
    private long passed() {
        List<EventLog.Event> left = log.of(0, EventKind.OP_ISSUED);
        long own = left.stream()
                .filter(e -> Descriptor0.tag(e.a()) == HOG)
                .mapToLong(EventLog.Event::cycle)
                .findFirst()
                .orElse(-1);
        return own < 0
                ? -1
                : left.stream()
                        .filter(e -> e.cycle() > LATE + POSTED && e.cycle() < own)
                        .count();
    }

    /** Has FIFO `hog` passed by one descriptor of FIFO `late`, both of this kind, which share so many of a resource. */
    private void share(String kind, String engine, int hog, int late, int most, boolean store, int flaw) {
        if (store) {
            stores();
        }
        MachineConfig machine = machine(8, Table.ACK_COUNTERS.most());
        switch (kind) {
            case "flushes" -> {
                posts(OpKind.FLUSH, hog, late, 26, 0, 0);
                machine = machine(most, Table.ACK_COUNTERS.most());
            }
            case "messages" -> {
                give(0, 0, 0, TileCommand.MSG_CREDIT, SHAPE.coord(2), most);
                posts(OpKind.MSG, hog, late, 26, 0, 8);
                for (long cycle = 200; cycle < END; cycle += 2) {
                    give(cycle, 2, 0, TileCommand.MSG_POP, 0, 0);
                }
            }
            default -> {
                posts(OpKind.PUT, hog, late, 8, PacketMode.DRAWN, 16);
                machine = machine(8, most);
            }
        }
        play(engine, machine, flaw);
    }

    static Stream<Arguments> shares() {
        List<String> cases = List.of(
                "0 2 1 true",
                "0 2 1 false",
                "0 2 8 true",
                "2 0 2 true",
                "1 3 1 true",
                "0 1 1 true",
                "1 0 1 true",
                "3 0 3 true");
        return Stream.of("flushes", "messages", "unordered puts")
                .flatMap(kind -> cases.stream().map(one -> Arguments.of(kind, one)));
    }

    /**
     * Fence entries, message credits and acknowledgement counters: FIFO, late FIFO, number, and whether the store path
     * is busy. Counters that packets of the full FIFO keep from coming home are not joined while another FIFO waits.
     */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("shares")
    void aDescriptorIsPassedByOneOfAnotherFifo(String kind, String one) {
        String[] word = one.split(" ");
        for (String engine : List.of("model", "product")) {
            ServiceBoundTest run = new ServiceBoundTest();
            int most = Integer.parseInt(word[2]);
            run.share(
                    kind,
                    engine,
                    Integer.parseInt(word[0]),
                    Integer.parseInt(word[1]),
                    most,
                    word[3].equals("true"),
                    0);
            long passed = run.passed();
            assertTrue(passed >= 0 && passed <= 1, engine + ": passed by " + passed);
        }
    }

    /** Tests the flaw that has one turn of the port for all that the FIFOs share. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"flushes", "messages", "unordered puts"})
    void withOneTurnADescriptorWaitsForAllOfAnotherFifo(String kind) {
        share(kind, "lab", 0, 2, 1, true, UnsafeVariant.ONE_POINTER);
        long passed = passed();
        assertTrue(passed < 0 || passed > 50, "passed by " + passed);
    }

    /**
     * Gets of a packet that take, on slow links, the buffer of the router of node 4, all places of its emitter and all
     * its response slots, and a PUT or MSG of node 3 to it meanwhile.
     */
    private void slots(String engine, int slots, int kind, int flaw) {
        for (int i = 0; i < 1 + HwLayout.HEADER_QUEUE + slots; i++) {
            give(10, 0, 0, TileCommand.POST, word0(OpKind.GET, 0, 4, i, 256, 0), (long) i << Descriptor1.CTR_LSB);
        }
        late(kind);
        MachineConfig machine = MachineConfig.of(SHAPE)
                .buffers(new Buffers(8, 8, 64, 16, 64, slots))
                .messageBase(0x8000)
                .localPorts(1)
                .linkInterval(SLOW)
                .build();
        play(engine, machine, flaw);
    }

    private void late(int kind) {
        give(0, 3, 0, TileCommand.MSG_CREDIT, SHAPE.coord(4), 1);
        give(MEANWHILE, 3, 1, TileCommand.POST, word0(kind, 1, 4, HOG, 16, 0), 0);
    }

    /** Returns the number of cycles from the POST of node 3 to the last flit of its packet at node 4. */
    private long arrives() {
        return log.of(4, EventKind.PACKET_DELIVERED).stream()
                        .filter(e -> Header0.src(e.a()) == SHAPE.coord(3) && Header1.tag(e.b()) == HOG)
                        .mapToLong(EventLog.Event::cycle)
                        .findFirst()
                        .orElse(END)
                - MEANWHILE;
    }

    @ParameterizedTest(name = "{0}: {1} slots, kind {2}")
    @CsvSource({"model, 1, 0", "model, 3, 0", "model, 2, 4", "product, 1, 0", "product, 3, 0", "product, 2, 4"})
    void aRequestThatIsNotAnsweredWaitsForNoResponseSlot(String engine, int slots, int kind) {
        slots(engine, slots, kind, 0);
        assertTrue(arrives() < 4 * SLOW, engine + ": arrives after " + arrives());
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 4"})
    void withTheFlawItWaitsForTheGets(int slots, int kind) {
        slots("lab", slots, kind, UnsafeVariant.PUT_TAKES_SLOT);
        assertTrue(arrives() > 5 * SLOW, "arrives after " + arrives());
    }

    /** Long gets of node 3, one more than node 4 has response slots, and a PUT of its other port to it meanwhile. */
    private void longGets(String engine, int gets, int flaw) {
        for (int i = 0; i < gets; i++) {
            int fifo = gets == 1 ? 0 : 2 * (i % 2);
            give(
                    10,
                    3,
                    0,
                    TileCommand.POST,
                    word0(OpKind.GET, fifo, 4, i, 1 << 15, 0),
                    (long) i << Descriptor1.CTR_LSB);
        }
        late(OpKind.PUT);
        MachineConfig machine = MachineConfig.of(SHAPE)
                .buffers(new Buffers(8, 8, 64, 16, 64, 8))
                .messageBase(0x8000)
                .build();
        play(engine, machine, flaw);
    }

    @ParameterizedTest(name = "{0}, {1} gets")
    @CsvSource({"model, 1", "model, 9", "product, 1", "product, 9"})
    void aPutWaitsForNoWholeGet(String engine, int gets) {
        longGets(engine, gets, 0);
        assertTrue(arrives() < (gets == 1 ? 60 : 400), engine + ": arrives after " + arrives());
    }

    @Test
    void withoutPaceItWaitsForGetsThatWait() {
        longGets("lab", 1, UnsafeVariant.GETS_UNPACED);
        assertTrue(arrives() > 200, "arrives after " + arrives());
    }
}
