// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.TaskBuilder;
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
    private static final int FLIT = 16;
    private static final int SPREAD = 1024;
    private static final int EXCHANGE_BYTES = 64;

    @Override
    public String kind() {
        return "traffic";
    }

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
        final int bytes = (packetFlits - 1) * FLIT;
        final int mostTasks =
                machine.tasks().stream().mapToInt(Integer::intValue).max().orElse(1);
        final RingShift shift = new RingShift(g, EXCHANGE_BYTES);
        final int pool = g.program.windows().everywhere("pool", bytes + SPREAD);
        final int landing = g.program.windows().everywhere("landing", (long) bytes * mostTasks * g.nodes());
        final SplittableRandom random = new SplittableRandom(g.key());
        final int[] permutation = TrafficPattern.permutation(g.nodes(), random.split());
        final Destinations to = new Destinations(pattern, machine.shape(), false, permutation);
        final long start = 4L * machine.latency().software();
        for (int node = 0; node < g.nodes(); node++) {
            final long key = g.key();
            if (g.program.windows().needed() <= machine.memoryBytes()) {
                g.program.load(node, pool, Payload.bytes(key, bytes + SPREAD));
            }
            for (int t = 0; t < g.tasks(node); t++) {
                final TaskBuilder task = g.task(node, t);
                final double chance = Math.min(1, load / (packetFlits * g.tasks(node)));
                final int slot = landing + bytes * (node * mostTasks + t);
                inject(g, task, random.split(), to, new long[] {start, pool, slot, key}, chance);
            }
        }
        g.endRound();
        shift.add(0);
        g.endRound();
        return g.build();
    }

    /**
     * Adds the puts of one task.
     *
     * @param at first cycle, pool, landing slot, key of the pool
     */
    private void inject(
            final Generator g,
            final TaskBuilder task,
            final SplittableRandom random,
            final Destinations to,
            final long[] at,
            final double chance) {
        final int bytes = (packetFlits - 1) * FLIT;
        boolean any = false;
        for (int cycle = 0; cycle < cycles; cycle++) {
            if (random.nextDouble() >= chance) {
                continue;
            }
            final int target = to.next(task.node(), random);
            if (target == task.node()) {
                continue;
            }
            final int offset = 8 * random.nextInt(SPREAD / 8);
            final Operation put =
                    Ops.put(target, (int) at[1] + offset, (int) at[2], bytes, Payload.keyAt(at[3], offset));
            g.add(task, put.notBefore(at[0] + cycle));
            any = true;
        }
        if (any) {
            g.need(task, task.add(Ops.quiet()));
        }
    }
}
