// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Term;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import java.util.Map;

/**
 * The inputs of one run of a test.
 *
 * @param readings sources of the registers, words and cycles in the conditions; the fabric executes the operations that
 *     they name. A term without a source has the value 0
 * @param ranks rank of each node name, for terms that are counted from events
 * @param places task and line, such as `A:7`, by operation id; null for an operation that is not in the test
 * @param end cycle in which the loads of the conditions act; the test must have ended before
 */
public record Ready(
        Program program,
        MachineConfig machine,
        ExecutorOptions options,
        Map<Term, Reading> readings,
        Map<String, Integer> ranks,
        String[] places,
        long end) {
    /**
     * The source of a term's value.
     *
     * @param operation id of the operation that has the value
     * @param status true to take the operation's status (0 done, 1 refused or denied, 2 discarded) instead of its value
     * @param before source if the operation was skipped; null stands for the value 0
     */
    public record Reading(int operation, boolean status, Reading before) {}
}
