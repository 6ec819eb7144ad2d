// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.engine.api.Shape;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the static check says about one shape.
 *
 * @param vertices resources that some packet can hold
 * @param edges waits between them
 * @param safe no cycle and no flaw
 * @param cycle a shortest cycle, each step waiting for the next; empty: none
 * @param flaw a condition of the argument that does not hold: escape VCs that cannot be taken, buffers without room for a packet; empty: none
 */
public record CheckResult(
        Shape shape, String routing, int vertices, int edges, boolean safe, List<Step> cycle, String flaw) {
    /** `holder` waits for `wanted` because of `rule`. */
    public record Step(String holder, String wanted, String rule, String reason) {
        @Override
        public String toString() {
            return holder + "  waits for  " + wanted + "  [" + rule + ": " + reason + "]";
        }
    }

    public CheckResult {
        cycle = List.copyOf(cycle);
    }

    /** The verdict in a few words. */
    public String verdict() {
        if (safe) {
            return "safe, no cycle of waits";
        }
        final String waits = cycle.isEmpty() ? "" : "cycle of " + cycle.size();
        return "UNSAFE, " + waits + (waits.isEmpty() || flaw.isEmpty() ? "" : "; ") + flaw;
    }

    /** Dimensions whose rings are too short to deadlock by themselves: their safety says nothing about the VC rule. */
    public List<String> shortRings() {
        return IntStream.range(0, 3)
                .filter(d -> shape.k(d) < 4)
                .mapToObj(d -> "xyz".substring(d, d + 1))
                .toList();
    }
}
