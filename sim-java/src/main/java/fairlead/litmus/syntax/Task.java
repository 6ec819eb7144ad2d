// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;

/** The program of one task. @param number 0 is the node's master */
public record Task(String node, int number, List<Statement> statements, int line) {
    public String name() {
        return number == 0 ? node : node + "." + number;
    }
}
