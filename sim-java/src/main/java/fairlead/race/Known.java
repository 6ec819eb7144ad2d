// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import java.util.HashMap;
import java.util.Map;

/** What a PE knows: of each PE, up to which of its clocks, and which fenced puts of one PE to another have come. */
final class Known {
    private final int[] clocks;
    private final Map<Long, Integer> fences; // clock of the first PE, by both PEs

    Known(int pes) {
        this(new int[pes], new HashMap<>());
    }

    private Known(int[] clocks, Map<Long, Integer> fences) {
        this.clocks = clocks;
        this.fences = fences;
    }

    Known copy() {
        return new Known(clocks.clone(), new HashMap<>(fences));
    }

    int of(int pe) {
        return clocks[pe];
    }

    /** Returns the clock up to which puts of one PE to another that were fenced have come. */
    int fenced(int pe, int target) {
        return fences.isEmpty() ? 0 : fences.getOrDefault(pair(pe, target), 0);
    }

    void learn(int pe, int clock) {
        clocks[pe] = Math.max(clocks[pe], clock);
    }

    void learnFenced(int pe, int target, int clock) {
        fences.merge(pair(pe, target), clock, Math::max);
    }

    void learn(Known other) {
        for (int i = 0; i < clocks.length; i++) {
            clocks[i] = Math.max(clocks[i], other.clocks[i]);
        }
        other.fences.forEach((pair, clock) -> fences.merge(pair, clock, Math::max));
    }

    private static long pair(int pe, int target) {
        return (long) pe << Integer.SIZE | target;
    }
}
