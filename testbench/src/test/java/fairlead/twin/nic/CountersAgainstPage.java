// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.rtlunit.UnitComparison;
import fairlead.rtlunit.UnitDifference;
import fairlead.rtlunit.UnitPins;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * ByteCounters of the RTL and of the twin, both against a model of docs/spec/dma-engine-rx.md (rules 10 and 16 to 20)
 * that shares nothing with either: gets that leave, commands and commits, several of one counter in a cycle.
 */
public final class CountersAgainstPage extends UnitComparison {
    private static final int PORTS = HwLayout.LOCAL_PORTS;
    private static final int PAYLOAD = HwLayout.MAX_PAYLOAD;
    private static final long WORD = 0xFFFFFFFFL;
    private static final int NODE = 32; // w1 of COUNTER_SET
    private static final int ONLY = 44;

    /** What the page says of a counter: bytes that a get lacks, or announced bytes less those that have come. */
    private static final class Page {
        final long[] bytes = new long[HwLayout.COUNTERS];
        final boolean[] ofGet = new boolean[HwLayout.COUNTERS];
        final Integer[] sender = new Integer[HwLayout.COUNTERS]; // whose puts count; null: those of all nodes
        final long[] early = new long[HwLayout.COUNTERS];
        final List<Set<Integer>> earlySenders = Stream.generate(() -> (Set<Integer>) new HashSet<Integer>())
                .limit(HwLayout.COUNTERS)
                .toList();
        Told told;

        private record Told(int kind, long a, long b) {}

        private void tell(int kind, long a, long b) {
            told = new Told(kind, a, b);
        }

        boolean isIdle(int counter) {
            return !ofGet[counter] && bytes[counter] == 0;
        }

        void command(boolean clears, long counter, long more) {
            boolean exists = counter >= 0 && counter < HwLayout.COUNTERS;
            if (!exists || ofGet[(int) counter]) {
                tell(EventKind.COUNTER_REFUSED, counter, clears ? 0 : more);
                return;
            }
            int c = (int) counter;
            if (clears) {
                if (bytes[c] != 0 || early[c] != 0) {
                    tell(EventKind.COUNTER_LOST, counter, bytes[c] - early[c] & WORD);
                }
                bytes[c] = 0;
                forget(c);
            } else {
                announce(c, more);
            }
        }

        private void forget(int counter) {
            early[counter] = 0;
            earlySenders.get(counter).clear();
        }

        private void announce(int counter, long word) {
            long more = word & (1L << 31) - 1;
            boolean only = (word >> ONLY & 1) != 0;
            int node = (int) (word >> NODE) & (1 << 12) - 1;
            Integer named = only ? node : null;
            boolean strays = word >>> ONLY + 1 != 0 || (word >> 31 & 1) != 0 || !only && node != 0;
            boolean idle = isIdle(counter);
            boolean joins = !only || earlySenders.get(counter).equals(Set.of(node));
            long had = idle ? joins ? -early[counter] : 0 : bytes[counter];
            if (strays || !idle && !Objects.equals(sender[counter], named) || had + more >= 1L << 31) {
                tell(EventKind.COUNTER_REFUSED, counter, word);
            } else if (more != 0) {
                bytes[counter] = had + more;
                sender[counter] = named;
                if (idle && !joins && early[counter] != 0) {
                    tell(EventKind.COUNTER_LOST, counter, -early[counter] & WORD);
                } else if (bytes[counter] == 0) {
                    tell(EventKind.COUNTER_ZERO, counter, 0);
                }
                forget(counter);
            }
        }

        /** Returns whether a put of the node is refused at its head. */
        boolean refuses(int counter, int origin) {
            return ofGet[counter] || bytes[counter] != 0 && sender[counter] != null && sender[counter] != origin;
        }

        void put(int counter, int origin, int amount) {
            boolean idle = isIdle(counter);
            long had = idle ? -early[counter] : bytes[counter];
            if (refuses(counter, origin) || had - amount < -(1L << 31)) {
                tell(EventKind.COUNTER_LOST, counter, amount);
                return;
            }
            if (idle && amount != 0) {
                early[counter] += amount;
                earlySenders.get(counter).add(origin);
            } else if (!idle) {
                bytes[counter] -= amount;
            }
            if (!idle && had == amount) {
                tell(EventKind.COUNTER_ZERO, counter, 0);
            } else if (had >= 0 && had < amount) {
                tell(EventKind.COUNTER_BELOW, counter, amount - had);
            }
        }

        /** Returns whether a get is complete. */
        boolean data(int counter, int amount) {
            bytes[counter] -= amount;
            ofGet[counter] = bytes[counter] != 0;
            return !ofGet[counter];
        }

        Told take() {
            Told last = told;
            told = null;
            return last;
        }
    }

    private final UnitPins pins = new UnitPins();
    private ByteCounters twin;
    private Page page;
    private Page.Told commanded; // by the command of the last cycle

    // rates in percent, drawn again every hundred cycles
    private int writers;
    private int spread; // number of counters in use
    private int nodes; // number of nodes that put

    public CountersAgainstPage(long seed) {
        super("ByteCounters", seed);
    }

    @Override
    protected void begin() {
        rtl.tolerate("BC_A2", "BC_A3");
        reset();
    }

    private void reset() {
        rtl.reset();
        twin = new ByteCounters(pins);
        page = new Page();
        commanded = null;
        pins.clear();
    }

    private int id() {
        return chance(5) ? random.nextInt(HwLayout.COUNTERS) : random.nextInt(spread) * 37 % HwLayout.COUNTERS;
    }

