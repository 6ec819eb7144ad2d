// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Arbitration;
import fairlead.machine.LongTable;
import fairlead.machine.Stamps;
import fairlead.machine.TableSizes.Table;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks the verdict progress_fairness: every packet takes a shortest path, and no packet takes more cycles than its
 * bound. {@link HeadWaits} judges what has not yet entered the network.
 *
 * <p>With arbitration by age, the bound of a packet of h hops, from the entry of its head into the network to the
 * acceptance of its tail, is (h + 2) * F * pace + (h + 1) * breakAge + P * serve / slots + serve + 256 cycles. F and P
 * are the greatest numbers of flits and packets that have been in the network at the same time so far; the data that
 * gets have requested counts as well. pace is the number of cycles a flit needs on a link with these buffer depths.
 * A read window that is smaller than a packetiser's packets may also limit it.
 * serve is the number of cycles a receiver needs to access the slowest memory and to answer, and slots is the number of
 * packets that it serves at the same time. breakAge is the number of cycles by which a flit must be older to break a
 * connection of the switch, ageStep - 1 included, both in units of the stamps: a packet, and each one before it in its
 * queue, may lose to all that enter the network within so many cycles of it. From then on, it waits at each of its
 * h + 1 switches and at both end nodes at most until all other flits have passed that point one after the other. At its
 * target it waits at most until all packets have been served. With round robin there are no connections. A packet has
 * one share of r at each switch, for the r VCs that may want the same link, and those before it may have further to
 * go: h + 2 becomes r^d + 2 for the diameter d of the torus, so that only a long starvation is seen.
 */
final class Fairness extends Checker {
    private static final long SLACK = 256;
    private static final int REGISTERS = 3;
    private static final int RECEIVER = 32;
    private static final long UNBOUNDED = Long.MAX_VALUE / 4;
    private static final int PACKET = HwLayout.MAX_PAYLOAD;
    private static final int INJECTION = 4; // injection ports of a router: two local ports for each class

    private final Routes routes;
    private final HeadWaits heads;
    private final PortTurns turns;
    private final DlaAccount stores;
    private final boolean byAge = config.arbitration() == Arbitration.AGE && HwLayout.ISLIP_ITERATIONS == 0;
    private final Stamps stamps = config.stamps();
    // with the bypass, a store of the host may stall the memory of its node
    private final boolean judged = !config.dla().options().bypass();
    private final long pace;
    private final int serve = config.latency().memory() + config.latency().jitter() + RECEIVER;
    private final int slots;
    private final int diameter = shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
    private final int rivals; // VCs at a switch that may want the same link
    private long flits;
    private long packets;
    private long mostFlits;
    private long mostPackets;
    private long delivered;
    private long oldest;
    private long oldestBound = SLACK;
    private double closest; // largest share of its bound that a packet has needed

    Fairness(JudgedRun run, Routes routes, HeadWaits heads, PortTurns turns, DlaAccount stores) {
        super(run, heads.violations);
        this.routes = routes;
        this.heads = heads;
        this.turns = turns;
        this.stores = stores;
        int depth = config.buffers().links().least();
        int loop = config.latency().link() + config.latency().credit() + REGISTERS + HwLayout.ROUTER_STAGES;
        int window = config.buffers().tables().of(Table.READ_WINDOW);
        int headers = config.buffers().tables().of(Table.HEADER_QUEUE);
        boolean waits = window < headers * (HwLayout.MAX_PACKET_FLITS - 1);
        int supply = waits ? (serve + window - 1) / window : 1;
        pace = Math.max(config.linkPeriod(), Math.max(supply, (loop + depth - 1) / depth));
        int commits = config.buffers().tables().of(Table.COMMIT_SLOTS);
        int least = Math.min(config.buffers().responses().least(), commits);
        slots = headers < HwLayout.HEADER_QUEUE ? Math.min(least, headers) : least;
        int dimensions = (shape.kx() > 1 ? 1 : 0) + (shape.ky() > 1 ? 1 : 0) + (shape.kz() > 1 ? 1 : 0);
        rivals = Math.max(1, 2 * dimensions - 1) * 2 * HwLayout.VCS_PER_CLASS + INJECTION;
    }

