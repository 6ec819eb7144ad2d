// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The epochs that a task has opened and for whose end it has not yet waited, in program order. */
final class OpenEpochs {
    private final Map<Long, List<String>> targets = new HashMap<>();
    private final Set<Long> closing = new HashSet<>();

    void add(final OpenEpochs other) {
        targets.putAll(other.targets);
        closing.addAll(other.closing);
    }

    void open(final Line line, final long id, final List<String> to) {
        if (targets.put(id, to) != null) {
            throw line.error("epoch " + id + " is open already");
        }
    }

    /** Checks that an open that is tried must fail: the epoch is open to this node, and not closing. */
    void openAgain(final Line line, final long id, final List<String> to) {
        if (!targets.containsKey(id) || closing.contains(id)) {
            throw line.error("a try of epoch open needs an epoch that is open, and epoch " + id + " is "
                    + (closing.contains(id) ? "closing" : "not open") + " here");
        }
        if (to.size() != 1) {
            throw line.error("a try of epoch open names one node, not " + to.size());
        }
        check(line, id, to.get(0));
    }

    /** Checks that a closing that is tried must fail, and returns the node of the command. */
    String closeAgain(final Line line, final long id, final String own) {
        if (targets.containsKey(id) && !closing.contains(id)) {
            throw line.error("a try of epoch closing needs an epoch that is closing or not open, and epoch " + id
                    + " is open here");
        }
        return targets.containsKey(id) ? targets.get(id).get(0) : own;
    }

    void closing(final Line line, final long id) {
        if (!targets.containsKey(id) || !closing.add(id)) {
            throw line.error("epoch " + id + " is not open here");
        }
    }

    void closed(final Line line, final long id) {
        if (!closing.remove(id)) {
            throw line.error("epoch " + id + " is not closing here");
        }
        targets.remove(id);
    }

    /**
     * Checks that epoch `id` is open to `node` for an operation in it. The epoch may be in its closing stage; the
     * machine then refuses the operation.
     */
    void check(final Line line, final long id, final String node) {
        final List<String> to = targets.get(id);
        if (to == null) {
            throw line.error("epoch " + id + " is not open here");
        }
        if (!to.contains(node)) {
            throw line.error("epoch " + id + " is open to " + String.join(", ", to) + ", not to " + node);
        }
    }

    void finish(final Line line, final String task) {
        if (!targets.isEmpty()) {
            throw line.error("epoch " + targets.keySet().iterator().next() + " of " + task + " is never closed");
        }
    }
}
