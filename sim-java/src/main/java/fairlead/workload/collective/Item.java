// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import java.util.List;

/** What the nodes of a group do together: one call of {@link ApplicationMessagingModule}. */
public sealed interface Item permits Collective, Message {
    /**
     * An operational group: a named list of ranks, of which the n-th one is member n.
     *
     * @param ranks at least one, all different
     */
    public record Group(String name, List<Integer> ranks) {
        public Group {
            ranks = List.copyOf(ranks);
        }

        public int size() {
            return ranks.size();
        }
    }
}
