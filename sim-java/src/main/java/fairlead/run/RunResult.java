// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.run.report.RunReport;
import fairlead.software.ExecutionReport;
import java.nio.file.Path;
import java.util.List;

/**
 * A run and what the engine held at its end.
 *
 * @param waves waveform and save file of a knot, where they were asked for
 * @param inspections who holds and wants what, one text a node that was not at rest; empty when all were
 */
public record RunResult(RunReport report, ExecutionReport execution, List<String> inspections, List<Path> waves) {}
