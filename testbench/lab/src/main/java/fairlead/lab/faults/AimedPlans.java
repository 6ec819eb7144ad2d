// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.Latency;
import fairlead.machine.MachineBuilder;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.run.RunPlan;
import java.util.SplittableRandom;

/**
 * Draws programs for faults that hardly ever strike in programs of all kinds. In those of epochs, puts and gets are on
 * their way when the epoch is closed, packets of a put overtake each other, and nodes without an epoch put to the
 * target. In those of the pool, allocations ask for what the pool does not have or just has. In those of fences,
 * transfers go by all paths to a node that is reached in two ways, ordered puts fill one of the ways, and a FENCE or a
 * flush comes right after the transfers, so that one which forgets a leg is likely to end too early. After a FENCE
 * comes an operation that has the other way for itself.
 */
final class AimedPlans {
    /** What the programs of a fault are drawn for. */
    enum Aim {
        /** programs and workloads of all kinds */
        ALL,
        EPOCHS,
        FENCES,
        POOL
    }

    private static final int MEMORY = 1 << 21;
    private static final int MOST_CYCLES = 60_000;
    private static final int SOURCE_BYTES = 8192;
    private static final int SLOT = 2048;
    private static final int TRANSFERS = 6; // slots of an epoch
    private static final int EPOCHS = 3;
    private static final int NOISE = 6;
    private static final int NOISE_SLOT = 6144;
    private static final int WIDE = 4; // columns of a machine on which packets overtake each other
    private static final long KEY = 1 << 20;
    private static final int FREE = 64; // a limit of the pool that does not bind
    private static final int FENCE_TASKS = 2; // of a node; a third one makes the other traffic
    private static final int ROUNDS = 3;
    private static final int LONG = 8192; // bytes of a transfer after which a fence comes, and of the other traffic
    private static final int SHORT = 32; // of a put on the store path
    private static final int FENCE_SLOT = LONG + 64; // of a round: what is moved, and what comes after the fence
    private static final int CREDITS = 16; // that a transaction of the store path asks for

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final ProgramBuilder program;
    private final int source; // where each node has its bytes

    private AimedPlans(Aim aim, long seed) {
        random = new SplittableRandom(seed);
        machine = machine(aim);
        program = new ProgramBuilder("aimed", machine.shape(), machine.tasks(), MEMORY);
        for (int node = 0; node < machine.nodes(); node++) {
            program.load(node, 0, Payload.bytes(KEY * node, SOURCE_BYTES));
        }
        source = program.windows().everywhere("source", SOURCE_BYTES);
        switch (aim) {
            case EPOCHS -> epochs();
            case POOL -> allocations(machine.dla().maxCredits());
            default -> fences();
        }
    }

