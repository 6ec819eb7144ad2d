// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Term;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.program.Decision.Source;
import fairlead.program.Program;
import java.util.List;
import java.util.Map;

/**
 * The inputs of one run of a test.
 *
 * @param readings operations of the fabric that may have left the registers, words and cycles in the conditions, the
 *     latest first; a term without one has the value 0
 * @param ranks rank of each node name, for terms that are counted from events
 * @param places task and line, such as `A:7`, by operation id; null for an operation that is not in the test
 * @param end cycle in which the loads of the conditions act; the test must have ended before
 */
public record Ready(
        Program program,
        MachineConfig machine,
        ExecutorOptions options,
        Map<Term, List<Source>> readings,
        Map<String, Integer> ranks,
        String[] places,
        long end) {}
