// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The result of the static check for one shape.
 *
 * @param vertices number of resources that some packet can hold
 * @param edges number of waits between them
 * @param safe true if there is neither a cycle nor a flaw
 * @param cycle a shortest cycle, each step waiting for the next; empty if there is none
 * @param flaw a violated condition of the argument, such as escape VCs that cannot be taken or buffers without room for
 *     a packet; empty if there is none
 */
public record CheckResult(
        Shape shape, String routing, int vertices, int edges, boolean safe, List<Step> cycle, String flaw) {
    /** One step of a cycle: `holder` waits for `wanted` because of `rule`. */
    public record Step(String holder, String wanted, String rule, String reason) {
        @Override
        public String toString() {
            return holder + "  waits for  " + wanted + "  [" + rule + ": " + reason + "]";
        }
    }

    public CheckResult {
        cycle = List.copyOf(cycle);
    }

    public String verdict() {
        if (safe) {
            return "safe, no cycle of waits";
        }
        String waits = cycle.isEmpty() ? "" : "cycle of " + cycle.size();
        return "UNSAFE, " + waits + (waits.isEmpty() || flaw.isEmpty() ? "" : "; ") + flaw;
    }

    /**
     * Returns the dimensions whose rings are too short for a deadlock; a safe result does not test the VC rule on these
     * rings.
     */
    public List<String> shortRings() {
        return IntStream.range(0, 3)
                .filter(d -> shape.k(d) < 4)
                .mapToObj(d -> "xyz".substring(d, d + 1))
                .toList();
    }
}
