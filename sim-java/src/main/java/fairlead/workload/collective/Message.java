// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.workload.collective.Item.Group;

/**
 * A message from each member of a group to one rank, which receives all of them.
 *
 * @param from the senders; the receiver itself sends nothing
 * @param to rank of the receiver
 * @param match word by which the receiver knows the messages, not 0
 * @param eager the data go with the match word; else the sender asks first (RTS) and sends when the receiver is ready
 *     (CTS)
 */
public record Message(Group from, int to, int bytes, long match, boolean eager) implements Item {
    /** Returns the number of messages. */
    public int count() {
        return from.size() - (from.ranks().contains(to) ? 1 : 0);
    }

    @Override
    public String toString() {
        return (eager ? "eager" : "rendezvous") + " message of " + from.name() + " to node " + to;
    }
}
