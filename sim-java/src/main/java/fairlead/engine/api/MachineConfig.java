// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

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
    /** A machine as it is shipped, to be changed part by part. */
    public static MachineBuilder of(final Shape shape) {
        return new MachineBuilder(shape);
    }

    /** This machine, to be changed part by part. */
    public MachineBuilder change() {
        return new MachineBuilder(this);
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

    /** The machine as a program may see it: all depths and limits are 1, whatever they are. Machines that differ in these only run the same programs. */
    public MachineConfig withoutDepths() {
        return change().buffers(new Buffers(1, 1, 1, 1, 1, 1))
                .dla(DlaLimits.of(1))
                .build();
    }

    /** The same machine with another base for the reception FIFOs. */
    public MachineConfig withMessageBase(final int base) {
        return change().messageBase(base).build();
    }

    /** The same machine with another routing. */
    public MachineConfig withRouting(final Routing other) {
        return change().routing(other).build();
    }

    /** The same machine with a flaw. */
    public MachineConfig withUnsafe(final Unsafe flaw) {
        return change().unsafe(flaw).build();
    }

    /** The same machine with another access rule for epochs. */
    public MachineConfig withEpochAccess(final EpochAccess access) {
        return change().epochAccess(access).build();
    }

    /** The same machine with other masters. */
    public MachineConfig withBarrierMaster(final BarrierMaster other) {
        return change().barrierMaster(other).build();
    }

    /** The same machine with other latencies, drawn from another seed. */
    public MachineConfig withLatency(final Latency other, final long otherSeed) {
        return change().latency(other).seed(otherSeed).build();
    }

    /** Least width of the barrier counter for `tasks` tasks: log2(P) + 1 with P the smallest power of two >= tasks (R-BAR-1). */
    public static int minBarrierWidth(final int tasks) {
        return 33 - Integer.numberOfLeadingZeros(tasks - 1);
    }
}
