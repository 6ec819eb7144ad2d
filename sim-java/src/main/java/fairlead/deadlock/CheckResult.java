// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.engine.Shape;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the static check says about one shape.
 *
 * @param vertices resources that some packet can hold
 * @param edges waits between them
 * @param safe no cycle
 * @param cycle a shortest cycle, each step waiting for the next; empty when safe
 */
public record CheckResult(Shape shape, String routing, int vertices, int edges, boolean safe, List<Step> cycle) {
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

    /** Dimensions whose rings are too short to deadlock by themselves: their safety says nothing about the VC rule. */
    public List<String> shortRings() {
        return IntStream.range(0, 3)
                .filter(d -> shape.k(d) < 4)
                .mapToObj(d -> "xyz".substring(d, d + 1))
                .toList();
    }
}
