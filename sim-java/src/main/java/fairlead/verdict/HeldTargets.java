// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The EPOCH_OPENs that wait, at the end of a run, only because other nodes hold their targets (R-EPO-10). A node holds
 * a target from the INIT_ACK that leaves the target to the TERM that leaves the node, so the machine owes nothing to
 * the one that waits.
 */
final class HeldTargets {
    private static final String KEY = "held";

    private final Map<Integer, String> texts = new TreeMap<>(); // by the id of the EPOCH_OPEN

    /** Notes that an origin waits at a target; it is not held if none of the holders is another node. */
    void waits(final int open, final int origin, final int target, final IntStream holders) {
        final String others = holders.filter(node -> node != origin)
                .distinct()
                .sorted()
                .mapToObj(Integer::toString)
                .collect(joining(" and "));
        if (!others.isEmpty()) {
            texts.put(open, "node " + origin + " waits at node " + target + ", which node " + others + " holds");
        }
    }

    /** Returns the verdict with the texts as its map `held`, if there are any. */
    Verdict in(final Verdict verdict) {
        return texts.isEmpty()
                ? verdict
                : new Verdict(verdict.name(), verdict.holds(), verdict.checked(), verdict.detail(), Map.of(KEY, texts));
    }
}
