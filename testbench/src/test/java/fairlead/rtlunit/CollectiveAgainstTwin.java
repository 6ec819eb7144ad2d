// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.twin.nic.CollectiveConfig;
import fairlead.twin.nic.CollectiveRouter;
import fairlead.twin.nic.TreeFlit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Compares CollectiveRouter with its twin: arbitrary class routes, packets of neighbours that respect the credits, and
 * packets of the node itself that obey no rule.
 */
final class CollectiveAgainstTwin extends UnitComparison {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int PROCESSORS = 3; // that give packets
    private static final long WAY = CollectiveHeader.UP_MASK << CollectiveHeader.UP_LSB
            | CollectiveHeader.ROUTE_MASK << CollectiveHeader.ROUTE_LSB
            | CollectiveHeader.DOWN_MASK << CollectiveHeader.DOWN_LSB
            | CollectiveHeader.PATH_MASK << CollectiveHeader.PATH_LSB;
    private static final int[] NOISE = {0, 1, 2, 3, 16, 31, 36, 40, 48, 96, 160, 255};
    private static final long[] EDGES = {
        0, 1, -1L, 0x8000_0000_0000_0000L, 0x7FFF_FFFF_8000_0000L, 0xFFFF_FFFF_0000_0000L
    };

    private final int linkDepth;
    private final int injection;
    private final int reception;
    private final int[] parent = new int[ROUTES];
    private final int[] children = new int[ROUTES];
    private final boolean[] member = new boolean[ROUTES];
    private long classRoutes;
    private CollectiveRouter twin;

    // flits that each neighbour still has to send, by link and channel
    private final List<ArrayDeque<TreeFlit>> sending = new ArrayList<>();
    private final int[][] credits = new int[LINKS][CHANNELS]; // credits of the neighbour
    private final int[][] owed = new int[LINKS][CHANNELS]; // number of flits that the neighbour has not freed
    private final int[][] packets = new int[LINKS + 1][CHANNELS]; // number of packets begun by each source
    private final List<ArrayDeque<TreeFlit>> giving = new ArrayList<>(); // by processor
    private final long[] way = new long[PROCESSORS]; // of its messages
    private int giver;

    // rates in percent, drawn again every hundred cycles
    private int sends;
    private int frees;
    private int gives;
    private int reads;

    CollectiveAgainstTwin(long seed) {
        super("CollectiveRouter", seed);
        linkDepth = chance(50) ? 1 + random.nextInt(3) : 1 + random.nextInt(HwLayout.TREE_LINK_DEPTH);
        injection = 1 + random.nextInt(HwLayout.TREE_PACKETS);
        reception = 1 + random.nextInt(HwLayout.TREE_PACKETS);
        for (int i = 0; i < LINKS * CHANNELS; i++) {
            sending.add(new ArrayDeque<>());
        }
        for (int i = 0; i < PROCESSORS; i++) {
            giving.add(new ArrayDeque<>());
        }
        for (int r = 0; r < ROUTES; r++) {
            parent[r] = 1 << random.nextInt(LINKS + 1) & 7;
            children[r] = random.nextInt(8) & ~parent[r];
            children[r] &= children[r] == 7 ? 7 ^ 1 << random.nextInt(LINKS) : 7;
            member[r] = chance(70);
            long route = (long) parent[r] << ClassRoute.PARENT_LSB
                    | (long) children[r] << ClassRoute.CHILDREN_LSB
                    | (member[r] ? 1L << ClassRoute.MEMBER_LSB : 0);
            classRoutes |= route << HwLayout.CLASS_ROUTE_STRIDE * r;
        }
    }

    static void configure(RtlUnit rtl, long classRoutes, int linkDepth, int injection, int reception) {
        rtl.reset();
        rtl.set("reset", true);
        rtl.load(CollectiveReg.CLASS_ROUTES, classRoutes);
        rtl.load(CollectiveReg.TREE_INJECTION_DEPTH, injection);
        rtl.load(CollectiveReg.TREE_RECEPTION_DEPTH, reception);
        rtl.load(CollectiveReg.TREE_LINK_DEPTH, linkDepth);
        rtl.edge();
        rtl.set("reset", false);
    }

