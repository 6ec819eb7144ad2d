// SPDX-License-Identifier: Apache-2.0
package fairlead.session;

import fairlead.executor.ExecutionReport;
import fairlead.report.RunReport;
import java.util.List;

/**
 * A run and what the engine held at its end.
 *
 * @param inspections who holds and wants what, one text a node that was not at rest; empty when all were
 */
public record RunResult(RunReport report, ExecutionReport execution, List<String> inspections) {}