    static RunPlan draw(Aim aim, long seed, EngineFactory factory) {
        AimedPlans drawn = new AimedPlans(aim, seed);
        Program built = drawn.program.build();
        return new RunPlan(
                "aimed",
                built,
                drawn.machine.withMessageBase(built.messageBase()),
                factory,
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, MOST_CYCLES),
                "",
                true);
    }

    private int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    private MachineConfig machine(Aim aim) {
        MachineBuilder builder = builder(aim == Aim.FENCES || random.nextBoolean());
        if (aim == Aim.EPOCHS) {
            builder.epochAccess(EpochAccess.values()[random.nextInt(EpochAccess.values().length)]);
        } else if (aim == Aim.POOL) {
            builder.dla(pool());
        }
        return builder.build();
    }

    private MachineBuilder builder(boolean adaptive) {
        Shape shape = adaptive ? new Shape(WIDE, between(3, 4), 1) : new Shape(between(3, 6), 1, 1);
        return MachineConfig.of(shape)
                .latency(new Latency(between(1, 40), between(1, 8), between(2, 200), between(1, 40), 8, 0))
                .buffers(adaptive ? new Buffers(51, 32, 16, 64, 64, 16) : Buffers.of(Routing.DIMENSION_ORDER))
                .routing(adaptive ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER)
                .memoryBytes(MEMORY)
                .tasks(3);
    }

    // ---- epochs

    private void epochs() {
        int nodes = machine.nodes();
        closings(program.windows().everywhere("landing", landing(nodes)));
        noise(program.windows().everywhere("noise", (long) nodes * NOISE * NOISE_SLOT));
        if (machine.routing() == Routing.ADAPTIVE) {
            crossing(program.windows().everywhere("crossing", WIDE * NOISE_SLOT * NOISE));
        }
    }

    private static long landing(int nodes) {
        return (long) nodes * EPOCHS * TRANSFERS * SLOT;
    }

    private void closings(int landing) {
        int nodes = program.nodes();
        for (int node = 0; node < nodes; node++) {
            int before = -1;
            for (int e = between(0, EPOCHS); e > 0; e--) {
                int target = random.nextInt(nodes / 2);
                if (target != node) {
                    int first = landing + SLOT * TRANSFERS * (EPOCHS * node + e - 1);
                    before = epoch(node, target, 16 * node + e, before, first);
                }
            }
        }
    }

    private void noise(int landing) {
        int nodes = program.nodes();
        for (int node = 0; node < nodes; node++) {
            for (int i = between(0, NOISE); i > 0; i--) {
                boolean stranger = random.nextInt(4) == 0;
                int target = stranger ? random.nextInt(nodes / 2) : random.nextInt(nodes / 2, nodes);
                int length = stranger ? between(1, SLOT) : NOISE_SLOT;
                program.task(node, 2)
                        .add(Ops.put(target, source, landing + NOISE_SLOT * (NOISE * node + i - 1), length, KEY * node)
                                .ordered()
                                .notBefore(random.nextInt(stranger ? 2000 : 400))
                                .attempt());
            }
        }
    }

    /**
     * Adds epochs to the diagonal neighbour, while puts fill the second link of one of the two ways to it: packets that
     * go the other way overtake those of their own put.
     */
    private void crossing(int landing) {
        for (int x = 0; x < WIDE; x++) {
            if (random.nextBoolean()) {
                continue;
            }
            int first = landing + NOISE_SLOT * NOISE * x;
            int target = WIDE + (x + 1) % WIDE;
            TaskBuilder task = program.task(x, 1);
            int open = task.add(Ops.epochOpen(8 + 16 * x, target).notBefore(between(50, 300)));
            int one = task.add(Ops.put(target, source, first, SLOT, KEY * x).in(open));
            int two = program.task(x, 0)
                    .add(Ops.put(target, source, first + SLOT, SLOT, KEY * x).in(open));
            task.add(Ops.epochClose(open).requires(open).after(one, two));
            for (int i = 0; i < NOISE; i++) {
                program.task(WIDE + x, i % 3)
                        .add(Ops.put(
                                        WIDE + (x + 2) % WIDE,
                                        source,
                                        first + NOISE_SLOT * i,
                                        NOISE_SLOT,
                                        KEY * (WIDE + x))
                                .ordered()
                                .attempt());
            }
        }
    }

    private int epoch(int node, int target, int id, int before, int first) {
        TaskBuilder closer = program.task(node, 1);
        int open = closer.add(Ops.epochOpen(id, target).requires(before));
        int[] given = new int[between(1, TRANSFERS)];
        for (int i = 0; i < given.length; i++) {
            int slot = first + SLOT * i;
            Operation op = random.nextInt(3) > 0
                    ? put(node, target, slot)
                    : Ops.get(target, slot, source, between(1, SLOT), KEY * target);
            given[i] = program.task(node, random.nextInt(2)).add(op.in(open));
        }
        return closer.add(Ops.epochClose(open).requires(open).after(given));
    }

    private Operation put(int node, int target, int slot) {
        return Ops.put(target, source, slot, random.nextBoolean() ? SLOT : between(1, SLOT), KEY * node);
    }

    // ---- the pool

    private DlaLimits pool() {
        int credits = between(4, 12);
        DlaOptions options = DlaOptions.events(random.nextBoolean() ? 0 : between(1, 4));
        return DlaLimits.of(credits, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE)
                .with(options);
    }

    private void allocations(int credits) {
        int nodes = program.nodes();
        int landing = program.windows().everywhere("landing", landing(nodes));
        for (int node = 0; node < nodes; node++) {
            for (int t = 0; t < 3; t++) {
                TaskBuilder task = program.task(node, t);
                int last = task.add(Ops.calc(between(1, 40)));
                for (int round = 0; round < EPOCHS * TRANSFERS / 3; round++) {
                    int slot = landing + SLOT * (EPOCHS * TRANSFERS * node + EPOCHS * TRANSFERS / 3 * t + round);
                    boolean persistent = random.nextInt(3) == 0;
                    int alloc = task.add(Ops.dlaAlloc(between(1, credits), persistent, random.nextBoolean())
                            .requires(last)
                            .attempt());
                    int put = task.add(Ops.put((node + 1) % nodes, source, slot, between(1, 32), KEY * node)
                            .path(Path.STORE)
                            .attempt()
                            .after(alloc));
                    int wait = task.add(Ops.calc(between(1, 200)).after(put));
                    last = task.add(Ops.dlaEnd().requires(wait));
                    if (persistent) {
                        last = task.add(Ops.dlaRelease().attempt().requires(last));
                    }
                }
            }
        }
    }

    // ---- fences

    /** Adds the tasks of the nodes of the first row, and the other traffic of those of the second. */
    private void fences() {
        int landing = program.windows().everywhere("fenced", WIDE * FENCE_TASKS * ROUNDS * FENCE_SLOT);
        int noise = program.windows().everywhere("beside", WIDE * NOISE * LONG);
        for (int x = 0; x < WIDE; x++) {
            int node = WIDE + x;
            for (int i = 0; i < NOISE; i++) {
                int slot = noise + LONG * (NOISE * x + i);
                program.task(node, i % 3)
                        .add(Ops.put(WIDE + (x + 2) % WIDE, source, slot, LONG, KEY * node)
                                .ordered());
            }
            for (int t = 0; t < FENCE_TASKS; t++) {
                origin(x, t, landing);
            }
        }
    }

    private void origin(int node, int number, int landing) {
        TaskBuilder task = program.task(node, number);
        int last = task.add(Ops.calc(random.nextInt(50, 400)));
        for (int round = 0; round < ROUNDS; round++) {
            int slot = landing + FENCE_SLOT * ((node * FENCE_TASKS + number) * ROUNDS + round);
            int target = random.nextInt(6) == 0 ? node : WIDE + (node + 1) % WIDE;
            if (random.nextBoolean()) {
                fenced(task, node, target, slot, last);
                task.add(Ops.fence(target));
                last = task.add(behind(node, target, slot + LONG));
            } else {
                last = flushed(task, node, target, slot, last);
            }
        }
    }

    private void fenced(TaskBuilder task, int node, int target, int slot, int last) {
        task.add(Ops.put(target, source, slot, random.nextInt(LONG / 4, LONG + 1), KEY * node)
                .requires(last));
    }

    private int flushed(TaskBuilder task, int node, int target, int slot, int last) {
        switch (random.nextInt(3)) {
            case 0 -> fenced(task, node, target, slot, last);
            case 1 -> task.add(Ops.get(target, slot, source, random.nextInt(SHORT, LONG + 1), KEY * target)
                    .requires(last));
            default -> {
                int alloc = task.add(Ops.dlaAlloc(CREDITS, false, random.nextBoolean())
                        .requires(last)
                        .attempt());
                task.add(Ops.put(target, source, slot, random.nextInt(1, SHORT + 1), KEY * node)
                        .path(Path.STORE)
                        .attempt()
                        .after(alloc));
                return task.add(Ops.dlaEnd().requires(task.add(Ops.flush(target))));
            }
        }
        return task.add(Ops.flush(target));
    }

    private Operation behind(int node, int target, int slot) {
        return switch (random.nextInt(3)) {
            case 0 -> Ops.get(target, slot, source, SHORT, KEY * target);
            case 1 -> Ops.fadd(target, slot, 1 + random.nextInt(1000));
            default -> Ops.put(target, source, slot, SHORT, KEY * node);
        };
    }
}