    @Override
    protected void begin() {
        twin = new CollectiveRouter(new CollectiveConfig(classRoutes, linkDepth, injection, reception));
        configure(rtl, classRoutes, linkDepth, injection, reception);
        for (int[] row : credits) {
            Arrays.fill(row, linkDepth);
        }
    }

    @Override
    protected void cycle() {
        if (cycle % 100 == 0) {
            sends = 10 + random.nextInt(90);
            frees = chance(20) ? 3 : 10 + random.nextInt(90);
            gives = 10 + random.nextInt(90);
            reads = chance(20) ? 3 : 10 + random.nextInt(90);
        }
        noise(20, NOISE);
        for (int l = 0; l < LINKS; l++) {
            arrive(l);
            free(l);
        }
        give();
        boolean takes = in("read_valid", chance(reads));
        int channel = random.nextInt(chance(5) ? 8 : CHANNELS); // sometimes a number that is no channel
        rtl.set("read_bits", channel);
        int reader = in("reader", random.nextInt(1 << HwLayout.OWNER_BITS));
        rtl.settle();
        int foreign = 0;
        for (int c = 0; c < CHANNELS; c++) {
            foreign |= reader < HwLayout.TREE_PROCESSORS && twin.isForeign(c, reader) ? 1 << c : 0;
        }
        same("foreign", foreign);
        compare();
        if (takes) {
            twin.read(channel);
        }
        twin.edge(cycle);
        rtl.edge();
    }

    private void compare() {
        for (int l = 0; l < LINKS; l++) {
            TreeFlit out = twin.out(l);
            flit(pin("out_", l, "_flit"), out);
            if (out != null) {
                same(pin("out_", l, "_channel"), twin.outChannel(l));
                owed[l][twin.outChannel(l)]++;
            }
            same(pin("credit_", l), twin.credits(l));
            for (int c = 0; c < CHANNELS; c++) {
                credits[l][c] += twin.credits(l) >> c & 1;
            }
        }
        same("refused_valid", twin.refused() != 0);
        if (twin.refused() != 0) {
            same("refused_reason", twin.refused());
            same("refused_tag", twin.refusedTag());
        }
        same("waiting", twin.waiting());
        flit("received", twin.received);
        same("empty", twin.empty);
        same("arrived", twin.arrived);
        if ((twin.arrived >> ROUTES & 1) != 0) {
            same("closed", twin.closed);
        }
        same("busy", twin.busy());
    }

    private void flit(String port, TreeFlit flit) {
        same(pin(port, "_valid"), flit != null);
        if (flit != null) {
            same(pin(port, "_head"), flit.head());
            if (!port.equals("received")) {
                same(pin(port, "_tail"), flit.tail());
            }
            same(pin(port, "_w0"), flit.w0());
            same(pin(port, "_w1"), flit.w1());
        }
    }

    /** Sends a flit of a neighbour on a channel that has a credit and a part in the class route. */
    private void arrive(int link) {
        int c = in(pin("in_", link, "_channel"), random.nextInt(CHANNELS));
        int route = c < ROUTES ? c : random.nextInt(ROUTES);
        boolean used = ((parent[route] | children[route]) >> link & 1) != 0;
        boolean sent = in(pin("in_", link, "_flit_valid"), used && credits[link][c] > 0 && chance(sends));
        ArrayDeque<TreeFlit> queue = sending.get(link * CHANNELS + c);
        if (sent && queue.isEmpty()) {
            packet(queue, header(link, c, route), chance(5));
        }
        TreeFlit flit = sent
                ? queue.poll()
                : new TreeFlit(random.nextBoolean(), random.nextBoolean(), random.nextLong(), random.nextLong());
        rtl.set(pin("in_", link, "_flit_head"), flit.head());
        rtl.set(pin("in_", link, "_flit_tail"), flit.tail());
        rtl.set(pin("in_", link, "_flit_w0"), flit.w0());
        rtl.set(pin("in_", link, "_flit_w1"), flit.w1());
        if (sent) {
            credits[link][c]--;
            twin.arrive(link, c, flit);
        }
    }

    private void free(int link) {
        int mask = 0;
        for (int c = 0; c < CHANNELS; c++) {
            if (owed[link][c] > 0 && chance(frees)) {
                owed[link][c]--;
                mask |= 1 << c;
            }
        }
        rtl.set(pin("creditIn_", link), mask);
        twin.credit(link, mask);
    }

