// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.AtomicFunction;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Routing;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import fairlead.support.EventLog.Event;
import fairlead.support.TestMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is refused, at the host port and by the target, says why, and a flush tells of it. The bits of each kind of
 * operation are those of the table in docs/spec/dma-engine-tx.md, rule 2.
 */
@Tag("M-21")
class RefusalTest {
    private static final int CASES = 400; // commands of one run
    private static final int GAP = 150; // cycles
    private static final int MEMORY = 1 << 16;
    private static final int CHANNEL = 3;

    // the page, in the order of OpKind: bits of the words of a POST; and of words 0 and 1 of a DLA_REQUEST
    private static final long NAMED = field0("kind") | field0("target") | field0("tag");
    private static final long POSTED = NAMED | field0("fifo") | field0("fifoHigh");
    private static final long INNER = field0("length") | field0("index") | field0("epoch");
    private static final long MODE = field0("mode");
    private static final long REMOTE = Descriptor1.REMOTE_MASK << Descriptor1.REMOTE_LSB;
    private static final long LOCAL = Descriptor1.LOCAL_MASK << Descriptor1.LOCAL_LSB;
    private static final long COUNTER =
            Descriptor1.CTR_MASK << Descriptor1.CTR_LSB | Descriptor1.CTR_VALID_MASK << Descriptor1.CTR_VALID_LSB;
    private static final long[][] POST = {
        {POSTED | INNER | MODE, LOCAL | REMOTE | COUNTER, 0, 0},
        {POSTED | INNER | MODE, LOCAL | REMOTE | COUNTER, 0, 0},
        {POSTED | INNER, REMOTE, -1, 7},
        {POSTED | INNER, REMOTE, -1, -1},
        {POSTED | field0("length"), LOCAL | 15L << Descriptor1.REMOTE_LSB, 0, 0},
        {POSTED, 0, 0, 0},
        {POSTED | MODE, 0, 0, 0}
    };
    private static final long[][] STORE = {
        {NAMED | field0("length"), REMOTE | COUNTER},
        {NAMED | field0("length"), LOCAL | REMOTE | COUNTER},
        {NAMED | field0("length"), REMOTE},
        {NAMED | field0("length"), REMOTE}
    };

    private final TestMachine machine = new TestMachine(2, 1, 1, 1);

    {
        machine.routing = Routing.DRAWN_TIES;
    }

    private final CommandBuffer commands = new CommandBuffer();
    private final Random random = new Random();
    private int count;

    private static long field0(String name) {
        return switch (name) {
            case "kind" -> Descriptor0.KIND_MASK << Descriptor0.KIND_LSB;
            case "fifo" -> Descriptor0.FIFO_MASK << Descriptor0.FIFO_LSB;
            case "fifoHigh" -> Descriptor0.FIFO_HIGH_MASK << Descriptor0.FIFO_HIGH_LSB;
            case "target" -> Descriptor0.TARGET_MASK << Descriptor0.TARGET_LSB;
            case "tag" -> Descriptor0.TAG_MASK << Descriptor0.TAG_LSB;
            case "length" -> Descriptor0.LENGTH_MASK << Descriptor0.LENGTH_LSB;
            case "index" -> Descriptor0.INDEX_MASK << Descriptor0.INDEX_LSB;
            case "epoch" -> Descriptor0.EPOCH_MASK << Descriptor0.EPOCH_LSB;
            default -> Descriptor0.MODE_MASK << Descriptor0.MODE_LSB;
        };
    }

    private void command(long cycle, int op, long... words) {
        commands.add(cycle, 0, 0, op, words[0], words[1], words[2], words[3], count++);
    }

    private long word0(int kind, int tag, int length) {
        return Descriptors.word0(kind, machine.shape.coord(1), tag, length);
    }

    private static boolean isAtomic(int kind) {
        return kind == OpKind.FADD || kind == OpKind.CAS;
    }

    /** Draws a command that is accepted, unless it has a bit that its kind does not mean. */
    private long[] draw(int kind, int tag, long[][] table) {
        int bytes = isAtomic(kind) ? 4 << random.nextInt(2) : random.nextInt(33);
        long[] words = {
            word0(kind, tag, bytes)
                    | (long) random.nextInt(1 << Descriptor0.FIFO_WIDTH) << Descriptor0.FIFO_LSB
                    | (long) random.nextInt(4) << Descriptor0.INDEX_LSB
                    | (long) (random.nextBoolean() ? PacketMode.DRAWN : 0) << Descriptor0.MODE_LSB,
            (isAtomic(kind) ? bytes : 8L) * random.nextInt(MEMORY / 16) << Descriptor1.REMOTE_LSB
                    | (long) random.nextInt(MEMORY / 2) << Descriptor1.LOCAL_LSB
                    | (long) (tag % 60) << Descriptor1.CTR_LSB
                    | (kind == OpKind.PUT ? 0 : random.nextLong(2) << Descriptor1.CTR_VALID_LSB),
            random.nextLong(),
            kind == OpKind.FADD ? random.nextInt(AtomicFunction.SWAP + 1) : random.nextLong()
        };
        for (int word = 0; word < table[kind].length; word++) {
            words[word] &= table[kind][word];
        }
        if (table == STORE) {
            words[2] = 0;
            words[3] = CHANNEL;
        }
        return words;
    }

    /** Sets one bit that the kind does not mean. */
    private void spoil(long[] words, long[] meant) {
        int word;
        int bit;
        do {
            word = random.nextInt(meant.length);
            bit = random.nextInt(Long.SIZE);
        } while ((meant[word] >>> bit & 1) != 0);
        words[word] |= 1L << bit;
    }