    /** Counts the DATA for which a packet of a get asks, from the packet on. */
    private void ask(Packet p) {
        Operation get = operation(p.node, p.tag);
        boolean known = get != null && get.kind() == OpKind.GET;
        if (known || run.isOfStrangers(p)) {
            long end = known ? get.remote() + get.length() : run.others.end(p.node, p.tag);
            long lacks = Math.max(0, end - Header1.addr(p.w1));
            flits += pieces((int) Math.min(lacks, PACKET)) + 1;
            packets++;
        }
    }

    void injected(Packet p) {
        if (p.type == PacketType.DATA) {
            return; // the packet was counted with its get
        }
        flits += p.flits();
        packets++;
        if (p.type == PacketType.GET) {
            ask(p);
        }
        mostFlits = Math.max(mostFlits, flits);
        mostPackets = Math.max(mostPackets, packets);
    }

    /** @param entered cycle in which the head entered the network, or {@link LongTable#ABSENT} */
    void delivered(Packet p, long entered) {
        flits -= p.flits();
        packets--;
        if (p.refused() == PacketType.GET) { // its DATA does not come
            flits -= pieces(p.refusedBytes()) + 1;
            packets--;
        }
        if (entered == LongTable.ABSENT) {
            return;
        }
        delivered++;
        int hops = Packet.distance(shape, p.src, p.node);
        long bound = bound(hops, mostFlits, mostPackets);
        long age = p.cycle - entered;
        if (age > oldest) {
            oldest = age;
            oldestBound = bound;
        }
        closest = Math.max(closest, (double) age / bound);
        if (judged && age > bound) {
            violations.add("cycle " + p.cycle + ": a " + p.name() + " from node " + p.src + " to node " + p.node
                    + " took " + age + " cycles, more than its bound of " + bound);
        }
    }

    /** Returns the bound of any packet of the run, in cycles. */
    long bound() {
        return bound(diameter, mostFlits, mostPackets);
    }

    private long bound(int hops, long others, long served) {
        long all = others * pace;
        long alone = served * serve / slots + serve + SLACK;
        if (byAge) {
            return (hops + 2) * all
                    + (hops + 1) * ((HwLayout.BREAK_AGE + HwLayout.AGE_STEP << stamps.unit()) - 1L)
                    + alone;
        }
        double share = Math.pow(rivals, diameter) + 2;
        return share * all > UNBOUNDED ? UNBOUNDED : (long) share * all + alone;
    }

    /**
     * Returns the verdict.
     *
     * @param first cycle in which the oldest packet that is still in the network entered it, or
     *     {@link LongTable#ABSENT}
     * @param carried number of flits that the links have carried; judged at a drained end only
     */
    Verdict finish(RunEnd end, long first, long carried) {
        violations.add(stores.passings);
        if (judged && first != LongTable.ABSENT && end.cycle() - first > bound(diameter, mostFlits, mostPackets)) {
            violations.add("a packet that entered in cycle " + first + " is still in the network in cycle "
                    + end.cycle() + ", its bound is " + bound(diameter, mostFlits, mostPackets) + " cycles");
        }
        if (end.drained() && delivered > 0 && carried != routes.shortest) {
            violations.add("the links carried " + carried + " flits, the shortest ways of the packets are "
                    + routes.shortest + " flit-hops");
        }
        String what = "packets by a shortest way; the slowest took " + oldest + " cycles, bound "
                + (judged ? oldestBound : "none") + "; " + heads.issued + " operations issued, passed at most "
                + heads.most + " times"
                + (byAge && oldest > stamps.exact()
                        ? "; the order by age is exact up to " + stamps.exact() + " cycles only"
                        : "");
        Verdict plain = Verdict.of("progress_fairness", delivered, violations, what);
        Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("slowest", oldest);
        extra.put("bound", judged ? oldestBound : null);
        extra.put("closest", rounded(closest));
        extra.put("issued", heads.issued);
        extra.put("passed", heads.most);
        extra.put("stores_passed", stores.most);
        extra.put("commands_served", turns.served);
        extra.put("commands_passed", turns.most);
        extra.put("device_answers", turns.devices.answered);
        extra.put("device_slowest", turns.devices.longest);
        extra.put("stores_closest", rounded((double) stores.most / stores.may));
        extra.put("epochs_closest", rounded(turns.closest[0]));
        extra.put("credits_closest", rounded(turns.closest[1]));
        extra.put("device_closest", rounded(turns.devices.closest));
        return plain.with(extra);
    }

    private static double rounded(double share) {
        return Math.round(share * 1000) / 1000.0;
    }
}
