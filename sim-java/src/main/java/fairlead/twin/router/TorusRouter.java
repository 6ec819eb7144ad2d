// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.machine.MachineConfig;
import java.util.Arrays;

/**
 * All TorusRouters of the machine and the links between them: the cycle-exact twin of the RTL's TorusRouter and of the
 * fabric's links.
 *
 * <p>In each cycle t the NICs act first: they call the {@link #pins}, whose values are on the router's pins in t + 1.
 * Then {@link #cycle} makes the grants from the state at the start of t, and stores the flits and credits that are on
 * the pins in t. Its calls of the NIC are on the NIC's pins in t + 1. The caller may omit cycles in which nothing is
 * due ({@link #nextDue}).
 *
 * <p>Spec: docs/spec/torus-router.md, docs/spec/fabric.md; layout and measurements: docs/decisions/0006-router-twin.md
 */
public final class TorusRouter {
    private final RouterState state;
    private final RouterPartition[] partitions;
    private final RouterView view;

    @SuppressWarnings("unused")
    private transient volatile long fetched; // written, so that the compiler keeps the reads

    /**
     * Makes routers in partitions, one for each thread; the number of partitions changes no result.
     *
     * @param ports connections of each partition
     */
    public TorusRouter(MachineConfig machine, PartitionPorts... ports) {
        state = new RouterState(machine);
        partitions = new RouterPartition[ports.length];
        PartitionLinks[] links = new PartitionLinks[ports.length];
        for (int part = 0; part < ports.length; part++) {
            partitions[part] = partition(links, part, ports[part]);
        }
        view = new RouterView(state, partitions, ports[0].packets());
    }

    private RouterPartition partition(PartitionLinks[] links, int part, PartitionPorts ports) {
        if (RouterShape.ALLOCATES) {
            return StagedPartition.of(state, links, part, ports);
        }
        return state.linkTx == null
                ? new RouterPartition(state, links, part, ports)
                : PacedPartition.of(state, links, part, ports);
    }

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

    /**
     * Executes cycle t of a partition, at the same time as the others or one after the other, up to {@link #lookahead}
     * cycles of each partition.
     */
    public void cycle(int part, long t) {
        partitions[part].cycle(t);
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
        return Arrays.stream(partitions).mapToLong(part -> part.links.flitHops).sum();
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