    /** Draws a count of bytes: small, as of a packet or any, and seldom of one bit more. */
    private long bytes() {
        long few = chance(60) ? random.nextInt(4) : chance(60) ? PAYLOAD : random.nextInt(1 << HwLayout.LENGTH_BITS);
        return chance(20) ? few ^ 1L << random.nextInt(31) : few;
    }

    private int amount(int id) {
        long exact = Math.abs(page.bytes[id]) + page.early[id];
        return exact <= PAYLOAD && chance(70) ? (int) exact : chance(50) ? PAYLOAD : random.nextInt(4);
    }

    private void twinIs(String what, Object actual, Object expected) {
        if (!Objects.equals(actual, expected)) {
            throw new UnitDifference(
                    "cycle " + cycle + ": " + what + " of the twin is " + actual + ", expected " + expected);
        }
    }

    private Page.Told ofTwin(int unit) {
        return pins.shows(unit) ? new Page.Told(pins.kind(unit), pins.a(unit), pins.b(unit)) : null;
    }

    @Override
    protected void cycle() {
        if (cycle % 100 == 0) {
            writers = 10 + random.nextInt(60);
            spread = 1 + random.nextInt(HwLayout.COUNTERS);
            nodes = 1 + random.nextInt(3);
        }
        if (chance(1) && chance(20)) {
            reset();
        }
        int fallId = in("fall_id", id());
        boolean wasGet = page.ofGet[fallId];
        int[] asks = new int[PORTS];
        boolean[] refuses = new boolean[PORTS];
        for (int r = 0; r < PORTS; r++) {
            asks[r] = in("ask_" + r + "_id", id());
            int origin = origin("ask_" + r + "_origin");
            refuses[r] = page.refuses(asks[r], origin);
            twinIs("refuses", twin.refuses(asks[r], origin), refuses[r]);
        }
        boolean[] busy = loads();
        boolean clears = chance(20);
        command(clears);
        Page.Told ofCommand = page.take();
        boolean falls = in("fall_valid", chance(60));
        int amount = in("fall_amount", amount(fallId));
        boolean ofGet = in("fall_ofGet", wasGet && chance(90));
        boolean zero = falls && fall(fallId, origin("fall_origin"), ofGet, amount);
        Page.Told ofFall = page.take();
        rtl.settle();

        for (int r = 0; r < PORTS; r++) {
            same("ask_" + r + "_refuses", refuses[r]);
            same("load_" + r + "_busy", busy[r]);
        }
        if (falls) {
            boolean lost = ofFall != null && ofFall.kind == EventKind.COUNTER_LOST;
            boolean below = ofFall != null && ofFall.kind == EventKind.COUNTER_BELOW;
            same("fall_lost", lost);
            same("fall_below", below);
            same("fall_zero", zero || ofFall != null && ofFall.kind == EventKind.COUNTER_ZERO);
            if (below) {
                same("fall_short", ofFall.b);
            }
        }
        same("event_valid", commanded != null);
        if (commanded != null) {
            same("event_kind", commanded.kind);
            same("event_a", commanded.a);
            same("event_b", commanded.b);
        }
        twinIs("the command", ofTwin(EventUnit.POST), ofCommand);
        twinIs("the commit", ofTwin(EventUnit.COMMIT), ofFall);
        twin.edge();
        pins.clear();
        commanded = ofCommand;
        rtl.edge();
    }

    /** Draws gets that leave; returns at which ports the counter has another user. */
    private boolean[] loads() {
        boolean[] busy = new boolean[PORTS];
        for (int r = 0; r < PORTS; r++) {
            boolean valid = in("load_" + r + "_valid", chance(writers));
            int counter = in("load_" + r + "_id", id());
            int length = in("load_" + r + "_value", (int) bytes() & 0x7FFFFFFF);
            busy[r] = !page.isIdle(counter);
            if (valid) {
                twinIs("load", twin.load(r, counter, length), !busy[r]);
                if (!busy[r]) {
                    page.bytes[counter] = length;
                    page.ofGet[counter] = true;
                }
            }
        }
        return busy;
    }

    private void command(boolean clears) {
        boolean asked = chance(writers);
        long counter = chance(10) ? id() + ((long) HwLayout.COUNTERS << random.nextInt(58)) : id();
        int known = (int) counter & HwLayout.COUNTERS - 1;
        long exact = page.isIdle(known) ? page.early[known] : -page.bytes[known];
        long more = exact > 0 && chance(50) ? exact : bytes() ^ (chance(10) ? 1L << 31 + random.nextInt(33) : 0);
        more |= chance(50) ? 1L << ONLY | (long) random.nextInt(nodes) << NODE : 0;
        rtl.set("cmd_valid", asked || chance(20));
        int op = clears ? TileCommand.COUNTER_CLEAR : TileCommand.COUNTER_SET;
        rtl.set("cmd_op", asked ? op : TileCommand.POST);
        rtl.set("cmd_w_0", counter);
        rtl.set("cmd_w_1", more);
        if (asked) {
            twin.command(op, counter, more);
            page.command(clears, counter, more);
        }
        twin.decide();
    }

    /** Draws a node that puts, and brings it to the pins. */
    private int origin(String pins) {
        return in(pins + "_x", random.nextInt(nodes));
    }

    /** Returns whether a get ends. */
    private boolean fall(int id, int origin, boolean ofGet, int amount) {
        if (ofGet) {
            boolean ends = page.data(id, amount);
            twinIs("fall", chance(50) ? twin.data(id, amount) : twin.refused(id, amount), ends);
            return ends;
        }
        page.put(id, origin, amount);
        twin.put(id, origin, amount);
        return false;
    }
}
