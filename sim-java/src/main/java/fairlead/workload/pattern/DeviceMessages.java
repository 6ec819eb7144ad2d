// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.hw.HwLayout;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.workload.pattern.Generator.Switches;
import fairlead.workload.pattern.Traffic.Background;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Messages of I/O nodes to threads that share the network device of their node (docs/use/device.md). The I/O nodes are
 * the I/O tiles of the machine or, if it has none, ranks 0, `ioRatio`, 2 `ioRatio`, ...: task 0 of each is a daemon,
 * which sends to threads of all other nodes, drawn at random.
 *
 * @param threads threads of a node, which are its first tasks
 * @param messages number of messages of all daemons together
 * @param maxBytes greatest payload of a message, 8 to {@link DeviceMessage#MOST_BYTES}
 * @param interval least number of cycles from one message of a daemon to its next one
 * @param timeout cycles for which a thread waits that has found nothing for itself
 * @param polling what a thread asks for at each try
 * @param flaw what the software does wrong
 * @param background traffic on the torus, by a task of its own, or null
 */
public record DeviceMessages(
        int threads,
        int ioRatio,
        int messages,
        int maxBytes,
        long interval,
        long timeout,
        DevicePolling polling,
        DeviceFlaw flaw,
        Background background)
        implements Workload {
    public static final String KIND = "device";

    /** Greatest number of threads: the device distinguishes so many processors. */
    public static final int MOST_THREADS = 4;

    private static final int BUFFER_BYTES = 2048;
    private static final int RING = 4; // buffers of a thread, used in turn
    private static final int SLOT_BYTES = 64; // after it is room for a payload that a flaw copies
    private static final int MEMORY_BYTES = 1 << 16;
    private static final int MEMORY = 20; // cycles
    private static final int DRAW = 71;
    private static final int WORD = Long.BYTES;

    /** Payloads up to this are two thirds of all. */
    private static final int SHORT = 64;

    /** Returns a machine for messages without torus traffic, with one task more than threads if there is traffic. */
    public MachineConfig machine(Shape shape, int software, long seed) {
        int tasks = background == null ? threads : threads + 1;
        int memory = background == null ? MEMORY_BYTES : 2 * MEMORY_BYTES;
        return MachineConfig.of(shape)
                .memoryBytes(memory)
                .tasks(Collections.nCopies(shape.nodes(), tasks))
                .latency(new Latency(2, 2, MEMORY, software, 8, 0))
                .collective(CollectiveNetwork.UNUSED.withGroups(List.of(all(shape.nodes()))))
                .seed(seed)
                .build();
    }

    private static List<Integer> all(int nodes) {
        return IntStream.range(0, nodes).boxed().toList();
    }

    private boolean isIo(Shape shape, int rank) {
        return shape.ioTiles() == 0 ? rank % ioRatio == 0 : !shape.isOnTorus(rank);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Program build(MachineConfig machine, long seed) {
        int least = background == null ? threads : threads + 1;
        if (Collections.min(machine.tasks()) < least) {
            throw new ProgramException("machine.tasks_per_node must be at least " + least
                    + ": a task for each thread, and one for traffic on the torus");
        }
        Generator g = new Generator(kind(), machine, Switches.ALL, seed);
        machine.collective().groups().forEach(g.program::classRoute);
        int route = g.program.classRoute(all(g.nodes()));
        g.program.deviceFlaw(flaw);
        g.program.devicePolling(polling);
        int slot = g.everywhere("device slot", SLOT_BYTES + BUFFER_BYTES);
        int buffers = g.everywhere("device buffers", (long) threads * RING * BUFFER_BYTES);
        messages(g, route, slot, buffers);
        if (background != null) {
            background.add(g);
        }
        return g.program.build();
    }

    private void messages(Generator g, int route, int slot, int buffers) {
        SplittableRandom random = new SplittableRandom(Mix.seed(g.seed, DRAW));
        Shape shape = g.machine.shape();
        List<Integer> daemons =
                all(g.nodes()).stream().filter(rank -> isIo(shape, rank)).toList();
        List<Integer> nodes =
                all(g.nodes()).stream().filter(rank -> !isIo(shape, rank)).toList();
        if (nodes.isEmpty()) {
            throw new ProgramException("there must be a rank that is no I/O node");
        }
        boolean one = flaw == DeviceFlaw.INTERLEAVED; // both messages to one node, and short enough for its FIFO
        int[] sent = new int[g.nodes()];
        int[][] received = new int[g.nodes()][threads];
        for (int i = 0; i < messages; i++) {
            int sender = daemons.get(random.nextInt(daemons.size()));
            int node = one ? nodes.get(0) : nodes.get(random.nextInt(nodes.size()));
            int longest = one ? Math.min(maxBytes, 2 * HwLayout.TREE_PAYLOAD) : maxBytes;
            int most = random.nextInt(3) == 0 ? longest : Math.min(longest, SHORT);
            int bytes = WORD * (1 + random.nextInt(most / WORD));
            int thread = random.nextInt(threads);
            int number = sent[sender]++;
            int buffer = buffers + (thread * RING + received[node][thread]++ % RING) * BUFFER_BYTES;
            g.task(sender, 0)
                    .add(Ops.deviceSend(node, thread, number, bytes, route).notBefore(number * interval));
            g.task(node, thread).add(Ops.deviceReceive(buffer, BUFFER_BYTES, slot, timeout));
        }
    }

    /** How the processors of a node are used. Thread t is task t and runs on processor t. */
    public enum DeviceMode {
        /** One main process, thread 0, and the threads that it has spawned. */
        SMP(3),
        /** Two main processes, threads 0 and 1, and the threads that they have spawned. */
        DUAL(4);

        private final int threads;

        DeviceMode(int threads) {
            this.threads = threads;
        }

        public int threads() {
            return threads;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
