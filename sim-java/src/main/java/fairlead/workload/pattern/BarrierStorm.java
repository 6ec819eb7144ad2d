// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Ops;
import fairlead.program.Program;
import java.util.SplittableRandom;

/**
 * Barriers without work between them. Each task may enter a barrier up to 31 cycles late. Before every fourth barrier,
 * the first included, one task of each node exchanges 64 bytes with the next rank.
 */
public record BarrierStorm(int instances, Switches switches) implements Workload {
    private static final int EXCHANGE_EVERY = 4;
    private static final int EXCHANGE_BYTES = 64;
    private static final int LATE = 32;

    @Override
    public String kind() {
        return "barrier_storm";
    }

    @Override
    public double operations(final MachineConfig machine) {
        final double shifts = (instances + EXCHANGE_EVERY - 1) / EXCHANGE_EVERY;
        return shifts * RingShift.operations(machine, switches)
                + instances * (Switches.tasks(machine) + switches.round(machine));
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        final Generator g = new Generator(kind(), machine, switches, seed);
        final SplittableRandom random = new SplittableRandom(g.key());
        final RingShift shift = new RingShift(g, EXCHANGE_BYTES);
        for (int i = 0; i < instances; i++) {
            if (i % EXCHANGE_EVERY == 0) {
                shift.add(i / EXCHANGE_EVERY);
            }
            for (int node = 0; node < g.nodes(); node++) {
                for (int t = 0; t < g.tasks(node); t++) {
                    final int late = random.nextInt(LATE);
                    if (late > 0) {
                        g.add(g.task(node, t), Ops.calc(late));
                    }
                }
            }
            g.endRound();
        }
        return g.build();
    }
}
