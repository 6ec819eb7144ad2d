// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;

/**
 * The program of one task.
 *
 * @param node name of the task's node
 * @param number number of the task on its node; 0 is the master
 * @param statements statements in program order
 * @param line line in the file
 */
public record Task(String node, int number, List<Statement> statements, int line) {
    public String name() {
        return number == 0 ? node : node + "." + number;
    }
}
