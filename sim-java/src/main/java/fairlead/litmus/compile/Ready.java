// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.engine.api.MachineConfig;
import fairlead.litmus.syntax.Term;
import fairlead.program.Program;
import fairlead.software.ExecutorOptions;
import java.util.Map;

/**
 * One run of a test, ready to go.
 *
 * @param readings registers, words and cycles of the conditions; all values come from operations that the fabric executes. A term without one reads 0
 * @param ranks node name: rank, for terms that events answer
 * @param places by operation id: task and line as in `A:7`, or null for what the test does not say itself
 * @param end cycle at which the final loads act; the test must have ended before
 */
public record Ready(
        Program program,
        MachineConfig machine,
        ExecutorOptions options,
        Map<Term, Reading> readings,
        Map<String, Integer> ranks,
        String[] places,
        long end) {}
