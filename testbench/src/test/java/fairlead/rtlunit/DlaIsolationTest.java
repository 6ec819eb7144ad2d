// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.nic.DlaArbiter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Up to eight processes store into their channels at once, word by word in any order, and some die after any word of a
 * request: those that live lose nothing and wait for nobody, a flush waits for whole requests only, and a clear gives
 * back what a dead process held.
 */
@Tag("lab")
@Tag("M-94")
class DlaIsolationTest {
    private static final int CHANNELS = 8;
    private static final int DEPTH = 64;
    private static final int CREDITS = DEPTH / CHANNELS;

    /** The unit: commands and takes of a cycle, then what its ports show. */
    private interface Unit extends AutoCloseable {
        void cycle(int op, long w0, long w1, long channel, boolean ready);

        /** Returns kind, a and b of an event of the last cycle, or null. */
        long[] event(int unit, String port);

        /** Returns valid, w0 and w1 of the front word, and requests enqueued and dequeued. */
        long[] front();

        @Override
        void close();
    }

    private static Unit twin() {
        UnitPins pins = new UnitPins();
        MachineConfig machine = MachineConfig.of(new Shape(4, 1, 1))
                .buffers(new Buffers(8, 8, 16, 64, DEPTH, 8))
                .dla(DlaLimits.of(DEPTH))
                .build();
        DlaArbiter twin = new DlaArbiter(pins.tile(machine, 0));
        long[] now = {0};
        return new Unit() {
            @Override
            public void cycle(int op, long w0, long w1, long channel, boolean ready) {
                pins.clear();
                twin.command(0, op, w0, w1, (int) channel);
                if (ready) {
                    twin.take();
                }
                twin.edge(now[0]++);
            }

            @Override
            public long[] event(int unit, String port) {
                return pins.shows(unit) ? new long[] {pins.kind(unit), pins.a(unit), pins.b(unit)} : null;
            }

            @Override
            public long[] front() {
                boolean is = twin.valid();
                return new long[] {
                    is ? 1 : 0, is ? twin.w0() : 0, is ? twin.w1() : 0, twin.enqueued(), twin.dequeued(),
                };
            }

            @Override
            public void close() {}
        };
    }

    private static Unit rtl() {
        RtlUnit rtl = new RtlUnit("DlaArbiter");
        DlaArbiterRtlTest.begin(rtl, DEPTH, 0);
        rtl.settle();
        return new Unit() {
            @Override
            public void cycle(int op, long w0, long w1, long channel, boolean ready) {
                rtl.set("cmd_valid", op != 0);
                rtl.set("cmd_op", op);
                rtl.set("cmd_w_0", w0);
                rtl.set("cmd_w_1", w1);
                rtl.set("cmd_w_3", channel);
                rtl.set("out_ready", ready);
                rtl.edge();
                rtl.set("cmd_valid", false);
                rtl.set("out_ready", false);
                rtl.settle();
            }

            @Override
            public long[] event(int unit, String port) {
                return rtl.is(port + "_valid")
                        ? new long[] {rtl.get(port + "_kind"), rtl.get(port + "_a"), rtl.get(port + "_b")}
                        : null;
            }

            @Override
            public long[] front() {
                boolean is = rtl.is("out_valid");
                return new long[] {
                    is ? 1 : 0,
                    is ? rtl.get("out_w0") : 0,
                    is ? rtl.get("out_w1") : 0,
                    rtl.get("enqueued"),
                    rtl.get("dequeued"),
                };
            }

            @Override
            public void close() {
                rtl.close();
            }
        };
    }

    /** A process: what it stores, and what it has of its request. */
    private static final class Process {
        private int requests; // still to come
        private int flits = -1; // of the request that is half, or -1
        private int given;
        private int tag;
        private int credits = CREDITS;
        private int dies = -1; // words of its last request before its death, or -1
        private boolean dead;
        private boolean cleared;
    }

    private record Whole(int channel, int tag, int flits) {}

