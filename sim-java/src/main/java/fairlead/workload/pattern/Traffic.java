// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.ProgramException;
import fairlead.workload.pattern.Exchanges.RingShift;
import fairlead.workload.pattern.Generator.Switches;
import fairlead.workload.pattern.TrafficPattern.Destinations;
import java.util.Collections;
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
    public Program build(MachineConfig machine, long seed) {
        pattern.check(machine.shape());
        Switches effective =
                new Switches(switches.epochs() && switches.barriers(), switches.fences(), switches.barriers());
        Generator g = new Generator(kind(), machine, effective, seed);
        int mostTasks = Collections.max(machine.tasks());
        RingShift shift = new RingShift(g, EXCHANGE_BYTES);
        PacketPuts puts = new PacketPuts(g, packetFlits, cycles, "pool");
        int landing = g.everywhere("landing", (long) puts.bytes * mostTasks * g.nodes());
        SplittableRandom random = new SplittableRandom(g.key());
        int[] permutation = TrafficPattern.permutation(g.nodes(), random.split());
        Destinations to = new Destinations(pattern, machine.shape(), false, permutation);
        for (int node = 0; node < g.nodes(); node++) {
            long key = puts.fill(node);
            for (int t = 0; t < g.tasks(node); t++) {
                double chance = Math.min(1, load / (packetFlits * g.tasks(node)));
                int slot = landing + puts.bytes * (node * mostTasks + t);
                puts.add(g.task(node, t), random.split(), to::next, chance, key, slot, true);
            }
        }
        g.endRound();
        shift.add(0);
        g.endRound();
        return g.program.build();
    }

    /**
     * Puts of one packet each that a Bernoulli process creates, with data from a pool in each node's memory that no
     * operation writes.
     */
    static final class PacketPuts {
        private static final int SPREAD = 1024; // bytes; first bytes of the payloads are this far apart at most

        /** Draws the rank to which the next packet of a node goes; no packet is created for the node itself. */
        interface Target {
            int next(int source, SplittableRandom random);
        }

        final int bytes; // payload of a packet
        private final Generator g;
        private final int cycles; // in which packets are created
        private final int pool;

        PacketPuts(Generator g, int packetFlits, int cycles, String pool) {
            this.g = g;
            this.cycles = cycles;
            bytes = (packetFlits - 1) * HwLayout.FLIT_BYTES;
            this.pool = g.everywhere(pool, bytes + SPREAD);
        }

        long fill(int node) {
            long key = g.key();
            if (g.program.windows().needed() <= g.machine.memoryBytes()) {
                g.program.load(node, pool, Payload.bytes(key, bytes + SPREAD));
            }
            return key;
        }

        /**
         * Adds the puts of one task, from 4 software latencies on, and a quiet after them.
         *
         * @param chance probability of a put in each cycle
         * @param key key of the pool of the node
         * @param slot address at which all of them land
         * @param needed whether they belong to the round
         */
        void add(
                TaskBuilder task,
                SplittableRandom random,
                Target target,
                double chance,
                long key,
                int slot,
                boolean needed) {
            long start = 4L * g.machine.latency().software();
            boolean any = false;
            for (int cycle = 0; cycle < cycles; cycle++) {
                int to = random.nextDouble() < chance ? target.next(task.node(), random) : task.node();
                if (to != task.node()) {
                    int offset = Long.BYTES * random.nextInt(SPREAD / Long.BYTES);
                    Operation put = Ops.put(to, pool + offset, slot, bytes, Payload.keyAt(key, offset))
                            .notBefore(start + cycle);
                    any |= (needed ? g.add(task, put) : task.add(put)) >= 0;
                }
            }
            if (any) {
                int quiet = task.add(Ops.quiet());
                g.need(task, needed ? quiet : -1);
            }
        }
    }

    /**
     * Uniform traffic in addition to another workload. The last task of each node posts single-packet puts to random
     * other nodes and ends with a quiet; a Bernoulli trial in each of `cycles` cycles decides whether a put is created.
     * Only the end of the program waits for these puts. They are in no epoch, so the other workload may not use epochs,
     * either. All puts of one origin to a node use the same landing slot.
     *
     * @param load flits offered per node and cycle, header included
     * @param packetFlits flits of a packet, 2 to 17
     * @param cycles number of cycles in which packets are created, from 4 software latencies on
     */
    public record Background(double load, int packetFlits, int cycles) {
        private static final int LEAST_TASKS = 2;

        void add(Generator g) {
            int nodes = g.machine.shape().torusNodes();
            PacketPuts puts = new PacketPuts(g, packetFlits, cycles, "background pool");
            int landing = g.everywhere("background landing", (long) puts.bytes * nodes);
            SplittableRandom random = new SplittableRandom(g.key());
            PacketPuts.Target other =
                    (node, draws) -> nodes == 1 ? node : (node + 1 + draws.nextInt(nodes - 1)) % nodes;
            double chance = Math.min(1, load / packetFlits);
            for (int node = 0; node < nodes; node++) {
                if (g.tasks(node) < LEAST_TASKS) {
                    throw new ProgramException(
                            "background traffic needs a task of its own: machine.tasks_per_node >= 2");
                }
                long key = puts.fill(node);
                TaskBuilder task = g.task(node, g.tasks(node) - 1);
                puts.add(task, random.split(), other, chance, key, landing + puts.bytes * node, false);
            }
        }
    }
}
