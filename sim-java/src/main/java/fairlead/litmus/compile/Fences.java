// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fences of a task that later operations must respect, at the place that is being compiled. */
final class Fences {
    /** A FENCE operation, and the TEST that decides whether it is executed, or -1. */
    record Fence(int id, int test) {}

    // by target: one FENCE that is always executed, and those behind it
    private final Map<String, List<Fence>> since = new HashMap<>();
    private final Set<String> toOrder = new HashSet<>(); // targets of puts, adds and signals since the last fence

    void written(String target) {
        toOrder.add(target);
    }

    boolean hasNothingToOrder(String target) {
        return !toOrder.contains(target);
    }

    void add(String target, Fence fence) {
        if (fence.test < 0) {
            complete(target);
        }
        since.computeIfAbsent(target, t -> new ArrayList<>()).add(fence);
    }

    /** Notes that all operations to a target are complete, or to all targets if it is null. */
    void complete(String target) {
        since.keySet().removeIf(t -> target == null || t.equals(target));
        toOrder.removeIf(t -> target == null || t.equals(target));
    }

    /** Returns the fences that a request of the DLA to the target must not pass. */
    List<Fence> to(String target) {
        return since.getOrDefault(target, List.of());
    }
}
