// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import java.util.List;

/**
 * Everything about the machine that is set at run time (D2), the same for every engine.
 *
 * @param linkInterval cycles a flit on a link; 1 is full speed
 * @param localPorts usable local ports of each class, 1 or 2
 * @param memoryBytes bytes of memory of each node
 * @param messageBase address of reception FIFO 0, a multiple of 256; FIFO f starts reception * 256 * f bytes later. 0 when no program uses messages
 * @param tasks tasks of each node, 1 to 16
 * @param barrierWidth bits of the barrier counter, the same on all nodes
 * @param seed for what is drawn per node (memory jitter, spread of the barrier network, masters)
 * @param routing which outputs a packet may take; `vcRule` is the rule of its escape VCs unless they are bubble rings
 * @param unsafe a flaw on purpose, in the faults build only
 * @param epochAccess what an INIT of another origin meets while an epoch is open
 * @param barrierMaster which task of a node is its master in barriers
 */
public record MachineConfig(
        Shape shape,
        Latency latency,
        int linkInterval,
        Buffers buffers,
        int localPorts,
        VcRule vcRule,
        Arbitration arbitration,
        int memoryBytes,
        int messageBase,
        DlaLimits dla,
        List<Integer> tasks,
        int barrierWidth,
        long seed,
        Routing routing,
        Unsafe unsafe,
        EpochAccess epochAccess,
        BarrierMaster barrierMaster) {
    /** Task 0 is the master. */
    public MachineConfig(
            final Shape shape,
            final Latency latency,
            final int linkInterval,
            final Buffers buffers,
            final int localPorts,
            final VcRule vcRule,
            final Arbitration arbitration,
            final int memoryBytes,
            final int messageBase,
            final DlaLimits dla,
            final List<Integer> tasks,
            final int barrierWidth,
            final long seed,
            final Routing routing,
            final Unsafe unsafe,
            final EpochAccess epochAccess) {
        this(
                shape,
                latency,
                linkInterval,
                buffers,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla,
                tasks,
                barrierWidth,
                seed,
                routing,
                unsafe,
                epochAccess,
                BarrierMaster.FIRST);
    }

    /** With several origins allowed at a target. */
    public MachineConfig(
            final Shape shape,
            final Latency latency,
            final int linkInterval,
            final Buffers buffers,
            final int localPorts,
            final VcRule vcRule,
            final Arbitration arbitration,
            final int memoryBytes,
            final int messageBase,
            final DlaLimits dla,
            final List<Integer> tasks,
            final int barrierWidth,
            final long seed,
            final Routing routing,
            final Unsafe unsafe) {
        this(
                shape,
                latency,
                linkInterval,
                buffers,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla,
                tasks,
                barrierWidth,
                seed,
                routing,
                unsafe,
                EpochAccess.OPEN);
    }

    /** The machine as it is shipped, in dimension order. */
    public MachineConfig(
            final Shape shape,
            final Latency latency,
            final int linkInterval,
            final Buffers buffers,
            final int localPorts,
            final VcRule vcRule,
            final Arbitration arbitration,
            final int memoryBytes,
            final int messageBase,
            final DlaLimits dla,
            final List<Integer> tasks,
            final int barrierWidth,
            final long seed) {
        this(
                shape,
                latency,
                linkInterval,
                buffers,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla,
                tasks,
                barrierWidth,
                seed,
                Routing.DIMENSION_ORDER,
                Unsafe.NONE);
    }

    public MachineConfig {
        tasks = List.copyOf(tasks);
        if (tasks.size() != shape.nodes()) {
            throw new IllegalArgumentException("tasks: " + tasks.size() + " entries for " + shape.nodes() + " nodes");
        }
    }

    public int nodes() {
        return shape.nodes();
    }

    public int tasks(final int node) {
        return tasks.get(node);
    }

    /** Memory latency of one node: `latency.memory` plus a fixed draw from 0 to `latency.jitter`. */
    public int memoryLatency(final int node) {
        if (latency.jitter() == 0) {
            return latency.memory();
        }
        return latency.memory()
                + (int) Long.remainderUnsigned(Mix.mix64(seed + Mix.GOLDEN * (node + 1)), latency.jitter() + 1);
    }

    /** Cycles that the global barrier network takes more from a node than `latency.barrier`. */
    public int barrierUp(final int node) {
        return spread(2 * node);
    }

    /** Cycles that it takes more to a node. */
    public int barrierDown(final int node) {
        return spread(2 * node + 1);
    }

    private int spread(final int what) {
        if (latency.barrierSpread() == 0) {
            return 0;
        }
        final long drawn = Mix.mix64(Mix.mix64(seed) + Mix.GOLDEN * (what + 1));
        return (int) Long.remainderUnsigned(drawn, latency.barrierSpread() + 1);
    }

    /** The task that is the master of a node in barriers. */
    public int master(final int node) {
        return barrierMaster.of(seed, node, tasks(node));
    }

    /** The same machine with other masters. */
    public MachineConfig withBarrierMaster(final BarrierMaster other) {
        return new MachineConfig(
                shape,
                latency,
                linkInterval,
                buffers,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla,
                tasks,
                barrierWidth,
                seed,
                routing,
                unsafe,
                epochAccess,
                other);
    }

    private MachineConfig with(final int base, final Routing way, final Unsafe flaw, final EpochAccess access) {
        return with(base, way, flaw, access, buffers, dla);
    }

    private MachineConfig with(
            final int base,
            final Routing way,
            final Unsafe flaw,
            final EpochAccess access,
            final Buffers depths,
            final DlaLimits limits) {
        return new MachineConfig(
                shape,
                latency,
                linkInterval,
                depths,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                base,
                limits,
                tasks,
                barrierWidth,
                seed,
                way,
                flaw,
                access,
                barrierMaster);
    }

    /** The machine as a program may see it: all depths and limits are 1, whatever they are. Machines that differ in these only run the same programs. */
    public MachineConfig withoutDepths() {
        return with(messageBase, routing, unsafe, epochAccess, new Buffers(1, 1, 1, 1, 1, 1), DlaLimits.of(1));
    }

    /** The same machine with another base for the reception FIFOs. */
    public MachineConfig withMessageBase(final int base) {
        return with(base, routing, unsafe, epochAccess);
    }

    /** The same machine with another routing. */
    public MachineConfig withRouting(final Routing other) {
        return with(messageBase, other, unsafe, epochAccess);
    }

    /** The same machine with a flaw. */
    public MachineConfig withUnsafe(final Unsafe flaw) {
        return with(messageBase, routing, flaw, epochAccess);
    }

    /** The same machine with another access rule for epochs. */
    public MachineConfig withEpochAccess(final EpochAccess access) {
        return with(messageBase, routing, unsafe, access);
    }

    /** The same machine with other latencies, drawn from another seed. */
    public MachineConfig withLatency(final Latency other, final long otherSeed) {
        return new MachineConfig(
                shape,
                other,
                linkInterval,
                buffers,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla,
                tasks,
                barrierWidth,
                otherSeed,
                routing,
                unsafe,
                epochAccess,
                barrierMaster);
    }

    /** Least width of the barrier counter for `tasks` tasks: log2(P) + 1 with P the smallest power of two >= tasks (R-BAR-1). */
    public static int minBarrierWidth(final int tasks) {
        return 33 - Integer.numberOfLeadingZeros(tasks - 1);
    }
}
