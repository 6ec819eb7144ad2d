// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.engine.api.MachineConfig;
import fairlead.model.ports.EjectionLinks;
import fairlead.model.ports.InjectionLinks;
import fairlead.model.ports.Packets;

/**
 * All TorusRouters of the machine and the links between them: the twin of the RTL's TorusRouter and of the fabric's links, to the cycle.
 *
 * <p>Use: in each cycle t the NICs first (they call {@link #inject} and {@link #ejectCredit}, registers that are on the router's pins in t + 1), then {@link #cycle}:
 * grants from the state at the start of t, then the arrivals and credits that are on pins in t. What it tells the NIC meanwhile is on the NIC's pins in t + 1. Cycles in
 * which nothing is due ({@link #nextDue}) may be left out.
 *
 * <p>Spec: docs/spec/torus-router.md, docs/spec/fabric.md; layout and measurements: docs/decisions/0006-router-twin.md
 */
public final class TorusRouter implements InjectionLinks {
    private final RouterState state;
    private final RouterPartition[] partitions;
    private final RouterView view;
    private long now;

    /** The router of the RTL. @param hopsOrNull null when nobody wants to know */
    public TorusRouter(
            final MachineConfig machine, final Packets packets, final EjectionLinks nic, final HopSink hopsOrNull) {
        this(machine, packets, nic, hopsOrNull, RouterVariant.RTL);
    }

    /** Another router than the RTL's, for comparison. */
    public TorusRouter(
            final MachineConfig machine,
            final Packets packets,
            final EjectionLinks nic,
            final HopSink hopsOrNull,
            final RouterVariant variant) {
        this(machine, new PartitionPorts[] {new PartitionPorts(packets, nic, hopsOrNull)}, variant);
    }

    /**
     * In partitions, for threads; how many changes no result.
     *
     * @param ports one a partition
     */
    public TorusRouter(final MachineConfig machine, final PartitionPorts[] ports, final RouterVariant variant) {
        state = new RouterState(machine);
        partitions = new RouterPartition[ports.length];
        final PartitionLinks[] links = new PartitionLinks[ports.length];
        for (int part = 0; part < ports.length; part++) {
            partitions[part] = variant.separable()
                    ? SeparablePartition.of(state, links, part, ports[part], variant.classes())
                    : new RouterPartition(state, links, part, ports[part]);
        }
        view = new RouterView(state, partitions, ports[0].packets());
    }

    @Override
    public void inject(final int node, final int port, final int flit) {
        of(node).inject(node, port, flit);
    }

    @Override
    public void ejectCredit(final int node, final int port) {
        of(node).ejectCredit(node, port);
    }

    private RouterPartition of(final int node) {
        int part = 0;
        while (node >= partitions[part].to) {
            part++;
        }
        return partitions[part];
    }

    /** Executes cycle t. Throws IllegalStateException when a cycle has been left out in which something was due. */
    public void cycle(final long t) {
        if (t != now && nextDue() < t) {
            throw new IllegalStateException("cycle " + nextDue() + " has been left out, now " + t);
        }
        for (final RouterPartition part : partitions) {
            part.cycle(t);
        }
        ended(t);
    }

    // ---- a cycle in parts, at the same time or one after the other: cycle() of all, then ended() ----

    /** The first node of a partition; that of partition `parts` is the number of nodes. */
    public static int first(final int nodes, final int part, final int parts) {
        return (int) ((long) nodes * part / parts);
    }

    /** Injection pins of the nodes of a partition. */
    public InjectionLinks pins(final int part) {
        return partitions[part];
    }

    /** Cycle t of a partition, what its NICs said included. */
    public void cycle(final int part, final long t) {
        partitions[part].cycle(t);
    }

    /** All partitions have executed cycle t. */
    public void ended(final long t) {
        now = t + 1;
    }

    /** Second half of {@link #cycle}: what is on the pins. */
    void arrivals(final long t) {
        for (final RouterPartition part : partitions) {
            part.arrivals(t);
        }
        now = t + 1;
    }

    /** Last step of {@link #cycle}: what the NICs said goes to the pins. */
    void registers() {
        for (final RouterPartition part : partitions) {
            part.registers();
        }
    }

    RouterPartition[] partitions() {
        return partitions;
    }

    RouterState state() {
        return state;
    }

    /** Nothing will happen any more without a call of inject or ejectCredit. Flits may be held that wait for the NIC. */
    public boolean idle() {
        return nextDue() == Long.MAX_VALUE;
    }

    /** The next cycle in which something may happen without the NIC; Long.MAX_VALUE when there is none. Meaningful between two cycles. */
    public long nextDue() {
        long next = Long.MAX_VALUE;
        for (final RouterPartition part : partitions) {
            next = Math.min(next, part.nextDue());
        }
        return next;
    }

    /** Flits that have been sent over links. */
    public long flitHops() {
        long sum = 0;
        for (final RouterPartition part : partitions) {
            sum += part.links().flitHops();
        }
        return sum;
    }

    /** Sum over the executed cycles, and those left out between them, of the routers that held a flit which did not move. */
    public long blockedRouters() {
        long sum = 0;
        for (final RouterPartition part : partitions) {
            sum += part.blockedRouters();
        }
        return sum;
    }

    /** State of every VC, as of Engine.vcStates. */
    public void vcStates(final long[] into) {
        view.vcStates(into);
    }

    /** Checks for each link and VC that credits, flits and credits in flight and occupancy sum up to the depth; under cut-through the same in packets. An empty string, or the first that does not. */
    public String imbalance() {
        return view.imbalance();
    }
}
