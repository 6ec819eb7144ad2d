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
 * target. In those of the pool, allocations ask for what the pool does not have or just has. Those of fences are
 * {@link AimedFences}.
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

    private AimedPlans() {}

    static RunPlan draw(final Aim aim, final long seed, final EngineFactory factory) {
        final SplittableRandom random = new SplittableRandom(seed);
        final MachineConfig machine = machine(aim, random);
        final ProgramBuilder program = new ProgramBuilder("aimed", machine.shape(), machine.tasks(), MEMORY);
        for (int node = 0; node < machine.nodes(); node++) {
            program.load(node, 0, Payload.bytes(KEY * node, SOURCE_BYTES));
        }
        final int source = program.windows().everywhere("source", SOURCE_BYTES);
        switch (aim) {
            case EPOCHS -> epochs(machine, program, random, source);
            case POOL -> allocations(program, random, machine.dla().maxCredits(), source);
            default -> new AimedFences(program, random, WIDE, source, KEY).add();
        }
        final Program built = program.build();
        return new RunPlan(
                "aimed",
                built,
                machine.withMessageBase(built.messageBase()),
                factory,
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, MOST_CYCLES),
                "",
                true);
    }

    private static int between(final SplittableRandom random, final int least, final int most) {
        return random.nextInt(least, most + 1);
    }

    private static MachineConfig machine(final Aim aim, final SplittableRandom random) {
        final MachineBuilder builder = machine(random, aim == Aim.FENCES || random.nextBoolean());
        if (aim == Aim.EPOCHS) {
            builder.epochAccess(EpochAccess.values()[random.nextInt(EpochAccess.values().length)]);
        } else if (aim == Aim.POOL) {
            builder.dla(pool(random));
        }
        return builder.build();
    }

    private static MachineBuilder machine(final SplittableRandom random, final boolean adaptive) {
        final Shape shape =
                adaptive ? new Shape(WIDE, between(random, 3, 4), 1) : new Shape(between(random, 3, 6), 1, 1);
        return MachineConfig.of(shape)
                .latency(new Latency(
                        between(random, 1, 40),
                        between(random, 1, 8),
                        between(random, 2, 200),
                        between(random, 1, 40),
                        8,
                        0))
                .buffers(adaptive ? new Buffers(51, 32, 16, 64, 64, 16) : Buffers.of(Routing.DIMENSION_ORDER))
                .routing(adaptive ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER)
                .memoryBytes(MEMORY)
                .tasks(3);
    }

    // ---- epochs

    private static void epochs(
            final MachineConfig machine,
            final ProgramBuilder program,
            final SplittableRandom random,
            final int source) {
        final int nodes = machine.nodes();
        closings(program, random, source, program.windows().everywhere("landing", landing(nodes)));
        noise(program, random, source, program.windows().everywhere("noise", (long) nodes * NOISE * NOISE_SLOT));
        if (machine.routing() == Routing.ADAPTIVE) {
            crossing(program, random, source, program.windows().everywhere("crossing", WIDE * NOISE_SLOT * NOISE));
        }
    }

    private static long landing(final int nodes) {
        return (long) nodes * EPOCHS * TRANSFERS * SLOT;
    }

    /** Every node has epochs to targets in the lower half. */
    private static void closings(
            final ProgramBuilder program, final SplittableRandom random, final int source, final int landing) {
        final int nodes = program.nodes();
        for (int node = 0; node < nodes; node++) {
            int before = -1;
            for (int e = between(random, 0, EPOCHS); e > 0; e--) {
                final int target = random.nextInt(nodes / 2);
                if (target != node) {
                    final int first = landing + SLOT * TRANSFERS * (EPOCHS * node + e - 1);
                    before = epoch(program, random, node, target, 16 * node + e, before, source, first);
                }
            }
        }
    }

    /** Adds long puts by one way each, to nodes that are no targets, and a few puts to targets. */
    private static void noise(
            final ProgramBuilder program, final SplittableRandom random, final int source, final int landing) {
        final int nodes = program.nodes();
        for (int node = 0; node < nodes; node++) {
            for (int i = between(random, 0, NOISE); i > 0; i--) {
                final boolean stranger = random.nextInt(4) == 0;
                final int target = stranger ? random.nextInt(nodes / 2) : random.nextInt(nodes / 2, nodes);
                final int length = stranger ? between(random, 1, SLOT) : NOISE_SLOT;
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
    private static void crossing(
            final ProgramBuilder program, final SplittableRandom random, final int source, final int landing) {
        for (int x = 0; x < WIDE; x++) {
            if (random.nextBoolean()) {
                continue;
            }
            final int first = landing + NOISE_SLOT * NOISE * x;
            final int target = WIDE + (x + 1) % WIDE;
            final TaskBuilder task = program.task(x, 1);
            final int open = task.add(Ops.epochOpen(8 + 16 * x, target).notBefore(between(random, 50, 300)));
            final int one =
                    task.add(Ops.put(target, source, first, SLOT, KEY * x).in(open));
            final int two = program.task(x, 0)
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

    /** Adds an epoch that is closed right behind its transfers, which two tasks give; returns the closing. */
    private static int epoch(
            final ProgramBuilder program,
            final SplittableRandom random,
            final int node,
            final int target,
            final int id,
            final int before,
            final int source,
            final int first) {
        final TaskBuilder closer = program.task(node, 1);
        final int open = closer.add(Ops.epochOpen(id, target).requires(before));
        final int[] given = new int[between(random, 1, TRANSFERS)];
        for (int i = 0; i < given.length; i++) {
            final int slot = first + SLOT * i;
            final Operation op = random.nextInt(3) > 0
                    ? put(random, node, target, source, slot)
                    : Ops.get(target, slot, source, between(random, 1, SLOT), KEY * target);
            given[i] = program.task(node, random.nextInt(2)).add(op.in(open));
        }
        return closer.add(Ops.epochClose(open).requires(open).after(given));
    }

    private static Operation put(
            final SplittableRandom random, final int node, final int target, final int source, final int slot) {
        return Ops.put(target, source, slot, random.nextBoolean() ? SLOT : between(random, 1, SLOT), KEY * node);
    }

    // ---- the pool

    private static DlaLimits pool(final SplittableRandom random) {
        final int credits = between(random, 4, 12);
        final DlaOptions options = DlaOptions.events(random.nextBoolean() ? 0 : between(random, 1, 4));
        return new DlaLimits(credits, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE).with(options);
    }

    /** On each node, three tasks allocate, store a put, and return what they have. */
    private static void allocations(
            final ProgramBuilder program, final SplittableRandom random, final int credits, final int source) {
        final int nodes = program.nodes();
        final int landing = program.windows().everywhere("landing", landing(nodes));
        for (int node = 0; node < nodes; node++) {
            for (int t = 0; t < 3; t++) {
                final TaskBuilder task = program.task(node, t);
                int last = task.add(Ops.calc(between(random, 1, 40)));
                for (int round = 0; round < EPOCHS * TRANSFERS / 3; round++) {
                    final int slot = landing + SLOT * (EPOCHS * TRANSFERS * node + EPOCHS * TRANSFERS / 3 * t + round);
                    final boolean persistent = random.nextInt(3) == 0;
                    final int alloc =
                            task.add(Ops.dlaAlloc(between(random, 1, credits), persistent, random.nextBoolean())
                                    .requires(last)
                                    .attempt());
                    final int put =
                            task.add(Ops.put((node + 1) % nodes, source, slot, between(random, 1, 32), KEY * node)
                                    .path(Path.STORE)
                                    .attempt()
                                    .after(alloc));
                    final int wait = task.add(Ops.calc(between(random, 1, 200)).after(put));
                    last = task.add(Ops.dlaEnd().requires(wait));
                    if (persistent) {
                        last = task.add(Ops.dlaRelease().attempt().requires(last));
                    }
                }
            }
        }
    }
}
