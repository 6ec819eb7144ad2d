// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.sun.management.OperatingSystemMXBean;
import fairlead.program.DataRaces;
import fairlead.verdict.Verdict;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

/**
 * The complete result of a run, in memory.
 *
 * @param ending reason of the end, in one line
 * @param partial true if the run ended before the program
 * @param firstViolation cycle of the first event that shows a violation, or -1
 * @param assertionsMuted number of failed assertions in units with an armed fault; such failures do not end a run
 * @param races data races of a native program; null if nobody looked for them
 * @param speed speed of the simulation; the only part that differs between repeated runs
 */
public record RunReport(
        Setup setup,
        long cycles,
        String ending,
        boolean partial,
        long firstViolation,
        List<Verdict> verdicts,
        long assertionsMuted,
        DataRaces races,
        Metrics metrics,
        Speed speed,
        String eventSha256,
        List<OpRow> operations) {

    /**
     * What was run.
     *
     * @param shape [kx, ky, kz]
     * @param effectiveConfig the scenario with all defaults and overrides
     */
    public record Setup(
            String scenario,
            String engine,
            List<Integer> shape,
            long seed,
            Map<String, String> versions,
            Conditions conditions,
            Object effectiveConfig) {

        int torusNodes() {
            return shape.stream().reduce(1, (a, b) -> a * b);
        }

        /** Returns the number of I/O tiles outside the torus, as the scenario has it. */
        int ioTiles() {
            if (effectiveConfig instanceof Map<?, ?> keys
                    && keys.get("machine") instanceof Map<?, ?> machine
                    && machine.get("io_ratio") instanceof Long ratio
                    && ratio > 0) {
                return (int) (torusNodes() / ratio);
            }
            return 0;
        }
    }

    /** What decides the events of a run beyond its scenario. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Conditions(String library, boolean allowUnsafe, boolean keepGoing) {}

    /**
     * Counts of a run, then mean, percentiles and maximum of the latency: the cycles from the preparation of a packet
     * to the acceptance of its tail.
     */
    public record Metrics(long packets, long flits, long flitHops, double mean, long p50, long p99, long max) {}

    /** The speed of the simulation; the CPU time is that of all threads, and tile cycles are those not skipped. */
    public record Speed(double wallSeconds, double cpuSeconds, long cycles, long tileCycles, long flitHops) {}

    /** One row of ops.csv. `target` is a rank; the four times are cycles, -1 for never (docs/use/report.md). */
    public record OpRow(
            int id,
            String kind,
            int node,
            int task,
            int target,
            int bytes,
            long posted,
            long firstCommit,
            long lastCommit,
            long completed,
            String result) {}

    public boolean holds() {
        return verdicts.stream().noneMatch(v -> Boolean.FALSE.equals(v.holds()));
    }

    /** Measures the wall and CPU seconds of this process since the construction of the clock. */
    public static final class CpuClock {
        private static final OperatingSystemMXBean SYSTEM =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private static final double NANO = 1e-9;

        private final long wall = System.nanoTime();
        private final long cpu = SYSTEM.getProcessCpuTime();

        public double wallSeconds() {
            return (System.nanoTime() - wall) * NANO;
        }

        public double cpuSeconds() {
            return (SYSTEM.getProcessCpuTime() - cpu) * NANO;
        }
    }
}
