// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;

/** Compares the AckCounters of the RTL alone with rules A1 to A6 of docs/spec/fence-unit.md. */
@Tag("M-99")
@Tag("hazard-fence-7")
class AckCountersRtlTest extends UnitTest {
    private static final int FIFOS = 4;
    private static final int COUNTERS = 16;
    private static final int FULL = 1022;
    private static final int TASKS = 16;
    private static final int STRAYS = 5; // one seed in STRAYS

    /** A packet in flight. */
    private record Packet(int counter, int generation) {}

    /** The answer to a head. */
    private record Answer(boolean ready, int counter, int generation, boolean opens) {}

    private static final class AgainstPage extends UnitComparison {
        private final boolean strays; // whether acknowledgements may name no packet, which the unit ignores and asserts
        private final boolean fills;
        private final int most; // number of targets of a run that fills counters
        private final int[] target = new int[COUNTERS];
        private final int[] generation = new int[COUNTERS];
        private final int[] count = new int[COUNTERS];
        private final int[] whose = new int[COUNTERS]; // the granted FIFO whose own counter it is, as a mask, or 0
        private int granted; // mask of FIFOs
        private int owed; // of these, those for which a counter is kept in this cycle
        private final int[] tasks = new int[COUNTERS]; // masks of those with packets on a counter since it was opened
        private int size; // number of counters that may be taken
        private int used;
        private int sealed;
        private final List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3)); // FIFOs, the oldest first
        private final List<Packet> out = new ArrayList<>();

        // rates in percent and number of targets, drawn again every hundred cycles
        private int heads;
        private int takes;
        private int acks;
        private int seals;
        private int nodes = 1;

        AgainstPage(long seed) {
            super("AckCounters", seed);
            strays = seed % STRAYS == 0;
            fills = seed % 4 == 3;
            most = 1 + random.nextInt(6);
            if (strays) {
                rtl.tolerate("AC_A1");
            }
        }

        @Override
        protected void begin() {
            size = chance(50) ? COUNTERS : 1 + random.nextInt(COUNTERS);
            rtl.reset();
            rtl.set("usable", (1 << size) - 1);
        }

        private int node() {
            return nodes == 1 ? 0x9A5 : random.nextInt(nodes) * 211 + 77 & 0xFFF;
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                heads = random.nextInt(101);
                takes = 20 + random.nextInt(81);
                acks = chance(30) ? 2 : random.nextInt(101);
                seals = chance(40) ? 0 : random.nextInt(20);
                granted = in("granted", random.nextInt(chance(50) ? 1 : 1 << FIFOS));
                nodes = cycle % 1000 < 700 && chance(60) ? nodes : 1 + random.nextInt(chance(50) ? 3 : 30);
                if (fills && cycle >= 500) { // so that counters reach their limit, and stay there for a while
                    heads = 100;
                    takes = 100;
                    acks = cycle % 1500 == 0 ? 100 : 1;
                    nodes = most;
                    seals = 0;
                }
            }
            int[] wanted = new int[FIFOS];
            int[] task = new int[FIFOS];
            boolean[] valid = new boolean[FIFOS];
            order.add(order.remove(random.nextInt(FIFOS)));
            for (int f = 0; f < FIFOS; f++) {
                valid[f] = in(pin("heads_", f, "_valid"), chance(heads));
                wanted[f] = node();
                task[f] = random.nextInt(TASKS);
                rtl.set(pin("heads_", f, "_task"), task[f]);
                rtl.set(pin("heads_", f, "_take"), false);
                rtl.coord(pin("heads_", f, "_target"), wanted[f]);
                int place = order.indexOf(f);
                rtl.set(
                        "older_" + f,
                        order.subList(0, place).stream().mapToInt(g -> 1 << g).sum());
            }
            int acked = acknowledge();
            boolean seal = in("seal", chance(seals));
            int sealTarget = node();
            rtl.coord("target", sealTarget);
            rtl.settle();

            owed = owed();
            Answer[] answers = new Answer[FIFOS];
            for (int f = 0; f < FIFOS; f++) {
                if (valid[f]) {
                    answers[f] = answer(f, wanted, valid);
                    same(pin("heads_", f, "_ready"), answers[f].ready);
                    if (answers[f].ready) {
                        same(pin("heads_", f, "_index"), answers[f].counter);
                        same(pin("heads_", f, "_gen"), answers[f].generation);
                    }
                }
            }
            int covers = seal ? of(sealTarget, used) : 0;
            same("covers", covers);
            if (acked >= 0 || !answered) {
                same("tasks", answered ? tasks[acked] : 0);
            }
            int taken = take(answers);
            rtl.settle();
            int home = 0;
            if (acked >= 0 && count[acked] == 1 && (taken >> acked & 1) == 0) {
                home = 1 << acked;
            }
            same("home", home);
            rtl.edge();

            if (acked >= 0) {
                count[acked]--;
            }
            sealed |= covers;
            for (int f = 0; f < FIFOS; f++) {
                if (answers[f] != null && takes(f)) {
                    count(answers[f], f, wanted[f], 1 << task[f]);
                }
            }
            used &= ~home;
            sealed &= ~home;
        }

        private int takers;
        private boolean answered; // an acknowledgement comes in this cycle

        private boolean takes(int fifo) {
            return (takers >> fifo & 1) != 0;
        }

        private int of(int node, int among) {
            int counters = 0;
            for (int c = 0; c < COUNTERS; c++) {
                counters |= (among >> c & 1) != 0 && target[c] == node ? 1 << c : 0;
            }
            return counters;
        }

        /** Returns the granted FIFOs without a counter of their own, if there are more counters than granted FIFOs. */
        private int owed() {
            int without = granted;
            for (int c = 0; c < COUNTERS; c++) {
                without &= (used >> c & 1) != 0 ? ~whose[c] : -1;
            }
            return size > Integer.bitCount(granted) ? without : 0;
        }

        /** Returns the open counters of its target on which a FIFO may count. */
        private int open(int fifo, int node) {
            int open = (owed >> fifo & 1) != 0 ? 0 : of(node, used & ~sealed);
            for (int c = 0; c < COUNTERS; c++) {
                open &= (whose[c] & ~(1 << fifo)) == 0 ? -1 : ~(1 << c);
            }
            return open;
        }

        private IntStream olderThatWant(int fifo, int[] wanted, boolean[] valid) {
            return order.subList(0, order.indexOf(fifo)).stream()
                    .mapToInt(f -> f)
                    .filter(f -> valid[f] && open(f, wanted[f]) == 0);
        }

        private boolean isFunded(int fifo, int[] wanted, boolean[] valid) {
            int wants = olderThatWant(fifo, wanted, valid).map(f -> 1 << f).sum();
            int before = (owed >> fifo & 1) != 0 ? wants & owed : wants | owed;
            return Integer.bitCount(before) < Integer.bitCount(~used & (1 << size) - 1);
        }

        /** Returns the answer to a head by rules A2, A3 and A7. */
        private Answer answer(int fifo, int[] wanted, boolean[] valid) {
            int open = open(fifo, wanted[fifo]);
            int free = ~used & (1 << size) - 1;
            if (open != 0) {
                int counter = Integer.numberOfTrailingZeros(open);
                boolean joins = whose[counter] != 0
                        || olderThatWant(fifo, wanted, valid).allMatch(f -> isFunded(f, wanted, valid));
                return new Answer(count[counter] < FULL && joins, counter, generation[counter], false);
            }
            if (!isFunded(fifo, wanted, valid)) {
                return new Answer(false, 0, 0, true);
            }
            boolean odd = (fifo & 1) != 0;
            int counter =
                    odd ? Integer.SIZE - 1 - Integer.numberOfLeadingZeros(free) : Integer.numberOfTrailingZeros(free);
            return new Answer(true, counter, generation[counter] % 15 + 1, true);
        }

        /** Lets at most one FIFO of each parity send a packet, and returns the mask of the counters that they take. */
        private int take(Answer[] answers) {
            int taken = 0;
            takers = 0;
            for (int parity = 0; parity < 2; parity++) {
                int f = parity + 2 * random.nextInt(2);
                int fifo = answers[f] != null && answers[f].ready ? f : f ^ 2;
                if (answers[fifo] != null && answers[fifo].ready && chance(takes)) {
                    takers |= 1 << fifo;
                    taken |= 1 << answers[fifo].counter;
                    rtl.set(pin("heads_", fifo, "_take"), true);
                }
            }
            return taken;
        }

        private void count(Answer its, int fifo, int node, int task) {
            if (its.opens) {
                whose[its.counter] = owed & 1 << fifo;
                tasks[its.counter] = 0;
                used |= 1 << its.counter;
                target[its.counter] = node;
                generation[its.counter] = its.generation;
            }
            count[its.counter]++;
            tasks[its.counter] |= task;
            out.add(new Packet(its.counter, its.generation));
        }

        /** Returns the counter that an acknowledgement decrements (A4), or -1. */
        private int acknowledge() {
            boolean stray = strays && chance(10);
            answered = in("ack_valid", stray || !out.isEmpty() && chance(acks));
            Packet home = answered && !stray ? out.remove(random.nextInt(out.size())) : null;
            int index = in("ack_index", home != null ? home.counter : random.nextInt(COUNTERS));
            boolean epoch = in("ack_epoch", !stray && chance(20));
            int other = (generation[index] + 1 + random.nextInt(15)) % 16;
            rtl.set("ack_gen", stray ? other : home == null || epoch ? random.nextInt(16) : home.generation);
            return home == null ? -1 : home.counter;
        }
    }

    AckCountersRtlTest() {
        super(AgainstPage::new, 40, 6000, 3, 1500, Map.of());
    }
}
