// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.workload.pattern.Exchanges.RingShift;
import java.util.SplittableRandom;

/**
 * Synthetic traffic for `cycles` cycles. For each task and cycle, a Bernoulli trial decides whether a single-packet put
 * is created; the put is posted in that cycle or as soon as its FIFO has a slot. Each (origin, task) has one landing
 * slot. A quiet, a barrier, and one exchange with the next rank in an epoch follow. Without barriers there is no epoch,
 * because only a barrier separates it from the traffic.
 *
 * @param pattern destinations of the packets
 * @param load flits offered per node and cycle, header included
 * @param packetFlits flits of a packet, 1 to 17
 * @param cycles number of cycles in which packets are created
 * @param switches optional operations
 */
public record Traffic(TrafficPattern pattern, double load, int packetFlits, int cycles, Switches switches)
        implements Workload {
    private static final int EXCHANGE_BYTES = 64;

    @Override
    public double operations(final MachineConfig machine) {
        final double tasks = Switches.tasks(machine);
        return machine.nodes() * Math.min(1, load / packetFlits) * cycles
                + tasks
                + RingShift.operations(machine, switches)
                + 2 * switches.round(machine);
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        pattern.check(machine.shape());
        final Switches effective =
                new Switches(switches.epochs() && switches.barriers(), switches.fences(), switches.barriers());
        final Generator g = new Generator(kind(), machine, effective, seed);
        final int mostTasks =
                machine.tasks().stream().mapToInt(Integer::intValue).max().orElse(1);
        final RingShift shift = new RingShift(g, EXCHANGE_BYTES);
        final PacketPuts puts = new PacketPuts(g, packetFlits, cycles, "pool");
        final int landing = g.program.windows().everywhere("landing", (long) puts.bytes * mostTasks * g.nodes());
        final SplittableRandom random = new SplittableRandom(g.key());
        final int[] permutation = TrafficPattern.permutation(g.nodes(), random.split());
        final Destinations to = new Destinations(pattern, machine.shape(), false, permutation);
        for (int node = 0; node < g.nodes(); node++) {
            final long key = puts.fill(node);
            for (int t = 0; t < g.tasks(node); t++) {
                final double chance = Math.min(1, load / (packetFlits * g.tasks(node)));
                final int slot = landing + puts.bytes * (node * mostTasks + t);
                puts.add(g.task(node, t), random.split(), to::next, chance, key, slot, true);
            }
        }
        g.endRound();
        shift.add(0);
        g.endRound();
        return g.build();
    }
}
