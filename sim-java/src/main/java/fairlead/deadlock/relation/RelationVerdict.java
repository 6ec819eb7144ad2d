// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import java.util.List;

/**
 * The judgement of a relation.
 *
 * @param channels number of channels that some packet can hold
 * @param waits number of waits that decide
 * @param theorem theorem by which it is judged
 * @param cycle a shortest cycle of waits; empty if there is none
 * @param flaws violated conditions of the theorem
 * @param decided whether the knot was looked for: with a cycle, and where each buffer holds one packet
 * @param knot channels whose packets can wait for each other alone, whatever they choose; empty if there are none
 */
public record RelationVerdict(
        String name,
        int channels,
        int waits,
        String theorem,
        List<Step> cycle,
        List<String> flaws,
        boolean decided,
        List<String> knot) {
    /** One wait of a cycle: packets of a class hold the first channel and want the second. */
    public record Step(String holder, String wanted, String packets) {
        @Override
        public String toString() {
            return holder + "  waits for  " + wanted + "  [class " + packets + "]";
        }
    }

    public boolean safe() {
        return cycle.isEmpty() && flaws.isEmpty();
    }

    public String verdict() {
        if (safe()) {
            return waits > 0
                    ? "safe, no cycle of waits"
                    : "safe, each way on lies in a bubble ring that keeps a free slot";
        }
        String waits = cycle.isEmpty() ? "" : "cycle of " + cycle.size();
        return "UNSAFE, " + waits + (waits.isEmpty() || flaws.isEmpty() ? "" : "; ")
                + (flaws.isEmpty() ? "" : flaws.size() + " violated condition" + (flaws.size() == 1 ? "" : "s"));
    }
}
