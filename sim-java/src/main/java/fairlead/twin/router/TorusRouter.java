// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.machine.MachineConfig;

/**
 * All TorusRouters of the machine and the links between them: the cycle-exact twin of the RTL's TorusRouter and of the
 * fabric's links.
 *
 * <p>In each cycle t the NICs act first: they call {@link #inject} and {@link #ejectCredit}, whose values are on the
 * router's pins in t + 1. Then {@link #cycle} makes the grants from the state at the start of t, and stores the flits
 * and credits that are on the pins in t. Its calls of the NIC are on the NIC's pins in t + 1. The caller may omit
 * cycles in which nothing is due ({@link #nextDue}).
 *
 * <p>Spec: docs/spec/torus-router.md, docs/spec/fabric.md; layout and measurements: docs/decisions/0006-router-twin.md
 */
public final class TorusRouter implements PartitionPorts.InjectionLinks {
    private final RouterState state;
    private final RouterPartition[] partitions;
    private final RouterView view;
    private long now;

    @SuppressWarnings("unused")
    private transient volatile long fetched; // written, so that the compiler keeps the reads

    /**
     * Makes routers in one partition.
     *
     * @param hopsOrNull listener for hops, or null
     */
    public TorusRouter(
            MachineConfig machine,
            Packets packets,
            PartitionPorts.EjectionLinks nic,
            PartitionPorts.HopSink hopsOrNull) {
        this(machine, new PartitionPorts[] {new PartitionPorts(packets, nic, hopsOrNull)});
    }

    /**
     * Makes routers in partitions, one for each thread; the number of partitions changes no result.
     *
     * @param ports connections of each partition
     */
    public TorusRouter(MachineConfig machine, PartitionPorts[] ports) {
        state = new RouterState(machine);
        partitions = new RouterPartition[ports.length];
        PartitionLinks[] links = new PartitionLinks[ports.length];
        for (int part = 0; part < ports.length; part++) {
            partitions[part] = partition(links, part, ports[part]);
        }
        view = new RouterView(state, partitions, ports[0].packets());
    }

    private RouterPartition partition(PartitionLinks[] links, int part, PartitionPorts ports) {
        if (RouterShape.SHARED) {
            return SharedPartition.of(state, links, part, ports);
        }
        if (RouterShape.ALLOCATES) {
            return StagedPartition.of(state, links, part, ports);
        }
        return state.linkTx == null
                ? new RouterPartition(state, links, part, ports)
                : PacedPartition.of(state, links, part, ports);
    }

    @Override
    public void inject(int node, int port, int flit) {
        of(node).inject(node, port, flit);
    }

    @Override
    public void ejectCredit(int node, int port) {
        of(node).ejectCredit(node, port);
    }

    private RouterPartition of(int node) {
        int part = 0;
        while (node >= partitions[part].to) {
            part++;
        }
        return partitions[part];
    }

    /** Executes cycle t. Throws IllegalStateException if the caller has omitted a cycle in which something was due. */
    public void cycle(long t) {
        if (t != now && nextDue() < t) {
            throw new IllegalStateException("cycle " + nextDue() + " has been left out, now " + t);
        }
        for (RouterPartition part : partitions) {
            part.cycle(t);
        }
        ended(t);
    }

    // ---- cycles in partitions, at the same time or one after the other: up to lookahead() cycles of each partition,
    // then ended() with the last of them ----

    /** Returns the first node of a partition; for partition `parts`, the number of nodes. */
    public static int first(int nodes, int part, int parts) {
        return (int) ((long) nodes * part / parts);
    }

    public PartitionPorts.InjectionLinks pins(int part) {
        return partitions[part];
    }

    public WaitCounts counts(int part) {
        return partitions[part].waits();
    }

    /**
     * Returns for how many cycles a partition can go on while the others have not begun them: the least time in which a
     * flit or a credit reaches another partition.
     */
    public int lookahead() {
        return state.lookahead();
    }

    /** Brings the state of a partition's routers into the caches; pays if it is not there and several cycles follow. */
    public void fetch(int part) {
        fetched = state.readInOrder(partitions[part].from, partitions[part].to);
    }

    public void cycle(int part, long t) {
        partitions[part].cycle(t);
    }

    /** Ends cycle t, and those before it, after all partitions have executed it. */
    public void ended(long t) {
        now = t + 1;
    }

    /** Executes the second half of {@link #cycle}: stores the values on the pins. */
    void arrivals(long t) {
        for (RouterPartition part : partitions) {
            part.arrivals(t);
        }
        now = t + 1;
    }

    /** Executes the last step of {@link #cycle}: moves the calls of the NICs to the pins. */
    void registers() {
        for (RouterPartition part : partitions) {
            part.registers();
        }
    }

    RouterPartition[] partitions() {
        return partitions;
    }

    RouterState state() {
        return state;
    }

    /**
     * Returns whether the routers stay unchanged until a call of inject or ejectCredit. They may hold flits that wait
     * for the NIC.
     */
    public boolean idle() {
        return nextDue() == Long.MAX_VALUE;
    }

    /**
     * Returns the next cycle in which a router can act without the NIC, or Long.MAX_VALUE if there is none. The result
     * is valid between two cycles.
     */
    public long nextDue() {
        long next = Long.MAX_VALUE;
        for (RouterPartition part : partitions) {
            next = Math.min(next, part.nextDue());
        }
        return next;
    }

    public long flitHops() {
        long sum = 0;
        for (RouterPartition part : partitions) {
            sum += part.links().flitHops;
        }
        return sum;
    }

    /** Writes the state of every VC, as in Engine.vcStates. */
    public void vcStates(long[] into) {
        view.vcStates(into);
    }

    /**
     * Checks for each link and VC that credits, flits and credits in flight, and occupancy sum up to the depth; under
     * cut-through the sum counts packets. Returns a description of the first wrong sum, or an empty string.
     */
    public String imbalance() {
        return view.imbalance();
    }

    /**
     * The counts of flits, packets and waits of the routers, or of a NIC, for the unit that answers commands
     * (docs/spec/perf-counters.md).
     */
    public interface WaitCounts {
        /**
         * Switches the counting of a node from cycle t + 1 on, before these have executed cycle t; `clear` makes all
         * its counts 0 after cycle t.
         */
        void control(int node, boolean on, boolean clear, long t);

        /**
         * Returns a count up to the cycle before the present one, or 0 if the row has no such counter.
         *
         * @param row as in HwLayout.CounterIndex
         * @param counter number in the row: 0 what moved, 1 blocked cycles, 1 + c for cause c
         */
        long count(int node, int row, int counter);
    }
}