    /** Returns what node 0 tells on `model`, `product`, or on `lab` with a flaw. */
    private List<Event> play(String engine, int flaw) {
        EventLog log = new EventLog();
        assertEquals(StopReason.IDLE, log.play(engine, machine.config(), flaw, commands, 400_000));
        return log.of(0);
    }

    /** Returns the fate of each tag: the kind of its event, with the reason of a refusal above it. */
    private static Map<Integer, Long> fates(List<Event> told) {
        Map<Integer, Long> fates = new TreeMap<>();
        for (Event e : told) {
            switch (e.kind()) {
                case EventKind.OP_REJECTED -> fates.put((int) OpEvent.tag(e.a()), e.b() << 8 | e.kind());
                case EventKind.OP_ISSUED -> fates.put((int) Descriptor0.tag(e.a()), (long) e.kind());
                case EventKind.DLA_ACCEPTED -> fates.put((int) DlaTagEvent.tag(e.a()), (long) e.kind());
                case EventKind.DLA_DISCARDED -> fates.put((int) DlaTagEvent.tag(e.a()), e.b() << 8 | e.kind());
                default -> {}
            }
        }
        return fates;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aBitThatItsKindDoesNotMeanIsRefused(String engine) {
        long seed = Long.getLong("fairlead.seed", 15);
        random.setSeed(seed);
        Map<Integer, Long> expected = new TreeMap<>();
        command(1, TileCommand.MSG_CREDIT, machine.shape.coord(1), 511, 0, 0);
        long reserve = 1L << DlaCommand.PR_LSB | 8L << DlaCommand.CREDITS_LSB | CHANNEL;
        command(2, TileCommand.DLA_ALLOC, reserve, 0, 0, 0);
        for (int tag = 0; tag < CASES; tag++) {
            boolean stores = random.nextInt(3) == 0;
            long[][] table = stores ? STORE : POST;
            int kind = random.nextInt(table.length);
            long[] words = draw(kind, tag, table);
            boolean isWrong = random.nextBoolean();
            if (isWrong && isAtomic(kind) && random.nextInt(3) == 0) {
                words[1] |= 1L + random.nextInt((int) Descriptor0.length(words[0]) - 1) << Descriptor1.REMOTE_LSB;
            } else if (isWrong) {
                spoil(words, table[kind]);
            }
            long cycle = 100 + (long) GAP * tag;
            command(cycle, stores ? TileCommand.DLA_REQUEST : TileCommand.POST, words);
            int flits = kind == OpKind.PUT ? (int) (Descriptor0.length(words[0]) + 15) / 16 : 1;
            for (int flit = 0; stores && flit < flits; flit++) {
                command(cycle + 1 + flit, TileCommand.DLA_DATA, 0, 0, 0, CHANNEL);
            }
            long why = stores ? DlaDropReason.MALFORMED : RejectReason.MALFORMED;
            int bad = stores ? EventKind.DLA_DISCARDED : EventKind.OP_REJECTED;
            int good = stores ? EventKind.DLA_ACCEPTED : EventKind.OP_ISSUED;
            expected.put(tag, isWrong ? why << 8 | bad : good);
        }
        assertEquals(expected, fates(play(engine, 0)), "seed " + seed);
    }

    /** A put that reaches beyond the memory of its target, with a flush and another flush after it. */
    private void beyond() {
        long w1 = (long) (MEMORY - 3 * 256) << Descriptor1.REMOTE_LSB;
        command(10, TileCommand.POST, word0(OpKind.PUT, 5, 8 * 256), w1, 0, 0);
        command(11, TileCommand.POST, word0(OpKind.FLUSH, 6, 0), 0, 0, 0);
        command(3000, TileCommand.POST, word0(OpKind.FLUSH, 7, 0), 0, 0, 0);
    }

    private static List<String> refusals(List<Event> told) {
        List<String> all = new ArrayList<>();
        for (Event e : told) {
            if (e.kind() == EventKind.OP_REFUSED) {
                all.add(OpEvent.tag(e.a()) + " " + RefusalReason.name((int) OpEvent.reason(e.a())));
            } else if (e.kind() == EventKind.FLUSH_DONE) {
                all.add("flush " + OpEvent.tag(e.a()) + " " + DoneEvent.refused(e.b()));
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void theTaskThatAskedHearsWhyAndItsFlushTells(String engine) {
        beyond();
        command(4000, TileCommand.POST, word0(OpKind.FADD, 8, 8), 8L << Descriptor1.REMOTE_LSB, 1, 7);
        command(5000, TileCommand.POST, word0(OpKind.FENCE, 9, 0), 0, 0, 0);
        command(6000, TileCommand.POST, word0(OpKind.FLUSH, 10, 0), 0, 0, 0);
        String why = "5 OUTSIDE";
        assertEquals(
                List.of(why, why, why, why, why, "flush 6 5", "flush 7 0", "8 FUNCTION", "flush 10 0"),
                refusals(play(engine, 0)));
    }

    @Test
    void flawsAreSeen() {
        beyond();
        assertEquals("5 0", refusals(play("lab", UnsafeVariant.NO_REASON)).get(0));
        beyond();
        assertEquals(
                "flush 6 0", refusals(play("lab", UnsafeVariant.FLUSH_MUTE)).get(5));
        command(10, TileCommand.POST, word0(OpKind.FLUSH, 3, 8), 0, 0, 0);
        assertEquals(Map.of(3, (long) EventKind.OP_ISSUED), fates(play("lab", UnsafeVariant.STRAY_BITS)));
        command(10, TileCommand.POST, word0(OpKind.FADD, 3, 8), 0x103dL << Descriptor1.REMOTE_LSB, 7, 0);
        assertEquals(Map.of(3, (long) EventKind.OP_ISSUED), fates(play("lab", UnsafeVariant.UNALIGNED)));
    }
}