    /** Gives packets of the node's processors, in turn: correct packets, or arbitrary flits; some processors die. */
    private void give() {
        boolean valid = in("inject_valid", chance(gives));
        giver = in("inject_processor", chance(90) ? giver : random.nextInt(PROCESSORS));
        ArrayDeque<TreeFlit> mine = giving.get(giver);
        if (mine.isEmpty()) {
            packet(mine, header(LINKS, random.nextInt(CHANNELS), random.nextInt(ROUTES)), false);
        }
        boolean aborts = in("inject_abort", valid && chance(2));
        boolean strange = chance(2);
        TreeFlit flit = !valid || aborts || strange
                ? new TreeFlit(!aborts && random.nextBoolean(), false, random.nextLong(), random.nextLong())
                : mine.poll();
        rtl.set("inject_head", flit.head());
        rtl.set("inject_w0", flit.w0());
        rtl.set("inject_w1", flit.w1());
        if (aborts) { // of the system: a channel becomes the processor's, or is no more
            long owned = in("inject_w0", chance(50) ? 8 * random.nextInt(3) + random.nextInt(8) : 0);
            mine.clear();
            twin.abort(giver, owned);
        } else if (valid) {
            twin.inject(flit.head(), giver, flit.w0(), flit.w1());
        }
    }

    /** Returns the header of a source's next packet. Nine times in ten, the contributions to one combine agree. */
    private long header(int source, int channel, int ofMessage) {
        int route = channel < ROUTES ? channel : ofMessage;
        boolean message = channel >= ROUTES;
        int number = packets[source][channel]++;
        Random common = chance(90) ? new Random(number * 31L + route) : random;
        boolean own = source == LINKS;
        int mode = message
                ? CollectiveMode.MESSAGE
                : own && parent[route] == 0 && chance(30) || !own && parent[route] == 1 << source
                        ? CollectiveMode.BROADCAST
                        : common.nextBoolean() ? CollectiveMode.COMBINE : CollectiveMode.ALLREDUCE;
        int size = common.nextInt(7);
        int operands = 1 + common.nextInt(common.nextInt(HwLayout.TREE_PAYLOAD / (4 << size)) + 1);
        int length = mode >= CollectiveMode.BROADCAST ? random.nextInt(80) : operands * (4 << size);
        long word = (long) mode << CollectiveHeader.MODE_LSB
                | (long) route << CollectiveHeader.ROUTE_LSB
                | (long) length << CollectiveHeader.LENGTH_LSB
                | (long) size << CollectiveHeader.SIZE_LSB
                | (long) common.nextInt(6) << CollectiveHeader.OP_LSB
                | (common.nextBoolean() ? 1L << CollectiveHeader.IS_SIGNED_LSB : 0)
                | (chance(60) ? 1L << CollectiveHeader.LAST_LSB : 0)
                | (chance(3) ? 1L << CollectiveHeader.MIXED_LSB : 0);
        if (message) {
            word |= (long) random.nextInt(chance(80) ? 2 : 64) << CollectiveHeader.UP_LSB
                    | (long) random.nextInt(chance(80) ? 3 : 32) << CollectiveHeader.DOWN_LSB
                    | (random.nextLong() & CollectiveHeader.PATH_MASK) << CollectiveHeader.PATH_LSB;
        }
        if (own && message) {
            boolean same = chance(80);
            way[giver] = same ? way[giver] : word & WAY;
            word = same ? word & ~WAY | way[giver] : word;
        }
        if (own && chance(10)) {
            word ^= 1L << random.nextInt(Long.SIZE);
        }
        return word;
    }

    /** @param odd whether the number of flits differs from the length in the header */
    private void packet(ArrayDeque<TreeFlit> to, long header, boolean odd) {
        int length = (int) CollectiveHeader.length(header) & 0xFF;
        int flits = odd ? random.nextInt(17) : Math.min(16, (length + 15) / 16);
        to.add(new TreeFlit(true, flits == 0, header, chance(90) ? 7 : random.nextLong()));
        for (int i = 1; i <= flits; i++) {
            to.add(new TreeFlit(false, i == flits, word(), word()));
        }
    }

    private long word() {
        return chance(50) ? EDGES[random.nextInt(EDGES.length)] : random.nextLong() >>> random.nextInt(Long.SIZE);
    }
}
