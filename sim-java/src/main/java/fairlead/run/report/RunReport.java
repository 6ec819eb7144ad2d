// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import fairlead.check.Verdict;
import java.util.List;
import java.util.Map;

/**
 * Everything that a run leaves behind, in memory.
 *
 * @param scenario name of the scenario
 * @param engine rtl, model or lockstep
 * @param shape [kx, ky, kz]
 * @param ending how the run ended, one line
 * @param partial the run ended before the program did
 * @param speed what the machine that ran it achieved; the only part that differs between repeats
 * @param assertionsMuted failed assertions of units with an armed fault; they ended nothing
 * @param effectiveConfig the scenario with every default and override in place
 */
public record RunReport(
        String scenario,
        String engine,
        List<Integer> shape,
        long seed,
        long cycles,
        String ending,
        boolean partial,
        List<Verdict> verdicts,
        long assertionsMuted,
        Metrics metrics,
        Speed speed,
        String eventSha256,
        Map<String, String> versions,
        Object effectiveConfig,
        List<OpRow> operations) {

    /** Counts of a run; latencies in cycles from a packet's preparation to the acceptance of its tail. */
    public record Metrics(long packets, long flits, long flitHops, double mean, long p50, long p99, long max) {}

    /** CPU time is that of the whole process while the run lasted. */
    public record Speed(double wallSeconds, double cpuSeconds, long cycles, long tileCycles, long flitHops) {}

    /** One operation in ops.csv; cycles are -1 for never. */
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
}