    private final Random random = new Random();
    private final Process[] all = new Process[CHANNELS];
    private final Deque<Whole> whole = new ArrayDeque<>();
    private Unit unit;
    private int inPacket; // words of the front request that have left

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"twin", "RTL"})
    void nobodyLosesOrWaitsByTheStoresOfOthers(String engine) {
        for (int seed = 0; seed < 300; seed++) {
            random.setSeed(seed);
            try (Unit its = engine.equals("RTL") ? rtl() : twin()) {
                unit = its;
                play("seed " + seed + ": ");
            }
        }
    }

    private void play(String text) {
        whole.clear();
        inPacket = 0;
        int users = 2 + random.nextInt(CHANNELS - 1);
        for (int c = 0; c < CHANNELS; c++) {
            all[c] = new Process();
            all[c].requests = c < users ? 1 + random.nextInt(6) : 0;
            all[c].dies = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : -1;
            long word = c | 1L << DlaCommand.PR_LSB | (long) CREDITS << DlaCommand.CREDITS_LSB;
            unit.cycle(TileCommand.DLA_ALLOC, word, 0, 0, false);
        }
        int drain = random.nextInt(4) == 0 ? 10 : 100;
        boolean clears = random.nextBoolean();
        for (int cycle = 0; cycle < 2000; cycle++) {
            step(text + "cycle " + cycle + ": ", random.nextInt(100) < drain, clears);
        }
        for (Process one : all) {
            assertTrue(one.dead || one.requests == 0 && one.flits < 0, text + "a process is held up");
        }
        assertEquals(0, whole.size(), text + "requests inside");
        for (int c = 0; c < CHANNELS; c++) {
            if (all[c].cleared) {
                long word = c | 1L << DlaCommand.CD_LSB | (long) CREDITS << DlaCommand.CREDITS_LSB;
                unit.cycle(TileCommand.DLA_ALLOC, word, 0, 0, false);
                long[] answer = unit.event(EventUnit.DLA_ALLOC, "allocEvent");
                assertEquals(EventKind.DLA_GRANTED, answer[0], text + "the credits of a dead process");
            }
        }
    }

    private void step(String text, boolean ready, boolean clears) {
        int channel = random.nextInt(CHANNELS);
        Process its = all[channel];
        int op = 0;
        long w0 = 0;
        long w1 = 0;
        if (its.dead && clears && !its.cleared && random.nextInt(20) == 0) {
            op = TileCommand.DLA_CLEAR;
            w0 = channel;
            its.cleared = true;
        } else if (!its.dead && its.flits >= 0) {
            its.dead = its.requests == 0 && its.dies >= 0 && its.given >= Math.min(its.dies, its.flits);
            op = its.dead ? 0 : TileCommand.DLA_DATA;
            w0 = its.tag;
            w1 = its.given;
        } else if (!its.dead && its.requests > 0) {
            int flits = its.requests == 1 && its.dies >= 0 ? 1 + random.nextInt(4) : random.nextInt(5);
            if (its.credits > flits) {
                op = TileCommand.DLA_REQUEST;
                its.flits = flits;
                its.given = 0;
                its.tag++;
                its.requests--;
                its.credits -= 1 + flits;
                w0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                        | (long) (channel << 8 | its.tag) << Descriptor0.TAG_LSB
                        | 16L * flits << Descriptor0.LENGTH_LSB;
            }
        }
        long[] front = unit.front();
        boolean takes = ready && front[0] != 0;
        unit.cycle(op, w0, w1, channel, takes);
        if (takes) {
            leaves(text, front[1], front[2]);
        }
        if (op == TileCommand.DLA_REQUEST) {
            long[] answer = unit.event(EventUnit.DLA_STORE, "storeEvent");
            assertEquals(EventKind.DLA_ACCEPTED, answer[0], text + "channel " + channel + " loses a request");
        }
        if (op == TileCommand.DLA_DATA || op == TileCommand.DLA_REQUEST) {
            its.given++;
            if (its.given > its.flits) {
                whole.addLast(new Whole(channel, its.tag, its.flits));
                its.flits = -1;
            }
        }
        front = unit.front();
        assertEquals(whole.size(), front[3] - front[4] & 0xFFFF, text + "requests that a flush waits for");
        assertEquals(!whole.isEmpty(), front[0] != 0, text + "a whole request waits for another");
    }

    /** A word leaves: it is the next one of the oldest whole request. */
    private void leaves(String text, long w0, long w1) {
        Whole first = whole.peekFirst();
        assertFalse(first == null, text + "a word of no whole request");
        if (inPacket == 0) {
            assertEquals(first.channel << 8 | first.tag, Header1.tag(w1), text + "order of the last words");
        } else {
            assertEquals(first.tag, w0, text + "data of another request");
            assertEquals(inPacket, w1, text + "data in another order");
        }
        inPacket++;
        if (inPacket > first.flits) {
            inPacket = 0;
            whole.removeFirst();
            all[first.channel].credits += 1 + first.flits;
            long[] drained = unit.event(EventUnit.DLA_DRAIN, "drainEvent");
            assertEquals(EventKind.DLA_DRAINED, drained[0], text);
            assertEquals(first.channel, DlaTagEvent.channel(drained[1]), text);
        }
    }
}
