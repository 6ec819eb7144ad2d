// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.node.ExecutionReport;
import fairlead.run.record.CounterTable;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The results of a run.
 *
 * @param report verdicts and measurements
 * @param execution reason of the end and open operations
 * @param inspections one text for each node with the holders and requests of its resources; empty if the program
 *     completed
 * @param waves waveform and save file of a knot, if they were requested
 * @param latency latencies of the delivered packets, in cycles
 * @param waits performance counters of the tiles, or null if the run did not count
 * @param plan the plan that repeats the run, with the captured program of a live one
 */
public record RunResult(
        RunReport report,
        ExecutionReport execution,
        List<String> inspections,
        List<Path> waves,
        Histogram latency,
        CounterTable waits,
        RunPlan plan) {}
