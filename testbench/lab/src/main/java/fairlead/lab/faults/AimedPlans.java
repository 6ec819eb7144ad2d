// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.lab.script.DrawScript;
import fairlead.lab.script.ProgramScript;
import fairlead.lab.script.Scope;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.run.RunPlan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws programs for faults that hardly ever strike in programs of all kinds. In those of epochs, puts and gets are on
 * their way when the epoch is closed, packets of a put overtake each other, and nodes without an epoch put to the
 * target. In those of the pool, allocations ask for what the pool does not have or just has. In those of fences,
 * transfers go by all paths to a node that is reached in two ways, ordered puts fill one of the ways, and a FENCE or a
 * flush comes right after the transfers, so that one which forgets a leg is likely to end too early. After a FENCE
 * comes an operation that has the other way for itself. The file aimed.yaml has the programs.
 */
final class AimedPlans {
    /** What the programs of a fault are drawn for. */
    enum Aim {
        ALL, // programs and workloads of all kinds
        EPOCHS,
        FENCES,
        POOL
    }

    private static final int MEMORY = 1 << 21;
    private static final int MOST_CYCLES = 60_000;
    private static final int SOURCE_BYTES = 8192;
    private static final int SLOTS = 3 * 6 * 2048; // bytes of a node in which epochs or stores land
    private static final int NOISE = 6 * 6144; // bytes of the other traffic of a node
    private static final int WIDE = 4; // columns of a machine on which packets overtake each other
    private static final int FENCED = 2 * 3 * (8192 + 64); // bytes of a node in which what is fenced lands
    private static final int BESIDE = 6 * 8192; // and what is sent beside it
    private static final long KEY = 1 << 20;
    private static final int FREE = 64; // a limit of the pool that does not bind

    private AimedPlans() {}

    static RunPlan draw(Aim aim, long seed, EngineFactory factory) {
        SplittableRandom random = new SplittableRandom(seed);
        MachineConfig machine = machine(aim, random);
        int nodes = machine.nodes();
        List<Integer> windows =
                switch (aim) {
                    case EPOCHS -> List.of(SOURCE_BYTES, nodes * SLOTS, nodes * NOISE, WIDE * NOISE);
                    case POOL -> List.of(SOURCE_BYTES, nodes * SLOTS);
                    default -> List.of(SOURCE_BYTES, WIDE * FENCED, WIDE * BESIDE);
                };
        Scope scope = DrawScript.scope(AimedPlans.class, "aimed.yaml")
                .with("nodes", (long) nodes)
                .with("adaptive", machine.routing() == Routing.ADAPTIVE)
                .with("credits", (long) machine.dla().maxCredits());
        Program built = new ProgramScript("aimed", machine, windows, KEY, random)
                .write(Map.of("use", aim.name().toLowerCase(Locale.ROOT)), scope)
                .build();
        return new RunPlan(
                "aimed",
                built,
                machine.withMessageBase(built.messageBase()),
                factory,
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, MOST_CYCLES),
                "");
    }

    private static MachineConfig machine(Aim aim, SplittableRandom random) {
        MachineBuilder builder = builder(aim == Aim.FENCES || random.nextBoolean(), random);
        if (aim == Aim.EPOCHS) {
            builder.epochAccess(EpochAccess.values()[random.nextInt(EpochAccess.values().length)]);
        } else if (aim == Aim.POOL) {
            int credits = random.nextInt(4, 13);
            DlaOptions options = DlaOptions.events(random.nextBoolean() ? 0 : random.nextInt(1, 5));
            builder.dla(DlaLimits.of(credits, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE)
                    .with(options));
        }
        return builder.build();
    }

    private static MachineBuilder builder(boolean adaptive, SplittableRandom random) {
        Shape shape = adaptive ? new Shape(WIDE, random.nextInt(3, 5), 1) : new Shape(random.nextInt(3, 7), 1, 1);
        return MachineConfig.of(shape)
                .latency(new Latency(
                        random.nextInt(1, 41),
                        random.nextInt(1, 9),
                        random.nextInt(2, 201),
                        random.nextInt(1, 41),
                        8,
                        0))
                .buffers(adaptive ? new Buffers(51, 32, 16, 64, 64, 16) : Buffers.of(Routing.DIMENSION_ORDER))
                .routing(adaptive ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER)
                .memoryBytes(MEMORY)
                .tasks(3);
    }
}
